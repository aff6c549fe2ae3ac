//! From tokens to a syntax tree (reference §3): top-down operator precedence.

use std::ops::Range;

use sekisho_document::json::{self, Rules};
use sekisho_document::{Text, Value};

use crate::error::Fault;
use crate::lexer::{Token, TokenKind, tokens};
use crate::tree::{Callee, Comparator, Node, NodeId, Slice, Tree};
use crate::{Functions, Limits, SyntaxError};

/// Reads a query. Names of functions are looked up; an unknown one is no fault here.
pub(crate) fn parse(text: &str, functions: &Functions, limits: &Limits) -> Result<Tree, SyntaxError> {
    if text.len() > limits.query_bytes {
        return Err(SyntaxError::new(Fault::TooLong(limits.query_bytes), 0..0));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        position: 0,
        open: 0,
        functions,
        limits,
        tree: Tree::new(),
    };
    let root = parser.expression(0)?;
    if parser.kind() != TokenKind::End {
        return parser.fail(Fault::Leftover(parser.kind().name()));
    }
    parser.tree.root = root.node;
    Ok(parser.tree)
}

struct Parser<'p> {
    // INVARIANT: ends with an `End`.
    tokens: Vec<Token>,
    position: usize,
    /// How many calls of `expression` are unfinished.
    open: usize,
    functions: &'p Functions,
    limits: &'p Limits,
    tree: Tree,
}

/// A node and where its text begins, which in `(a).b` is before the node's own.
#[derive(Clone, Copy)]
struct Operand {
    node: NodeId,
    start: u32,
}

type Parsed = Result<Operand, SyntaxError>;

