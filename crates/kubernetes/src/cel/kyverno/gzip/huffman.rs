//! Prefix codes of limited length, those that Go's compressor makes where several are as short.

/// A code: its bits, the first one lowest, and how many there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Code {
    pub(super) bits: u16,
    pub(super) length: u8,
}

/// The shortest codes for symbols that occur so often, none longer than `most` bits. A symbol that does not
/// occur has none.
pub(super) fn codes_for(frequencies: &[u32], most: usize) -> Vec<Code> {
    codes_of(&lengths_for(frequencies, most))
}

/// The codes of these lengths: of equal lengths, in the order of the symbols (RFC 1951 §3.2.2).
pub(super) fn codes_of(lengths: &[u8]) -> Vec<Code> {
    let mut codes = vec![Code::default(); lengths.len()];
    let mut next = 0_u16;
    for length in 1..=15_u8 {
        next <<= 1;
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, it)| **it == length) {
            *code = Code {
                bits: next.reverse_bits() >> (16 - u32::from(length)),
                length,
            };
            next = next.wrapping_add(1);
        }
    }
    codes
}

fn lengths_for(frequencies: &[u32], most: usize) -> Vec<u8> {
    let mut lengths = vec![0_u8; frequencies.len()];
    let mut symbols: Vec<(u32, usize)> = frequencies
        .iter()
        .enumerate()
        .filter(|(_, frequency)| **frequency > 0)
        .map(|(symbol, frequency)| (*frequency, symbol))
        .collect();
    symbols.sort_unstable();
    let taken = match symbols.len() {
        0..=2 => vec![symbols.len()],
        count => leaves_by_level(&symbols, most.min(count - 1)),
    };
    // A code has one bit for each level that takes its symbol; the rare ones come first.
    for count in taken {
        for (_, symbol) in symbols.iter().take(count) {
            if let Some(length) = lengths.get_mut(*symbol) {
                *length += 1;
            }
        }
    }
    lengths
}

/// Package-merge: each level merges the symbols with pairs of the level below, and the last one gives up
/// twice as many as there are symbols, less two. How many symbols each level gives up.
fn leaves_by_level(symbols: &[(u32, usize)], levels: usize) -> Vec<usize> {
    let mut rows: Vec<Vec<Node>> = Vec::with_capacity(levels);
    for _ in 0..levels {
        let below = rows.last().map_or(&[][..], Vec::as_slice);
        let mut pairs = below
            .chunks_exact(2)
            .map(|pair| pair.iter().map(|node| node.weight).sum::<u32>())
            .peekable();
        let mut row = Vec::with_capacity(symbols.len() * 2);
        let mut leaves = symbols.iter().map(|(frequency, _)| *frequency).peekable();
        loop {
            // Of a symbol and a pair of one weight, the pair goes first.
            let node = match (leaves.peek(), pairs.peek()) {
                (Some(leaf), Some(pair)) if leaf < pair => Node::leaf(leaves.next()),
                (Some(_), None) => Node::leaf(leaves.next()),
                (_, Some(_)) => Node::pair(pairs.next()),
                (None, None) => break,
            };
            row.push(node);
        }
        rows.push(row);
    }
    let mut wanted = symbols.len() * 2 - 2;
    let mut taken = Vec::with_capacity(levels);
    for row in rows.iter().rev() {
        let leaves = row.iter().take(wanted).filter(|node| node.is_leaf).count();
        taken.push(leaves);
        wanted = (wanted - leaves) * 2;
    }
    taken
}

/// An entry of a level.
#[derive(Clone, Copy)]
struct Node {
    weight: u32,
    is_leaf: bool,
}

impl Node {
    fn leaf(weight: Option<u32>) -> Node {
        Node {
            weight: weight.unwrap_or_default(),
            is_leaf: true,
        }
    }

    fn pair(weight: Option<u32>) -> Node {
        Node {
            weight: weight.unwrap_or_default(),
            is_leaf: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_symbols_have_short_codes() {
        for (frequencies, most, expected) in [
            (&[0, 5, 0][..], 15, &[0, 1, 0][..]),
            (&[1, 5], 15, &[1, 1]),
            (&[1, 1, 2, 4], 15, &[3, 3, 2, 1]),
            (&[1, 1, 2, 4, 8, 16], 3, &[3, 3, 3, 3, 2, 2]),
            (&[3, 3, 3, 3], 15, &[2, 2, 2, 2]),
        ] {
            assert_eq!(lengths_for(frequencies, most), expected, "{frequencies:?}");
        }
    }

    #[test]
    fn codes_count_up_from_the_last_bit() {
        let codes = codes_of(&[2, 1, 0, 3, 3]);
        let bits: Vec<(u16, u8)> = codes.iter().map(|code| (code.bits, code.length)).collect();
        assert_eq!(bits, [(0b01, 2), (0, 1), (0, 0), (0b011, 3), (0b111, 3)]);
    }
}
