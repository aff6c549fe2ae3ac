//! Regular expressions in the syntax of RE2, as Go's package `regexp` reads and runs them.
//!
//! Only the syntax is ours: the search is that of `regex-automata`, which like Go's needs time linear in
//! the text and prefers the leftmost match and then the first alternative.

use std::fmt;
use std::ops::Range;

use regex_automata::meta;
use regex_automata::util::captures::Captures;

mod class;
mod escape;
mod parse;
mod template;

pub use parse::parse_posix;

/// The longest expression, in bytes. Go has no such limit.
pub const LONGEST_EXPRESSION: usize = 1 << 16;

/// How much memory the program of one expression may take, in bytes.
pub const LARGEST_PROGRAM: usize = 10 << 20;

/// How much memory the positions of groups may take during a search, in bytes: each state of the program
/// may need all of them, so that thousands of groups in a large expression would take gigabytes.
const LARGEST_POSITIONS: usize = 16 << 20;

/// How many bytes of a program a state takes at least.
const STATE: usize = 24;

/// A compiled expression.
#[derive(Debug, Clone)]
pub struct Regex {
    regex: meta::Regex,
    /// The names of the groups, the whole match first. Two groups may have the same name.
    names: Box<[Option<Box<str>>]>,
    /// The memory that the program takes, in bytes.
    program: usize,
}

/// Why a text is no expression; the text of the error is Go's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexError {
    pub fault: RegexFault,
    /// The part of the expression that is wrong.
    pub part: Box<str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegexFault {
    InvalidRange,
    InvalidEscape,
    InvalidNamedCapture,
    InvalidPerlSyntax,
    InvalidRepeatOperator,
    InvalidRepeatCount,
    MissingBracket,
    MissingParenthesis,
    MissingRepeatArgument,
    TrailingBackslash,
    UnexpectedParenthesis,
    NestsTooDeeply,
    TooLarge,
}

impl Regex {
    pub fn new(expression: &str) -> Result<Regex, RegexError> {
        let parsed = parse::parse(expression)?;
        let too_large = || RegexError {
            fault: RegexFault::TooLarge,
            part: expression.into(),
        };
        let config = meta::Config::new().nfa_size_limit(Some(LARGEST_PROGRAM));
        let regex = meta::Builder::new()
            .configure(config)
            .build_from_hir(&parsed.hir)
            .map_err(|_| too_large())?;
        let program = regex.memory_usage();
        let positions = 2 * size_of::<usize>() * parsed.names.len();
        if (program / STATE).saturating_mul(positions) > LARGEST_POSITIONS {
            return Err(too_large());
        }
        Ok(Regex {
            regex,
            names: parsed.names,
            program,
        })
    }

    /// How much memory the program takes, in bytes; in the worst case a search looks at all of it for each
    /// byte of the text.
    #[must_use]
    pub fn program_size(&self) -> usize {
        self.program
    }

    /// Whether the expression matches somewhere in the text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// Where the expression matches first.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.regex.find(text).map(|found| found.range())
    }

    /// Where the expression matches, from left to right; an empty match right behind another one is
    /// passed over, as Go does.
    pub fn find_all<'t>(&self, text: &'t str) -> impl Iterator<Item = Range<usize>> + use<'_, 't> {
        self.regex.find_iter(text).map(|found| found.range())
    }

    /// The groups of the first match at or behind a place, the whole match first.
    #[must_use]
    pub fn groups(&self, text: &str, from: usize) -> Option<Vec<Option<Range<usize>>>> {
        let mut captures = self.regex.create_captures();
        let input = regex_automata::Input::new(text).range(from..);
        self.regex.search_captures(&input, &mut captures);
        captures.get_match()?;
        let groups = captures.iter().map(|group| group.map(|span| span.range()));
        Some(groups.collect())
    }

    /// How many groups capture.
    #[must_use]
    pub fn group_count(&self) -> usize {
        self.names.len().saturating_sub(1)
    }

    /// The text with all matches replaced by what a template makes of them: `$1` and `${name}` stand for
    /// groups, `$$` for a dollar sign. `room` is asked before the result grows to so many bytes.
    pub fn replace_all<E>(
        &self,
        text: &str,
        template: &str,
        room: impl Fn(usize) -> Result<(), E>,
    ) -> Result<String, E> {
        let pieces = template::pieces(template, &self.names);
        self.replace(text, room, |result, found, room| {
            template::expand(&pieces, result, text, found, room)
        })
    }

    /// The text with all matches replaced by another text.
    pub fn replace_all_literal<E>(
        &self,
        text: &str,
        new: &str,
        room: impl Fn(usize) -> Result<(), E>,
    ) -> Result<String, E> {
        self.replace(text, room, |result, _, room| {
            room(result.len() + new.len())?;
            result.push_str(new);
            Ok(())
        })
    }

    fn replace<E, R: Fn(usize) -> Result<(), E>>(
        &self,
        text: &str,
        room: R,
        mut new: impl FnMut(&mut String, &Captures, &R) -> Result<(), E>,
    ) -> Result<String, E> {
        let mut result = String::with_capacity(text.len());
        let mut captures = self.regex.create_captures();
        let (mut copied, mut start) = (0, 0);
        while start <= text.len() {
            let input = regex_automata::Input::new(text).range(start..);
            self.regex.search_captures(&input, &mut captures);
            let Some(found) = captures.get_match() else {
                break;
            };
            result.push_str(text.get(copied..found.start()).unwrap_or_default());
            // An empty match right behind another one is passed over, as Go does.
            if found.end() > copied || found.start() == 0 {
                new(&mut result, &captures, &room)?;
            }
            copied = found.end();
            let character = text.get(start..).and_then(|rest| rest.chars().next());
            let next = start + character.map_or(1, char::len_utf8);
            start = next.max(found.end());
        }
        result.push_str(text.get(copied..).unwrap_or_default());
        room(result.len())?;
        Ok(result)
    }
}

impl std::error::Error for RegexError {}

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = match self.fault {
            RegexFault::InvalidRange => "invalid character class range",
            RegexFault::InvalidEscape => "invalid escape sequence",
            RegexFault::InvalidNamedCapture => "invalid named capture",
            RegexFault::InvalidPerlSyntax => "invalid or unsupported Perl syntax",
            RegexFault::InvalidRepeatOperator => "invalid nested repetition operator",
            RegexFault::InvalidRepeatCount => "invalid repeat count",
            RegexFault::MissingBracket => "missing closing ]",
            RegexFault::MissingParenthesis => "missing closing )",
            RegexFault::MissingRepeatArgument => "missing argument to repetition operator",
            RegexFault::TrailingBackslash => "trailing backslash at end of expression",
            RegexFault::UnexpectedParenthesis => "unexpected )",
            RegexFault::NestsTooDeeply => "expression nests too deeply",
            RegexFault::TooLarge => "expression too large",
        };
        write!(f, "error parsing regexp: {fault}: `{}`", self.part)
    }
}

#[cfg(test)]
mod tests;
