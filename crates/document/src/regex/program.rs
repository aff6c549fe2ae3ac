//! An expression as instructions over characters: as many as it has parts, whatever classes it names.

use std::collections::BTreeMap;

use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind, Look, Repetition};

/// What a search runs.
#[derive(Debug, Clone)]
pub(super) struct Program {
    instructions: Vec<Instruction>,
    sets: Vec<Set>,
    pub(super) start: u32,
    /// Whether a match can only begin where the text does.
    pub(super) anchored: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Instruction {
    Character {
        character: char,
        next: u32,
    },
    Set {
        set: u32,
        next: u32,
    },
    /// Both ways, the first preferred.
    Split {
        first: u32,
        second: u32,
    },
    Save {
        slot: u32,
        next: u32,
    },
    Look {
        look: Look,
        next: u32,
    },
    Match,
}

/// A set of characters.
#[derive(Debug, Clone)]
pub(super) struct Set {
    ascii: u128,
    /// Those that do not end in ASCII, sorted.
    ranges: Box<[(char, char)]>,
}

/// How many instructions an expression has. What counts to a thousand has a thousand copies.
pub(super) fn size(hir: &Hir) -> usize {
    1 + count(hir)
}

fn count(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Empty => 0,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Class(_) | HirKind::Look(_) => 1,
        HirKind::Repetition(repetition) => {
            let copies = repetition.max.unwrap_or(repetition.min).max(1) as usize;
            copies
                .saturating_mul(count(&repetition.sub) + 1)
                .saturating_add(1)
        }
        HirKind::Capture(capture) => count(&capture.sub).saturating_add(2),
        HirKind::Concat(parts) => parts.iter().map(count).fold(0, usize::saturating_add),
        HirKind::Alternation(parts) => parts.iter().map(count).fold(parts.len(), usize::saturating_add),
    }
}

impl Program {
    pub(super) fn new(hir: &Hir) -> Program {
        let mut builder = Builder {
            instructions: vec![Instruction::Match],
            sets: Vec::new(),
            known: BTreeMap::new(),
        };
        let start = builder.add(hir, 0);
        Program {
            instructions: builder.instructions,
            sets: builder.sets,
            start,
            anchored: hir.properties().look_set_prefix().contains(Look::Start),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.instructions.len()
    }

    #[inline]
    pub(super) fn at(&self, position: u32) -> Instruction {
        let instruction = self.instructions.get(position as usize);
        instruction.copied().unwrap_or(Instruction::Match)
    }

    #[inline]
    pub(super) fn set_has(&self, set: u32, character: char) -> bool {
        self.sets.get(set as usize).is_some_and(|set| set.has(character))
    }
}

impl Set {
    fn of(class: &ClassUnicode) -> Set {
        let mut ascii = 0;
        let mut ranges = Vec::new();
        for range in class.iter() {
            for character in (range.start()..=range.end()).take_while(char::is_ascii) {
                ascii |= 1 << u32::from(character);
            }
            if !range.end().is_ascii() {
                ranges.push((range.start(), range.end()));
            }
        }
        Set {
            ascii,
            ranges: ranges.into(),
        }
    }

    #[inline]
    fn has(&self, character: char) -> bool {
        if character.is_ascii() {
            return self.ascii >> u32::from(character) & 1 == 1;
        }
        let position = self.ranges.partition_point(|(_, end)| *end < character);
        self.ranges
            .get(position)
            .is_some_and(|(start, _)| *start <= character)
    }
}

/// Builds from the end: what comes next is there already.
struct Builder {
    instructions: Vec<Instruction>,
    sets: Vec<Set>,
    /// The sets of classes, by where they lie in the tree: copies of a part share them.
    known: BTreeMap<*const ClassUnicode, u32>,
}

impl Builder {
    fn push(&mut self, instruction: Instruction) -> u32 {
        self.instructions.push(instruction);
        number(self.instructions.len() - 1)
    }

    /// Adds a part in front of `next`; its first instruction.
    fn add(&mut self, hir: &Hir, next: u32) -> u32 {
        match hir.kind() {
            HirKind::Empty => next,
            HirKind::Literal(literal) => {
                // Literals are made of whole characters.
                let text = std::str::from_utf8(&literal.0).unwrap_or_default();
                text.chars().rev().fold(next, |next, character| {
                    self.push(Instruction::Character { character, next })
                })
            }
            HirKind::Class(Class::Unicode(class)) => {
                let set = self.set(class);
                self.push(Instruction::Set { set, next })
            }
            HirKind::Class(Class::Bytes(class)) => {
                let class = class.to_unicode_class().unwrap_or_else(ClassUnicode::empty);
                self.sets.push(Set::of(&class));
                let set = number(self.sets.len() - 1);
                self.push(Instruction::Set { set, next })
            }
            HirKind::Look(look) => {
                let look = *look;
                self.push(Instruction::Look { look, next })
            }
            HirKind::Repetition(repetition) => self.repetition(repetition, next),
            HirKind::Capture(capture) => {
                let slot = capture.index.saturating_mul(2);
                let end = self.push(Instruction::Save { slot: slot + 1, next });
                let inner = self.add(&capture.sub, end);
                self.push(Instruction::Save { slot, next: inner })
            }
            HirKind::Concat(parts) => parts.iter().rev().fold(next, |next, part| self.add(part, next)),
            HirKind::Alternation(parts) => {
                let mut parts = parts.iter().rev();
                let last = parts.next().map_or(next, |last| self.add(last, next));
                parts.fold(last, |second, part| {
                    let first = self.add(part, next);
                    self.push(Instruction::Split { first, second })
                })
            }
        }
    }

    fn set(&mut self, class: &ClassUnicode) -> u32 {
        if let Some(set) = self.known.get(&std::ptr::from_ref(class)) {
            return *set;
        }
        self.sets.push(Set::of(class));
        let set = number(self.sets.len() - 1);
        self.known.insert(class, set);
        set
    }

    fn repetition(&mut self, repetition: &Repetition, next: u32) -> u32 {
        let sub = &repetition.sub;
        let split = |body: u32| match repetition.greedy {
            true => Instruction::Split {
                first: body,
                second: next,
            },
            false => Instruction::Split {
                first: next,
                second: body,
            },
        };
        if let Some(max) = repetition.max {
            let optional = (repetition.min..max).fold(next, |entry, _| {
                let body = self.add(sub, entry);
                self.push(split(body))
            });
            return (0..repetition.min).fold(optional, |entry, _| self.add(sub, entry));
        }
        let again = self.push(Instruction::Match);
        let body = self.add(sub, again);
        if let Some(place) = self.instructions.get_mut(again as usize) {
            *place = split(body);
        }
        match repetition.min {
            0 if sub.properties().minimum_len().is_some_and(|length| length > 0) => again,
            // A body that may be empty is entered first: else the order of preference would be another one.
            0 => self.push(split(body)),
            min => (1..min).fold(body, |entry, _| self.add(sub, entry)),
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
