//! All ways of reading give the same value, and places point at the text the value came from.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sekisho_diagnostics::{Source, Sources, Span};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Cursor, Numbers, Value};

const SAMPLES: &[&str] = &[
    "",
    "---\n",
    "a: 1\nb: [x, 'y z', \"q\\tr\"]\n",
    "text: |\n  one\n   two\n\n  three\nnext: >-\n  folded\n  text\n\n  more\n",
    "plain: several\n  words\n\n  on lines\nquoted: 'it''s\n  folded'\ndouble: \"a\\\n  b\\u00e9c\n\n  d\"\n",
    "base: &base {a: 1, b: &b two}\nmerged:\n  <<: *base\n  b: three\nalias: *b\n",
    "é: [ü, {k: v}]\n? long\n: - 1\n  -\n  - x\n",
    "a: x\r\nb: |\r\n  y\r\n  z\r\nc: 'd\r\n  e'\r\n",
    "{{ x }}: 1",
    "a: b\n c: d\n",
];

#[test]
fn samples_read_alike_and_point_at_their_text() {
    for sample in SAMPLES {
        check(sample).unwrap_or_else(|difference| panic!("{sample:?}: {difference}"));
    }
}

#[test]
fn places_of_keys_values_and_parts_of_texts() {
    let text =
        "a:\n  key: \"x\\ty {{ z }}\"\n  list:\n  - |\n    one\n    {{ two }}\n  - >\n    f\n    {{ g }}\n";
    let mut sources = Sources::new();
    let source = sources.add("test", text);
    let tree = yaml::read_tree(&source, 0..text.len(), &Limits::DEFAULT, Numbers::AsWritten)
        .unwrap()
        .output;
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    let key = tree.cursor().at(&["a", "key"]).unwrap();
    assert_eq!(slice(key.key_span()), "key");
    assert_eq!(slice(key.span()), "\"x\\ty {{ z }}\"");
    let list = tree.cursor().at(&["a", "list"]).unwrap();
    for (cursor, part) in [
        (key, "{{ z }}"),
        (key, "\ty"),
        (list.item(0).unwrap(), "{{ two }}"),
        (list.item(1).unwrap(), "{{ g }}"),
    ] {
        let string = cursor.value.as_str().unwrap();
        let start = string.find(part).unwrap();
        let span = cursor.places.within(start..start + part.len());
        assert_eq!(slice(span), part.replace('\t', "\\t"));
    }
    assert_eq!(slice(list.item(1).unwrap().span()), ">\n    f\n    {{ g }}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the corpus lies outside the repository")]
fn corpus_files_read_alike_and_point_at_their_text() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut files = Vec::new();
    find_yaml(&corpus, &mut files);
    if files.is_empty() {
        println!("skipped: there is no corpus at ../shared/corpus");
        return;
    }
    // Without optimisation every tenth file is enough to be done in seconds.
    let step = if cfg!(debug_assertions) { 10 } else { 1 };
    let mut read = 0;
    for file in files.iter().step_by(step) {
        let Ok(text) = std::fs::read_to_string(file) else {
            continue;
        };
        read += check(&text).unwrap_or_else(|difference| panic!("{}: {difference}", file.display()));
    }
    println!("{read} documents in every {step}. of {} files", files.len());
    assert!(read > 0);
}

