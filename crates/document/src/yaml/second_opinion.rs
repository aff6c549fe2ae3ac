//! A second opinion on the grammar: the events of `granit-parser` on texts that both should understand alike.

use granit_parser::{Event, Parser, ScalarStyle};

use super::chars::Origin;
use super::corpus::corpus_files;
use super::documents;
use super::grammar::{Grammar, Sort};
use super::lexer::{Breaks, Lexer};

/// An event without anchors and places: its kind, its text, and whether it is plain.
type Said = (&'static str, String, bool);

/// An absent value is a tilde to `granit-parser`.
fn scalar(text: &str, is_plain: bool) -> Said {
    let text = if is_plain && text == "~" { "" } else { text };
    ("scalar", text.to_owned(), is_plain)
}

fn ours(text: &str) -> Result<Vec<Said>, String> {
    let mut grammar = Grammar::new(Lexer::new(text, Origin::File, Breaks::Left));
    let mut said = Vec::new();
    loop {
        let event = grammar.next().map_err(|error| error.to_string())?;
        said.push(match event.sort {
            Sort::Scalar(scalar) => self::scalar(&scalar.text, scalar.is_plain),
            Sort::Alias(_) => ("alias", String::new(), false),
            Sort::ListStart => ("list", String::new(), false),
            Sort::ListEnd => ("end of list", String::new(), false),
            Sort::MapStart => ("map", String::new(), false),
            Sort::MapEnd => ("end of map", String::new(), false),
            Sort::DocumentEnd => return Ok(said),
        });
    }
}

fn theirs(text: &str) -> Result<Vec<Said>, String> {
    let options = granit_parser::options! {
        emit_comments: false,
        flow_nesting_limit: 500,
        block_nesting_limit: 500,
        bom_inside_document_as_content: true,
    };
    let mut said = Vec::new();
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, _) = event.map_err(|error| error.to_string())?;
        said.push(match event {
            Event::Scalar(text, style, _, _) => scalar(&text, style == ScalarStyle::Plain),
            Event::Alias(_) => ("alias", String::new(), false),
            Event::SequenceStart(..) => ("list", String::new(), false),
            Event::SequenceEnd => ("end of list", String::new(), false),
            Event::MappingStart(..) => ("map", String::new(), false),
            Event::MappingEnd => ("end of map", String::new(), false),
            Event::DocumentEnd => return Ok(said),
            _ => continue,
        });
    }
    // A text without a node is a null to us.
    said.push(scalar("", true));
    Ok(said)
}

#[test]
fn both_see_the_same_in_every_file() {
    let mut compared = 0;
    for (name, text) in corpus_files() {
        for document in documents(&text).flatten() {
            match (ours(document.text), theirs(document.text)) {
                (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{name} from byte {}", document.start),
                (Err(_), Err(_)) => {}
                (ours, theirs) => panic!("{name} from byte {}: {ours:?}, {theirs:?}", document.start),
            }
            compared += 1;
        }
    }
    println!("{compared} documents");
}

#[test]
fn both_see_the_same_in_samples() {
    for text in [
        "a: 1\nb: [x, {c: d}]\n",
        "- &a x\n- *a\n- !!str 1\n",
        "a: |\n  x\n   y\n\nb: >-\n  f\n  g\n\n  h\n",
        "? long\n: - 1\n  - 2\n",
        "a: 'x\n  y'\nb: \"q\\\n  r\\t\"\nc: p\n  q\n",
        "a: b: c\n",
        "a: [1\n",
        "\n",
    ] {
        match (ours(text), theirs(text)) {
            (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{text:?}"),
            (Err(_), Err(_)) => {}
            (ours, theirs) => panic!("{text:?}: {ours:?}, {theirs:?}"),
        }
    }
}
