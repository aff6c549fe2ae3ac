//! What every request pays for: selectors, image texts, kinds.
#![expect(clippy::unwrap_used, reason = "a bench that cannot begin has to stop")]

use divan::{Bencher, black_box};
use sekisho_document::Value;
use sekisho_document::json::{self, Rules};
use sekisho_kubernetes::image::{Image, ImageRules, extract};
use sekisho_kubernetes::resource::labels;
use sekisho_kubernetes::{Gvk, KindSelector, Kinds, KyvernoSelector, Request, Selector, Version};

const POD: &str = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "shop", "labels": {
    "app.kubernetes.io/name": "web", "app.kubernetes.io/part-of": "shop", "team": "front", "tier": "web-1",
    "version": "1.4.2", "stage": "production"}}, "spec": {"containers": [
    {"name": "web", "image": "ghcr.io/shop/web:1.4.2"}, {"name": "proxy", "image": "envoy"},
    {"name": "log", "image": "registry.test:5000/tools/log@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}]}}"#;

fn main() {
    divan::main();
}

#[divan::bench]
fn selector_with_three_requirements(bencher: Bencher<'_, '_>) {
    let pod = value(POD);
    let selector = Selector::parse("stage in (production, staging),team=front,!canary").unwrap();
    assert!(selector.matches(labels(&pod)));
    bencher.bench_local(|| black_box(&selector).matches(labels(black_box(&pod))));
}

#[divan::bench]
fn selector_with_wildcards(bencher: Bencher<'_, '_>) {
    let pod = value(POD);
    let selector = value(r#"{"matchLabels": {"tier": "web-*", "app.kubernetes.io/*": "?*"}}"#);
    let selector = KyvernoSelector::read(&selector).unwrap();
    assert!(selector.matches(labels(&pod)));
    bencher.bench_local(|| black_box(&selector).matches(labels(black_box(&pod))));
}

#[divan::bench(args = ["nginx", "ghcr.io/shop/web:1.4.2", "reg:5000/a/b@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])]
fn image_text(bencher: Bencher<'_, '_>, text: &str) {
    let rules = ImageRules::kyverno();
    assert!(Image::parse(text, &rules).is_ok());
    bencher.bench_local(|| Image::parse(black_box(text), &rules));
}

#[divan::bench]
fn images_of_a_pod(bencher: Bencher<'_, '_>) {
    let (pod, rules) = (value(POD), ImageRules::kyverno());
    let images = extract(&pod, &rules).unwrap_or_default();
    assert_eq!(images.0.values().map(|group| group.len()).sum::<usize>(), 3);
    bencher.bench_local(|| extract(black_box(&pod), &rules));
}

#[divan::bench]
fn kind_selector(bencher: Bencher<'_, '_>) {
    let selector = KindSelector::parse("apps/v1/Deployment");
    let kind = Gvk::new("apps", "v1", "Deployment");
    assert!(selector.matches_in_policy(&kind, ""));
    bencher.bench_local(|| black_box(&selector).matches_in_policy(black_box(&kind), ""));
}

#[divan::bench]
fn builtin_kinds(bencher: Bencher<'_, '_>) {
    assert!(Kinds::builtin(Version::KUBERNETES).iter().count() > 90);
    bencher.bench_local(|| Kinds::builtin(black_box(Version::KUBERNETES)));
}

#[divan::bench]
fn request_of_an_object(bencher: Bencher<'_, '_>) {
    let (pod, kinds) = (value(POD), Kinds::builtin(Version::KUBERNETES));
    assert!(Request::create(pod.clone(), &kinds).is_ok());
    bencher.bench_local(|| Request::create(black_box(&pod).clone(), &kinds));
}

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::GO).unwrap()
}
