//! Regular expressions in the syntax of RE2, as Go's package `regexp` reads and runs them.
//!
//! Like Go's, a search needs time linear in the text for each part of the expression, and prefers the
//! leftmost match and then the first alternative. Whoever searches pays for the work, so that no
//! expression over no text takes longer than a limit allows.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use regex_automata::meta;

use parse::Parsed;
use program::Program;
use search::{NOWHERE, Search};

mod class;
mod escape;
mod parse;
mod program;
mod search;
mod template;

pub use parse::parse_posix;

/// The longest expression, in bytes. Go has no such limit.
pub const LONGEST_EXPRESSION: usize = 1 << 16;

/// How many instructions an expression may have beside one for each of its bytes: a repetition that counts
/// has copies of what it repeats. Go allows fifty times as many.
pub const MOST_INSTRUCTIONS: usize = 1 << 16;

/// How much memory the places of groups may take during a search, in bytes: each instruction may need all
/// of them, so that thousands of groups in a large expression would take gigabytes.
const LARGEST_PLACES: usize = 16 << 20;

/// A compiled expression. Its clones share it.
#[derive(Clone)]
pub struct Regex {
    inner: Arc<Inner>,
}

struct Inner {
    expression: Box<str>,
    /// The names of the groups, the whole match first. Two groups may have the same name.
    names: Box<[Option<Box<str>>]>,
    /// How many instructions there are.
    size: usize,
    /// How many steps reading the expression takes.
    price: u64,
    /// What a search runs, unless it is much larger than the expression: then each search makes it anew,
    /// and pays for it, so that short texts do not fill the memory with large programs.
    program: Option<Program>,
    fast: Fast,
}

/// The same for small expressions that are often asked whether they match, made when that is so: it is ten
/// times as fast and takes ten times as long to make.
#[derive(Default)]
struct Fast {
    uses: AtomicU32,
    regex: OnceLock<Option<meta::Regex>>,
}

/// From which use on making the fast form pays off.
const OFTEN: u32 = 100;

/// The largest expression that has a fast form. What its searches cost in the worst case is what they are
/// charged for.
const SMALL: usize = 32;

/// How long a text may be, times the size of the expression, to be searched with the fast form.
const SHORT: usize = 1 << 16;

/// How many instructions an expression may have for each of its bytes, and altogether, to be kept.
const KEPT: [usize; 2] = [32, 64];

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

/// Who pays for a search, in steps of some twenty nanoseconds, while it goes on.
pub trait Payer {
    /// Why no more is paid; the search is given up then.
    type Error;

    /// # Errors
    /// There is not so much left.
    fn pay(&mut self, steps: u64) -> Result<(), Self::Error>;
}

/// For searches that nobody has to pay for: those with expressions of our own in texts of our own.
#[derive(Debug, Clone, Copy)]
pub struct Free;

impl Payer for Free {
    type Error = Infallible;

    fn pay(&mut self, _: u64) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Where the groups of a match lie, the whole match first.
pub type Groups = Vec<Option<Range<usize>>>;

impl Regex {
    /// # Errors
    /// Go's complaint about the text.
    pub fn new(expression: &str) -> Result<Regex, RegexError> {
        Regex::priced(expression).0
    }

    /// The same, and how many steps it takes, for expressions that are only known when they are searched
    /// for.
    pub fn priced(expression: &str) -> (Result<Regex, RegexError>, u64) {
        let mut effort = 0;
        let regex =
            parse::parse(expression, &mut effort).and_then(|parsed| Regex::of(expression, parsed, effort));
        let price = regex.as_ref().map_or(effort, Regex::price);
        (regex, price)
    }

