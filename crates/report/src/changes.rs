//! What mutations did to an object: by whom, to what, and the lines that differ.

use sekisho_diagnostics::{Style, Tone, painted, visible};
use sekisho_document::{List, Map, Numbers, Value, yaml};
use sekisho_evaluator::{Phase, Verdict};

use crate::{Judged, shown};

/// One verdict that changed something.
pub(crate) struct Change<'j> {
    pub(crate) verdict: &'j Verdict,
    pub(crate) before: &'j Value,
    pub(crate) after: &'j Value,
}

impl Change<'_> {
    /// `policy/rule`.
    pub(crate) fn by(&self) -> String {
        shown::rule_name(&self.verdict.policy, &self.verdict.rule)
    }
}

/// The verdicts that changed the object that was judged, each with the object as it found it.
pub(crate) fn of_object<'j>(judged: &'j Judged<'_>) -> Vec<Change<'j>> {
    let mut current = judged.received;
    let mut changes = Vec::new();
    for answer in &judged.answers {
        let verdict = answer.verdict;
        if let (Phase::Mutate, Some(after), None) = (verdict.phase, &verdict.after, &verdict.target) {
            if !equal(current, after) {
                changes.push(Change {
                    verdict,
                    before: current,
                    after,
                });
            }
            current = after;
        }
    }
    changes
}

/// The verdicts that changed other objects, which were there before.
pub(crate) fn of_targets<'j>(judged: &'j Judged<'_>) -> Vec<Change<'j>> {
    let changes = judged.answers.iter().filter_map(|answer| {
        let verdict = answer.verdict;
        let (before, after) = (verdict.target.as_ref()?, verdict.after.as_ref()?);
        Some(Change {
            verdict,
            before,
            after,
        })
    });
    changes
        .filter(|change| !equal(change.before, change.after))
        .collect()
}

/// Equal as JSON: `1` and `1.0` are one number.
#[must_use]
pub fn equal(left: &Value, right: &Value) -> bool {
    left == right || left.renumber(Numbers::AsWritten) == right.renumber(Numbers::AsWritten)
}

/// A value with its keys in the order that they have in another one, new keys behind them: an engine may
/// leave keys sorted, which is nothing that a person changed. Items of lists stay where they are.
#[must_use]
pub fn arranged(value: &Value, like: &Value) -> Value {
    /// Deeper than any object that a cluster takes.
    const DEEPEST: usize = 512;
    arranged_to(value, like, DEEPEST)
}

fn arranged_to(value: &Value, like: &Value, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else {
        return value.clone();
    };
    match (value, like) {
        (Value::Map(map), Value::Map(like)) => {
            let known = like.iter().filter_map(|(key, other)| {
                let own = map.get(key)?;
                Some((key.clone(), arranged_to(own, other, depth)))
            });
            let new = map.iter().filter(|(key, _)| !like.contains_key(key));
            let new = new.map(|(key, value)| (key.clone(), value.clone()));
            Value::Map(known.chain(new).collect::<Map>())
        }
        (Value::List(list), Value::List(like)) => {
            let arranged = list.iter().enumerate().map(|(position, item)| {
                let name = item.get("name").and_then(Value::as_str);
                let named = name.and_then(|name| {
                    let mut others = like.iter();
                    others.find(|other| other.get("name").and_then(Value::as_str) == Some(name))
                });
                match named.or_else(|| like.get(position)) {
                    Some(other) => arranged_to(item, other, depth),
                    None => item.clone(),
                }
            });
            Value::List(arranged.collect::<List>())
        }
        _ => value.clone(),
    }
}

