//! Compression as Go's `compress/flate` does it by default, to the byte: policies may compare what they
//! compressed with what a controller written in Go did.

use super::huffman::{Code, codes_for, codes_of};

/// How far back a repetition may lie, and how far the window of the reference moves at once.
const WINDOW: usize = 1 << 15;
const SHORTEST: usize = 4;
const LONGEST: usize = 258;
/// A repetition of this length is taken without looking for a longer one.
const NICE: usize = 128;
/// After a repetition of this length the next place is not tried.
const LAZY: usize = 16;
/// How many places with the same beginning are tried.
const TRIES: usize = 128;
/// A repetition of the shortest length must be near to be worth it.
const NEAR: usize = 4096;
const BLOCK_TOKENS: usize = 1 << 14;
const HASH_BITS: u32 = 17;
/// No place.
const NOWHERE: usize = usize::MAX;

const END_OF_BLOCK: usize = 256;
const FIRST_LENGTH: usize = 257;
const LITERALS: usize = 286;
const DISTANCES: usize = 30;

/// The least length, less three, of each length code, and the extra bits behind it.
const LENGTH_BASES: [u16; 29] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192,
    224, 255,
];
const LENGTH_BITS: [u8; 29] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
/// The least distance, less one, of each distance code, and the extra bits behind it.
const DISTANCE_BASES: [u16; DISTANCES] = [
    0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072,
    4096, 6144, 8192, 12288, 16384, 24576,
];
const DISTANCE_BITS: [u8; DISTANCES] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];

/// In which order the lengths of the codes for lengths are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Appends the compressed bytes.
pub(super) fn deflate(bytes: &[u8], compressed: &mut Vec<u8>) {
    let mut compressor = Compressor {
        bytes,
        out: Bits::new(compressed),
        heads: vec![NOWHERE; 1 << HASH_BITS],
        previous: vec![NOWHERE; WINDOW],
        base: 0,
        block_start: 0,
        tokens: Vec::new(),
    };
    compressor.run();
    compressor.out.stored_header(0, true);
    compressor.out.flush();
}

/// A piece of the text: a byte, or a repetition of what stood before.
#[derive(Clone, Copy)]
enum Token {
    Literal(u8),
    Repetition { length: usize, distance: usize },
}

struct Compressor<'b> {
    bytes: &'b [u8],
    out: Bits<'b>,
    /// The last place of each beginning of four bytes, by its hash.
    heads: Vec<usize>,
    /// The place before with the same hash, by the low bits of a place.
    previous: Vec<usize>,
    /// The first place that the window of the reference still holds.
    base: usize,
    block_start: usize,
    tokens: Vec<Token>,
}

/// The best repetition at a place; of the shortest length less one if there is none.
#[derive(Clone, Copy)]
struct Found {
    length: usize,
    distance: usize,
}

const NONE: Found = Found {
    length: SHORTEST - 1,
    distance: 0,
};

