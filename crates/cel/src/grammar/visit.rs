//! Makes a syntax tree of what was recovered, for the faults that are found only then: reserved words, bad
//! literals, macros that can not be.

use sekisho_document::Text;

use crate::builder::{Builder, DEEPEST};
use crate::lexer::{Kind, Token};
use crate::tree::{Connective, Entry, Field, Item, NodeId};

use super::machine::{Node, Piece};
use super::rules::Rule;

pub(super) fn visit(nodes: &[Node], root: usize, builder: &mut Builder<'_>) {
    let mut visitor = Visitor {
        nodes,
        builder,
        depth: 0,
    };
    visitor.node(root);
}

struct Visitor<'n, 'b, 't> {
    nodes: &'n [Node],
    builder: &'b mut Builder<'t>,
    /// How many operators, selections and calls the visit is within.
    depth: u16,
}

impl<'n> Visitor<'n, '_, '_> {
    fn parts(&self, node: usize) -> &'n [Piece] {
        self.nodes.get(node).map_or(&[], |node| &node.parts)
    }

    fn children(&self, node: usize) -> impl Iterator<Item = usize> + use<'n> {
        self.parts(node).iter().filter_map(|piece| match piece {
            Piece::Node(node) => Some(*node),
            Piece::Token(_) => None,
        })
    }

    fn tokens(&self, node: usize) -> impl Iterator<Item = Token> + use<'n> {
        self.parts(node).iter().filter_map(|piece| match piece {
            Piece::Token(token) => Some(*token),
            Piece::Node(_) => None,
        })
    }

    fn first(&self, node: usize, kind: Kind) -> Option<Token> {
        self.tokens(node).find(|token| token.kind == kind)
    }

    fn fault(&mut self, node: usize) -> NodeId {
        let start = self.nodes.get(node).map_or(0, |node| node.start.start);
        self.builder.fault(start)
    }

    fn maybe(&mut self, node: usize, child: Option<usize>) -> NodeId {
        match child {
            Some(child) => self.node(child),
            None => self.fault(node),
        }
    }

    fn node(&mut self, node: usize) -> NodeId {
        // Most rules only pass on what one other rule read: down to where something happens in a loop.
        let mut node = node;
        loop {
            let Some(current) = self.nodes.get(node) else {
                return self.fault(node);
            };
            let passes_on = matches!(
                (current.rule, &*current.parts),
                (
                    Rule::Expression
                        | Rule::Or
                        | Rule::And
                        | Rule::Relation
                        | Rule::Sum
                        | Rule::Unary
                        | Rule::Member,
                    [Piece::Node(_)]
                ) | (Rule::Start, [Piece::Node(_), ..])
            );
            match current.parts.first() {
                Some(Piece::Node(inner)) if passes_on => node = *inner,
                _ => break,
            }
        }
        let Some(rule) = self.nodes.get(node).map(|node| node.rule) else {
            return self.fault(node);
        };
        let counts = matches!(rule, Rule::Expression | Rule::Relation | Rule::Sum | Rule::Member);
        self.depth += u16::from(counts);
        let made = match self.depth > DEEPEST {
            true => {
                self.builder.too_deep = true;
                self.fault(node)
            }
            false => self.counted(node, rule),
        };
        self.depth -= u16::from(counts);
        made
    }

    fn counted(&mut self, node: usize, rule: Rule) -> NodeId {
        match rule {
            Rule::Expression => self.conditional(node),
            Rule::Or => self.logic(node, Connective::Or),
            Rule::And => self.logic(node, Connective::And),
            Rule::Relation | Rule::Sum => self.binary(node),
            Rule::Unary => self.unary(node),
            Rule::Member => self.member(node),
            Rule::Primary => self.primary(node),
            Rule::Literal => self.literal(node),
            _ => self.fault(node),
        }
    }

    fn conditional(&mut self, node: usize) -> NodeId {
        let mut children = self.children(node);
        let parts = [children.next(), children.next(), children.next()];
        let parts = parts.map(|part| self.maybe(node, part));
        match self.first(node, Kind::Question) {
            Some(question) => self.builder.conditional(question, parts),
            None => self.fault(node),
        }
    }

    fn logic(&mut self, node: usize, connective: Connective) -> NodeId {
        let terms: Vec<NodeId> = self.children(node).map(|child| self.node(child)).collect();
        let operators: Vec<Token> = self.tokens(node).collect();
        match terms.is_empty() {
            true => self.fault(node),
            false => self.builder.logic(connective, &terms, &operators),
        }
    }

    fn binary(&mut self, node: usize) -> NodeId {
        let mut children = self.children(node);
        let (left, right) = (children.next(), children.next());
        let (left, right) = (self.maybe(node, left), self.maybe(node, right));
        match self.tokens(node).next() {
            Some(operator) => self.builder.binary(operator, left, right),
            None => self.fault(node),
        }
    }

    fn unary(&mut self, node: usize) -> NodeId {
        let operators: Vec<Token> = self.tokens(node).collect();
        let child = self.children(node).next();
        let Some((first, child)) = operators.first().zip(child) else {
            return self.fault(node);
        };
        let operand = self.node(child);
        self.builder.unary(*first, operators.len(), operand)
    }

    fn member(&mut self, node: usize) -> NodeId {
        let mut children = self.children(node);
        let operand = children.next();
        let operand = self.maybe(node, operand);
        let second = children.next();
        let optional = self.first(node, Kind::Question).is_some();
        if let Some(open) = self.first(node, Kind::LeftBracket) {
            let index = self.maybe(node, second);
            return self.builder.index(operand, open, index, optional);
        }
        let Some(dot) = self.first(node, Kind::Dot) else {
            return operand;
        };
        if let Some((name, open)) = self
            .first(node, Kind::Identifier)
            .zip(self.first(node, Kind::LeftParenthesis))
        {
            let arguments = self.arguments(second);
            return self.builder.method(operand, name, open, &arguments);
        }
        let name = second.and_then(|name| self.tokens(name).next());
        match name {
            Some(name) => self.builder.select(operand, dot, name, optional),
            None => self.fault(node),
        }
    }

    fn arguments(&mut self, node: Option<usize>) -> Vec<NodeId> {
        let children = node.into_iter().flat_map(|node| self.children(node));
        let children: Vec<usize> = children.collect();
        children.into_iter().map(|child| self.node(child)).collect()
    }

    fn primary(&mut self, node: usize) -> NodeId {
        let Some(alternative) = self.nodes.get(node).map(|node| node.alternative) else {
            return self.fault(node);
        };
        let dot = self.tokens(node).next().filter(|token| token.kind == Kind::Dot);
        let child = self.children(node).next();
        match (alternative, self.first(node, Kind::Identifier)) {
            (1, Some(name)) => self.builder.identifier(name, dot),
            (2, Some(name)) => match self.first(node, Kind::LeftParenthesis) {
                Some(open) => {
                    if let Some(refused) = self.builder.refuse_function(name, dot) {
                        return refused;
                    }
                    let arguments = self.arguments(child);
                    self.builder.function(name, dot, open, &arguments)
                }
                None => self.fault(node),
            },
            (4, _) => self.list(node, child),
            (5, _) => self.map(node, child),
            (6, _) => self.message(node, child),
            _ => self.maybe(node, child),
        }
    }

    fn list(&mut self, node: usize, items: Option<usize>) -> NodeId {
        let children: Vec<usize> = items.into_iter().flat_map(|items| self.children(items)).collect();
        let mut items = Vec::with_capacity(children.len());
        for item in children {
            items.push(self.item(item));
        }
        match self.first(node, Kind::LeftBracket) {
            Some(open) => self.builder.list(open, &items),
            None => self.fault(node),
        }
    }

    fn item(&mut self, node: usize) -> Item {
        let child = self.children(node).next();
        Item {
            optional: self.first(node, Kind::Question).is_some(),
            value: self.maybe(node, child),
        }
    }

    fn map(&mut self, node: usize, entries: Option<usize>) -> NodeId {
        let children: Vec<usize> = entries
            .into_iter()
            .flat_map(|entries| self.children(entries))
            .collect();
        let mut entries = Vec::with_capacity(children.len() / 2);
        for pair in children.chunks_exact(2) {
            let [key, value] = *pair else {
                continue;
            };
            let key = self.item(key);
            entries.push(Entry {
                key: key.value,
                value: self.node(value),
                optional: key.optional,
            });
        }
        match self.first(node, Kind::LeftBrace) {
            Some(open) => self.builder.map(open, &entries),
            None => self.fault(node),
        }
    }

    fn message(&mut self, node: usize, fields: Option<usize>) -> NodeId {
        let mut name = String::new();
        for token in self.tokens(node) {
            match token.kind {
                Kind::Dot | Kind::Identifier => name.push_str(self.builder.written(token)),
                _ => break,
            }
        }
        let colons: Vec<Token> = fields
            .into_iter()
            .flat_map(|fields| self.tokens(fields))
            .filter(|token| token.kind == Kind::Colon)
            .collect();
        let children: Vec<usize> = fields
            .into_iter()
            .flat_map(|fields| self.children(fields))
            .collect();
        let mut made = Vec::with_capacity(colons.len());
        for (pair, colon) in children.chunks_exact(2).zip(colons) {
            let [field, value] = *pair else {
                continue;
            };
            let written = self
                .children(field)
                .next()
                .and_then(|name| self.tokens(name).next());
            made.push(Field {
                name: written.map_or(Text::default(), |name| self.builder.field_name(name)),
                optional: self.first(field, Kind::Question).is_some(),
                value: self.node(value),
                offset: colon.start,
            });
        }
        match self.first(node, Kind::LeftBrace) {
            Some(open) => self.builder.message(Text::from(name), open, &made),
            None => self.fault(node),
        }
    }

    fn literal(&mut self, node: usize) -> NodeId {
        let tokens: Vec<Token> = self.tokens(node).collect();
        match &*tokens {
            [token] if token.kind >= Kind::True => self.builder.literal(*token, None),
            [sign, token] if sign.kind == Kind::Minus => self.builder.literal(*token, Some(*sign)),
            _ => self.fault(node),
        }
    }
}
