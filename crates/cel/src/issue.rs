//! What the compiler says about an expression, worded and placed as cel-go does.

use std::fmt;

/// One fault of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Where it is: a byte of the expression. Nothing for faults of the whole.
    pub at: Option<u32>,
    pub message: String,
}

impl Issue {
    pub(crate) fn at(offset: u32, message: impl Into<String>) -> Issue {
        Issue {
            at: Some(offset),
            message: message.into(),
        }
    }

    pub(crate) fn of_the_whole(message: impl Into<String>) -> Issue {
        Issue {
            at: None,
            message: message.into(),
        }
    }
}

/// In which step of compilation an expression was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Parse,
    /// Types, and constants whose text says something (durations, times, patterns, formats).
    Check,
    /// Planning, where constants are folded.
    Plan,
}

/// Why a text can not be evaluated. Displayed as the API server shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    pub phase: Phase,
    /// In order of their places; at least one, and those that were found first of very many.
    pub issues: Vec<Issue>,
    /// How many more there were.
    pub more: usize,
    /// The expression.
    pub text: Box<str>,
}

/// How many issues are kept.
const KEPT: usize = 100;

/// A source line longer than this is not shown below a message.
const LONGEST_LINE: usize = 16_384;

impl CompileError {
    pub(crate) fn new(phase: Phase, mut issues: Vec<Issue>, text: &str) -> CompileError {
        let more = issues.len().saturating_sub(KEPT);
        issues.truncate(KEPT);
        issues.sort_by_key(|issue| issue.at.map_or(-1, i64::from));
        CompileError {
            phase,
            issues,
            more,
            text: text.into(),
        }
    }
}

impl std::error::Error for CompileError {}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.phase == Phase::Plan {
            return self
                .issues
                .first()
                .map_or(Ok(()), |issue| f.write_str(&issue.message));
        }
        for (position, issue) in self.issues.iter().enumerate() {
            if position > 0 {
                f.write_str("\n")?;
            }
            write_issue(f, issue, &self.text)?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\n{more} more errors were truncated"),
        }
    }
}

/// The message with line and column, the line itself, and a mark below the place. Characters of more than
/// one byte get dots and marks of double width.
fn write_issue(f: &mut fmt::Formatter<'_>, issue: &Issue, text: &str) -> fmt::Result {
    let Some(at) = issue.at else {
        return write!(f, "ERROR: <input>:-1:0: {}", issue.message);
    };
    let place = Place::of(at, text);
    let column = place.before.chars().count() + 1;
    write!(f, "ERROR: <input>:{}:{column}: {}", place.line, issue.message)?;
    let whole = place.before.len() + place.behind.len();
    if whole > LONGEST_LINE {
        return Ok(());
    }
    f.write_str("\n | ")?;
    for part in [place.before, place.behind] {
        f.write_str(&part.replace('\t', " "))?;
    }
    f.write_str("\n | ")?;
    for character in place.before.chars() {
        f.write_str(if character.is_ascii() { "." } else { "．" })?;
    }
    let is_wide = place.behind.chars().next().is_some_and(|it| !it.is_ascii());
    f.write_str(if is_wide { "＾" } else { "^" })
}

/// A place as people count: its line, and what stands before and behind it on the line.
struct Place<'t> {
    line: usize,
    before: &'t str,
    behind: &'t str,
}

impl Place<'_> {
    fn of(at: u32, text: &str) -> Place<'_> {
        let (head, tail) = text.split_at_checked(at as usize).unwrap_or((text, ""));
        let line = head.matches('\n').count() + 1;
        let before = head.rsplit_once('\n').map_or(head, |(_, last)| last);
        let behind = tail.split_once('\n').map_or(tail, |(first, _)| first);
        Place { line, before, behind }
    }
}
