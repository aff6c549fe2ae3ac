//! `cargo cases WORD…`: judges the folder cases whose names contain all words; `BLESS=1` rewrites what
//! they expect.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use tests::cases::{Case, bless, check, find};

fn main() -> ExitCode {
    // Words are also the filters that `cargo test` hands to every test program; its flags are not.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let blessing = std::env::var_os("BLESS").is_some();
    let cases = find(&workspace, &words);
    let mut failed = 0;
    for case in &cases {
        let differences = run(case, blessing);
        if !differences.is_empty() {
            failed += 1;
            println!(
                "{}\n  {}",
                case.name,
                differences.join("\n").replace('\n', "\n  ")
            );
        }
    }
    println!("{} cases passed, {failed} failed", cases.len() - failed);
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn run(case: &Case, blessing: bool) -> Vec<String> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        if blessing {
            bless(case)?;
        }
        check(case)
    }));
    match checked {
        Ok(Ok(differences)) => differences,
        Ok(Err(broken)) => vec![broken],
        Err(_) => vec!["a panic".to_owned()],
    }
}
