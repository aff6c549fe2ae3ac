//! Reads an expression into a tree (reference §2).
//!
//! A recursive descent for texts without fault. A text with a fault of syntax is read again by `grammar`,
//! which takes its time to recover and to word the fault as the reference does.

use sekisho_document::Text;

use crate::builder::{Builder, Macros, TOO_DEEP};
use crate::issue::{CompileError, Issue, Phase};
use crate::lexer::{self, Kind, Token};
use crate::limits::Limits;
use crate::tree::{Connective, Entry, Field, Item, NodeId, Tree};

/// How many rules of one kind the reference lets lie in one another.
const DEEPEST: u16 = 250;

pub(crate) fn parse(text: &str, macros: &Macros, limits: &Limits) -> Result<Tree, CompileError> {
    let refuse = |issues| Err(CompileError::new(Phase::Parse, issues, text));
    let size = text.chars().count();
    if size > limits.code_points {
        return refuse(vec![Issue::of_the_whole(format!(
            "expression code point size exceeds limit: size: {size}, limit {}",
            limits.code_points
        ))]);
    }
    let mut parser = Parser::new(text, macros);
    let root = match parser.whole() {
        Ok(root) => root,
        Err(Stop::TooDeep) => {
            let message = format!("expression recursion limit exceeded: {DEEPEST}");
            return refuse(vec![Issue::of_the_whole(message)]);
        }
        Err(Stop::Syntax) => return refuse(crate::grammar::faults(text, macros)),
    };
    let mut builder = parser.builder;
    if builder.too_deep {
        return refuse(vec![Issue::of_the_whole(TOO_DEEP)]);
    }
    if !builder.issues.is_empty() {
        return refuse(builder.issues);
    }
    builder.tree.root = Some(root);
    Ok(builder.tree)
}

enum Stop {
    Syntax,
    TooDeep,
}

type Parsed<T = NodeId> = Result<T, Stop>;

