//! Reading an expression: groups, alternatives, repetitions.

use std::collections::BTreeMap;

use regex_syntax::hir::{Capture, Class, ClassUnicode, ClassUnicodeRange, Hir, Look, Repetition};

use super::class;
use super::escape::{self, Escape};
use super::{LONGEST_EXPRESSION, RegexError, RegexFault};

/// An expression as `regex-automata` takes it.
pub(super) struct Parsed {
    pub(super) hir: Hir,
    pub(super) names: Box<[Option<Box<str>>]>,
}

/// How deep an expression may nest. Go allows 1000, with a larger stack.
const DEEPEST: u32 = 250;

/// How many character ranges the classes of one expression may have together.
const MOST_RANGES: usize = 1 << 18;

/// How many characters may be looked up for others that differ from them only in case.
const MOST_FOLDED: u32 = 1 << 21;

/// The first character behind all that have a case.
const BEHIND_CASES: char = '\u{1f000}';

/// The character before it.
const LAST_WITH_CASES: char = '\u{1efff}';

/// The most that a repetition may count to, inner ones multiplied.
const MOST_COPIES: u32 = 1000;

/// Reads an expression in Perl's extended syntax, which is what Go's `regexp.Compile` takes.
///
/// In `effort` stands afterwards how many steps it took, also if the text is no expression.
pub(super) fn parse(expression: &str, effort: &mut u64) -> Result<Parsed, RegexError> {
    parse_with(expression, Flags::PERL, effort)
}

/// Reads an expression in the bare syntax of POSIX: no `\d`, no `(?…)`.
///
/// # Errors
/// Go's complaint about the text.
pub fn parse_posix(expression: &str) -> Result<Hir, RegexError> {
    parse_with(expression, Flags::POSIX, &mut 0).map(|parsed| parsed.hir)
}

fn parse_with(expression: &str, flags: Flags, effort: &mut u64) -> Result<Parsed, RegexError> {
    let mut parser = Parser {
        expression,
        at: 0,
        flags,
        frame: Frame::default(),
        outer: Vec::new(),
        names: vec![None],
        ranges: 0,
        folded: 0,
        effort: expression.len() as u64 * 4,
        classes: BTreeMap::new(),
    };
    if expression.len() > LONGEST_EXPRESSION {
        return Err(parser.fault(RegexFault::TooLarge, 0, expression.len()));
    }
    let hir = parser.whole();
    *effort = parser.effort;
    let hir = hir?;
    Ok(Parsed {
        hir,
        names: parser.names.into(),
    })
}

/// What letters in `(?…)` switch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    pub(super) fold_case: bool,
    pub(super) many_lines: bool,
    pub(super) dot_matches_newline: bool,
    pub(super) lazy: bool,
    /// Whether `\d`, `\pL`, `(?…)` and lazy repetitions exist, and a negated class matches a line feed.
    pub(super) perl: bool,
}

impl Flags {
    const PERL: Flags = Flags {
        fold_case: false,
        many_lines: false,
        dot_matches_newline: false,
        lazy: false,
        perl: true,
    };
    const POSIX: Flags = Flags {
        many_lines: true,
        perl: false,
        ..Flags::PERL
    };
}

pub(super) struct Parser<'e> {
    pub(super) expression: &'e str,
    pub(super) at: usize,
    pub(super) flags: Flags,
    frame: Frame,
    outer: Vec<Frame>,
    names: Vec<Option<Box<str>>>,
    ranges: usize,
    folded: u32,
    /// How many steps were taken.
    pub(super) effort: u64,
    /// The classes of Unicode that were looked up, by name, and whether case does not matter.
    pub(super) classes: BTreeMap<(&'e str, bool), ClassUnicode>,
}

/// A group that is not closed yet; the outermost is the expression.
#[derive(Default)]
struct Frame {
    alternatives: Vec<Node>,
    items: Vec<Node>,
    /// The number of the group if it captures.
    capture: Option<u32>,
    /// The flags to return to.
    flags: Option<Flags>,
}

struct Node {
    hir: Hir,
    height: u32,
    /// Into how many copies of its innermost part the node unfolds.
    copies: u32,
}

