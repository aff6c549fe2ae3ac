//! The syntax tree of a query: nodes in a row that name each other by position.

use std::ops::Range;

use sekisho_document::{Text, Value};

use crate::CallSite;
use crate::function::{Function, Prepared};

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(crate) u32);

/// One node (reference §3). `left` is evaluated on the current value, `right` on what `left` gave or on
/// each of its items.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Current,
    /// The current value, where the grammar leaves an operand out.
    Identity,
    Field(Text),
    Literal(Value),
    Member(NodeId, NodeId),
    Index(NodeId, i64),
    Slice(NodeId, Slice),
    Flatten(NodeId),
    Projection(NodeId, NodeId),
    Filter {
        left: NodeId,
        right: NodeId,
        condition: NodeId,
    },
    ValueProjection(NodeId, NodeId),
    List(Box<[NodeId]>),
    /// Keys and expressions as written; the last of equal keys wins.
    Map(Box<[(Text, NodeId)]>),
    Pipe(NodeId, NodeId),
    Or(NodeId, NodeId),
    And(NodeId, NodeId),
    Not(NodeId),
    Comparison(Comparator, NodeId, NodeId),
    Lambda(NodeId),
    Call {
        /// Nothing when what stands before the parenthesis names nothing (reference §3.2).
        name: Option<Text>,
        arguments: Box<[NodeId]>,
        callee: CalleeId,
    },
    /// What a malformed index at the start of an expression becomes; evaluation always fails (§3.2).
    Empty,
}

/// `start:stop:step`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) start: Option<i64>,
    pub(crate) stop: Option<i64>,
    pub(crate) step: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparator {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Comparator::Equal => "==",
            Comparator::NotEqual => "!=",
            Comparator::Less => "<",
            Comparator::LessOrEqual => "<=",
            Comparator::Greater => ">",
            Comparator::GreaterOrEqual => ">=",
        }
    }

    /// The name of its token in trees printed as Kyverno does.
    pub(crate) fn token(self) -> &'static str {
        match self {
            Comparator::Equal => "tEQ",
            Comparator::NotEqual => "tNE",
            Comparator::Less => "tLT",
            Comparator::LessOrEqual => "tLTE",
            Comparator::Greater => "tGT",
            Comparator::GreaterOrEqual => "tGTE",
        }
    }
}

/// A row of [`Tree::callees`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CalleeId(pub(crate) u32);

/// What a call was resolved to when the query was compiled.
#[derive(Clone)]
pub(crate) struct Callee {
    /// Nothing for an unknown name, which is a fault only when the call is reached.
    pub(crate) function: Option<&'static Function>,
    pub(crate) prepared: Option<Prepared>,
}

/// All nodes of a query. A node comes behind its children.
#[derive(Clone)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Where each node stands in the text.
    places: Vec<Range<u32>>,
    /// How many levels lie below each node, itself counted.
    levels: Vec<u32>,
    /// The keys of `a.b.c`, kept with the node of the whole so that it can be walked in one go.
    chains: Vec<Vec<Text>>,
    callees: Vec<Callee>,
    pub(crate) root: NodeId,
}

impl Tree {
    pub(crate) fn new() -> Tree {
        Tree {
            nodes: Vec::new(),
            places: Vec::new(),
            levels: Vec::new(),
            chains: Vec::new(),
            callees: Vec::new(),
            root: NodeId(0),
        }
    }

    /// Adds a node whose children are there already.
    pub(crate) fn add(&mut self, node: Node, at: Range<u32>) -> NodeId {
        let mut level = 0;
        node.each_child(|child| level = level.max(self.level(child)));
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let chain = self.chain_of(&node);
        self.chains.push(chain);
        self.nodes.push(node);
        self.places.push(at);
        self.levels.push(level + 1);
        id
    }

    fn chain_of(&mut self, node: &Node) -> Vec<Text> {
        let Node::Member(left, right) = node else {
            return Vec::new();
        };
        let Node::Field(last) = self.node(*right) else {
            return Vec::new();
        };
        let last = last.clone();
        let mut chain = match self.node(*left) {
            Node::Field(first) => vec![first.clone()],
            _ => self
                .chains
                .get_mut(left.0 as usize)
                .map(std::mem::take)
                .unwrap_or_default(),
        };
        if !chain.is_empty() {
            chain.push(last);
        }
        chain
    }

