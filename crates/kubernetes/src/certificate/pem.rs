//! Finding a block in PEM text, as Go's `encoding/pem` does.

use sekisho_document::base64;

pub(super) struct Block<'t> {
    pub(super) kind: &'t str,
    pub(super) bytes: Vec<u8>,
}

const BEGIN: &str = "-----BEGIN ";
const END: &str = "\n-----END ";
const DASHES: &str = "-----";

/// The first well-formed block. What stands before it, broken blocks included, is passed over.
pub(super) fn first_block(text: &str) -> Option<Block<'_>> {
    let mut rest = text;
    loop {
        let end = rest.find(END)?;
        let after = rest.get(end + END.len()..)?;
        // The last beginning before the end counts.
        let begin = rest.get(..end)?.rfind(BEGIN).filter(|begin| {
            let before = rest.get(..*begin).unwrap_or_default();
            before.is_empty() || before.ends_with('\n')
        });
        if let Some(begin) = begin {
            // The line feed before the end may also be the one behind the beginning.
            let inside = rest.get(begin + BEGIN.len()..=end)?;
            if let Some(block) = block(inside, after) {
                return Some(block);
            }
        }
        rest = after;
    }
}

/// A block from its first line up to its end, and what follows the word `END`.
fn block<'t>(inside: &'t str, after: &str) -> Option<Block<'t>> {
    let (first, mut body) = inside.split_once('\n')?;
    let kind = trim(first).strip_suffix(DASHES)?;
    // Headers are lines with a colon.
    while let Some((line, rest)) = body.split_once('\n') {
        if !line.contains(':') {
            break;
        }
        body = rest;
    }
    let last = after.strip_prefix(kind)?.strip_prefix(DASHES)?;
    if !trim(last.split('\n').next().unwrap_or_default()).is_empty() {
        return None;
    }
    let body: String = body.chars().filter(|c| !matches!(c, ' ' | '\t')).collect();
    let bytes = base64::decode(&body).ok()?;
    Some(Block { kind, bytes })
}

/// A line without the blanks at its end.
fn trim(line: &str) -> &str {
    line.strip_suffix('\r')
        .unwrap_or(line)
        .trim_end_matches([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_good_block_is_found() {
        for (text, expected) in [
            ("-----BEGIN A-----\nZm9v\n-----END A-----", Some(("A", "foo"))),
            (
                "x\r\n-----BEGIN A-----\r\nZm9v\r\n-----END A----- \r\n",
                Some(("A", "foo")),
            ),
            (
                "-----BEGIN A-----\nK: v\n\n Zm\n9v\n-----END A-----\n",
                Some(("A", "foo")),
            ),
            ("-----BEGIN A-----\n-----END A-----\n", Some(("A", ""))),
            (
                "-----BEGIN A-----\n-----BEGIN B-----\nZm9v\n-----END B-----",
                Some(("B", "foo")),
            ),
            (
                "-----BEGIN A-----\n!\n-----END A-----\n-----BEGIN B-----\nZm9v\n-----END B-----",
                Some(("B", "foo")),
            ),
            ("-----BEGIN A-----\nZm9v\n-----END B-----", None),
            (" -----BEGIN A-----\nZm9v\n-----END A-----", None),
            ("-----BEGIN A-----\nZm9v\n-----END A-----x", None),
            ("x", None),
        ] {
            let found = first_block(text);
            let found = found.as_ref().map(|block| (block.kind, block.bytes.as_slice()));
            assert_eq!(
                found,
                expected.map(|(kind, bytes)| (kind, bytes.as_bytes())),
                "{text:?}"
            );
        }
    }
}
