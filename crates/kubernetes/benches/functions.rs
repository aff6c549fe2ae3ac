//! What functions cost: quantities, wildcards, moments, expressions, and whole calls.

#![expect(clippy::unwrap_used, reason = "a bench that cannot begin has to stop")]

use divan::{Bencher, black_box};
use sekisho_document::{Value, json};
use sekisho_jmespath::{Functions, Query, Setting, functions};
use sekisho_kubernetes::jmespath::KYVERNO;
use sekisho_kubernetes::regex::{Free, Regex};
use sekisho_kubernetes::time::Time;
use sekisho_kubernetes::wildcard::{self, Wildcard};
use sekisho_kubernetes::{Duration, Quantity};

fn main() {
    divan::main();
}

#[divan::bench(args = ["500m", "1.5Gi", "100Ti", "99999999999999999999"])]
fn read_quantity(text: &str) -> Quantity {
    Quantity::parse(black_box(text)).unwrap()
}

#[divan::bench(args = ["1024Mi", "1000000000", "1Ti"])]
fn compare_quantity(bencher: Bencher<'_, '_>, text: &str) {
    let (left, right) = (Quantity::parse("1Gi").unwrap(), Quantity::parse(text).unwrap());
    bencher.bench_local(|| black_box(&left) <= black_box(&right));
}

#[divan::bench]
fn read_duration() -> Duration {
    Duration::parse(black_box("1h30m15.5s")).unwrap()
}

#[divan::bench]
fn read_moment() -> Time {
    Time::parse_rfc3339(black_box("2021-01-02T15:04:05-07:00")).unwrap()
}

#[divan::bench(args = ["docker.io/*", "*:latest", "*/nginx?*", "docker.io/library/nginx:1.25"])]
fn match_wildcard(pattern: &str) -> bool {
    wildcard::matches(black_box(pattern), black_box("docker.io/library/nginx:1.25"))
}

#[divan::bench]
fn match_prepared_wildcard(bencher: Bencher<'_, '_>) {
    let wildcard = Wildcard::new("docker.io/*");
    assert!(wildcard.matches("docker.io/library/nginx:1.25"));
    bencher.bench_local(|| wildcard.matches(black_box("docker.io/library/nginx:1.25")));
}

const EXPRESSIONS: [&str; 3] = [
    "^v[0-9]+$",
    "(?i)^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
    "^\\p{L}{1,63}$",
];

#[divan::bench(args = EXPRESSIONS)]
fn compile_regex(expression: &str) -> Regex {
    Regex::new(black_box(expression)).unwrap()
}

#[divan::bench(args = EXPRESSIONS)]
fn match_regex(bencher: Bencher<'_, '_>, expression: &str) {
    let regex = Regex::new(expression).unwrap();
    bencher.bench_local(|| regex.is_match(black_box("v12"), &mut Free));
}

#[divan::bench(args = [
    "regex_match('^v[0-9]+$', tag)",
    "add(cpu, '500m')",
    "semver_compare(version, '>=1.2.x <2.0.0')",
    "time_since('2006-01-02', '2021-01-02', day)",
    "pattern_match('v1*', tag)",
    "to_upper(tag)",
])]
fn call(bencher: Bencher<'_, '_>, expression: &str) {
    let table = Functions::new(&[functions::STANDARD, KYVERNO]);
    let query = Query::compile(expression, &table).unwrap();
    let document = br#"{"tag":"v12","cpu":"1.5","version":"1.8.6","day":"2021-01-03"}"#;
    let document: Value = json::read(document, json::Rules::GO).unwrap();
    assert!(query.search(&document, Setting::ALONE).is_ok(), "{expression}");
    bencher.bench_local(|| query.search(black_box(&document), Setting::ALONE).is_ok());
}