/// A line of a difference, without its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'t> {
    Same(&'t str),
    Removed(&'t str),
    Added(&'t str),
}

/// Two values as the lines that differ, in the form of `diff -u`. Both are written as new documents: comments
/// and layout of their files are in neither.
pub(crate) fn difference(
    (before_name, before): (&str, &Value),
    (after_name, after): (&str, &Value),
    style: Style,
) -> String {
    let old = yaml::write(before);
    let new = yaml::write(&arranged(after, before));
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let mut text = String::new();
    let mut put = |tone: Option<Tone>, sign: &str, line: &str| {
        let line = format!("{sign}{}", visible(line));
        match tone {
            Some(tone) => text += &painted(&line, tone, style),
            None => text += &line,
        }
        text.push('\n');
    };
    put(Some(Tone::Bad), "--- ", before_name);
    put(Some(Tone::Good), "+++ ", after_name);
    for (heading, hunk) in hunks(&lines(&old, &new)) {
        put(Some(Tone::Neutral), "", &heading);
        for line in hunk {
            match line {
                Line::Same(line) => put(None, " ", line),
                Line::Removed(line) => put(Some(Tone::Bad), "-", line),
                Line::Added(line) => put(Some(Tone::Good), "+", line),
            }
        }
    }
    text
}

/// The lines of two texts in one row.
fn lines<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (same, old) = old.split_at(head);
    let (_, new) = new.split_at(head);
    let backwards = old.iter().rev().zip(new.iter().rev());
    let tail = backwards.take_while(|(old, new)| old == new).count();
    let (old, end) = old.split_at(old.len() - tail);
    let (new, _) = new.split_at(new.len() - tail);
    let mut lines: Vec<Line<'t>> = same.iter().map(|line| Line::Same(line)).collect();
    match shortest(old, new) {
        Some(middle) => lines.extend(middle),
        None => {
            lines.extend(old.iter().map(|line| Line::Removed(line)));
            lines.extend(new.iter().map(|line| Line::Added(line)));
        }
    }
    lines.extend(end.iter().map(|line| Line::Same(line)));
    lines
}

/// The shortest way from one text to the other (Myers' greedy algorithm); nothing when it is so long that it
/// would tell nobody anything.
fn shortest<'t>(old: &[&'t str], new: &[&'t str]) -> Option<Vec<Line<'t>>> {
    const LONGEST: usize = 600;
    // After `d` changes, how far each of the `d + 1` diagonals reaches in the old text.
    let mut reached: Vec<Vec<usize>> = Vec::new();
    for changes in 0..=LONGEST.min(old.len() + new.len()) {
        let mut level = Vec::with_capacity(changes + 1);
        for position in 0..=changes {
            let start = Start::of(reached.last(), position, changes);
            let (mut x, mut y) = (start.x, start.y(position, changes));
            while let (Some(left), Some(right)) = (old.get(x), new.get(y))
                && left == right
            {
                (x, y) = (x + 1, y + 1);
            }
            level.push(x);
            if x >= old.len() && y >= new.len() {
                return Some(way_back(old, new, &reached, position));
            }
        }
        reached.push(level);
    }
    None
}

/// Where a diagonal goes on after one more change.
struct Start {
    x: usize,
    is_added: bool,
}

impl Start {
    fn of(before: Option<&Vec<usize>>, position: usize, changes: usize) -> Start {
        let at = |position: Option<usize>| before.and_then(|level| level.get(position?).copied());
        let (above, left) = (at(Some(position)), at(position.checked_sub(1)));
        match (above, left) {
            (Some(above), Some(left)) if left < above && position < changes => Start {
                x: above,
                is_added: true,
            },
            (_, Some(left)) => Start {
                x: left + 1,
                is_added: false,
            },
            (above, None) => Start {
                x: above.unwrap_or_default(),
                is_added: true,
            },
        }
    }

    /// The place in the new text: the diagonal is `position` removals and `changes - position` additions away.
    fn y(&self, position: usize, changes: usize) -> usize {
        (self.x + changes).saturating_sub(2 * position)
    }
}

fn way_back<'t>(
    old: &[&'t str],
    new: &[&'t str],
    reached: &[Vec<usize>],
    mut position: usize,
) -> Vec<Line<'t>> {
    let mut lines = Vec::new();
    let mut x = old.len();
    for changes in (0..=reached.len()).rev() {
        let before = changes.checked_sub(1).and_then(|level| reached.get(level));
        let start = Start::of(before, position, changes);
        let same = old.get(start.x..x).unwrap_or_default();
        lines.extend(same.iter().rev().map(|line| Line::Same(line)));
        if changes == 0 {
            break;
        }
        if start.is_added {
            let y = start.y(position, changes).checked_sub(1);
            lines.extend(y.and_then(|y| new.get(y)).map(|line| Line::Added(line)));
            x = start.x;
        } else {
            let removed = start.x.checked_sub(1);
            lines.extend(removed.and_then(|x| old.get(x)).map(|line| Line::Removed(line)));
            x = start.x.saturating_sub(1);
            position = position.saturating_sub(1);
        }
    }
    lines.reverse();
    lines
}

/// What differs with three lines around it, each piece under its `@@ -4,3 +4,4 @@`.
fn hunks<'l, 't>(lines: &'l [Line<'t>]) -> Vec<(String, &'l [Line<'t>])> {
    const AROUND: usize = 3;
    let is_changed = |line: &Line<'_>| !matches!(line, Line::Same(_));
    let changed = lines.iter().enumerate().filter(|(_, line)| is_changed(line));
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for (position, _) in changed {
        let (start, end) = (position.saturating_sub(AROUND), position + AROUND + 1);
        match ranges.last_mut() {
            Some((_, last)) if start <= *last => *last = end,
            _ => ranges.push((start, end)),
        }
    }
    let count = |lines: &[Line<'_>]| {
        let old = lines
            .iter()
            .filter(|line| !matches!(line, Line::Added(_)))
            .count();
        let new = lines
            .iter()
            .filter(|line| !matches!(line, Line::Removed(_)))
            .count();
        (old, new)
    };
    let (mut seen, mut old, mut new) = (0, 0, 0);
    let hunk = ranges.into_iter().filter_map(|(start, end)| {
        let (old_before, new_before) = count(lines.get(seen..start)?);
        let hunk = lines.get(start..end.min(lines.len()))?;
        let (old_lines, new_lines) = count(hunk);
        (old, new) = (old + old_before, new + new_before);
        // A text of which nothing is shown is named by the line before.
        let first = |before: usize, lines: usize| before + usize::from(lines > 0);
        let heading = format!(
            "@@ -{},{old_lines} +{},{new_lines} @@",
            first(old, old_lines),
            first(new, new_lines)
        );
        (seen, old, new) = (start + hunk.len(), old + old_lines, new + new_lines);
        Some((heading, hunk))
    });
    hunk.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sekisho_document::json::{self, Rules};

    fn value(text: &str) -> Value {
        json::read(text.as_bytes(), Rules::KUBERNETES).unwrap()
    }

    #[test]
    fn keys_keep_their_places() {
        let before = value(r#"{"kind": "Pod", "a": 1, "l": [{"name": "x", "i": 1, "b": 2}]}"#);
        let after = value(
            r#"{"a": 1, "b": 2, "kind": "Pod", "l": [{"new": 1, "name": "y"}, {"b": 2, "i": 3, "name": "x"}]}"#,
        );
        let arranged = arranged(&after, &before);
        assert_eq!(arranged, after);
        assert_eq!(
            yaml::write(&arranged),
            "kind: Pod\na: 1\nl:\n- name: \"y\"\n  new: 1\n- name: x\n  i: 3\n  b: 2\nb: 2\n"
        );
    }

    #[test]
    fn what_differs_is_shown_with_what_is_around_it() {
        let before =
            value(r#"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9, "j": 10}"#);
        let after =
            value(r#"{"a": 0, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9, "k": 11}"#);
        let text = difference(("x", &before), ("y", &after), Style::Plain);
        assert_eq!(
            text,
            "--- x\n+++ y\n@@ -1,4 +1,4 @@\n-a: 1\n+a: 0\n b: 2\n c: 3\n d: 4\n\
             @@ -7,4 +7,4 @@\n g: 7\n h: 8\n i: 9\n-j: 10\n+k: 11\n"
        );
        let coloured = difference(("x", &before), ("y", &after), Style::Coloured);
        assert!(
            coloured.contains("\u{1b}[1;31m-a: 1\u{1b}[0m\n\u{1b}[1;32m+a: 0\u{1b}[0m\n b: 2\n"),
            "{coloured}"
        );
    }

    #[test]
    fn the_way_is_the_shortest() {
        let rows = [
            ("", "", ""),
            ("a", "", "-a"),
            ("", "a", "+a"),
            ("a b c", "a b c", " a  b  c"),
            ("a b c a b b a", "c b a b a c", "-a -b  c +b  a  b -b  a +c"),
            ("a b c d", "x b y d", "-a +x  b -c +y  d"),
        ];
        for (old, new, expected) in rows {
            let old: Vec<&str> = old.split_whitespace().collect();
            let new: Vec<&str> = new.split_whitespace().collect();
            let lines = lines(&old, &new);
            let shown: Vec<String> = lines
                .iter()
                .map(|line| match line {
                    Line::Same(text) => format!(" {text}"),
                    Line::Removed(text) => format!("-{text}"),
                    Line::Added(text) => format!("+{text}"),
                })
                .collect();
            assert_eq!(shown.join(" "), expected);
        }
    }

    /// Whatever the texts are, the lines of each are all there, in order.
    #[test]
    fn no_line_is_lost() {
        let mut seed = 7_u32;
        let mut next = |most: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % most
        };
        for round in 0..400 {
            let most = if round % 100 == 99 { 900 } else { 12 };
            let mut text = || -> Vec<&str> {
                let length = next(most);
                (0..length)
                    .map(|_| ["a", "b", "c", "d"].get(next(4) as usize).copied().unwrap())
                    .collect()
            };
            let (old, new) = (text(), text());
            let lines = lines(&old, &new);
            let of = |wanted: fn(&Line<'_>) -> bool| -> Vec<&str> {
                let kept = lines.iter().filter(|line| wanted(line));
                kept.map(|line| match line {
                    Line::Same(text) | Line::Removed(text) | Line::Added(text) => *text,
                })
                .collect()
            };
            assert_eq!(of(|line| !matches!(line, Line::Added(_))), old);
            assert_eq!(of(|line| !matches!(line, Line::Removed(_))), new);
        }
    }
}
