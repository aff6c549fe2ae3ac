//! Rows of test files: which resources an entry chooses, and what comes of each.

use std::path::Path;

use sekisho::test::{CaseOutput, Options, Selector, run_file};

fn run(suite: &str, selector: &str) -> Vec<CaseOutput> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cli/suites");
    let file = fixtures.join(suite).join("kyverno-test.yaml");
    let (selector, faults) = Selector::parse(selector);
    assert!(faults.is_empty());
    let options = Options {
        selector,
        ..Options::plain("", "2026-01-01T00:00:00Z")
    };
    run_file(&file, &options)
}

/// `rule resource reason` of every row of the only case.
fn rows(outputs: &[CaseOutput]) -> Vec<String> {
    let rows = outputs.iter().flat_map(|output| &output.case.rows);
    rows.map(|row| {
        format!(
            "{} {} {}: {}",
            row.policy,
            row.rule,
            row.resource,
            row.reason.text()
        )
    })
    .collect()
}

#[test]
fn entries_choose_resources_as_kyverno_does() {
    let expected = [
        "team label v1/Pod/shop/good: Ok",
        "any/team label v1/Pod/shop/bad: Want pass, got fail",
        // A rule that is not there passes, whatever is expected.
        "team lable v1/Pod/shop/bad: Excluded",
        "tame label v1/Pod/shop/bad: Not found",
        // A resource that is not there stands for all.
        "team version v1/Pod/shop/good: Want fail, got pass",
        "team version v1/Pod/shop/bad: Ok",
        "team version v1/ConfigMap/default/same: Excluded",
        "team version v1/Secret/default/same: Excluded",
        // A name is compared whatever the kind, and unscored failures are warnings.
        "unscored owner v1/ConfigMap/default/same: Ok",
        "unscored owner v1/Secret/default/same: Excluded",
        "unscored owner v1/ConfigMap/default/same: Want fail, got warn",
        "unscored  v1/Secret/default/same: Excluded",
        "team label v1/Pod/shop/good: Want skip, got pass",
    ];
    assert_eq!(rows(&run("rows", "")), expected);
}

#[test]
fn the_selector_takes_the_place_of_resources() {
    for (selector, expected) in [
        ("policy=tame", &["tame label v1/Pod/shop/bad: Not found"][..]),
        // An entry without a rule passes every filter of rules.
        (
            "rule=lab?e",
            &[
                "team lable v1/Pod/shop/bad: Excluded",
                "unscored owner v1/ConfigMap/default/same: Want fail, got warn",
                "unscored  v1/Secret/default/same: Excluded",
            ],
        ),
        (
            "rule=version,policy=team,resource=ba*",
            // No object is called `ba*`, so all are compared.
            &[
                "team version v1/Pod/shop/good: Want fail, got pass",
                "team version v1/Pod/shop/bad: Ok",
                "team version v1/ConfigMap/default/same: Excluded",
                "team version v1/Secret/default/same: Excluded",
            ],
        ),
        ("policy=nothing", &[]),
    ] {
        assert_eq!(rows(&run("rows", selector)), expected, "{selector}");
    }
}

#[test]
fn a_fault_fails_its_case_alone() {
    let outputs = run("broken", "");
    let errors: Vec<Option<&str>> = outputs
        .iter()
        .map(|output| output.case.error.as_deref())
        .collect();
    let starts: Vec<Option<bool>> = [
        "unknown field `colour`",
        "no file or folder `",
        "the Test file has no `apiVersion`",
    ]
    .iter()
    .zip(&errors)
    .map(|(start, error)| error.map(|error| error.starts_with(start)))
    .collect();
    assert_eq!(starts, [Some(true); 3], "{errors:?}");
    assert_eq!(errors.last(), Some(&None));
    assert_eq!(rows(&outputs), ["team label v1/Pod/shop/good: Ok"]);
}

#[test]
fn mocks_cluster_files_and_operations_count() {
    for (suite, errors) in [("mocks", 1), ("cluster", 1), ("operations", 1)] {
        let outputs = run(suite, "");
        assert!(!rows(&outputs).is_empty());
        for row in rows(&outputs) {
            assert!(row.ends_with(": Ok"), "{suite}: {row}");
        }
        let broken = outputs
            .iter()
            .filter(|output| output.case.error.is_some())
            .count();
        assert_eq!(broken, errors, "{suite}");
    }
}

#[test]
fn rows_of_a_refused_policy_pass_without_an_evaluation() {
    let outputs = run("refused", "");
    let expected = "undeclared mode v1/Namespace//shop: Invalid Policy";
    assert_eq!(rows(&outputs), [expected]);
    let message = &outputs[0].case.rows[0].message;
    assert!(message.contains("policy contains invalid variables"), "{message}");
}

#[test]
fn any_of_the_generated_objects_may_be_equal() {
    let outputs = run("expected", "");
    let reasons: Vec<String> = outputs[0]
        .case
        .rows
        .iter()
        .map(|row| format!("{}: {}", row.reason.text(), row.message))
        .collect();
    let different = "Resource diff: Patched resource didn't match the patched resource in the test result: \
                     /metadata/labels/team is \"shop\" instead of \"other\"";
    let passed = "Ok: validation rule 'label' passed.";
    assert_eq!(
        reasons[..6],
        [passed, passed, different, different, different, different]
    );
    assert!(reasons[6].starts_with("Resource error: "), "{}", reasons[6]);
}
