//! Macros: calls that the parser replaces by other expressions.

use std::fmt;

use sekisho_document::Text;

use crate::function::{Example, Release};
use crate::tree::{Bind, Fold, FoldKind, Literal, Node, NodeId, OptionalMap, Tree};

/// An entry of a macro table.
#[derive(Clone, Copy)]
pub struct Macro {
    pub name: &'static str,
    pub since: Release,
    pub style: Style,
    /// How many arguments there are; nothing for any number.
    pub arguments: Option<usize>,
    /// What it does, beginning with a verb, without a full stop.
    pub summary: &'static str,
    pub examples: &'static [Example],
    pub expand: Expand,
}

/// Whether something is called as a function or as a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Function,
    Method,
}

/// Makes the expression that takes the place of a call. `Ok(None)` leaves the call as it is.
pub type Expand = fn(&mut Expansion<'_>, &MacroCall<'_>) -> Result<Option<NodeId>, Refusal>;

/// A call that a macro may replace.
#[derive(Debug, Clone, Copy)]
pub struct MacroCall<'c> {
    /// What stands before the dot.
    pub target: Option<NodeId>,
    pub arguments: &'c [NodeId],
}

/// Why a macro can not take a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub at: NodeId,
    pub message: String,
}

impl fmt::Debug for Macro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Macro({})", self.name)
    }
}

impl MacroCall<'_> {
    /// The argument at a position. The number of arguments was checked before.
    #[must_use]
    pub fn argument(&self, position: usize) -> NodeId {
        let argument = self.arguments.get(position).copied();
        argument.or(self.target).unwrap_or(NodeId(0))
    }

    /// The target, of a method.
    #[must_use]
    pub fn target(&self) -> NodeId {
        self.target.unwrap_or(NodeId(0))
    }
}

/// The tree that a macro adds to. Everything it makes is reported where the call is.
#[derive(Debug)]
pub struct Expansion<'t> {
    pub(crate) tree: &'t mut Tree,
    pub(crate) offset: u32,
}

