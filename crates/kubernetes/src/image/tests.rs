//! Image texts taken apart, and the images of resources.

use sekisho_document::json;

use super::*;

const DIGEST: &str = "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::GO).unwrap()
}

fn parse(text: &str) -> Image {
    Image::parse(text, &ImageRules::kyverno()).unwrap()
}

#[test]
fn texts_are_completed_and_taken_apart() {
    let tagged = format!("x:1@{DIGEST}");
    for (text, expected) in [
        (
            "nginx",
            ["docker.io", "nginx", "nginx", "latest", "docker.io/nginx:latest"],
        ),
        (
            "team/app:1",
            ["docker.io", "app", "team/app", "1", "docker.io/team/app:1"],
        ),
        (
            "ghcr.io/a/b/c",
            ["ghcr.io", "c", "a/b/c", "latest", "ghcr.io/a/b/c:latest"],
        ),
        (
            "localhost/x",
            ["localhost", "x", "x", "latest", "localhost/x:latest"],
        ),
        ("reg:5000/x:2", ["reg:5000", "x", "x", "2", "reg:5000/x:2"]),
        (
            "[::1]:50/x",
            ["[::1]:50", "x", "x", "latest", "[::1]:50/x:latest"],
        ),
        ("Team/app", ["Team", "app", "app", "latest", "Team/app:latest"]),
        (
            "a__b/c--d",
            [
                "docker.io",
                "c--d",
                "a__b/c--d",
                "latest",
                "docker.io/a__b/c--d:latest",
            ],
        ),
        (
            "reg:5000",
            ["docker.io", "reg", "reg", "5000", "docker.io/reg:5000"],
        ),
        (
            &tagged,
            ["docker.io", "x", "x", "1", &format!("docker.io/x@{DIGEST}")],
        ),
    ] {
        let image = parse(text);
        let found = [
            &image.registry,
            &image.name,
            &image.path,
            &image.tag,
            &image.reference,
        ];
        assert_eq!(found.map(Text::as_str), expected, "{text}");
    }
}

#[test]
fn a_digest_alone_has_no_tag() {
    let image = parse(&format!("x@{DIGEST}"));
    assert_eq!((image.tag.as_str(), image.digest.as_str()), ("", DIGEST));
    assert_eq!(image.reference_with_tag, "docker.io/x:");
    let value = image.to_value();
    assert_eq!(value.get("tag"), None);
    assert_eq!(value.str_at(&["referenceWithTag"]), "docker.io/x:");
}

#[test]
fn the_default_registry_can_stay_unwritten() {
    let rules = ImageRules {
        default_registry: Text::from("registry.test"),
        is_registry_written: false,
    };
    let image = Image::parse("x_y/app", &rules).unwrap();
    assert_eq!((image.registry.as_str(), image.path.as_str()), ("x_y", "app"));
    assert_eq!(image.reference, "x_y/app:latest");
    let image = Image::parse("team/app", &rules).unwrap();
    assert_eq!((image.registry.as_str(), image.path.as_str()), ("", "team/app"));
    assert_eq!(image.to_value().get("registry"), None);
    let error = Image::parse("A", &rules).unwrap_err().to_string();
    assert_eq!(
        error,
        "bad image: registry.test/A, defaultRegistry: registry.test, enableDefaultRegistryMutation: false: \
         repository name must be lowercase"
    );
}

#[test]
fn texts_that_are_no_references_say_why() {
    let long = format!("{}/a", "a".repeat(254));
    for (text, expected) in [
        ("", ReferenceError::Format),
        ("a b", ReferenceError::Format),
        ("-a", ReferenceError::Format),
        ("a___b", ReferenceError::Format),
        ("a..b", ReferenceError::Format),
        ("a_", ReferenceError::Format),
        ("a//b", ReferenceError::Format),
        ("a:", ReferenceError::Format),
        ("a:.x", ReferenceError::Format),
        ("a@", ReferenceError::Format),
        ("a@sha256:abc", ReferenceError::Format),
        (&format!("a@{DIGEST}@{DIGEST}"), ReferenceError::Format),
        (&format!("a:{}", "t".repeat(129)), ReferenceError::Format),
        ("a.b:x/c", ReferenceError::Format),
        ("[:/c", ReferenceError::Format),
        ("[:1]x/c", ReferenceError::Format),
        ("ä", ReferenceError::Format),
        ("NGINX", ReferenceError::UpperCase),
        ("Foo/Bar", ReferenceError::UpperCase),
        (&long, ReferenceError::TooLong),
        (
            &format!("a@md5:{}", "a".repeat(32)),
            ReferenceError::DigestAlgorithm,
        ),
        (
            &format!("a@sha256:{}", "a".repeat(63)),
            ReferenceError::DigestLength,
        ),
        (
            &format!("a@sha256:{}", "A".repeat(64)),
            ReferenceError::DigestFormat,
        ),
    ] {
        let error = Image::parse(text, &ImageRules::kyverno()).unwrap_err();
        assert_eq!(error.cause, expected, "{text}");
    }
}