struct Parser<'t> {
    text: &'t str,
    token: Token,
    builder: Builder<'t>,
    /// How many expressions, relations and sums are open.
    expressions: u16,
    relations: u16,
    sums: u16,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, macros: &'t Macros) -> Parser<'t> {
        Parser {
            text,
            token: Token {
                kind: Kind::End,
                start: 0,
                end: 0,
            },
            builder: Builder::new(text, macros),
            expressions: 0,
            relations: 0,
            sums: 0,
        }
    }

    fn whole(&mut self) -> Parsed {
        self.advance()?;
        let root = self.expression()?;
        match self.token.kind {
            Kind::End => Ok(root),
            _ => Err(Stop::Syntax),
        }
    }

    /// Goes to the next token and returns the one that was passed.
    fn advance(&mut self) -> Parsed<Token> {
        let next = lexer::next(self.text, self.token.end as usize).map_err(|_| Stop::Syntax)?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn expect(&mut self, kind: Kind) -> Parsed<Token> {
        match self.token.kind == kind {
            true => self.advance(),
            false => Err(Stop::Syntax),
        }
    }

    fn take(&mut self, kind: Kind) -> Parsed<Option<Token>> {
        match self.token.kind == kind {
            true => self.advance().map(Some),
            false => Ok(None),
        }
    }

    fn expression(&mut self) -> Parsed {
        self.expressions += 1;
        if self.expressions > DEEPEST {
            return Err(Stop::TooDeep);
        }
        let condition = self.logic(Connective::Or)?;
        let result = match self.take(Kind::Question)? {
            None => condition,
            Some(question) => {
                let truthy = self.logic(Connective::Or)?;
                self.expect(Kind::Colon)?;
                let falsy = self.expression()?;
                self.builder.conditional(question, [condition, truthy, falsy])
            }
        };
        self.expressions -= 1;
        Ok(result)
    }

    fn logic(&mut self, connective: Connective) -> Parsed {
        let operator = match connective {
            Connective::And => Kind::And,
            Connective::Or => Kind::Or,
        };
        let first = self.term(connective)?;
        if self.token.kind != operator {
            return Ok(first);
        }
        let (mut terms, mut operators) = (vec![first], Vec::new());
        while self.token.kind == operator {
            operators.push(self.advance()?);
            terms.push(self.term(connective)?);
        }
        Ok(self.builder.logic(connective, &terms, &operators))
    }

    fn term(&mut self, connective: Connective) -> Parsed {
        match connective {
            Connective::And => self.relation(1),
            Connective::Or => self.logic(Connective::And),
        }
    }

    /// Relations all bind alike and to the left: the right operand of one takes none.
    fn relation(&mut self, least: u8) -> Parsed {
        self.relations += 1;
        if self.relations > DEEPEST {
            return Err(Stop::TooDeep);
        }
        let mut left = self.sum(1)?;
        while least <= 1 && is_relation(self.token.kind) {
            let operator = self.advance()?;
            let right = self.relation(2)?;
            left = self.builder.binary(operator, left, right);
        }
        self.relations -= 1;
        Ok(left)
    }

    /// Sums, and products, which bind tighter.
    fn sum(&mut self, least: u8) -> Parsed {
        self.sums += 1;
        if self.sums > DEEPEST {
            return Err(Stop::TooDeep);
        }
        let mut left = self.operand()?;
        loop {
            let precedence = match self.token.kind {
                Kind::Star | Kind::Slash | Kind::Percent => 2,
                Kind::Plus | Kind::Minus => 1,
                _ => break,
            };
            if precedence < least {
                break;
            }
            let operator = self.advance()?;
            let right = self.sum(precedence + 1)?;
            left = self.builder.binary(operator, left, right);
        }
        self.sums -= 1;
        Ok(left)
    }

    /// A value with what stands before and behind it.
    fn operand(&mut self) -> Parsed {
        let first = self.token;
        if !matches!(first.kind, Kind::Exclamation | Kind::Minus) {
            return self.member(None);
        }
        let mut count = 0;
        while self.token.kind == first.kind {
            self.advance()?;
            count += 1;
        }
        // One minus before a number belongs to the number.
        let is_number = matches!(self.token.kind, Kind::Int | Kind::Float);
        if first.kind == Kind::Minus && count == 1 && is_number {
            return self.member(Some(first));
        }
        // What stands behind `!` may be a negative number.
        let sign = match (first.kind, self.token.kind) {
            (Kind::Exclamation, Kind::Minus) => {
                let minus = self.advance()?;
                if !matches!(self.token.kind, Kind::Int | Kind::Float) {
                    return Err(Stop::Syntax);
                }
                Some(minus)
            }
            _ => None,
        };
        let operand = self.member(sign)?;
        Ok(self.builder.unary(first, count, operand))
    }

    /// A value with its selections, indexes and methods.
    fn member(&mut self, sign: Option<Token>) -> Parsed {
        let mut value = self.primary(sign)?;
        loop {
            match self.token.kind {
                Kind::Dot => {
                    let dot = self.advance()?;
                    let optional = self.take(Kind::Question)?.is_some();
                    let name = match self.token.kind {
                        Kind::Identifier | Kind::EscapedIdentifier => self.advance()?,
                        _ => return Err(Stop::Syntax),
                    };
                    let is_call = self.token.kind == Kind::LeftParenthesis && name.kind == Kind::Identifier;
                    if is_call && !optional {
                        let open = self.advance()?;
                        let arguments = self.arguments()?;
                        value = self.builder.method(value, name, open, &arguments);
                    } else {
                        value = self.builder.select(value, dot, name, optional);
                    }
                }
                Kind::LeftBracket => {
                    let open = self.advance()?;
                    let optional = self.take(Kind::Question)?.is_some();
                    let index = self.expression()?;
                    self.expect(Kind::RightBracket)?;
                    value = self.builder.index(value, open, index, optional);
                }
                _ => return Ok(value),
            }
        }
    }

    /// Arguments and the closing parenthesis.
    fn arguments(&mut self) -> Parsed<Vec<NodeId>> {
        let mut arguments = Vec::new();
        if self.take(Kind::RightParenthesis)?.is_some() {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression()?);
            if self.take(Kind::Comma)?.is_none() {
                self.expect(Kind::RightParenthesis)?;
                return Ok(arguments);
            }
        }
    }

    fn primary(&mut self, sign: Option<Token>) -> Parsed {
        match self.token.kind {
            Kind::Identifier | Kind::Dot => self.named(),
            Kind::LeftParenthesis => {
                self.advance()?;
                let inner = self.expression()?;
                self.expect(Kind::RightParenthesis)?;
                Ok(inner)
            }
            Kind::LeftBracket => self.list(),
            Kind::LeftBrace => self.map(),
            Kind::True
            | Kind::False
            | Kind::Null
            | Kind::Float
            | Kind::Int
            | Kind::Uint
            | Kind::String
            | Kind::Bytes => {
                let token = self.advance()?;
                Ok(self.builder.literal(token, sign))
            }
            _ => Err(Stop::Syntax),
        }
    }

    /// A variable, a function, or a message, whose name may have dots.
    fn named(&mut self) -> Parsed {
        if let Some((name, brace)) = self.message_name() {
            self.token = brace;
            return self.message(name);
        }
        let dot = self.take(Kind::Dot)?;
        let name = self.expect(Kind::Identifier)?;
        if self.token.kind != Kind::LeftParenthesis {
            return Ok(self.builder.identifier(name, dot));
        }
        let open = self.advance()?;
        let refused = self.builder.refuse_function(name, dot);
        let issues = self.builder.issues.len();
        let arguments = self.arguments()?;
        if let Some(fault) = refused {
            self.builder.issues.truncate(issues);
            return Ok(fault);
        }
        Ok(self.builder.function(name, dot, open, &arguments))
    }

    /// Looks ahead for `a.b.C{`: the name, and the brace.
    fn message_name(&self) -> Option<(Text, Token)> {
        let next = |token: Token| lexer::next(self.text, token.end as usize).ok();
        let mut token = self.token;
        let mut name = String::new();
        if token.kind == Kind::Dot {
            name.push('.');
            token = next(token)?;
        }
        loop {
            if token.kind != Kind::Identifier {
                return None;
            }
            name.push_str(self.builder.written(token));
            token = next(token)?;
            match token.kind {
                Kind::LeftBrace => return Some((Text::from(name), token)),
                Kind::Dot => name.push('.'),
                _ => return None,
            }
            token = next(token)?;
        }
    }

    fn list(&mut self) -> Parsed {
        let open = self.advance()?;
        let mut items = Vec::new();
        self.separated(Kind::RightBracket, |parser| {
            let optional = parser.take(Kind::Question)?.is_some();
            let value = parser.expression()?;
            items.push(Item { value, optional });
            Ok(())
        })?;
        Ok(self.builder.list(open, &items))
    }

    fn map(&mut self) -> Parsed {
        let open = self.advance()?;
        let mut entries = Vec::new();
        self.separated(Kind::RightBrace, |parser| {
            let optional = parser.take(Kind::Question)?.is_some();
            let key = parser.expression()?;
            parser.expect(Kind::Colon)?;
            let value = parser.expression()?;
            entries.push(Entry { key, value, optional });
            Ok(())
        })?;
        Ok(self.builder.map(open, &entries))
    }

    fn message(&mut self, name: Text) -> Parsed {
        let open = self.advance()?;
        let mut fields = Vec::new();
        self.separated(Kind::RightBrace, |parser| {
            let optional = parser.take(Kind::Question)?.is_some();
            let name = match parser.token.kind {
                Kind::Identifier | Kind::EscapedIdentifier => parser.advance()?,
                _ => return Err(Stop::Syntax),
            };
            let name = parser.builder.field_name(name);
            let colon = parser.expect(Kind::Colon)?;
            let value = parser.expression()?;
            fields.push(Field {
                name,
                value,
                optional,
                offset: colon.start,
            });
            Ok(())
        })?;
        Ok(self.builder.message(name, open, &fields))
    }

    /// Elements between commas, and the closing bracket. The last may have a comma behind it, which may
    /// even stand alone.
    fn separated(
        &mut self,
        close: Kind,
        mut element: impl FnMut(&mut Parser<'t>) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.token.kind == Kind::Comma {
            self.advance()?;
            return self.expect(close).map(drop);
        }
        while self.token.kind != close {
            element(self)?;
            if self.take(Kind::Comma)?.is_none() {
                break;
            }
        }
        self.expect(close).map(drop)
    }
}

fn is_relation(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Less
            | Kind::LessEquals
            | Kind::Greater
            | Kind::GreaterEquals
            | Kind::Equals
            | Kind::NotEquals
            | Kind::In
    )
}
