//! A query back to text: with the parentheses it needs and no others, so that reading the text gives the
//! same tree.
//!
//! An operator applies to the whole of what stands left of it unless a part at the end of that is still
//! open for it. [`tail`] says from which power on it is; [`strength`] says in which surroundings a node can
//! stand without parentheses (reference §3).

use std::fmt::{self, Write};

use sekisho_document::Value;
use sekisho_document::json::{self, Form};

use crate::Query;
use crate::lexer::TokenKind;
use crate::tree::{Node, NodeId, Slice, Tree};

const CLOSED: u8 = u8::MAX;

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        operand(f, &self.tree, self.tree.root, 0)
    }
}

/// The power of the operator that makes a node, if something stands left of it.
fn power(tree: &Tree, node: &Node) -> u8 {
    let (left, power) = match node {
        Node::Member(left, _) | Node::ValueProjection(left, _) => (*left, TokenKind::Dot.power()),
        Node::Index(left, _) | Node::Slice(left, _) => (*left, TokenKind::LeftBracket.power()),
        Node::Projection(left, _) => match tree.node(*left) {
            Node::Flatten(flat) => (*flat, TokenKind::Flatten.power()),
            Node::Slice(sliced, _) => (*sliced, TokenKind::LeftBracket.power()),
            _ => (*left, TokenKind::LeftBracket.power()),
        },
        Node::Filter { left, .. } => (*left, TokenKind::Filter.power()),
        Node::Pipe(..) => return TokenKind::Pipe.power(),
        Node::Or(..) => return TokenKind::Or.power(),
        Node::And(..) => return TokenKind::And.power(),
        Node::Comparison(..) => return TokenKind::Equal.power(),
        _ => return CLOSED,
    };
    match tree.node(left) {
        Node::Identity => CLOSED,
        _ => power,
    }
}

/// What stands left of the operator that makes a node.
fn left(tree: &Tree, node: &Node) -> Option<NodeId> {
    match node {
        Node::Projection(left, _) => match tree.node(*left) {
            Node::Flatten(flat) => Some(*flat),
            Node::Slice(sliced, _) => Some(*sliced),
            _ => Some(*left),
        },
        Node::Member(left, _)
        | Node::ValueProjection(left, _)
        | Node::Index(left, _)
        | Node::Filter { left, .. }
        | Node::Pipe(left, _)
        | Node::Or(left, _)
        | Node::And(left, _)
        | Node::Comparison(_, left, _) => Some(*left),
        _ => None,
    }
}

/// The weakest operator on the way from a node to its leftmost part that is written without parentheses.
///
/// This and [`tail`] are loops on purpose. As functions that end in `power.min(SELF(…))` they are compiled
/// wrongly with optimisation (rustc 1.95, LLVM 22): the range of `power` becomes that of the whole result,
/// and [`CLOSED`] is forgotten.
fn strength(tree: &Tree, mut id: NodeId) -> u8 {
    let mut strength = CLOSED;
    loop {
        let node = tree.node(id);
        let power = power(tree, node);
        strength = strength.min(power);
        match left(tree, node) {
            Some(left) if power != CLOSED && tail(tree, left) >= power => id = left,
            _ => return strength,
        }
    }
}

/// Operators up to this power apply to the whole node when they follow its text.
fn tail(tree: &Tree, mut id: NodeId) -> u8 {
    let mut tail = CLOSED;
    loop {
        let (power, right) = match end(tree, tree.node(id)) {
            End::Closed => return tail,
            End::Operand(power, right) if strength(tree, right) <= power => return tail.min(power),
            End::Step(power, right) => match tree.node(right) {
                // A projection takes whatever can follow it, so only what can not may come.
                Node::Identity => return tail.min(TokenKind::Flatten.power()),
                Node::List(_) | Node::Map(_) => return tail,
                _ => (power, right),
            },
            End::Operand(power, right) => (power, right),
        };
        tail = tail.min(power);
        id = right;
    }
}

/// What the text of a node ends with.
enum End {
    /// Something that nothing behind it can get into.
    Closed,
    /// The operand of an operator of this power.
    Operand(u8, NodeId),
    /// What follows a dot or a projection.
    Step(u8, NodeId),
}