    /// All keys of a node that only walks down keys; nothing for other nodes.
    pub(crate) fn chain(&self, id: NodeId) -> &[Text] {
        self.chains.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn add_callee(&mut self, callee: Callee) -> CalleeId {
        let id = CalleeId(u32::try_from(self.callees.len()).unwrap_or(u32::MAX));
        self.callees.push(callee);
        id
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&Node::Empty)
    }

    pub(crate) fn place(&self, id: NodeId) -> Range<u32> {
        self.places.get(id.0 as usize).cloned().unwrap_or_default()
    }

    pub(crate) fn level(&self, id: NodeId) -> u32 {
        self.levels.get(id.0 as usize).copied().unwrap_or(0)
    }

    pub(crate) fn callee(&self, id: CalleeId) -> Option<&Callee> {
        self.callees.get(id.0 as usize)
    }

    pub(crate) fn calls(&self) -> impl Iterator<Item = CallSite<'_>> {
        self.nodes
            .iter()
            .zip(&self.places)
            .filter_map(|(node, at)| match node {
                Node::Call {
                    name,
                    arguments,
                    callee,
                } => Some(CallSite {
                    name: name.as_deref(),
                    function: self.callee(*callee).and_then(|callee| callee.function),
                    arguments: arguments.len(),
                    at: at.clone(),
                }),
                _ => None,
            })
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}

impl PartialEq for Tree {
    /// Same shape, wherever it stands in the text.
    fn eq(&self, other: &Tree) -> bool {
        same(self, self.root, other, other.root)
    }
}

/// Whether two subtrees have the same shape. As deep as the trees, which the parser bounds.
pub(crate) fn same(left: &Tree, one: NodeId, right: &Tree, two: NodeId) -> bool {
    let (first, second) = (left.node(one), right.node(two));
    let alike = match (first, second) {
        (Node::Field(a), Node::Field(b)) => a == b,
        (Node::Literal(a), Node::Literal(b)) => a == b,
        (Node::Index(_, a), Node::Index(_, b)) => a == b,
        (Node::Slice(_, a), Node::Slice(_, b)) => a == b,
        (Node::Comparison(a, ..), Node::Comparison(b, ..)) => a == b,
        (Node::Call { name: a, .. }, Node::Call { name: b, .. }) => a == b,
        (Node::Map(a), Node::Map(b)) => a.iter().map(|it| &it.0).eq(b.iter().map(|it| &it.0)),
        _ => std::mem::discriminant(first) == std::mem::discriminant(second),
    };
    let (mut ones, mut twos) = (Vec::new(), Vec::new());
    first.each_child(|child| ones.push(child));
    second.each_child(|child| twos.push(child));
    alike && ones.len() == twos.len() && ones.iter().zip(twos).all(|(a, b)| same(left, *a, right, b))
}

impl Node {
    /// The children in the order of evaluation.
    pub(crate) fn each_child(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            Node::Current | Node::Identity | Node::Field(_) | Node::Literal(_) | Node::Empty => {}
            Node::Index(only, _)
            | Node::Slice(only, _)
            | Node::Flatten(only)
            | Node::Not(only)
            | Node::Lambda(only) => visit(*only),
            Node::Member(left, right)
            | Node::Projection(left, right)
            | Node::ValueProjection(left, right)
            | Node::Pipe(left, right)
            | Node::Or(left, right)
            | Node::And(left, right)
            | Node::Comparison(_, left, right) => {
                visit(*left);
                visit(*right);
            }
            Node::Filter {
                left,
                right,
                condition,
            } => {
                visit(*left);
                visit(*condition);
                visit(*right);
            }
            Node::List(items) => items.iter().copied().for_each(visit),
            Node::Map(entries) => entries.iter().for_each(|(_, value)| visit(*value)),
            Node::Call { arguments, .. } => arguments.iter().copied().for_each(visit),
        }
    }
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree")
            .field("nodes", &self.nodes)
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}
