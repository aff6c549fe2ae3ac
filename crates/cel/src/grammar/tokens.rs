//! Sets of tokens, and the tokens of a text with what could not be read as one.

use crate::issue::Issue;
use crate::lexer::{self, Kind, Token};

use super::rules::name_of;

const ALL: &[Kind] = &[
    Kind::End,
    Kind::Equals,
    Kind::NotEquals,
    Kind::In,
    Kind::Less,
    Kind::LessEquals,
    Kind::GreaterEquals,
    Kind::Greater,
    Kind::And,
    Kind::Or,
    Kind::LeftBracket,
    Kind::RightBracket,
    Kind::LeftBrace,
    Kind::RightBrace,
    Kind::LeftParenthesis,
    Kind::RightParenthesis,
    Kind::Dot,
    Kind::Comma,
    Kind::Minus,
    Kind::Exclamation,
    Kind::Question,
    Kind::Colon,
    Kind::Plus,
    Kind::Star,
    Kind::Slash,
    Kind::Percent,
    Kind::True,
    Kind::False,
    Kind::Null,
    Kind::Float,
    Kind::Int,
    Kind::Uint,
    Kind::String,
    Kind::Bytes,
    Kind::Identifier,
    Kind::EscapedIdentifier,
];

/// A set of kinds of tokens, and whether the end of a rule is among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TokenSet {
    bits: u64,
    pub(super) end_of_rule: bool,
}

impl TokenSet {
    pub(super) fn of(kinds: &[Kind]) -> TokenSet {
        let mut set = TokenSet::default();
        for kind in kinds {
            set.add(*kind);
        }
        set
    }

    pub(super) fn add(&mut self, kind: Kind) {
        self.bits |= 1 << kind as u8;
    }

    pub(super) fn add_all(&mut self, other: TokenSet) {
        self.bits |= other.bits;
    }

    pub(super) fn has(self, kind: Kind) -> bool {
        self.bits & 1 << kind as u8 != 0
    }

    /// As messages show it: names in the order of the grammar, in braces if there are several.
    pub(super) fn shown(self) -> String {
        let kinds = ALL.iter().filter(|kind| self.has(**kind));
        let names: Vec<&str> = kinds.map(|kind| name_of(*kind)).collect();
        match &*names {
            [only] => (*only).to_owned(),
            names => format!("{{{}}}", names.join(", ")),
        }
    }
}

/// The tokens of a text; what is no token is reported and passed over.
pub(super) fn read(text: &str) -> (Vec<Token>, Vec<Issue>) {
    let (mut tokens, mut issues) = (Vec::new(), Vec::new());
    let mut at = 0;
    loop {
        match lexer::next(text, at) {
            Ok(token) => {
                at = token.end as usize;
                tokens.push(token);
                if token.kind == Kind::End {
                    return (tokens, issues);
                }
            }
            Err(stray) => {
                // The character that nothing goes on with is passed over too.
                let length = text
                    .get(stray.end..)
                    .and_then(|rest| rest.chars().next())
                    .map_or(0, char::len_utf8);
                at = stray.end + length;
                let written = text.get(stray.start..at).unwrap_or_default();
                let start = u32::try_from(stray.start).unwrap_or(u32::MAX);
                let message = format!("Syntax error: token recognition error at: '{written}'");
                issues.push(Issue::at(start, message));
            }
        }
    }
}