fn end(tree: &Tree, node: &Node) -> End {
    match node {
        Node::Member(_, right) => End::Step(TokenKind::Dot.power(), *right),
        Node::Projection(left, right) => match tree.node(*left) {
            Node::Flatten(_) => End::Step(TokenKind::Flatten.power(), *right),
            _ => End::Step(TokenKind::Star.power(), *right),
        },
        Node::Filter { right, .. } => End::Step(TokenKind::Filter.power(), *right),
        Node::ValueProjection(left, right) => match tree.node(*left) {
            Node::Identity => End::Step(TokenKind::Star.power(), *right),
            _ => End::Step(TokenKind::Dot.power(), *right),
        },
        Node::Pipe(_, right) => End::Operand(TokenKind::Pipe.power(), *right),
        Node::Or(_, right) => End::Operand(TokenKind::Or.power(), *right),
        Node::And(_, right) => End::Operand(TokenKind::And.power(), *right),
        Node::Comparison(_, _, right) => End::Operand(TokenKind::Equal.power(), *right),
        Node::Not(operand) => End::Operand(TokenKind::Not.power(), *operand),
        Node::Lambda(operand) => End::Operand(0, *operand),
        _ => End::Closed,
    }
}

/// A node that is read with a power: in parentheses if it holds an operator that does not bind more.
fn operand(f: &mut fmt::Formatter<'_>, tree: &Tree, id: NodeId, power: u8) -> fmt::Result {
    match strength(tree, id) > power {
        true => bare(f, tree, id),
        false => parenthesized(f, tree, id),
    }
}

fn parenthesized(f: &mut fmt::Formatter<'_>, tree: &Tree, id: NodeId) -> fmt::Result {
    f.write_char('(')?;
    bare(f, tree, id)?;
    f.write_char(')')
}

/// What stands left of an operator.
fn left_side(f: &mut fmt::Formatter<'_>, tree: &Tree, id: NodeId, power: u8) -> fmt::Result {
    match tree.node(id) {
        Node::Identity => Ok(()),
        _ if tail(tree, id) >= power => bare(f, tree, id),
        _ => parenthesized(f, tree, id),
    }
}

fn bare(f: &mut fmt::Formatter<'_>, tree: &Tree, id: NodeId) -> fmt::Result {
    let node = tree.node(id);
    let infix = |f: &mut fmt::Formatter<'_>, left, symbol: &str, right| {
        let power = power(tree, node);
        left_side(f, tree, left, power)?;
        write!(f, " {symbol} ")?;
        operand(f, tree, right, power)
    };
    match node {
        Node::Current => f.write_char('@'),
        Node::Identity => Ok(()),
        Node::Field(name) => write_name(f, name),
        Node::Literal(value) => write_literal(f, value),
        Node::Member(left, right) => {
            left_side(f, tree, *left, TokenKind::Dot.power())?;
            f.write_char('.')?;
            bare(f, tree, *right)
        }
        Node::Index(left, index) => {
            left_side(f, tree, *left, TokenKind::LeftBracket.power())?;
            write!(f, "[{index}]")
        }
        Node::Slice(left, slice) => {
            left_side(f, tree, *left, TokenKind::LeftBracket.power())?;
            write_slice(f, *slice)
        }
        Node::Flatten(left) => {
            left_side(f, tree, *left, TokenKind::Flatten.power())?;
            f.write_str("[]")
        }
        Node::Projection(left, right) => {
            match tree.node(*left) {
                Node::Flatten(_) | Node::Slice(..) => bare(f, tree, *left)?,
                _ => {
                    left_side(f, tree, *left, TokenKind::LeftBracket.power())?;
                    f.write_str("[*]")?;
                }
            }
            step(f, tree, *right)
        }
        Node::Filter {
            left,
            right,
            condition,
        } => {
            left_side(f, tree, *left, TokenKind::Filter.power())?;
            f.write_str("[?")?;
            operand(f, tree, *condition, 0)?;
            f.write_char(']')?;
            step(f, tree, *right)
        }
        Node::ValueProjection(left, right) => {
            left_side(f, tree, *left, TokenKind::Dot.power())?;
            f.write_str(match tree.node(*left) {
                Node::Identity => "*",
                _ => ".*",
            })?;
            step(f, tree, *right)
        }
        Node::List(items) => write_list(f, tree, items),
        Node::Map(entries) => {
            for (position, (key, value)) in entries.iter().enumerate() {
                f.write_str(if position == 0 { "{" } else { ", " })?;
                write_name(f, key)?;
                f.write_str(": ")?;
                operand(f, tree, *value, 0)?;
            }
            f.write_char('}')
        }
        Node::Pipe(left, right) => infix(f, *left, "|", *right),
        Node::Or(left, right) => infix(f, *left, "||", *right),
        Node::And(left, right) => infix(f, *left, "&&", *right),
        Node::Comparison(comparator, left, right) => infix(f, *left, comparator.symbol(), *right),
        Node::Not(inner) => {
            f.write_char('!')?;
            operand(f, tree, *inner, TokenKind::Not.power())
        }
        Node::Lambda(inner) => {
            f.write_char('&')?;
            // Two of them side by side would be read as `&&`.
            if matches!(tree.node(*inner), Node::Lambda(_)) {
                f.write_char(' ')?;
            }
            operand(f, tree, *inner, 0)
        }
        Node::Call { name, arguments, .. } => {
            match name {
                Some(name) if is_plain(name) => f.write_str(name)?,
                Some(name) => write_literal(f, &Value::String(name.clone()))?,
                None => f.write_char('@')?,
            }
            f.write_char('(')?;
            for (position, argument) in arguments.iter().enumerate() {
                f.write_str(if position == 0 { "" } else { ", " })?;
                operand(f, tree, *argument, 0)?;
            }
            f.write_char(')')
        }
        Node::Empty => f.write_str("[0"),
    }
}

