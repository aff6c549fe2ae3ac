//! Searching: all ways through a program at once, a character at a time (Pike's machine). Each way that is
//! looked at is work that somebody pays for.

use regex_syntax::hir::Look;

use super::Payer;
use super::program::{Instruction, Program};

/// How many instructions are looked at in one step.
const INSTRUCTIONS_OF_A_STEP: u64 = 4;

/// How many are looked at before they are paid for.
const ON_CREDIT: u64 = 1024;

/// A place in the text that is not there.
pub(super) const NOWHERE: usize = usize::MAX;

/// What searches with one program use again and again.
pub(super) struct Search<'p> {
    program: &'p Program,
    /// How many places of groups are wanted: none if only whether there is a match, two for the whole.
    width: usize,
    threads: Threads,
    following: Threads,
    open: Vec<Open>,
    /// The places of the thread at hand.
    slots: Vec<usize>,
    /// Those of the best match.
    pub(super) found: Vec<usize>,
    work: u64,
}

/// The ways that are open before a character, in order of preference.
struct Threads {
    /// For an instruction, in which round it was met last.
    met: Vec<u32>,
    round: u32,
    /// Those of the met that wait for a character.
    waiting: Vec<u32>,
    /// The places of those that wait, as many each as wanted.
    slots: Vec<usize>,
}

/// What is left to do before all ways without a character are gone.
enum Open {
    Go(u32),
    /// The place that a slot had before.
    Restore {
        slot: usize,
        place: usize,
    },
}

impl Threads {
    fn new(size: usize) -> Threads {
        Threads {
            met: vec![0; size],
            round: 0,
            waiting: Vec::new(),
            slots: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.round = match self.round.checked_add(1) {
            Some(round) => round,
            None => {
                self.met.fill(0);
                1
            }
        };
        self.waiting.clear();
        self.slots.clear();
    }

    /// Whether an instruction is met for the first time.
    #[inline]
    fn meets(&mut self, instruction: u32) -> bool {
        match self.met.get_mut(instruction as usize) {
            Some(met) if *met != self.round => {
                *met = self.round;
                true
            }
            _ => false,
        }
    }
}

impl<'p> Search<'p> {
    pub(super) fn new(program: &'p Program, width: usize) -> Search<'p> {
        Search {
            program,
            width,
            threads: Threads::new(program.len()),
            following: Threads::new(program.len()),
            open: Vec::new(),
            slots: vec![NOWHERE; width],
            found: Vec::new(),
            // Both lists are made.
            work: program.len() as u64 / 8 + INSTRUCTIONS_OF_A_STEP,
        }
    }

    /// Looks for the first match at or behind a place.
    ///
    /// # Errors
    /// The payer's.
    pub(super) fn run<P: Payer>(&mut self, text: &str, from: usize, payer: &mut P) -> Result<bool, P::Error> {
        self.threads.clear();
        let mut is_found = false;
        let mut at = from;
        let mut rest = text.get(from..).unwrap_or_default().chars();
        loop {
            if !is_found && (at == from || !self.program.anchored) {
                self.slots.fill(NOWHERE);
                if let Some(slot) = self.slots.first_mut() {
                    *slot = at;
                }
                self.follow(self.program.start, text, at);
            }
            if self.threads.waiting.is_empty() && (is_found || self.program.anchored) {
                break;
            }
            let character = rest.next();
            let after = at + character.map_or(0, char::len_utf8);
            std::mem::swap(&mut self.threads, &mut self.following);
            self.threads.clear();
            for position in 0..self.following.waiting.len() {
                let Some(instruction) = self.following.waiting.get(position) else {
                    break;
                };
                let next = match (self.program.at(*instruction), character) {
                    (Instruction::Character { character, next }, Some(it)) if character == it => next,
                    (Instruction::Set { set, next }, Some(it)) if self.program.set_has(set, it) => next,
                    (Instruction::Match, _) => {
                        is_found = true;
                        self.keep(position, at);
                        // What is less preferred is given up.
                        break;
                    }
                    _ => continue,
                };
                self.load(position);
                self.follow(next, text, after);
            }
            // Characters beyond ASCII are searched for in sets.
            let looks = 1 + u64::from(character.is_some_and(|character| !character.is_ascii()));
            self.work += 1 + looks * self.following.waiting.len() as u64;
            if character.is_none() || is_found && self.width == 0 {
                break;
            }
            at = after;
            if self.work >= ON_CREDIT {
                self.pay(payer)?;
            }
        }
        self.pay(payer)?;
        Ok(is_found)
    }

    fn pay<P: Payer>(&mut self, payer: &mut P) -> Result<(), P::Error> {
        let steps = self.work / INSTRUCTIONS_OF_A_STEP;
        self.work %= INSTRUCTIONS_OF_A_STEP;
        payer.pay(steps)
    }

    /// Takes the places of a thread that waited.
    #[inline]
    fn load(&mut self, position: usize) {
        if self.width == 0 {
            return;
        }
        let start = position * self.width;
        if let Some(slots) = self.following.slots.get(start..start + self.width) {
            self.slots.copy_from_slice(slots);
        }
    }

    /// Remembers a thread that is through.
    fn keep(&mut self, position: usize, at: usize) {
        self.load(position);
        self.found.clone_from(&self.slots);
        if let Some(end) = self.found.get_mut(1) {
            *end = at;
        }
    }

    /// Goes on from an instruction to all that wait for the next character.
    #[inline]
    fn follow(&mut self, start: u32, text: &str, at: usize) {
        let mut instruction = start;
        loop {
            self.work += 1;
            let next = match self.threads.meets(instruction) {
                true => self.pass(instruction, text, at),
                false => None,
            };
            match next.or_else(|| self.reopen()) {
                Some(next) => instruction = next,
                None => return,
            }
        }
    }

    /// Where an instruction leads without a character.
    #[inline]
    fn pass(&mut self, instruction: u32, text: &str, at: usize) -> Option<u32> {
        match self.program.at(instruction) {
            Instruction::Character { .. } | Instruction::Set { .. } | Instruction::Match => {
                self.threads.waiting.push(instruction);
                if self.width > 0 {
                    self.threads.slots.extend_from_slice(&self.slots);
                }
                None
            }
            Instruction::Split { first, second } => {
                self.open.push(Open::Go(second));
                Some(first)
            }
            Instruction::Save { slot, next } => {
                let slot = slot as usize;
                if let Some(place) = self.slots.get(slot).copied() {
                    self.open.push(Open::Restore { slot, place });
                    self.set(slot, at);
                }
                Some(next)
            }
            Instruction::Look { look, next } => holds(look, text, at).then_some(next),
        }
    }

    /// The next way that was left open.
    #[inline]
    fn reopen(&mut self) -> Option<u32> {
        loop {
            match self.open.pop()? {
                Open::Go(instruction) => return Some(instruction),
                Open::Restore { slot, place } => self.set(slot, place),
            }
        }
    }

    fn set(&mut self, slot: usize, place: usize) {
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = place;
        }
    }
}

/// Whether a place in a text is what an assertion wants. The reader of expressions knows no others.
fn holds(look: Look, text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let before = at.checked_sub(1).and_then(|before| bytes.get(before)).copied();
    let after = bytes.get(at).copied();
    let is_word = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match look {
        Look::Start => before.is_none(),
        Look::End => after.is_none(),
        Look::StartLF => matches!(before, None | Some(b'\n')),
        Look::EndLF => matches!(after, None | Some(b'\n')),
        Look::WordAscii => is_word(before) != is_word(after),
        Look::WordAsciiNegate => is_word(before) == is_word(after),
        _ => false,
    }
}
