//! The recorded answers of the reference to the suite of the language, in the environment of Kubernetes.

#![expect(clippy::disallowed_methods, reason = "the test reads recorded answers")]

#[cfg(test)]
mod goldens {
    mod api_server;
    pub(crate) mod check;
    pub(crate) mod hints;
    pub(crate) mod notation;
    pub(crate) mod suite;
}

use std::collections::BTreeMap;

use goldens::{check, suite};
use sekisho_cel::{Environment, Limits, Release, Rules, Style, Type};

/// Rows that need functions of Kubernetes, which `sekisho-kubernetes` adds, by the file of the suite.
const ELSEWHERE: &[&str] = &["network_ext"];

/// Rows that are known to differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

fn base() -> Environment {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let mut base = Environment::new(
        sekisho_cel::library::KUBERNETES,
        Release::STORED,
        rules,
        Limits::STANDARD,
    );
    // Declared by Kubernetes; rows mention it where it does not fit.
    let quantity = Type::object("kubernetes.Quantity");
    base.declare_function("sign", Style::Function, vec![quantity], Type::Int);
    base
}

#[test]
fn estimates_are_those_recorded() {
    let Some(suite) = suite::load_from(&folder()) else {
        println!("the recorded suite is absent: nothing was compared");
        return;
    };
    let base = base();
    let (mut count, mut faults) = (0, Vec::new());
    for row in &suite.rows {
        let file = row.id.split('/').next().unwrap_or_default();
        if ELSEWHERE.contains(&file) {
            continue;
        }
        if let Some(judged) = check::judge_estimate(row, &base) {
            count += 1;
            if let Err(fault) = judged {
                faults.push(format!("{}\n  {}\n{fault}", row.id, row.expression()));
            }
        }
    }
    println!("{} of {count}", count - faults.len());
    assert!(count > 0 && faults.is_empty(), "{}", faults.join("\n"));
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/cel")
}

#[test]
fn answers_are_those_recorded() {
    let Some(suite) = suite::load_from(&folder()) else {
        println!("the recorded suite is absent: nothing was compared");
        return;
    };
    let filter = std::env::var("ONLY").unwrap_or_default();
    let base = base();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for row in &suite.rows {
        if !row.id.contains(&filter) {
            continue;
        }
        let file = row.id.split('/').next().unwrap_or_default();
        if ELSEWHERE.contains(&file) {
            continue;
        }
        let count = counts.entry(phase(row)).or_default();
        count.1 += 1;
        let judged = check::judge(row, &base);
        let known = DIFFERENT.iter().any(|(id, _)| *id == row.id);
        match judged {
            Ok(()) if known => faults.push(format!("{}: listed as different, but passes", row.id)),
            Ok(()) => count.0 += 1,
            Err(_) if known => (),
            Err(fault) => faults.push(format!("{}\n  {}\n{fault}", row.id, row.expression())),
        }
    }
    for (phase, (passed, all)) in &counts {
        println!("{phase}: {passed} of {all}");
    }
    let shown = faults.iter().take(60).flat_map(|fault| fault.lines());
    let shown: Vec<String> = shown.map(|line| line.chars().take(300).collect()).collect();
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        shown.join("\n")
    );
}

fn phase(row: &suite::Row) -> String {
    let phase = row
        .golden
        .pointer("/k8s_env/phase")
        .and_then(|phase| phase.as_str());
    phase.unwrap_or("value").to_owned()
}
