//! Lists of modules are complete, those of table entries sorted too. (The formatter sorts modules.)
//!
//! In a folder with a `mod.rs` (or `lib.rs`, `main.rs`) every file has its `mod` line. A table is a list
//! of `file::ENTRY` items: it is sorted, and every file beside it that defines `ENTRY` is in it.

use std::collections::BTreeMap;
use std::fs;

use crate::workspace;

pub(super) fn check(tracked: &[String]) -> anyhow::Result<Vec<String>> {
    let mut folders: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for file in tracked {
        let source = ["crates/", "xtask/", "tests/"]
            .iter()
            .any(|folder| file.starts_with(folder));
        if let (true, Some((folder, name))) = (source, file.rsplit_once('/'))
            && let Some(stem) = name.strip_suffix(".rs")
        {
            let text = fs::read_to_string(workspace::root().join(file))?;
            folders.entry(folder).or_default().insert(stem, text);
        }
    }
    Ok(folders
        .iter()
        .flat_map(|(folder, files)| breaches(folder, files))
        .collect())
}

/// `files` maps names without ending to texts.
fn breaches(folder: &str, files: &BTreeMap<&str, String>) -> Vec<String> {
    let Some(head) = ["mod", "lib", "main"]
        .into_iter()
        .find(|head| files.contains_key(head))
    else {
        return Vec::new();
    };
    let text = files.get(head).map_or("", String::as_str);
    let place = format!("{folder}/{head}.rs");
    let modules = modules(text);
    let mut breaches = Vec::new();
    for name in files.keys().filter(|name| !["mod", "lib", "main"].contains(name)) {
        if !modules.contains(name) {
            breaches.push(format!("{place}: `{name}.rs` has no `mod` line"));
        }
    }
    for table in tables(text) {
        if !table.files.is_sorted() {
            breaches.push(format!(
                "{place}: the list of `{}` entries is not sorted",
                table.entry
            ));
        }
        let definition = format!("const {}:", table.entry);
        for (name, text) in files {
            if *name != head && text.contains(&definition) && !table.files.contains(name) {
                breaches.push(format!(
                    "{place}: `{name}::{}` is missing in the list",
                    table.entry
                ));
            }
        }
    }
    breaches
}

/// The names in `mod` lines, in their order.
fn modules(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| {
            let line = line.strip_suffix(';')?;
            let line = line.strip_prefix("pub").map_or(line, |rest| {
                let restricted = rest.strip_prefix("(crate)").or(rest.strip_prefix("(super)"));
                restricted.unwrap_or(rest).trim_start()
            });
            line.strip_prefix("mod ").map(without_raw)
        })
        .collect()
}

/// A list of `file::ENTRY` items.
#[derive(Debug, PartialEq, Eq)]
struct Table<'a> {
    entry: &'a str,
    files: Vec<&'a str>,
}

fn tables(text: &str) -> Vec<Table<'_>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    let lists = text
        .split("= &[")
        .skip(1)
        .filter_map(|rest| rest.split_once("];"))
        .map(|(list, _)| list);
    for (file, entry) in lists.flat_map(|list| list.split(',')).filter_map(entry_of) {
        match tables.iter_mut().find(|table| table.entry == entry) {
            Some(table) => table.files.push(file),
            None => tables.push(Table {
                entry,
                files: vec![file],
            }),
        }
    }
    tables
}

/// `file::ENTRY` or `&file::ENTRY`.
fn entry_of(item: &str) -> Option<(&str, &str)> {
    let item = item.trim();
    let (file, entry) = item.strip_prefix('&').unwrap_or(item).split_once("::")?;
    let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let file = without_raw(file);
    (!file.is_empty() && !entry.is_empty() && file.chars().all(lower) && entry.chars().all(upper))
        .then_some((file, entry))
}

/// `type` for `r#type`.
fn without_raw(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_complete_and_sorted() {
        let entry = "pub(super) const FUNCTION: Function = …".to_owned();
        let list = |text: &str| text.to_owned();
        for (head, count) in [
            (
                "mod add;\npub(crate) mod max;\n\nconst ALL: &[F] = &[\n    &add::FUNCTION,\n    &max::FUNCTION,\n];\n",
                0,
            ),
            ("mod add;\n", 1),
            (
                "mod add;\nmod max;\nconst ALL: &[F] = &[\n    max::FUNCTION,\n    add::FUNCTION,\n];\n",
                1,
            ),
            ("mod add;\nmod max;\nconst ALL: &[F] = &[add::FUNCTION];\n", 1),
        ] {
            let files = BTreeMap::from([
                ("mod", list(head)),
                ("add", entry.clone()),
                ("max", entry.clone()),
            ]);
            assert_eq!(breaches("f", &files).len(), count, "{head}");
        }
    }
}