impl Compressor<'_> {
    fn run(&mut self) {
        let end = self.bytes.len();
        let mut window_end = end.min(2 * WINDOW);
        let mut place = 0;
        let mut found = NONE;
        // Whether the byte before the place is still to be written: the place was tried for something
        // better.
        let mut is_pending = false;
        loop {
            let ahead = window_end - place;
            if ahead < SHORTEST + LONGEST && window_end < end {
                self.base += WINDOW;
                window_end = end.min(self.base + 2 * WINDOW);
                continue;
            }
            if ahead == 0 {
                break;
            }
            let head = self.enter(place);
            let before = found;
            found = NONE;
            let first = place.saturating_sub(WINDOW).max(self.base);
            if head != NOWHERE && head >= first && ahead > before.length && before.length < LAZY {
                found = self.find(place, head, ahead);
            }
            if before.length >= SHORTEST && found.length <= before.length {
                self.tokens.push(Token::Repetition {
                    length: before.length,
                    distance: before.distance,
                });
                let next = place + before.length - 1;
                for inside in place + 1..next {
                    self.enter(inside);
                }
                place = next;
                is_pending = false;
                found = NONE;
                if self.tokens.len() == BLOCK_TOKENS {
                    self.finish_block(place);
                }
                continue;
            }
            if is_pending {
                self.tokens.push(Token::Literal(self.byte(place - 1)));
                if self.tokens.len() == BLOCK_TOKENS {
                    self.finish_block(place);
                }
            }
            place += 1;
            is_pending = true;
        }
        if is_pending {
            self.tokens.push(Token::Literal(self.byte(place - 1)));
        }
        if !self.tokens.is_empty() {
            self.finish_block(place);
        }
    }

    fn byte(&self, place: usize) -> u8 {
        self.bytes.get(place).copied().unwrap_or_default()
    }

    /// Remembers a place, and gives the last one that began alike.
    fn enter(&mut self, place: usize) -> usize {
        let Some(beginning) = self.bytes.get(place..).and_then(<[u8]>::first_chunk::<4>) else {
            return NOWHERE;
        };
        let hash = u32::from_be_bytes(*beginning).wrapping_mul(0x1e35_a7bd) >> (32 - HASH_BITS);
        let Some(head) = self.heads.get_mut(hash as usize) else {
            return NOWHERE;
        };
        let last = std::mem::replace(head, place);
        if let Some(previous) = self.previous.get_mut(place % WINDOW) {
            *previous = last;
        }
        last
    }

    fn find(&self, place: usize, head: usize, ahead: usize) -> Found {
        let most = ahead.min(LONGEST);
        let nice = most.min(NICE);
        let here = self.bytes.get(place..place + most).unwrap_or_default();
        let mut best = NONE;
        let mut candidate = head;
        for _ in 0..TRIES {
            // Only what goes on alike after the best length can be better.
            if self.byte(place + best.length) == self.byte(candidate + best.length) {
                let there = self.bytes.get(candidate..).unwrap_or_default();
                let length = here.iter().zip(there).take_while(|(a, b)| a == b).count();
                let distance = place - candidate;
                if length > best.length && (length > SHORTEST || distance <= NEAR) {
                    best = Found { length, distance };
                    if length >= nice {
                        break;
                    }
                }
            }
            if candidate + WINDOW == place {
                break;
            }
            let next = self.previous.get(candidate % WINDOW).copied();
            match next.filter(|next| *next != NOWHERE) {
                Some(next) if next >= place.saturating_sub(WINDOW).max(self.base) => candidate = next,
                _ => break,
            }
        }
        best
    }

    /// Writes the tokens so far, which reach up to a place, in the shortest of three ways.
    fn finish_block(&mut self, place: usize) {
        let tokens = std::mem::take(&mut self.tokens);
        // What the window has lost can not be written as it is.
        let plain = (self.block_start >= self.base)
            .then(|| self.bytes.get(self.block_start..place))
            .flatten()
            .filter(|plain| plain.len() < 1 << 16);
        self.block_start = place;
        let counts = Counts::of(&tokens);
        let dynamic = Dynamic::new(&counts);
        let fixed = fixed_codes();
        let (fixed_size, dynamic_size) = (
            3 + counts.size(&fixed),
            dynamic.header_size() + counts.size(&dynamic.codes),
        );
        let size = fixed_size.min(dynamic_size);
        if let Some(plain) = plain
            && (plain.len() + 5) * 8 < size
        {
            self.out.stored_header(plain.len(), false);
            self.out.bytes(plain);
            return;
        }
        if dynamic_size < fixed_size {
            dynamic.write_header(&mut self.out);
            write_tokens(&mut self.out, &tokens, &dynamic.codes);
        } else {
            self.out.put(2, 3);
            write_tokens(&mut self.out, &tokens, &fixed);
        }
    }
}

/// How often each symbol occurs in a block.
struct Counts {
    literals: Vec<u32>,
    distances: Vec<u32>,
    extra_bits: usize,
}

/// The codes of the symbols of a block.
struct Codes {
    literals: Vec<Code>,
    distances: Vec<Code>,
}

/// The code that stands for a number, by the least numbers of the codes; and what its extra bits say.
fn symbol(bases: &[u16], number: usize) -> (usize, usize) {
    let code = bases
        .partition_point(|base| usize::from(*base) <= number)
        .saturating_sub(1);
    let base = bases.get(code).copied().map_or(0, usize::from);
    (code, number - base)
}

impl Counts {
    fn of(tokens: &[Token]) -> Counts {
        let mut counts = Counts {
            literals: vec![0; LITERALS],
            distances: vec![0; DISTANCES],
            extra_bits: 0,
        };
        let count = |row: &mut Vec<u32>, symbol: usize| {
            if let Some(count) = row.get_mut(symbol) {
                *count += 1;
            }
        };
        for token in tokens {
            match token {
                Token::Literal(byte) => count(&mut counts.literals, usize::from(*byte)),
                Token::Repetition { length, distance } => {
                    let (length, _) = symbol(&LENGTH_BASES, length - 3);
                    let (distance, _) = symbol(&DISTANCE_BASES, distance - 1);
                    count(&mut counts.literals, FIRST_LENGTH + length);
                    count(&mut counts.distances, distance);
                    counts.extra_bits += bits_at(&LENGTH_BITS, length) + bits_at(&DISTANCE_BITS, distance);
                }
            }
        }
        count(&mut counts.literals, END_OF_BLOCK);
        if counts.distances.iter().all(|count| *count == 0) {
            // The code for distances must not be empty.
            count(&mut counts.distances, 0);
        }
        counts
    }