impl Expansion<'_> {
    /// The name, if the node is an identifier.
    #[must_use]
    pub fn identifier(&self, node: NodeId) -> Option<&Text> {
        match self.tree.node(node) {
            Node::Identifier(name) => Some(name),
            _ => None,
        }
    }

    /// Whether the target of a method is this very name, which makes it a name space.
    #[must_use]
    pub fn is_named(&self, node: NodeId, name: &str) -> bool {
        self.identifier(node).is_some_and(|it| it == name)
    }

    /// A call of a function.
    pub fn call(&mut self, function: &str, arguments: &[NodeId]) -> NodeId {
        self.add_call(function, None, arguments)
    }

    /// A call of a method.
    pub fn method(&mut self, target: NodeId, function: &str, arguments: &[NodeId]) -> NodeId {
        self.add_call(function, Some(target), arguments)
    }

    fn add_call(&mut self, function: &str, target: Option<NodeId>, arguments: &[NodeId]) -> NodeId {
        let arguments = self.tree.add_ids(arguments);
        self.add(Node::Call {
            function: Text::new(function),
            target,
            arguments,
        })
    }

    /// A name for a value within an expression.
    pub fn bind(&mut self, variable: &str, value: NodeId, body: NodeId) -> NodeId {
        self.add(Node::Bind(Box::new(Bind {
            variable: Text::new(variable),
            value,
            body,
        })))
    }

    /// The field of a value; its name may be one that no expression could write.
    pub fn select(&mut self, operand: NodeId, field: &str) -> NodeId {
        let field = Text::new(field);
        self.add(Node::Select { operand, field })
    }

    /// Whether a value has a field.
    pub fn presence(&mut self, operand: NodeId, field: &str) -> NodeId {
        let field = Text::new(field);
        self.add(Node::Presence { operand, field })
    }

    /// The dotted name that a node is, if it is one.
    #[must_use]
    pub fn qualified_name(&self, node: NodeId) -> Option<String> {
        self.tree.qualified_name(node)
    }

    /// A use of a variable.
    pub fn variable(&mut self, name: &str) -> NodeId {
        self.add(Node::Identifier(Text::new(name)))
    }

    /// A list literal.
    pub fn list(&mut self, items: &[NodeId]) -> NodeId {
        let items: Vec<_> = items
            .iter()
            .map(|value| crate::tree::Item {
                value: *value,
                optional: false,
            })
            .collect();
        let items = self.tree.add_items(&items);
        self.add(Node::List { items })
    }

    /// The items of a list literal.
    #[must_use]
    pub fn list_items(&self, node: NodeId) -> Option<Vec<NodeId>> {
        match self.tree.node(node) {
            Node::List { items } => Some(self.tree.items(*items).iter().map(|item| item.value).collect()),
            _ => None,
        }
    }

    /// Whether the node may be a number: anything but literals of other kinds.
    #[must_use]
    pub fn may_be_number(&self, node: NodeId) -> bool {
        match self.tree.node(node) {
            Node::Literal(literal) => {
                matches!(literal, Literal::Int(_) | Literal::Uint(_) | Literal::Double(_))
            }
            Node::List { .. } | Node::Map { .. } | Node::Message { .. } => false,
            _ => true,
        }
    }

    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        self.tree.add(node, self.offset)
    }

    pub(crate) fn fold(&mut self, fold: Fold) -> NodeId {
        self.add(Node::Fold(Box::new(fold)))
    }

    pub(crate) fn optional_map(&mut self, map: OptionalMap) -> NodeId {
        self.add(Node::OptionalMap(Box::new(map)))
    }

    /// The name of a loop variable.
    pub(crate) fn loop_variable(&self, node: NodeId, otherwise: &str) -> Result<Text, Refusal> {
        let Some(name) = self.identifier(node) else {
            return Err(refusal(node, otherwise));
        };
        if name == "@result" || name == "__result__" {
            return Err(refusal(
                node,
                "iteration variable overwrites accumulator variable",
            ));
        }
        Ok(name.clone())
    }

    /// The names of the two loop variables.
    pub(crate) fn loop_variables(&self, call: &MacroCall<'_>) -> Result<(Text, Text), Refusal> {
        let (first, second) = (call.argument(0), call.argument(1));
        for node in [first, second] {
            if self.identifier(node).is_none() {
                return Err(refusal(node, SIMPLE_NAME));
            }
        }
        if let Some(name) = self.identifier(first)
            && self.is_named(second, name)
        {
            return Err(refusal(second, format!("duplicate variable name: {name}")));
        }
        Ok((
            self.loop_variable(first, SIMPLE_NAME)?,
            self.loop_variable(second, SIMPLE_NAME)?,
        ))
    }

    /// A macro over one variable that ends in a body: `all(x, body)`.
    pub(crate) fn quantifier(
        &mut self,
        call: &MacroCall<'_>,
        kind: FoldKind,
    ) -> Result<Option<NodeId>, Refusal> {
        let variable = self.loop_variable(call.argument(0), SIMPLE_NAME)?;
        Ok(Some(self.fold(Fold {
            kind,
            range: call.target(),
            variable,
            second: None,
            condition: None,
            body: call.argument(1),
        })))
    }

    /// A macro over two variables that ends in a body, with a filter before it if there are four
    /// arguments: `all(k, v, body)`, `transformMap(k, v, filter, body)`.
    pub(crate) fn over_two(
        &mut self,
        call: &MacroCall<'_>,
        kind: FoldKind,
    ) -> Result<Option<NodeId>, Refusal> {
        let (variable, second) = self.loop_variables(call)?;
        let (condition, body) = match call.arguments {
            [_, _, condition, body] => (Some(*condition), *body),
            _ => (None, call.argument(2)),
        };
        Ok(Some(self.fold(Fold {
            kind,
            range: call.target(),
            variable,
            second: Some(second),
            condition,
            body,
        })))
    }
}

pub(crate) const SIMPLE_NAME: &str = "argument must be a simple name";
pub(crate) const NO_IDENTIFIER: &str = "argument is not an identifier";

pub(crate) fn refusal(at: NodeId, message: impl Into<String>) -> Refusal {
    Refusal {
        at,
        message: message.into(),
    }
}