/// What a projection does to each item: nothing, or something that begins with a dot or a bracket.
fn step(f: &mut fmt::Formatter<'_>, tree: &Tree, id: NodeId) -> fmt::Result {
    let mut first = id;
    while let Some(left) = left(tree, tree.node(first)) {
        if matches!(tree.node(left), Node::Identity) {
            break;
        }
        first = left;
    }
    let begins_with_bracket = match tree.node(first) {
        Node::Identity => true,
        Node::List(_) => first != id,
        Node::Index(..) | Node::Projection(..) | Node::Filter { .. } => true,
        _ => false,
    };
    if !begins_with_bracket {
        f.write_char('.')?;
    }
    bare(f, tree, id)
}

fn write_list(f: &mut fmt::Formatter<'_>, tree: &Tree, items: &[NodeId]) -> fmt::Result {
    f.write_char('[')?;
    for (position, item) in items.iter().enumerate() {
        f.write_str(if position == 0 { "" } else { ", " })?;
        // `[*]` would be a projection.
        match tree.node(*item) {
            Node::ValueProjection(left, right)
                if items.len() == 1
                    && matches!(tree.node(*left), Node::Identity)
                    && matches!(tree.node(*right), Node::Identity) =>
            {
                parenthesized(f, tree, *item)?;
            }
            _ => operand(f, tree, *item, 0)?,
        }
    }
    f.write_char(']')
}

fn write_slice(f: &mut fmt::Formatter<'_>, slice: Slice) -> fmt::Result {
    f.write_char('[')?;
    if let Some(start) = slice.start {
        write!(f, "{start}")?;
    }
    f.write_char(':')?;
    if let Some(stop) = slice.stop {
        write!(f, "{stop}")?;
    }
    if let Some(step) = slice.step {
        write!(f, ":{step}")?;
    }
    f.write_char(']')
}

fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    match is_plain(name) {
        true => f.write_str(name),
        false => f.write_str(&json::write(&Value::text(name), Form::COMPACT)),
    }
}

fn write_literal(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        // A raw string can not end in a backslash (reference §2).
        Value::String(text) if !text.ends_with('\\') => write!(f, "'{}'", text.replace('\'', "\\'")),
        // A backtick stands inside of a string, if anywhere.
        other => write!(
            f,
            "`{}`",
            json::write(other, Form::COMPACT).replace('`', "\\u0060")
        ),
    }
}

/// Whether a name needs no quotes.
pub(crate) fn is_plain(name: &str) -> bool {
    let begins = |it: char| it.is_ascii_alphabetic() || it == '_';
    name.starts_with(begins) && name.chars().all(|it| begins(it) || it.is_ascii_digit())
}