    fn of(expression: &str, parsed: Parsed, effort: u64) -> Result<Regex, RegexError> {
        let size = program::size(&parsed.hir);
        let places = 2 * size_of::<usize>() * parsed.names.len();
        if size > MOST_INSTRUCTIONS + expression.len() || size.saturating_mul(places) > LARGEST_PLACES {
            return Err(RegexError {
                fault: RegexFault::TooLarge,
                part: expression.into(),
            });
        }
        let [each, beside] = KEPT;
        let is_kept = size <= each * expression.len() + beside;
        Ok(Regex {
            inner: Arc::new(Inner {
                expression: expression.into(),
                names: parsed.names,
                size,
                price: effort + size as u64 / 4,
                program: is_kept.then(|| Program::new(&parsed.hir)),
                fast: Fast::default(),
            }),
        })
    }

    /// What reading the expression took, in the steps that searches are charged in.
    #[must_use]
    pub fn price(&self) -> u64 {
        self.inner.price
    }

    /// The program, paid for if it is made anew.
    fn program<P: Payer>(&self, payer: &mut P) -> Result<Cow<'_, Program>, P::Error> {
        if let Some(program) = &self.inner.program {
            return Ok(Cow::Borrowed(program));
        }
        payer.pay(self.price())?;
        let parsed = parse::parse(&self.inner.expression, &mut 0);
        Ok(Cow::Owned(match parsed {
            Ok(parsed) => Program::new(&parsed.hir),
            // It was read before.
            Err(_) => Program::new(&regex_syntax::hir::Hir::fail()),
        }))
    }

    /// Whether the expression matches somewhere in the text.
    ///
    /// # Errors
    /// The payer's.
    pub fn is_match<P: Payer>(&self, text: &str, payer: &mut P) -> Result<bool, P::Error> {
        // The same is charged with the fast form and without it: it must not depend on what was asked before.
        let work = self.inner.size.saturating_mul(text.len() + 8);
        if self.inner.size <= SMALL && work <= SHORT {
            payer.pay(work as u64 / 4)?;
            if let Some(regex) = self.fast() {
                return Ok(regex.is_match(text));
            }
            if let Some(program) = &self.inner.program {
                let Ok(found) = Search::new(program, 0).run(text, 0, &mut Free);
                return Ok(found);
            }
        }
        let program = self.program(payer)?;
        Search::new(&program, 0).run(text, 0, payer)
    }

    fn fast(&self) -> Option<&meta::Regex> {
        let fast = &self.inner.fast;
        if let Some(regex) = fast.regex.get() {
            return regex.as_ref();
        }
        if fast.uses.fetch_add(1, Ordering::Relaxed) < OFTEN {
            return None;
        }
        let make = || {
            let config = meta::Config::new()
                .nfa_size_limit(Some(1 << 17))
                .hybrid_cache_capacity(1 << 18);
            let parsed = parse::parse(&self.inner.expression, &mut 0).ok()?;
            let mut builder = meta::Builder::new();
            builder.configure(config).build_from_hir(&parsed.hir).ok()
        };
        fast.regex.get_or_init(make).as_ref()
    }

    /// Where the expression matches first.
    ///
    /// # Errors
    /// The payer's.
    pub fn find<P: Payer>(&self, text: &str, payer: &mut P) -> Result<Option<Range<usize>>, P::Error> {
        let mut first = None;
        self.each(text, 2, payer, |places, _| {
            first = Some(whole(places));
            Ok(false)
        })?;
        Ok(first)
    }

    /// The groups of the first match.
    ///
    /// # Errors
    /// The payer's.
    pub fn groups<P: Payer>(&self, text: &str, payer: &mut P) -> Result<Option<Groups>, P::Error> {
        let mut first = None;
        self.each_match(text, payer, |groups, _| {
            first = Some(groups.clone());
            Ok(false)
        })?;
        Ok(first)
    }

