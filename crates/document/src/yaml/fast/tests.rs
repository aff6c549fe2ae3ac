//! The quick reader gives what the full one gives, or nothing.

use proptest::prelude::*;

use super::*;
use crate::yaml::chars::{self, Lines};
use crate::yaml::corpus::corpus_files;
use crate::yaml::record::{InSource, Nothing};
use crate::yaml::{documents, nowhere, read_full};

const SAMPLES: &[&str] = &[
    "a: 1\n",
    "---\na: 1\nb:\n- x\n- y: 1\n  z:\n  - - 1\n    - 2\n  -\n    - 3\nc:\n",
    "a:\n  b:\n    c: |\n      x\n       y\n\n      z\n    d: >-\n      f\n      g\n\n  e: x # comment\n# more\nf: \"q\\tr\"\n",
    "a: 'x\n  y'\nb: [1, {c: d, \"e\":f, g: [h,]}, 'i']\nc: {}\nd: [\n  1,\n  2\n]\n",
    "- a\n- -1\n- --flag\n- http://x.y/z#q\n- 'quoted': 1\n-   deep: 1\n    too: 2\n",
    "'k': v\nyes: 1\n1.5: 2\n0x10: 3\nnull: 4\n",
    "a:\n  value\nb:\n  \"value\"\nc:\n  - value\n",
    "a: x\n  y\n",
    "a: b: c\n",
    "a: 1\n b: 2\n",
    "a:\n - b\n- c\n",
    "- a\n b: c\n",
    "a: |\n  x",
    "a: |+\n\n\nb: >\n\n  x\n\n",
    "a: [b\n---\n]\n",
    "a: 1\n...\nb\n",
    "? a\n: b\n",
    "<<: {a: 1}\n",
    "a: 1\na: 2\n",
    "\u{feff}a: 1\n",
    "a:\n#c\n  - b #c\n  #c\n  - \"c\" # d\n",
    "{\"a\": {\"b\": [1, 2.0, \"c\", true, null]}}\n",
    "a: {b: 1\n  }\nc: [x\n ,y]\n",
    "a: [x y, z:z, -1]\nb: {x: :y}\n",
];

#[test]
fn samples_read_alike() {
    for sample in SAMPLES {
        check(sample);
    }
}

#[test]
fn most_files_are_read_quickly() {
    let (mut quick, mut all) = (0, 0);
    for (name, text) in corpus_files() {
        for document in documents(&text).flatten() {
            all += 1;
            match check(document.text) {
                true => quick += 1,
                false => println!("{name} from byte {}", document.start),
            }
        }
    }
    println!("{quick} of {all} documents");
    assert!(quick * 100 >= all * 95, "{quick} of {all} documents");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_texts_read_alike(text in "([ab1: \\-?#&*!|>'\"%@{}\\[\\],\n\t.<~]|a: |- |\n  |\n- |'a': |\\{a: |: \\|\n|\\\\n){0,30}") {
        check(&text);
    }

    #[test]
    fn random_lines_read_alike(lines in prop::collection::vec("[ ]{0,4}(- ){0,2}(a|b|'c'|1)?(: |:)?(x|- y|\"z\"|\\|-?|>|\\[a, b\\]|\\{c: d\\}|# e)?[ ]?(# f)?", 0..8)) {
        check(&lines.join("\n"));
    }
}

/// Compares both readers; says whether the quick one knew the text.
fn check(text: &str) -> bool {
    if chars::check(text) != Ok(Lines::Plain) {
        return false;
    }
    let limits = &Limits::DEFAULT;
    let mut is_known = false;
    for (origin, numbers) in [
        (Origin::File, Numbers::AsWritten),
        (Origin::Text, Numbers::AllFloat),
    ] {
        if let Some((value, ())) = read(text, origin, &Nothing, limits, numbers) {
            let full = read_full(text, origin, &Nothing, limits, numbers);
            let full = full.unwrap_or_else(|error| panic!("{text:?}: {value:?}, {error}"));
            assert_eq!(value, full.value, "{text:?}");
            is_known = true;
        }
        let recorder: InSource = nowhere();
        if let Some((value, places)) = read(text, origin, &recorder, limits, numbers) {
            let full = read_full(text, origin, &recorder, limits, numbers);
            let full = full.unwrap_or_else(|error| panic!("{text:?}: {value:?}, {error}"));
            assert_eq!(value, full.value, "{text:?}");
            assert_eq!(places, full.place, "{text:?}");
            assert!(full.duplicates.is_empty(), "{text:?}");
        }
    }
    is_known
}