impl<'e> Parser<'e> {
    fn whole(&mut self) -> Result<Hir, RegexError> {
        // Where the repetition began that was read last, when nothing stands between.
        let mut last_repeat = None;
        while let Some(character) = self.peek() {
            let start = self.at;
            let mut repeat = None;
            match character {
                '(' if self.flags.perl && self.rest().starts_with("(?") => self.group_with_flags()?,
                '(' => {
                    self.at += 1;
                    self.open_capture(None);
                }
                ')' => {
                    self.at += 1;
                    self.close()?;
                }
                '|' => {
                    self.at += 1;
                    let alternative = concatenation(std::mem::take(&mut self.frame.items));
                    self.frame.alternatives.push(alternative);
                }
                '^' => {
                    self.at += 1;
                    self.look(if self.flags.many_lines {
                        Look::StartLF
                    } else {
                        Look::Start
                    })?;
                }
                '$' => {
                    self.at += 1;
                    self.look(if self.flags.many_lines {
                        Look::EndLF
                    } else {
                        Look::End
                    })?;
                }
                '.' => {
                    self.at += 1;
                    let mut class = class::of(['\n', '\n']);
                    if self.flags.dot_matches_newline {
                        class = ClassUnicode::empty();
                    }
                    class.negate();
                    self.class(class)?;
                }
                '[' => {
                    let class = class::bracketed(self)?;
                    self.class(class)?;
                }
                '*' | '+' | '?' => {
                    self.at += 1;
                    let (least, most) = match character {
                        '*' => (0, None),
                        '+' => (1, None),
                        _ => (0, Some(1)),
                    };
                    self.repeat(start, last_repeat, least, most, 1)?;
                    repeat = Some(start);
                }
                '{' => match self.counts()? {
                    None => {
                        self.at = start + 1;
                        self.literal('{')?;
                    }
                    Some((least, most)) => {
                        let copies = most.unwrap_or(least);
                        self.repeat(start, last_repeat, least, most, copies)?;
                        repeat = Some(start);
                    }
                },
                '\\' => self.escape()?,
                _ => {
                    self.at += character.len_utf8();
                    self.literal(character)?;
                }
            }
            last_repeat = repeat;
        }
        if !self.outer.is_empty() {
            return Err(self.fault(RegexFault::MissingParenthesis, 0, self.expression.len()));
        }
        Ok(alternation(std::mem::take(&mut self.frame)).hir)
    }

    pub(super) fn rest(&self) -> &'e str {
        self.expression.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    pub(super) fn fault(&self, fault: RegexFault, start: usize, end: usize) -> RegexError {
        RegexError {
            fault,
            part: self.expression.get(start..end).unwrap_or_default().into(),
        }
    }

    fn push(&mut self, node: Node) -> Result<(), RegexError> {
        if node.height > DEEPEST {
            return Err(self.fault(RegexFault::NestsTooDeeply, 0, self.expression.len()));
        }
        self.frame.items.push(node);
        Ok(())
    }

    fn look(&mut self, look: Look) -> Result<(), RegexError> {
        self.push(Node::leaf(Hir::look(look)))
    }

    fn literal(&mut self, character: char) -> Result<(), RegexError> {
        if self.flags.fold_case {
            let mut class = class::of([character, character]);
            self.fold(&mut class)?;
            return self.class(class);
        }
        let mut buffer = [0; 4];
        let bytes = character.encode_utf8(&mut buffer).as_bytes();
        self.push(Node::leaf(Hir::literal(bytes)))
    }

    fn class(&mut self, class: ClassUnicode) -> Result<(), RegexError> {
        self.count(&class)?;
        self.push(Node::leaf(Hir::class(Class::Unicode(class))))
    }

    /// Counts the ranges of a class.
    pub(super) fn count(&mut self, class: &ClassUnicode) -> Result<(), RegexError> {
        let ranges = class.ranges().len();
        self.ranges += ranges;
        self.effort += ranges as u64 / 2;
        match self.ranges > MOST_RANGES {
            true => Err(self.fault(RegexFault::TooLarge, 0, self.expression.len())),
            false => Ok(()),
        }
    }

