//! Every code of a diagnostic can be explained: it stands in a list.

use std::collections::BTreeSet;
use std::fs;

use crate::docs::CODE_LISTS;
use crate::workspace;

const SPEAKERS: &[&str] = &["Diagnostic::error(", "Diagnostic::warning(", "Diagnostic::note("];

pub(super) fn check(tracked: &[String]) -> anyhow::Result<Vec<String>> {
    let known: BTreeSet<&str> = CODE_LISTS
        .iter()
        .copied()
        .flatten()
        .map(|code| code.name)
        .collect();
    let sources = tracked
        .iter()
        .filter(|file| file.starts_with("crates/") && file.contains("/src/") && file.ends_with(".rs"));
    let mut texts = Vec::new();
    for file in sources {
        texts.push((file, fs::read_to_string(workspace::root().join(file))?));
    }
    // Tests make codes up.
    let tests: BTreeSet<String> = texts
        .iter()
        .flat_map(|(file, text)| test_files(file, text))
        .collect();
    let mut breaches = Vec::new();
    for (file, text) in texts.iter().filter(|(file, _)| !tests.contains(*file)) {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for said in said(code).filter(|said| !known.contains(said)) {
            breaches.push(format!(
                "{file}: the code `{said}` is in no list of codes, so nothing explains it"
            ));
        }
    }
    Ok(breaches)
}

/// The files of the modules that a file declares for tests alone.
fn test_files(file: &str, text: &str) -> Vec<String> {
    let (folder, name) = file.rsplit_once('/').unwrap_or_default();
    let folder = match name {
        "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
        name => format!("{folder}/{}", name.trim_end_matches(".rs")),
    };
    let modules = text.split("#[cfg(test)]\nmod ").skip(1);
    let modules = modules.filter_map(|rest| rest.lines().next()?.strip_suffix(';'));
    modules.map(|module| format!("{folder}/{module}.rs")).collect()
}

/// The codes that a source text says as literals.
fn said(text: &str) -> impl Iterator<Item = &str> {
    SPEAKERS
        .iter()
        .flat_map(|speaker| text.split(speaker).skip(1))
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"'))
        .map(|(code, _)| code)
}

#[cfg(test)]
mod tests {
    #[test]
    fn files_of_tests_are_known() {
        let text = "mod a;\n\n#[cfg(test)]\nmod b;\n#[cfg(test)]\nmod tests {\n}\n";
        assert_eq!(super::test_files("x/lib.rs", text), ["x/b.rs"]);
        assert_eq!(super::test_files("x/y.rs", text), ["x/y/b.rs"]);
    }

    #[test]
    fn literals_are_found() {
        let text =
            "Diagnostic::error(\"a-b\", x); Diagnostic::note(\n    \"c\",\n y); Diagnostic::warning(code, z)";
        assert_eq!(super::said(text).collect::<Vec<_>>(), ["a-b", "c"]);
    }
}
