//! Puts lines into sorted lists of modules and entries.

use anyhow::{Context, ensure};

/// Adds `mod NAME;` in its place among the `mod` lines.
pub(super) fn module(text: &str, name: &str) -> anyhow::Result<String> {
    let new = format!("mod {name};");
    let mut lines: Vec<&str> = text.lines().collect();
    ensure!(
        !lines.contains(&new.as_str()),
        "there is a module `{name}` already"
    );
    let modules = || {
        lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.starts_with("mod ") && line.ends_with(';'))
    };
    let behind = modules()
        .filter(|(_, line)| **line < new.as_str())
        .map(|(idx, _)| idx + 1)
        .next_back();
    let first = modules().map(|(idx, _)| idx).next();
    let at = behind.or(first).context("there are no `mod` lines")?;
    lines.insert(at, &new);
    Ok(lines.join("\n") + "\n")
}

/// Adds `NAME::ENTRY` in its place in the list of `ENTRY` items.
pub(super) fn entry(text: &str, name: &str, entry: &str) -> anyhow::Result<String> {
    let ending = format!("::{entry}");
    let opening = "= &[";
    let (start, end) = text
        .match_indices(opening)
        .filter_map(|(at, _)| {
            let start = at + opening.len();
            Some((start, start + text.get(start..)?.find("];")?))
        })
        .find(|(start, end)| text.get(*start..*end).is_some_and(|list| list.contains(&ending)))
        .with_context(|| format!("there is no list of `{entry}` items"))?;
    let list = text.get(start..end).unwrap_or_default();
    let new = format!("{name}{ending}");
    let mut items: Vec<&str> = list
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .collect();
    let reference = if items.iter().all(|item| item.starts_with('&')) {
        "&"
    } else {
        ""
    };
    let new = format!("{reference}{new}");
    ensure!(!items.contains(&new.as_str()), "`{new}` is in the list already");
    let at = items.partition_point(|item| *item < new.as_str());
    items.insert(at, &new);
    let before = text.get(..start).unwrap_or_default();
    let behind = text.get(end..).unwrap_or_default();
    Ok(format!("{before}{}{behind}", items.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_stay_sorted() {
        let text = "//! T.\n\nmod b;\nmod d;\n\nuse x;\n";
        assert_eq!(
            module(text, "c").unwrap(),
            "//! T.\n\nmod b;\nmod c;\nmod d;\n\nuse x;\n"
        );
        assert_eq!(
            module(text, "a").unwrap(),
            "//! T.\n\nmod a;\nmod b;\nmod d;\n\nuse x;\n"
        );
        assert_eq!(
            module(text, "e").unwrap(),
            "//! T.\n\nmod b;\nmod d;\nmod e;\n\nuse x;\n"
        );
        assert!(module(text, "b").is_err());
        assert!(module("//! T.\n", "b").is_err());
    }

    #[test]
    fn entries_stay_sorted() {
        let text =
            "const N: &[u8] = &[1];\npub const ALL: &[F] = &[\n    a::FUNCTION,\n    c::FUNCTION,\n];\n";
        let expected =
            "const N: &[u8] = &[1];\npub const ALL: &[F] = &[a::FUNCTION, b::FUNCTION, c::FUNCTION];\n";
        assert_eq!(entry(text, "b", "FUNCTION").unwrap(), expected);
        assert!(entry(text, "a", "FUNCTION").is_err());
        assert!(entry(text, "a", "CHECK").is_err());
    }
}