    /// Adds the characters to a class that differ from its own only in case.
    pub(super) fn fold(&mut self, class: &mut ClassUnicode) -> Result<(), RegexError> {
        let split = |keep: fn(ClassUnicodeRange) -> Option<ClassUnicodeRange>| {
            ClassUnicode::new(class.iter().copied().filter_map(keep))
        };
        let high = split(|range| {
            let start = range.start().max(BEHIND_CASES);
            (range.end() >= start).then(|| ClassUnicodeRange::new(start, range.end()))
        });
        let mut low = split(|range| {
            let end = range.end().min(LAST_WITH_CASES);
            (range.start() <= end).then(|| ClassUnicodeRange::new(range.start(), end))
        });
        let characters = low
            .iter()
            .map(|range| u32::from(range.end()) - u32::from(range.start()) + 1);
        let characters = characters.fold(0, u32::saturating_add);
        self.folded = self.folded.saturating_add(characters);
        self.effort += u64::from(characters) / 16;
        if self.folded > MOST_FOLDED {
            return Err(self.fault(RegexFault::TooLarge, 0, self.expression.len()));
        }
        low.case_fold_simple();
        low.union(&high);
        *class = low;
        Ok(())
    }

    /// What stands behind a backslash outside of a class.
    fn escape(&mut self) -> Result<(), RegexError> {
        let start = self.at;
        if self.flags.perl {
            let look = match self.rest().as_bytes().get(1) {
                Some(b'A') => Some(Look::Start),
                Some(b'z') => Some(Look::End),
                Some(b'b') => Some(Look::WordAscii),
                Some(b'B') => Some(Look::WordAsciiNegate),
                Some(b'C') => return Err(self.fault(RegexFault::InvalidEscape, start, start + 2)),
                Some(b'Q') => {
                    self.at += 2;
                    return self.quoted();
                }
                _ => None,
            };
            if let Some(look) = look {
                self.at += 2;
                return self.look(look);
            }
        }
        match escape::read(self)? {
            Escape::Class(class) => self.class(class),
            Escape::Code(code) => match char::from_u32(code) {
                Some(character) => self.literal(character),
                // A surrogate stands in no text.
                None => self.push(Node::leaf(Hir::fail())),
            },
        }
    }

    /// `\Q…\E`: everything between is literal.
    fn quoted(&mut self) -> Result<(), RegexError> {
        let length = self.rest().find("\\E");
        let end = self.at + length.unwrap_or(self.rest().len());
        while self.at < end {
            if let Some(character) = self.next() {
                self.literal(character)?;
            }
        }
        self.at = end + length.map_or(0, |_| 2);
        Ok(())
    }

