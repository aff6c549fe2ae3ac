//! Makes nodes of what a parser reads: literals, operators, and the calls that macros take.

use sekisho_document::Text;

use crate::expansion::{Expansion, Macro, MacroCall, Style};
use crate::function::Release;
use crate::issue::Issue;
use crate::lexer::{Kind, Token};
use crate::literal;
use crate::tree::{Connective, Entry, Field, Item, Node, NodeId, Tree};

/// How many operators, selections, indexes and methods may build on one another.
pub(crate) const DEEPEST: u16 = 250;

pub(crate) const TOO_DEEP: &str = "max recursion depth exceeded";

/// Words that can be fields but not variables or functions, sorted.
const RESERVED: &[&str] = &[
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// Whether a word can be a field but neither a variable nor a function.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// The macros a parser knows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Macros {
    // INVARIANT: sorted by name.
    sorted: Vec<&'static Macro>,
}

impl Macros {
    /// Merges what lists have at a release; a macro of a later list takes the place of an equal one.
    pub(crate) fn new(lists: &[&'static [Macro]], release: Release) -> Macros {
        let mut sorted: Vec<&'static Macro> = Vec::new();
        for entry in lists.iter().copied().flatten().filter(|it| it.since <= release) {
            sorted
                .retain(|it| (it.name, it.style, it.arguments) != (entry.name, entry.style, entry.arguments));
            sorted.push(entry);
        }
        sorted.sort_by_key(|it| it.name);
        Macros { sorted }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'static Macro> + '_ {
        self.sorted.iter().copied()
    }

    fn find(&self, name: &str, style: Style, arguments: usize) -> Option<&'static Macro> {
        let start = self.sorted.partition_point(|it| it.name < name);
        let same = self.sorted.get(start..)?.iter().take_while(|it| it.name == name);
        let fits = |it: &&&Macro| it.style == style && it.arguments.is_none_or(|count| count == arguments);
        same.copied().find(|it| fits(&it))
    }
}

pub(crate) struct Builder<'t> {
    text: &'t str,
    macros: &'t Macros,
    pub(crate) tree: Tree,
    pub(crate) issues: Vec<Issue>,
    /// For each node, how many operators, selections and calls build on one another in it.
    heights: Vec<u16>,
    pub(crate) too_deep: bool,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(text: &'t str, macros: &'t Macros) -> Builder<'t> {
        Builder {
            text,
            macros,
            tree: Tree::default(),
            issues: Vec::new(),
            heights: Vec::new(),
            too_deep: false,
        }
    }

    fn height(&self, node: NodeId) -> u16 {
        self.heights.get(node.index()).copied().unwrap_or_default()
    }

    fn highest(&self, nodes: &[NodeId]) -> u16 {
        nodes
            .iter()
            .map(|node| self.height(*node))
            .max()
            .unwrap_or_default()
    }

    fn add(&mut self, node: Node, offset: u32, height: u16) -> NodeId {
        let id = self.tree.add(node, offset);
        self.set_height(id, height);
        id
    }

    /// Also of the nodes that a macro added before this one.
    fn set_height(&mut self, id: NodeId, height: u16) {
        self.too_deep |= height > DEEPEST;
        self.heights.resize(self.tree.len(), 0);
        if let Some(slot) = self.heights.get_mut(id.index()) {
            *slot = height;
        }
    }

    /// A node in the place of something that was reported.
    pub(crate) fn fault(&mut self, offset: u32) -> NodeId {
        self.add(Node::Fault, offset, 0)
    }

    pub(crate) fn report(&mut self, offset: u32, message: impl Into<String>) -> NodeId {
        self.issues.push(Issue::at(offset, message));
        self.fault(offset)
    }

    pub(crate) fn written(&self, token: Token) -> &'t str {
        let range = token.start as usize..token.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// The name of a field: an identifier, in back-ticks or not.
    pub(crate) fn field_name(&self, token: Token) -> Text {
        let written = self.written(token);
        match token.kind {
            Kind::EscapedIdentifier => Text::new(written.trim_matches('`')),
            _ => Text::new(written),
        }
    }

    pub(crate) fn literal(&mut self, token: Token, sign: Option<Token>) -> NodeId {
        let offset = sign.unwrap_or(token).start;
        match literal::read(token.kind, self.written(token), sign.is_some()) {
            Ok(literal) => self.add(Node::Literal(literal), offset, 0),
            Err(message) => self.report(offset, message),
        }
    }

    pub(crate) fn identifier(&mut self, token: Token, dot: Option<Token>) -> NodeId {
        match self.usable_name(token, dot) {
            Ok(name) => self.add(Node::Identifier(name), token.start, 0),
            Err(message) => self.report(dot.unwrap_or(token).start, message),
        }
    }

    fn usable_name(&self, token: Token, dot: Option<Token>) -> Result<Text, String> {
        let name = self.written(token);
        if is_reserved(name) {
            return Err(format!("reserved identifier: {name}"));
        }
        Ok(match dot {
            Some(_) => Text::from(format!(".{name}")),
            None => Text::new(name),
        })
    }

    /// Whether a function can not be called so; then its arguments are not looked at.
    pub(crate) fn refuse_function(&mut self, token: Token, dot: Option<Token>) -> Option<NodeId> {
        let message = self.usable_name(token, dot).err()?;
        Some(self.report(dot.unwrap_or(token).start, message))
    }

    pub(crate) fn function(
        &mut self,
        token: Token,
        dot: Option<Token>,
        open: Token,
        arguments: &[NodeId],
    ) -> NodeId {
        let Ok(name) = self.usable_name(token, dot) else {
            return self.fault(open.start);
        };
        let height = self.highest(arguments);
        self.call_or_macro(name, None, open.start, arguments, height)
    }

    pub(crate) fn method(
        &mut self,
        target: NodeId,
        token: Token,
        open: Token,
        arguments: &[NodeId],
    ) -> NodeId {
        let name = Text::new(self.written(token));
        let height = self.highest(arguments).max(self.height(target)) + 1;
        self.call_or_macro(name, Some(target), open.start, arguments, height)
    }

    fn call_or_macro(
        &mut self,
        name: Text,
        target: Option<NodeId>,
        offset: u32,
        arguments: &[NodeId],
        height: u16,
    ) -> NodeId {
        let style = match target {
            Some(_) => Style::Method,
            None => Style::Function,
        };
        if let Some(found) = self.macros.find(&name, style, arguments.len()) {
            let call = MacroCall { target, arguments };
            let mut expansion = Expansion {
                tree: &mut self.tree,
                offset,
            };
            match (found.expand)(&mut expansion, &call) {
                Ok(Some(node)) => {
                    self.set_height(node, height);
                    return node;
                }
                Ok(None) => (),
                Err(refusal) => {
                    let at = self.tree.offset(refusal.at);
                    return self.report(at, refusal.message);
                }
            }
        }
        let arguments = self.tree.add_ids(arguments);
        let call = Node::Call {
            function: name,
            target,
            arguments,
        };
        self.add(call, offset, height)
    }

    fn operator(&mut self, function: &'static str, offset: u32, operands: &[NodeId], height: u16) -> NodeId {
        let arguments = self.tree.add_ids(operands);
        let call = Node::Call {
            function: Text::const_new(function),
            target: None,
            arguments,
        };
        self.add(call, offset, height)
    }

    /// `!` and `-` before an operand. Two of them do nothing.
    pub(crate) fn unary(&mut self, first: Token, count: usize, operand: NodeId) -> NodeId {
        if count.is_multiple_of(2) {
            return operand;
        }
        let function = match first.kind {
            Kind::Exclamation => "!_",
            _ => "-_",
        };
        let height = self.height(operand);
        self.operator(function, first.start, &[operand], height)
    }

    pub(crate) fn binary(&mut self, operator: Token, left: NodeId, right: NodeId) -> NodeId {
        let height = self.highest(&[left, right]) + 1;
        self.operator(binary_name(operator.kind), operator.start, &[left, right], height)
    }

    pub(crate) fn conditional(&mut self, question: Token, parts: [NodeId; 3]) -> NodeId {
        let height = self.highest(&parts) + 1;
        self.operator("_?_:_", question.start, &parts, height)
    }

    pub(crate) fn logic(&mut self, connective: Connective, terms: &[NodeId], operators: &[Token]) -> NodeId {
        if let [term] = terms {
            return *term;
        }
        // The reference balances the chain; the operator in the middle is its root.
        let root = operators.get(operators.len() / 2).map_or(0, |token| token.start);
        let height = self.highest(terms);
        let terms = self.tree.add_ids(terms);
        self.add(Node::Logic { connective, terms }, root, height)
    }

    pub(crate) fn select(&mut self, operand: NodeId, dot: Token, field: Token, optional: bool) -> NodeId {
        let field = self.field_name(field);
        let height = self.height(operand) + 1;
        let node = match optional {
            true => Node::OptionalSelect { operand, field },
            false => Node::Select { operand, field },
        };
        self.add(node, dot.start, height)
    }

    pub(crate) fn index(&mut self, operand: NodeId, open: Token, index: NodeId, optional: bool) -> NodeId {
        let height = self.highest(&[operand, index]) + 1;
        let function = if optional { "_[?_]" } else { "_[_]" };
        self.operator(function, open.start, &[operand, index], height)
    }

    pub(crate) fn list(&mut self, open: Token, items: &[Item]) -> NodeId {
        let height = items.iter().map(|item| self.height(item.value)).max();
        let items = self.tree.add_items(items);
        self.add(Node::List { items }, open.start, height.unwrap_or_default())
    }

    pub(crate) fn map(&mut self, open: Token, entries: &[Entry]) -> NodeId {
        let heights = entries
            .iter()
            .map(|entry| self.highest(&[entry.key, entry.value]));
        let height = heights.max().unwrap_or_default();
        let entries = self.tree.add_entries(entries);
        self.add(Node::Map { entries }, open.start, height)
    }

    pub(crate) fn message(&mut self, name: Text, open: Token, fields: &[Field]) -> NodeId {
        let height = fields.iter().map(|field| self.height(field.value)).max();
        let fields = self.tree.add_fields(fields);
        self.add(
            Node::Message { name, fields },
            open.start,
            height.unwrap_or_default(),
        )
    }
}

fn binary_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Equals => "_==_",
        Kind::NotEquals => "_!=_",
        Kind::Less => "_<_",
        Kind::LessEquals => "_<=_",
        Kind::Greater => "_>_",
        Kind::GreaterEquals => "_>=_",
        Kind::In => "@in",
        Kind::Plus => "_+_",
        Kind::Minus => "_-_",
        Kind::Star => "_*_",
        Kind::Slash => "_/_",
        _ => "_%_",
    }
}