    /// How many bits the tokens take.
    fn size(&self, codes: &Codes) -> usize {
        let size = |counts: &[u32], codes: &[Code]| -> usize {
            let each = counts.iter().zip(codes);
            each.map(|(count, code)| *count as usize * usize::from(code.length))
                .sum()
        };
        size(&self.literals, &codes.literals) + size(&self.distances, &codes.distances) + self.extra_bits
    }
}

fn bits_at(row: &[u8], code: usize) -> usize {
    row.get(code).copied().map_or(0, usize::from)
}

/// The codes that need not be written.
fn fixed_codes() -> Codes {
    let length = |symbol: usize| match symbol {
        0..144 | 280.. => 8,
        144..256 => 9,
        256..280 => 7,
    };
    // Two symbols that never occur take part in the numbering.
    let literals: Vec<u8> = (0..LITERALS + 2).map(length).collect();
    Codes {
        literals: codes_of(&literals),
        distances: codes_of(&[5; 32]),
    }
}

/// The codes made for a block, and how their lengths are written before it.
struct Dynamic {
    codes: Codes,
    used_literals: usize,
    used_distances: usize,
    steps: Vec<Step>,
    step_codes: Vec<Code>,
    used_steps: usize,
}

/// A piece of the row of lengths: a length, or a repetition with what its extra bits say.
#[derive(Clone, Copy)]
struct Step {
    symbol: usize,
    extra: usize,
}

impl Dynamic {
    fn new(counts: &Counts) -> Dynamic {
        let used = |row: &[u32]| {
            row.iter()
                .rposition(|count| *count > 0)
                .map_or(0, |last| last + 1)
        };
        let codes = Codes {
            literals: codes_for(&counts.literals, 15),
            distances: codes_for(&counts.distances, 15),
        };
        let (used_literals, used_distances) = (used(&counts.literals), used(&counts.distances));
        let literals = codes.literals.iter().take(used_literals);
        let lengths = literals.chain(codes.distances.iter().take(used_distances));
        let lengths: Vec<u8> = lengths.map(|code| code.length).collect();
        let steps = steps(&lengths);
        let mut frequencies = vec![0; ORDER.len()];
        for step in &steps {
            if let Some(count) = frequencies.get_mut(step.symbol) {
                *count += 1;
            }
        }
        let is_used = |symbol: &usize| frequencies.get(*symbol).is_some_and(|count| *count > 0);
        let used_steps = ORDER.iter().rposition(is_used).map_or(0, |last| last + 1).max(4);
        Dynamic {
            step_codes: codes_for(&frequencies, 7),
            codes,
            used_literals,
            used_distances,
            steps,
            used_steps,
        }
    }

    fn header_size(&self) -> usize {
        let step = |step: &Step| usize::from(self.step_code(step.symbol).length) + extra_bits(step.symbol);
        3 + 5 + 5 + 4 + 3 * self.used_steps + self.steps.iter().map(step).sum::<usize>()
    }

    fn step_code(&self, symbol: usize) -> Code {
        self.step_codes.get(symbol).copied().unwrap_or_default()
    }

    fn write_header(&self, out: &mut Bits<'_>) {
        out.put(4, 3);
        out.put(self.used_literals - FIRST_LENGTH, 5);
        out.put(self.used_distances - 1, 5);
        out.put(self.used_steps - 4, 4);
        for symbol in ORDER.iter().take(self.used_steps) {
            out.put(usize::from(self.step_code(*symbol).length), 3);
        }
        for step in &self.steps {
            out.code(self.step_code(step.symbol));
            out.put(step.extra, extra_bits(step.symbol));
        }
    }
}

fn extra_bits(symbol: usize) -> usize {
    match symbol {
        16 => 2,
        17 => 3,
        18 => 7,
        _ => 0,
    }
}