    fn open_capture(&mut self, name: Option<&str>) {
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.map(Box::from));
        self.open(Some(number), self.flags);
    }

    /// Opens a group; `flags` hold behind it.
    fn open(&mut self, capture: Option<u32>, flags: Flags) {
        let frame = Frame {
            capture,
            flags: Some(flags),
            ..Frame::default()
        };
        self.outer.push(std::mem::replace(&mut self.frame, frame));
    }

    fn close(&mut self) -> Result<(), RegexError> {
        let Some(outer) = self.outer.pop() else {
            return Err(self.fault(RegexFault::UnexpectedParenthesis, 0, self.expression.len()));
        };
        let frame = std::mem::replace(&mut self.frame, outer);
        let (capture, flags) = (frame.capture, frame.flags);
        let mut node = alternation(frame);
        if let Some(index) = capture {
            node.hir = Hir::capture(Capture {
                index,
                // Names are kept apart, because here two groups may have the same.
                name: None,
                sub: Box::new(node.hir),
            });
            node.height += 1;
        }
        self.flags = flags.unwrap_or(self.flags);
        self.push(node)
    }

    /// `(?P<name>`, `(?<name>`, `(?flags)` or `(?flags:`.
    fn group_with_flags(&mut self) -> Result<(), RegexError> {
        let start = self.at;
        let rest = self.rest();
        let head = match rest.get(2..) {
            Some(name) if name.len() > 2 && name.starts_with("P<") => 4,
            Some(name) if name.len() > 1 && name.starts_with('<') => 3,
            _ => return self.switch_flags(),
        };
        let Some(length) = rest.find('>') else {
            return Err(self.fault(RegexFault::InvalidNamedCapture, start, self.expression.len()));
        };
        let name = rest.get(head..length).unwrap_or_default();
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_word) {
            return Err(self.fault(RegexFault::InvalidNamedCapture, start, start + length + 1));
        }
        self.at += length + 1;
        self.open_capture(Some(name));
        Ok(())
    }

    fn switch_flags(&mut self) -> Result<(), RegexError> {
        let start = self.at;
        self.at += 2;
        let mut flags = self.flags;
        let (mut on, mut has_flag) = (true, false);
        while let Some(character) = self.next() {
            match character {
                'i' => flags.fold_case = on,
                'm' => flags.many_lines = on,
                's' => flags.dot_matches_newline = on,
                'U' => flags.lazy = on,
                '-' if on => {
                    (on, has_flag) = (false, false);
                    continue;
                }
                ':' | ')' if on || has_flag => {
                    if character == ':' {
                        self.open(None, self.flags);
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
            has_flag = true;
        }
        Err(self.fault(RegexFault::InvalidPerlSyntax, start, self.at))
    }

    /// `{2}`, `{2,}` or `{2,5}`; anything else is no repetition.
    fn counts(&mut self) -> Result<Option<(u32, Option<u32>)>, RegexError> {
        let start = self.at;
        let Some((inside, _)) = self.rest().get(1..).and_then(|rest| rest.split_once('}')) else {
            return Ok(None);
        };
        let end = start + inside.len() + 2;
        let (least, most) = inside.split_once(',').unwrap_or((inside, inside));
        let is_number = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
        };
        if least.is_empty() || !is_number(least) || !is_number(most) {
            return Ok(None);
        }
        let count = |text: &str| text.parse().ok().filter(|count| *count <= MOST_COPIES);
        let counts = match (count(least), most) {
            (Some(least), "") => Some((least, None)),
            (Some(least), most) => count(most).map(|most| (least, Some(most))),
            (None, _) => None,
        };
        match counts {
            Some((least, most)) if most.is_none_or(|most| least <= most) => {
                self.at = end;
                Ok(Some((least, most)))
            }
            _ => Err(self.fault(RegexFault::InvalidRepeatCount, start, end)),
        }
    }

    /// Puts a repetition around the last item. `copies` is what it counts to, where it counts.
    fn repeat(
        &mut self,
        start: usize,
        last_repeat: Option<usize>,
        least: u32,
        most: Option<u32>,
        copies: u32,
    ) -> Result<(), RegexError> {
        let mut lazy = self.flags.lazy;
        if self.flags.perl {
            if self.rest().starts_with('?') {
                self.at += 1;
                lazy = !lazy;
            }
            if let Some(last) = last_repeat {
                return Err(self.fault(RegexFault::InvalidRepeatOperator, last, self.at));
            }
        }
        let Some(node) = self.frame.items.pop() else {
            return Err(self.fault(RegexFault::MissingRepeatArgument, start, self.at));
        };
        let copies = match most {
            Some(0) => 1,
            _ => copies.max(1).saturating_mul(node.copies),
        };
        let counts = least >= 2 || most.is_some_and(|most| most >= 2);
        if counts && copies > MOST_COPIES {
            return Err(self.fault(RegexFault::InvalidRepeatCount, start, self.at));
        }
        let hir = Hir::repetition(Repetition {
            min: least,
            max: most,
            greedy: !lazy,
            sub: Box::new(node.hir),
        });
        self.push(Node {
            hir,
            height: node.height + 1,
            copies,
        })
    }
}

impl Node {
    fn leaf(hir: Hir) -> Node {
        Node {
            hir,
            height: 1,
            copies: 1,
        }
    }

    fn of(nodes: Vec<Node>, join: fn(Vec<Hir>) -> Hir) -> Node {
        let height = nodes.iter().map(|node| node.height).max().unwrap_or_default();
        let copies = nodes.iter().map(|node| node.copies).max().unwrap_or(1);
        let rises = nodes.len() > 1;
        Node {
            hir: join(nodes.into_iter().map(|node| node.hir).collect()),
            height: height + u32::from(rises),
            copies,
        }
    }
}

fn concatenation(items: Vec<Node>) -> Node {
    Node::of(items, Hir::concat)
}

fn alternation(mut frame: Frame) -> Node {
    let last = concatenation(std::mem::take(&mut frame.items));
    if frame.alternatives.is_empty() {
        return last;
    }
    frame.alternatives.push(last);
    Node::of(frame.alternatives, Hir::alternation)
}