    /// Shows matches from left to right as long as more are wanted; an empty match right behind another one
    /// is passed over, as Go does.
    ///
    /// # Errors
    /// The payer's, or what `show` complains of.
    pub fn each_match<P: Payer>(
        &self,
        text: &str,
        payer: &mut P,
        mut show: impl FnMut(&Groups, &mut P) -> Result<bool, P::Error>,
    ) -> Result<(), P::Error> {
        let mut groups = Groups::new();
        self.each(text, 2 * self.inner.names.len(), payer, |places, payer| {
            groups.clear();
            groups.extend(places.chunks_exact(2).map(|group| match group {
                [start, end] if *end != NOWHERE => Some(*start..*end),
                _ => None,
            }));
            show(&groups, payer)
        })
    }

    /// The same with `width` places of groups.
    fn each<P: Payer>(
        &self,
        text: &str,
        width: usize,
        payer: &mut P,
        mut show: impl FnMut(&[usize], &mut P) -> Result<bool, P::Error>,
    ) -> Result<(), P::Error> {
        let program = self.program(payer)?;
        let mut search = Search::new(&program, width);
        let mut last_end = None;
        let mut at = 0;
        while at <= text.len() && search.run(text, at, payer)? {
            let found = whole(&search.found);
            let is_passed_over = found.is_empty() && last_end == Some(found.start);
            last_end = Some(found.end);
            at = match found.end > at {
                true => found.end,
                false => {
                    let character = text.get(at..).and_then(|rest| rest.chars().next());
                    at + character.map_or(1, char::len_utf8)
                }
            };
            if !is_passed_over && !show(&search.found, payer)? {
                break;
            }
        }
        Ok(())
    }

    /// How many groups capture.
    #[must_use]
    pub fn group_count(&self) -> usize {
        self.inner.names.len().saturating_sub(1)
    }

    /// The text with all matches replaced by what a template makes of them: `$1` and `${name}` stand for
    /// groups, `$$` for a dollar sign. `room` is asked before the result grows to so many bytes.
    ///
    /// # Errors
    /// The payer's, or that of `room`.
    pub fn replace_all<P: Payer>(
        &self,
        text: &str,
        template: &str,
        payer: &mut P,
        room: impl Fn(&P, usize) -> Result<(), P::Error>,
    ) -> Result<String, P::Error> {
        let pieces = template::pieces(template, &self.inner.names);
        let result = self.replace(text, payer, |result, groups, payer| {
            // Groups are looked up also where they hold nothing and the result does not grow.
            payer.pay(pieces.len() as u64 / 4)?;
            template::expand(&pieces, result, text, groups, |bytes| room(payer, bytes))
        })?;
        room(payer, result.len())?;
        Ok(result)
    }

    /// The text with all matches replaced by another text.
    ///
    /// # Errors
    /// The payer's, or that of `room`.
    pub fn replace_all_literal<P: Payer>(
        &self,
        text: &str,
        new: &str,
        payer: &mut P,
        room: impl Fn(&P, usize) -> Result<(), P::Error>,
    ) -> Result<String, P::Error> {
        let result = self.replace(text, payer, |result, _, payer| {
            room(payer, result.len() + new.len())?;
            result.push_str(new);
            Ok(())
        })?;
        room(payer, result.len())?;
        Ok(result)
    }

    fn replace<P: Payer>(
        &self,
        text: &str,
        payer: &mut P,
        mut new: impl FnMut(&mut String, &Groups, &mut P) -> Result<(), P::Error>,
    ) -> Result<String, P::Error> {
        let mut result = String::with_capacity(text.len());
        let mut copied = 0;
        self.each_match(text, payer, |groups, payer| {
            let found = groups.first().cloned().flatten().unwrap_or_default();
            result.push_str(text.get(copied..found.start).unwrap_or_default());
            copied = found.end;
            new(&mut result, groups, payer)?;
            Ok(true)
        })?;
        result.push_str(text.get(copied..).unwrap_or_default());
        Ok(result)
    }
}

fn whole(places: &[usize]) -> Range<usize> {
    match places {
        [start, end, ..] => *start..*end,
        _ => Range::default(),
    }
}

impl fmt::Debug for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Regex({:?})", self.inner.expression)
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
