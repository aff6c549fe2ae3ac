//! `cargo cases WORD…`: judges the folder cases whose names contain all words; `BLESS=1` rewrites what
//! they expect.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use tests::cases::{Case, Twin, bless, check, examine, find};

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
    let faulty = faulty_twins(&cases, &workspace);
    if failed == 0 && faulty == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Says which ready-made policies of the cases have no twin or a faulty one, and counts the faulty.
fn faulty_twins(cases: &[Case], workspace: &Path) -> usize {
    // The cases are sorted: those of a policy stand together.
    let mut folders: Vec<&Path> = cases.iter().filter_map(Case::packed).collect();
    folders.dedup();
    let (mut sound, mut faulty) = (0, 0);
    for folder in &folders {
        let name = folder.strip_prefix(workspace).unwrap_or(folder).display();
        match examine(folder) {
            Twin::Sound => sound += 1,
            Twin::Impossible(reason) => println!("{name} has no ValidatingAdmissionPolicy: {reason}"),
            Twin::Faulty(faults) => {
                faulty += 1;
                println!(
                    "{name}/admission.yaml\n  {}",
                    faults.join("\n").replace('\n', "\n  ")
                );
            }
        }
    }
    println!(
        "{sound} of {} policies have a twin for admission, {faulty} faulty",
        folders.len()
    );
    faulty
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
