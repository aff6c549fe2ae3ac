//! The text form of selectors, as list calls and command lines take it.
//!
//! ```text
//! selector     = [ requirement { "," requirement } ]
//! requirement  = [ "!" ] key | key ( "=" | "==" | "!=" | ">" | "<" ) [ value ] | key ( "in" | "notin" ) set
//! set          = "(" [ value ] { "," [ value ] } ")"
//! ```
//! A missing value is the empty text. The texts of errors are the API machinery's.

use sekisho_document::{Text, Value};

use super::{Operator, Requirement, SelectorError};
use crate::validation::{FieldError, label_key};

pub(super) fn parse(text: &str) -> Result<Vec<Requirement>, SelectorError> {
    let mut tokens = Tokens { rest: text };
    let mut requirements = Vec::new();
    loop {
        match tokens.peek() {
            Token::End => return Ok(requirements),
            Token::Word(_) | Token::Symbol("!") => {}
            other => return fault(other, ", expected: !, identifier, or 'end of string'"),
        }
        let requirement = requirement(&mut tokens)
            .map_err(|error| SelectorError::Text(format!("unable to parse requirement: {error}")))?;
        requirements.push(requirement);
        match tokens.next() {
            Token::End => return Ok(requirements),
            Token::Symbol(",") => match tokens.peek() {
                Token::Word(_) | Token::Symbol("!") => {}
                other => return fault(other, ", expected: identifier after ','"),
            },
            other => return fault(other, ", expected: ',' or 'end of string'"),
        }
    }
}

fn requirement(tokens: &mut Tokens<'_>) -> Result<Requirement, SelectorError> {
    let is_negated = tokens.peek() == Token::Symbol("!");
    if is_negated {
        tokens.next();
    }
    let key = match tokens.next() {
        Token::Word(key) => key,
        other => return fault(other, ", expected: identifier"),
    };
    let faults = label_key(key);
    if !faults.is_empty() {
        // The machinery has no field to name here and says so.
        let error = FieldError::invalid("<nil>", Value::from(key), faults.join("; "));
        return Err(SelectorError::Requirement(vec![error]));
    }
    if is_negated {
        return Requirement::new(key, Operator::DoesNotExist, Vec::new());
    }
    if matches!(tokens.peek(), Token::End | Token::Symbol(",")) {
        return Requirement::new(key, Operator::Exists, Vec::new());
    }
    let operator = match tokens.next() {
        Token::Word("in") => Operator::In,
        Token::Word("notin") => Operator::NotIn,
        Token::Symbol("=") => Operator::Equals,
        Token::Symbol("==") => Operator::DoubleEquals,
        Token::Symbol("!=") => Operator::NotEquals,
        Token::Symbol(">") => Operator::GreaterThan,
        Token::Symbol("<") => Operator::LessThan,
        other => return fault(other, ", expected: in, notin, =, ==, !=, gt, lt"),
    };
    let values = match operator {
        Operator::In | Operator::NotIn => set(tokens)?,
        _ => vec![value(tokens)?],
    };
    Requirement::new(key, operator, values)
}

/// The one value behind `=` and its like.
fn value(tokens: &mut Tokens<'_>) -> Result<Text, SelectorError> {
    match tokens.peek() {
        Token::End | Token::Symbol(",") => Ok(Text::default()),
        Token::Word(word) => {
            tokens.next();
            Ok(Text::new(word))
        }
        other => fault(other, ", expected: identifier"),
    }
}

fn set(tokens: &mut Tokens<'_>) -> Result<Vec<Text>, SelectorError> {
    match tokens.next() {
        Token::Symbol("(") => {}
        other => return fault(other, " expected: '('"),
    }
    let mut values: Vec<Text> = Vec::new();
    loop {
        let word = match tokens.peek() {
            Token::Word(word) => {
                tokens.next();
                word
            }
            Token::Symbol("," | ")") => "",
            other if values.is_empty() => return fault(other, ", expected: ',', ')' or identifier"),
            other => return fault(other, ", expected: ',', or identifier"),
        };
        values.push(Text::new(word));
        match tokens.next() {
            Token::Symbol(",") => {}
            Token::Symbol(")") => return Ok(values),
            other => return fault(other, ", expected: ',' or ')'"),
        }
    }
}

fn fault<T>(found: Token<'_>, rest: &str) -> Result<T, SelectorError> {
    let found = match found {
        Token::End => "",
        Token::Word(text) | Token::Symbol(text) => text,
    };
    Err(SelectorError::Text(format!("found '{found}'{rest}")))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    End,
    Word(&'t str),
    Symbol(&'t str),
}

struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    fn peek(&self) -> Token<'t> {
        self.split().0
    }

    fn next(&mut self) -> Token<'t> {
        let (token, rest) = self.split();
        self.rest = rest;
        token
    }

    /// The next token and the text behind it.
    fn split(&self) -> (Token<'t>, &'t str) {
        let text = self.rest.trim_start_matches(is_space);
        let end = text.find(|character| is_symbol(character) || is_space(character));
        match end.unwrap_or(text.len()) {
            0 if text.is_empty() => (Token::End, text),
            0 => {
                let length = if text.starts_with("==") || text.starts_with("!=") {
                    2
                } else {
                    1
                };
                let (symbol, rest) = text.split_at(length);
                (Token::Symbol(symbol), rest)
            }
            end => {
                let (word, rest) = text.split_at(end);
                (Token::Word(word), rest)
            }
        }
    }
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

fn is_symbol(character: char) -> bool {
    matches!(character, '=' | '!' | '(' | ')' | ',' | '>' | '<')
}