impl Parser<'_> {
    fn expression(&mut self, power: u8) -> Parsed {
        self.open += 1;
        if self.open > self.limits.query_depth {
            return self.fail(Fault::TooDeep(self.limits.query_depth));
        }
        let mut left = self.prefix()?;
        while power < self.kind().power() {
            left = self.infix(left)?;
        }
        self.open -= 1;
        Ok(left)
    }

    fn prefix(&mut self) -> Parsed {
        let token = self.advance();
        let start = token.at.start;
        match token.kind {
            TokenKind::Name => self.node(Node::Field(token.text), start),
            TokenKind::QuotedName => match self.kind() {
                TokenKind::LeftParenthesis => Err(SyntaxError::new(Fault::QuotedFunctionName, token.at)),
                _ => self.node(Node::Field(token.text), start),
            },
            TokenKind::Json => match json::read(token.text.as_bytes(), Rules::GO) {
                Ok(value) => self.node(Node::Literal(value), start),
                Err(error) => Err(SyntaxError::new(Fault::Json(error.to_string()), token.at)),
            },
            TokenKind::String => self.node(Node::Literal(Value::String(token.text)), start),
            TokenKind::Current => self.node(Node::Current, start),
            TokenKind::Star => {
                let left = self.identity(start)?;
                let right = match self.kind() {
                    TokenKind::RightBracket => self.identity_here()?,
                    _ => self.projected(TokenKind::Star.power())?,
                };
                self.node(Node::ValueProjection(left.node, right.node), start)
            }
            TokenKind::Filter => {
                let left = self.identity(start)?;
                self.filter(left)
            }
            TokenKind::Flatten => {
                let left = self.identity(start)?;
                self.flatten(left)
            }
            TokenKind::LeftBracket => self.bracket(start),
            TokenKind::LeftBrace => self.map(start),
            TokenKind::Not => {
                let operand = self.expression(TokenKind::Not.power())?;
                self.node(Node::Not(operand.node), start)
            }
            TokenKind::Expression => {
                let operand = self.expression(0)?;
                self.node(Node::Lambda(operand.node), start)
            }
            TokenKind::LeftParenthesis => {
                let inner = self.expression(0)?;
                self.expect(TokenKind::RightParenthesis)?;
                Ok(Operand {
                    node: inner.node,
                    start,
                })
            }
            TokenKind::End => Err(SyntaxError::new(Fault::Incomplete, token.at)),
            other => Err(SyntaxError::new(Fault::Invalid(other.name()), token.at)),
        }
    }

    fn infix(&mut self, left: Operand) -> Parsed {
        let token = self.advance();
        let start = left.start;
        let power = token.kind.power();
        let node = match token.kind {
            TokenKind::Dot => match self.kind() {
                TokenKind::Star => {
                    self.advance();
                    Node::ValueProjection(left.node, self.projected(power)?.node)
                }
                _ => Node::Member(left.node, self.member(power)?.node),
            },
            TokenKind::Pipe => Node::Pipe(left.node, self.expression(power)?.node),
            TokenKind::Or => Node::Or(left.node, self.expression(power)?.node),
            TokenKind::And => Node::And(left.node, self.expression(power)?.node),
            TokenKind::Flatten => return self.flatten(left),
            TokenKind::Filter => return self.filter(left),
            TokenKind::LeftParenthesis => return self.call(left),
            TokenKind::LeftBracket => match self.kind() {
                TokenKind::Number | TokenKind::Colon => return self.index(left),
                _ => {
                    self.expect(TokenKind::Star)?;
                    self.expect(TokenKind::RightBracket)?;
                    Node::Projection(left.node, self.projected(TokenKind::Star.power())?.node)
                }
            },
            kind => match comparator(kind) {
                Some(comparator) => Node::Comparison(comparator, left.node, self.expression(power)?.node),
                None => return Err(SyntaxError::new(Fault::Unexpected(kind.name()), token.at)),
            },
        };
        self.node(node, start)
    }

    /// The right side of a dot.
    fn member(&mut self, power: u8) -> Parsed {
        match self.kind() {
            TokenKind::Name | TokenKind::QuotedName | TokenKind::Star => self.expression(power),
            TokenKind::LeftBracket => {
                let start = self.advance().at.start;
                self.list(start)
            }
            TokenKind::LeftBrace => {
                let start = self.advance().at.start;
                self.map(start)
            }
            _ => self.fail(Fault::ExpectedMember),
        }
    }

    /// The right side of a projection: what is done to each item.
    fn projected(&mut self, power: u8) -> Parsed {
        match self.kind() {
            kind if kind.power() < 10 => self.identity_here(),
            TokenKind::LeftBracket | TokenKind::Filter => self.expression(power),
            TokenKind::Dot => {
                self.advance();
                self.member(power)
            }
            _ => self.fail(Fault::ExpectedStep),
        }
    }

    fn flatten(&mut self, left: Operand) -> Parsed {
        let flat = self.node(Node::Flatten(left.node), left.start)?;
        let right = self.projected(TokenKind::Flatten.power())?;
        self.node(Node::Projection(flat.node, right.node), left.start)
    }

    fn filter(&mut self, left: Operand) -> Parsed {
        let condition = self.expression(0)?;
        self.expect(TokenKind::RightBracket)?;
        let right = match self.kind() {
            TokenKind::Flatten => self.identity_here()?,
            _ => self.projected(TokenKind::Filter.power())?,
        };
        let node = Node::Filter {
            left: left.node,
            right: right.node,
            condition: condition.node,
        };
        self.node(node, left.start)
    }

    /// What an opening bracket at the start of an expression begins.
    fn bracket(&mut self, start: u32) -> Parsed {
        match (self.kind(), self.kind_after()) {
            (TokenKind::Number | TokenKind::Colon, _) => {
                let left = self.identity(start)?;
                match self.slot() {
                    Ok(slot) => self.indexed(left, slot),
                    // A library that loses this error is what Kyverno uses: the text goes on behind what was
                    // read of the index.
                    Err(_) => self.node(Node::Empty, start),
                }
            }
            (TokenKind::Star, TokenKind::RightBracket) => {
                self.advance();
                self.advance();
                let left = self.identity(start)?;
                let right = self.projected(TokenKind::Star.power())?;
                self.node(Node::Projection(left.node, right.node), start)
            }
            _ => self.list(start),
        }
    }

    fn index(&mut self, left: Operand) -> Parsed {
        let slot = self.slot()?;
        self.indexed(left, slot)
    }

    fn indexed(&mut self, left: Operand, slot: Slot) -> Parsed {
        match slot {
            Slot::Index(index) => self.node(Node::Index(left.node, index), left.start),
            Slot::Slice(slice) => {
                let sliced = self.node(Node::Slice(left.node, slice), left.start)?;
                let right = self.projected(TokenKind::Star.power())?;
                self.node(Node::Projection(sliced.node, right.node), left.start)
            }
        }
    }

    /// What stands between the brackets of an index or a slice, and the closing one.
    fn slot(&mut self) -> Result<Slot, SyntaxError> {
        if self.kind() != TokenKind::Colon && self.kind_after() != TokenKind::Colon {
            let index = self.number()?;
            self.expect(TokenKind::RightBracket)?;
            return Ok(Slot::Index(index));
        }
        let mut parts = [None; 3];
        let mut colons = 0;
        while colons < parts.len() && self.kind() != TokenKind::RightBracket {
            match self.kind() {
                TokenKind::Colon => {
                    self.advance();
                    colons += 1;
                }
                TokenKind::Number => {
                    let number = self.number()?;
                    if let Some(part) = parts.get_mut(colons) {
                        *part = Some(number);
                    }
                }
                other => {
                    return self.fail(Fault::Expected {
                        expected: "tColon or tNumber",
                        received: other.name(),
                    });
                }
            }
        }
        self.expect(TokenKind::RightBracket)?;
        let [start, stop, step] = parts;
        Ok(Slot::Slice(Slice { start, stop, step }))
    }

    /// A number token, which stays in place when it is none of 64 bits.
    fn number(&mut self) -> Result<i64, SyntaxError> {
        let token = self.token();
        match token.text.parse() {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(_) => Err(SyntaxError::new(
                Fault::Number(token.text.clone()),
                token.at.clone(),
            )),
        }
    }

    fn list(&mut self, start: u32) -> Parsed {
        let mut items = Vec::new();
        loop {
            items.push(self.expression(0)?.node);
            if self.kind() == TokenKind::RightBracket {
                break;
            }
            self.expect(TokenKind::Comma)?;
        }
        self.advance();
        self.node(Node::List(items.into()), start)
    }

    fn map(&mut self, start: u32) -> Parsed {
        let mut entries = Vec::new();
        loop {
            let key = match self.kind() {
                TokenKind::Name | TokenKind::QuotedName => self.advance().text,
                _ => return self.fail(Fault::ExpectedKey),
            };
            self.expect(TokenKind::Colon)?;
            entries.push((key, self.expression(0)?.node));
            // Commas between entries may be missing (reference §3.2).
            match self.kind() {
                TokenKind::Comma => {
                    self.advance();
                }
                TokenKind::RightBrace => break,
                _ => {}
            }
        }
        self.advance();
        self.node(Node::Map(entries.into()), start)
    }

    /// The arguments of a call. Commas may be missing, and one may follow the last (reference §3.2).
    fn call(&mut self, callee: Operand) -> Parsed {
        let mut arguments = Vec::new();
        while self.kind() != TokenKind::RightParenthesis {
            arguments.push(self.expression(0)?.node);
            if self.kind() == TokenKind::Comma {
                self.advance();
            }
        }
        self.advance();
        let name: Option<Text> = match self.tree.node(callee.node) {
            Node::Field(name) | Node::Literal(Value::String(name)) => Some(name.clone()),
            Node::Call { name, .. } => name.clone(),
            _ => None,
        };
        let function = name.as_deref().and_then(|name| self.functions.get(name));
        let prepare = function.and_then(|function| function.prepare);
        let prepared = prepare.and_then(|prepare| {
            let constants: Vec<Option<&Value>> = arguments.iter().map(|id| self.constant(*id)).collect();
            prepare(&constants)
        });
        let callee_id = self.tree.add_callee(Callee { function, prepared });
        let node = Node::Call {
            name,
            arguments: arguments.into(),
            callee: callee_id,
        };
        self.node(node, callee.start)
    }

    fn constant(&self, id: NodeId) -> Option<&Value> {
        match self.tree.node(id) {
            Node::Literal(value) => Some(value),
            _ => None,
        }
    }

    // ── tokens and nodes ────────────────────────────────────────────────────────────────────────

    fn token(&self) -> &Token {
        static END: Token = Token {
            kind: TokenKind::End,
            text: Text::const_new(""),
            at: 0..0,
        };
        self.tokens
            .get(self.position)
            .or(self.tokens.last())
            .unwrap_or(&END)
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn kind_after(&self) -> TokenKind {
        self.tokens
            .get(self.position + 1)
            .map_or(TokenKind::End, |it| it.kind)
    }

    fn advance(&mut self) -> Token {
        let token = self.token().clone();
        self.position += 1;
        token
    }

    fn expect(&mut self, kind: TokenKind) -> Result<(), SyntaxError> {
        let received = self.kind();
        if received == kind {
            self.position += 1;
            return Ok(());
        }
        self.fail(Fault::Expected {
            expected: kind.name(),
            received: received.name(),
        })
    }

    fn fail<T>(&self, fault: Fault) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(fault, self.token().at.clone()))
    }

    /// Adds a node whose text begins at `start` and ends with the last token taken.
    fn node(&mut self, node: Node, start: u32) -> Parsed {
        let last = self
            .position
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last));
        let end = last.map_or(start, |token| token.at.end).max(start);
        self.add(node, start..end)
    }

    fn add(&mut self, node: Node, at: Range<u32>) -> Parsed {
        let start = at.start;
        let node = self.tree.add(node, at);
        if self.tree.level(node) as usize > self.limits.query_depth {
            return self.fail(Fault::TooDeep(self.limits.query_depth));
        }
        Ok(Operand { node, start })
    }

    fn identity(&mut self, at: u32) -> Parsed {
        self.add(Node::Identity, at..at)
    }

    fn identity_here(&mut self) -> Parsed {
        let at = self.token().at.start;
        self.identity(at)
    }
}

enum Slot {
    Index(i64),
    Slice(Slice),
}

fn comparator(kind: TokenKind) -> Option<Comparator> {
    match kind {
        TokenKind::Equal => Some(Comparator::Equal),
        TokenKind::NotEqual => Some(Comparator::NotEqual),
        TokenKind::Less => Some(Comparator::Less),
        TokenKind::LessOrEqual => Some(Comparator::LessOrEqual),
        TokenKind::Greater => Some(Comparator::Greater),
        TokenKind::GreaterOrEqual => Some(Comparator::GreaterOrEqual),
        _ => None,
    }
}