/// The row of lengths with its runs written short (RFC 1951 §3.2.7).
fn steps(lengths: &[u8]) -> Vec<Step> {
    let mut steps = Vec::new();
    for run in lengths.chunk_by(|a, b| a == b) {
        let length = run.first().copied().map_or(0, usize::from);
        let mut left = run.len();
        let single = Step {
            symbol: length,
            extra: 0,
        };
        if length == 0 {
            while left >= 11 {
                let count = left.min(138);
                steps.push(Step {
                    symbol: 18,
                    extra: count - 11,
                });
                left -= count;
            }
            if left >= 3 {
                steps.push(Step {
                    symbol: 17,
                    extra: left - 3,
                });
                left = 0;
            }
        } else {
            steps.push(single);
            left -= 1;
            while left >= 3 {
                let count = left.min(6);
                steps.push(Step {
                    symbol: 16,
                    extra: count - 3,
                });
                left -= count;
            }
        }
        steps.extend(std::iter::repeat_n(single, left));
    }
    steps
}

fn write_tokens(out: &mut Bits<'_>, tokens: &[Token], codes: &Codes) {
    let literal = |symbol: usize| codes.literals.get(symbol).copied().unwrap_or_default();
    for token in tokens {
        match token {
            Token::Literal(byte) => out.code(literal(usize::from(*byte))),
            Token::Repetition { length, distance } => {
                let (code, extra) = symbol(&LENGTH_BASES, length - 3);
                out.code(literal(FIRST_LENGTH + code));
                out.put(extra, bits_at(&LENGTH_BITS, code));
                let (code, extra) = symbol(&DISTANCE_BASES, distance - 1);
                out.code(codes.distances.get(code).copied().unwrap_or_default());
                out.put(extra, bits_at(&DISTANCE_BITS, code));
            }
        }
    }
    out.code(literal(END_OF_BLOCK));
}

/// Bits on their way into bytes, lowest first.
struct Bits<'o> {
    out: &'o mut Vec<u8>,
    waiting: u64,
    count: usize,
}

impl<'o> Bits<'o> {
    fn new(out: &'o mut Vec<u8>) -> Bits<'o> {
        Bits {
            out,
            waiting: 0,
            count: 0,
        }
    }

    fn put(&mut self, bits: usize, count: usize) {
        self.waiting |= (bits as u64) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.byte();
            self.count -= 8;
        }
    }

    fn code(&mut self, code: Code) {
        self.put(usize::from(code.bits), usize::from(code.length));
    }

    fn byte(&mut self) {
        self.out.extend(self.waiting.to_le_bytes().first());
        self.waiting >>= 8;
    }

    /// Fills up the last byte.
    fn flush(&mut self) {
        if self.count > 0 {
            self.byte();
            self.count = 0;
        }
    }

    fn stored_header(&mut self, length: usize, is_last: bool) {
        self.put(usize::from(is_last), 3);
        self.flush();
        self.put(length, 16);
        self.put(!length & 0xffff, 16);
    }

    /// Bytes as they are; the last one before must be full.
    fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::hex;

    fn compressed(bytes: &[u8]) -> Vec<u8> {
        let mut compressed = Vec::new();
        deflate(bytes, &mut compressed);
        compressed
    }

    /// Letters without a pattern, always the same.
    fn noise(length: usize, letters: u64) -> Vec<u8> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut letter = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            b'a' + u8::try_from(state % letters).unwrap()
        };
        (0..length).map(|_| letter()).collect()
    }

    /// Short ones as they are; of long ones length and SHA-256. The expected ones were made with Go.
    #[test]
    fn bytes_are_those_of_go() {
        for (text, expected) in [
            ("", "010000ffff"),
            ("a", "4a04040000ffff"),
            ("hello", "ca48cdc9c907040000ffff"),
            (&"web ".repeat(40), "2a4f4d5218cc18100000ffff"),
        ] {
            assert_eq!(hex::encode(&compressed(text.as_bytes())), expected, "{text}");
        }
        for (bytes, length, hash) in [
            (
                b"abcdefgh".repeat(5000),
                86,
                "04ebfb6d9a0818312c8f8106fbfcb1c45a00acf3d271090f415d658a6189eb01",
            ),
            (
                noise(300, 20),
                185,
                "d71b71b0daef5e0cdea6cf827d49478cb73b7822ec3f78cec63d1a0d812b356a",
            ),
            (
                noise(200_000, 2),
                31481,
                "5e2b30f345ba21a9176470ccf3907def23aca184a3b64f683ad37497428cee2d",
            ),
            (
                noise(100_000, 4),
                29686,
                "dec6c3a661029b25898b0c3ceb36dee9446fe297a687238b8c177524ad2499df",
            ),
            (
                noise(70_000, 150),
                63761,
                "6838895e69a8c067d79ad8c453fbbe0e92528a31f053de35cdd6949aae3a7979",
            ),
        ] {
            let compressed = compressed(&bytes);
            assert_eq!(compressed.len(), length);
            assert_eq!(hex::encode(&Sha256::digest(&compressed)), hash, "{length}");
        }
    }
}
