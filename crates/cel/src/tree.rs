//! The syntax tree: nodes in one row, children named by number.
//!
//! Children stand before their parents. Macros that go over a list or map keep their shape as one node, a
//! [`Fold`], instead of the comprehension they stand for: types, costs and estimates of the parts that were
//! never written are known.

use std::ops::Range;

use sekisho_document::Text;

/// The number of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece of one of the rows of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(Text),
    Bytes(Box<[u8]>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    /// Stands where a fault was reported.
    Fault,
    Literal(Literal),
    /// A name; one that begins with a dot is looked up from the root.
    Identifier(Text),
    Select {
        operand: NodeId,
        field: Text,
    },
    /// `has(operand.field)`
    Presence {
        operand: NodeId,
        field: Text,
    },
    /// `operand.?field`; `name` is the field as it was read, which the reference sees as a literal.
    OptionalSelect {
        operand: NodeId,
        field: Text,
    },
    /// A function, an operator by its internal name (`_+_`), or a method.
    Call {
        function: Text,
        target: Option<NodeId>,
        arguments: Span,
    },
    /// A chain of `&&` or of `||`.
    Logic {
        connective: Connective,
        terms: Span,
    },
    List {
        items: Span,
    },
    Map {
        entries: Span,
    },
    Message {
        name: Text,
        fields: Span,
    },
    Fold(Box<Fold>),
    /// A name for a value within the body.
    Bind(Box<Bind>),
    /// `target.optMap(variable, body)` and `optFlatMap`.
    OptionalMap(Box<OptionalMap>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
}

/// An item of a list literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) value: NodeId,
    pub(crate) optional: bool,
}

/// An entry of a map literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: NodeId,
    pub(crate) value: NodeId,
    pub(crate) optional: bool,
}

/// A field of a message literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: Text,
    pub(crate) value: NodeId,
    pub(crate) optional: bool,
    /// Where its colon is, which is where the reference reports faults of fields.
    pub(crate) offset: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fold {
    pub(crate) kind: FoldKind,
    pub(crate) range: NodeId,
    pub(crate) variable: Text,
    /// Of the forms with two variables: the value, `variable` being index or key.
    pub(crate) second: Option<Text>,
    /// Which elements take part: of `map` with a filter, `filter` and the transforms.
    pub(crate) condition: Option<NodeId>,
    pub(crate) body: NodeId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FoldKind {
    All,
    Exists,
    ExistsOne,
    /// `map`, `filter` and `transformList`: elements become a list.
    List,
    /// `transformMap`
    Map,
    /// `transformMapEntry`
    MapEntry,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bind {
    pub(crate) variable: Text,
    pub(crate) value: NodeId,
    pub(crate) body: NodeId,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OptionalMap {
    pub(crate) target: NodeId,
    pub(crate) variable: Text,
    pub(crate) body: NodeId,
    /// `optFlatMap`, whose body is an optional itself.
    pub(crate) flat: bool,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Where each node is reported: a byte of the text.
    offsets: Vec<u32>,
    ids: Vec<NodeId>,
    items: Vec<Item>,
    entries: Vec<Entry>,
    fields: Vec<Field>,
    pub(crate) root: Option<NodeId>,
}

impl Tree {
    pub(crate) fn add(&mut self, node: Node, offset: u32) -> NodeId {
        let id = NodeId(number(self.nodes.len()));
        self.nodes.push(node);
        self.offsets.push(offset);
        id
    }

    pub(crate) fn add_ids(&mut self, ids: &[NodeId]) -> Span {
        push(&mut self.ids, ids)
    }

    pub(crate) fn add_items(&mut self, items: &[Item]) -> Span {
        push(&mut self.items, items)
    }

    pub(crate) fn add_entries(&mut self, entries: &[Entry]) -> Span {
        push(&mut self.entries, entries)
    }

    pub(crate) fn add_fields(&mut self, fields: &[Field]) -> Span {
        push(&mut self.fields, fields)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        const FAULT: &Node = &Node::Fault;
        self.nodes.get(id.index()).unwrap_or(FAULT)
    }

    pub(crate) fn offset(&self, id: NodeId) -> u32 {
        self.offsets.get(id.index()).copied().unwrap_or_default()
    }

    pub(crate) fn ids(&self, span: Span) -> &[NodeId] {
        self.ids.get(span.range()).unwrap_or_default()
    }

    pub(crate) fn items(&self, span: Span) -> &[Item] {
        self.items.get(span.range()).unwrap_or_default()
    }

    pub(crate) fn entries(&self, span: Span) -> &[Entry] {
        self.entries.get(span.range()).unwrap_or_default()
    }

    pub(crate) fn fields(&self, span: Span) -> &[Field] {
        self.fields.get(span.range()).unwrap_or_default()
    }

    /// All nodes, children before their parents.
    pub(crate) fn ids_of_all(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..number(self.nodes.len())).map(NodeId)
    }

    /// Shows the direct children of a node.
    pub(crate) fn for_each_child(&self, node: NodeId, mut show: impl FnMut(NodeId)) {
        match self.node(node) {
            Node::Fault | Node::Literal(_) | Node::Identifier(_) => (),
            Node::Select { operand, .. }
            | Node::Presence { operand, .. }
            | Node::OptionalSelect { operand, .. } => show(*operand),
            Node::Call {
                target, arguments, ..
            } => {
                target.iter().copied().for_each(&mut show);
                self.ids(*arguments).iter().copied().for_each(show);
            }
            Node::Logic { terms, .. } => self.ids(*terms).iter().copied().for_each(show),
            Node::List { items } => self.items(*items).iter().for_each(|item| show(item.value)),
            Node::Map { entries } => self.entries(*entries).iter().for_each(|entry| {
                show(entry.key);
                show(entry.value);
            }),
            Node::Message { fields, .. } => self.fields(*fields).iter().for_each(|field| show(field.value)),
            Node::Fold(fold) => {
                show(fold.range);
                fold.condition.iter().copied().for_each(&mut show);
                show(fold.body);
            }
            Node::Bind(bind) => {
                show(bind.value);
                show(bind.body);
            }
            Node::OptionalMap(map) => {
                show(map.target);
                show(map.body);
            }
        }
    }

    /// The dotted name that a chain of selections from an identifier spells.
    pub(crate) fn qualified_name(&self, mut id: NodeId) -> Option<String> {
        let mut parts: Vec<&str> = Vec::new();
        loop {
            match self.node(id) {
                Node::Select { operand, field } => {
                    parts.push(field);
                    id = *operand;
                }
                Node::Identifier(name) => {
                    parts.push(name);
                    parts.reverse();
                    return Some(parts.join("."));
                }
                _ => return None,
            }
        }
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn push<T: Clone>(row: &mut Vec<T>, values: &[T]) -> Span {
    let start = number(row.len());
    row.extend_from_slice(values);
    Span {
        start,
        end: number(row.len()),
    }
}