proptest! {
    #[test]
    fn random_texts_read_alike(text in "([ a:\\-?#&*!|>'\"%@{}\\[\\],\n\r\t\u{85}é1<]|: |- |\n  |&a |\\*a|<<: ){0,40}") {
        if let Err(difference) = check(&text) {
            prop_assert!(false, "{:?}: {}", text, difference);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the corpus lies outside the repository")]
fn find_yaml(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            find_yaml(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yaml" || extension == "yml")
        {
            files.push(path);
        }
    }
}

/// Reads every document of a file in all ways; says how many there are.
fn check(text: &str) -> Result<usize, String> {
    let mut sources = Sources::new();
    let source = sources.add("test", text);
    let mut count = 0;
    for document in yaml::documents(text) {
        let Ok(document) = document else {
            break;
        };
        count += 1;
        for numbers in [Numbers::AsWritten, Numbers::AllFloat] {
            let plain = document.read(&Limits::DEFAULT, numbers);
            let tree = yaml::read_tree(&source, document.range(), &Limits::DEFAULT, numbers);
            let strict = document.read_strict(&Limits::DEFAULT, numbers);
            match (plain, tree, strict) {
                (Ok(plain), Ok(tree), strict) => {
                    if plain != tree.output.value {
                        return Err(format!("{plain:?} without places, {:?} with", tree.output.value));
                    }
                    same_text(&plain, &splitter_text(document.text), numbers)?;
                    match strict {
                        Ok(strict) if strict != plain => return Err("strict reading differs".to_owned()),
                        Err(_) if tree.diagnostics.is_empty() => {
                            return Err("only strict reading complains".to_owned());
                        }
                        _ => {}
                    }
                    points_at_text(tree.output.cursor(), &source)?;
                }
                (Err(plain), Err(tree), Err(strict)) if plain == tree && plain == strict => {}
                (plain, tree, strict) => return Err(format!("{plain:?}, {tree:?}, {strict:?}")),
            }
        }
    }
    Ok(count)
}

/// What the splitter of Kubernetes makes of the lines of a chunk.
fn splitter_text(chunk: &str) -> String {
    let mut text = String::new();
    for line in chunk.split_inclusive('\n') {
        let line = match line.strip_suffix('\n') {
            Some(line) => line.strip_suffix('\r').unwrap_or(line),
            None => line,
        };
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn same_text(value: &Value, text: &str, numbers: Numbers) -> Result<(), String> {
    match yaml::read(text, &Limits::DEFAULT, numbers) {
        Ok(other) if other == *value => Ok(()),
        other => Err(format!("{value:?} as a chunk, {other:?} as a text")),
    }
}

/// Letters and digits of every string and key stand where their place says.
fn points_at_text(cursor: Cursor<'_>, source: &Source) -> Result<(), String> {
    if let Some(string) = cursor.value.as_str() {
        letters_match(string, source, |range| cursor.places.within(range))?;
    }
    let children = cursor.value.as_list().map_or(0, |list| list.len())
        + cursor.value.as_map().map_or(0, |map| map.len());
    if children != cursor.places.children.len() {
        return Err(format!(
            "{children} children, {} places",
            cursor.places.children.len()
        ));
    }
    for item in cursor.items() {
        points_at_text(item, source)?;
    }
    for (key, entry) in cursor.entries() {
        let place = entry.places.key.ok_or("an entry without a key's place")?;
        let written = source
            .text
            .get(place.start as usize..place.end as usize)
            .ok_or("a key outside")?;
        // Keys that resolve to something else are not spelt as they are written.
        if written.contains(key) {
            letters_match(key, source, |range| entry.places.within_key(range))?;
        }
        points_at_text(entry, source)?;
    }
    Ok(())
}

fn letters_match(
    string: &str,
    source: &Source,
    place: impl Fn(std::ops::Range<usize>) -> Span,
) -> Result<(), String> {
    for (offset, letter) in string
        .char_indices()
        .filter(|(_, letter)| letter.is_alphanumeric())
    {
        let span = place(offset..offset + letter.len_utf8());
        let written = source
            .text
            .get(span.start as usize..span.end as usize)
            .ok_or("a place outside")?;
        let is_aliased = written.is_empty() || written.starts_with(['*', '!', '\\']);
        if !is_aliased && !written.starts_with(letter) {
            return Err(format!(
                "{letter:?} at {offset} of {string:?} is {written:?} at {span:?}"
            ));
        }
    }
    Ok(())
}