#[test]
fn images_of_pods_and_what_makes_pods() {
    let pod = value(
        r#"{"kind": "Pod", "spec": {"containers": [
            {"name": "web", "image": "nginx:1"}, {"name": "none"}, {"name": "blank", "image": "  "}, null,
            {"name": "web", "image": "nginx:2"}], "initContainers": [], "ephemeralContainers": null}}"#,
    );
    let images = extract(&pod, &ImageRules::kyverno()).unwrap().to_value();
    assert_eq!(
        images,
        value(
            r#"{"containers": {"web": {"registry": "docker.io", "name": "nginx", "path": "nginx", "tag": "2",
                "reference": "docker.io/nginx:2", "referenceWithTag": "docker.io/nginx:2",
                "jsonPointer": "/spec/containers/4/image"}}}"#
        )
    );
    let job = r#"{"kind": "CronJob", "spec": {"jobTemplate": {"spec": {"template": {"spec":
        {"initContainers": [{"name": "a", "image": "b"}]}}}}}}"#;
    let images = extract(&value(job), &ImageRules::kyverno()).unwrap();
    let pointer = &images.0["initContainers"]["a"].pointer;
    assert_eq!(
        pointer,
        "/spec/jobTemplate/spec/template/spec/initContainers/0/image"
    );
    for (other, is_empty) in [
        (
            r#"{"kind": "Rollout", "spec": {"template": {"spec": {"containers": [{"image": "b"}]}}}}"#,
            true,
        ),
        (r#"{"kind": "Pod", "spec": null}"#, true),
        (r#"{"kind": "Pod"}"#, true),
    ] {
        assert_eq!(
            extract(&value(other), &ImageRules::kyverno()).unwrap().is_empty(),
            is_empty,
            "{other}"
        );
    }
}

#[test]
fn one_bad_item_spoils_all() {
    for (spec, expected) in [
        (r#"{"containers": [{"image": "a"}]}"#, "invalid key"),
        (r#"{"containers": [{"name": 1}]}"#, "invalid key"),
        (r#"{"containers": ["a"]}"#, "invalid image config"),
        (r#"{"containers": "a"}"#, "invalid type"),
        (r#""a""#, "invalid image config"),
        (
            r#"{"containers": [{"name": "a", "image": " a"}]}"#,
            "invalid image ' a' (bad image: docker.io/ a, defaultRegistry: docker.io, \
             enableDefaultRegistryMutation: true: invalid reference format)",
        ),
    ] {
        let pod = value(&format!(r#"{{"kind": "Pod", "spec": {spec}}}"#));
        let error = extract(&pod, &ImageRules::kyverno()).unwrap_err().to_string();
        assert_eq!(error, expected, "{spec}");
    }
}

#[test]
fn policies_say_where_else_images_stand() {
    let task = value(
        r#"{"kind": "Task", "spec": {"steps": [{"id": "one", "image": "oci://a:1"}],
            "more": {"x": {"ref": "oci://b"}, "y": null}}}"#,
    );
    let search = |query: &str, text: &str| match query {
        "strip" => Ok(Text::new(text.trim_start_matches("oci://"))),
        _ => Err("broken query".to_owned()),
    };
    let found = |extractors: &[Extractor]| extract_with(&task, extractors, &ImageRules::kyverno(), search);
    let images = found(&[
        Extractor::new("/spec/ steps /*/image", "", "", "", "strip"),
        Extractor::new("/spec/more/*", "ref", "", "", "strip"),
    ]);
    // Both groups are called `custom`: the later one stays.
    let images = images.unwrap().0;
    assert_eq!(images["custom"].keys().collect::<Vec<_>>(), ["/spec/more/x/ref"]);
    let named = found(&[Extractor::new("/spec/steps/*", "image", "steps", "id", "strip")])
        .unwrap()
        .0;
    assert_eq!(named["steps"]["one"].image.reference, "docker.io/a:1");
    let error = found(&[Extractor::new("/spec/steps/*/image", "", "", "", "other")]).unwrap_err();
    assert_eq!(error.to_string(), "broken query");
    assert!(
        found(&[Extractor::new("/spec/absent/*/image", "", "", "", "")])
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        found(&[Extractor::new("/kind/image", "", "", "", "")]),
        Err(ExtractError::Holder)
    );
}
