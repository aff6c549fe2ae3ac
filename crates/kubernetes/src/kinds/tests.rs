//! Look-ups over the built-in kinds, custom kinds on top, guesses.

use sekisho_document::{List, Map, Value};

use super::*;

#[test]
fn builtin_kinds_are_found_by_every_name() {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let deployment = kinds.find(&Gvk::new("apps", "v1", "Deployment")).unwrap();
    assert_eq!(deployment.plural, "deployments");
    assert_eq!(deployment.scope, Scope::Namespaced);
    assert_eq!(
        deployment.subresource("scale").unwrap().kind,
        Gvk::new("autoscaling", "v1", "Scale")
    );
    for name in ["deployments", "deployment", "deploy"] {
        assert_eq!(kinds.of_name(name).next(), Some(deployment), "{name}");
    }
    assert_eq!(kinds.find_resource(&deployment.gvr()), Some(deployment));
    assert_eq!(kinds.find(&Gvk::new("apps", "v1", "deployment")), None);
    assert!(kinds.is_cluster_scoped("", "Namespace"));
    assert_eq!(kinds.scope("batch", "CronJob"), Some(Scope::Namespaced));
    assert_eq!(kinds.scope("example.com", "Widget"), None);
    let exec = kinds
        .find(&Gvk::new("", "v1", "Pod"))
        .unwrap()
        .subresource("exec")
        .unwrap();
    assert!(exec.actions.contains(Action::Connect) && !exec.actions.contains(Action::Update));
    assert_eq!(
        kinds
            .of_kind("Event")
            .map(|row| row.group.as_str())
            .collect::<Vec<_>>(),
        ["", "events.k8s.io"]
    );
}

#[test]
fn versions_have_their_own_kinds() {
    let policy = Gvk::new("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy");
    let status = |kinds: &Kinds| {
        let node = kinds.find(&Gvk::new("storage.k8s.io", "v1", "CSINode")).unwrap();
        node.subresource("status").is_some()
    };
    for (minor, has_policy, has_status) in [
        (30, false, false),
        (35, false, false),
        (36, true, false),
        (37, true, true),
        (99, true, true),
    ] {
        let kinds = Kinds::builtin(Version::new(1, minor));
        assert_eq!(kinds.find(&policy).is_some(), has_policy, "1.{minor}");
        assert_eq!(status(&kinds), has_status, "1.{minor}");
    }
}

/// The kinds of appendix 1 of the command line reference.
#[test]
fn kyverno_offline_knows_stable_kinds_without_mutating_admission_policies() {
    let kinds = Kinds::kyverno_offline();
    let counted = |scope| kinds.iter().filter(|row| row.scope == scope).count();
    assert_eq!((counted(Scope::Namespaced), counted(Scope::Cluster)), (34, 32));
    assert_eq!(
        kinds.scope("admissionregistration.k8s.io", "MutatingAdmissionPolicy"),
        None
    );
    assert_eq!(kinds.scope("policy", "PodSecurityPolicy"), None);
    // The scope is found whatever the version, the plural is not.
    let old = Gvk::new("batch", "v1beta1", "CronJob");
    assert_eq!(kinds.scope(&old.group, &old.kind), Some(Scope::Namespaced));
    assert_eq!(kinds.find(&old), None);
}

#[test]
fn plurals_of_unknown_kinds_are_guessed() {
    for (kind, plural) in [
        ("Widget", "widgets"),
        ("Policy", "policies"),
        ("Gateway", "gatewaies"),
        ("Address", "addresses"),
        ("Endpoints", "endpoints"),
        ("ServiceEndpoints", "serviceendpoints"),
        ("", ""),
    ] {
        assert_eq!(guess_plural(kind), plural, "{kind}");
    }
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let guessed = kinds.resource_or_guess(&Gvk::new("networking.istio.io", "v1", "Gateway"));
    assert_eq!(guessed, Gvr::new("networking.istio.io", "v1", "gatewaies"));
    let known = kinds.resource_or_guess(&Gvk::new("networking.k8s.io", "v1", "IngressClass"));
    assert_eq!(known.resource, "ingressclasses");
}

#[test]
fn equivalent_versions_are_stored_together() {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let names = |resource: &Gvr| -> Vec<Text> {
        kinds
            .equivalents(resource)
            .map(|row| row.gvk().api_version())
            .collect()
    };
    assert_eq!(
        names(&Gvr::new("autoscaling", "v1", "horizontalpodautoscalers")),
        ["autoscaling/v2"]
    );
    assert_eq!(names(&Gvr::new("", "v1", "events")), ["events.k8s.io/v1"]);
    assert_eq!(names(&Gvr::new("events.k8s.io", "v1", "events")), ["v1"]);
    assert!(names(&Gvr::new("", "v1", "pods")).is_empty());
    assert!(names(&Gvr::new("example.com", "v1", "events")).is_empty());
}

fn map(entries: &[(&str, Value)]) -> Value {
    Value::Map(
        entries
            .iter()
            .map(|(key, value)| (*key, value.clone()))
            .collect::<Map>(),
    )
}

fn list(items: &[Value]) -> Value {
    Value::List(items.iter().cloned().collect::<List>())
}

fn widgets(versions: &[Value]) -> Value {
    map(&[
        ("apiVersion", "apiextensions.k8s.io/v1".into()),
        ("kind", "CustomResourceDefinition".into()),
        (
            "spec",
            map(&[
                ("group", "example.com".into()),
                ("scope", "Cluster".into()),
                (
                    "names",
                    map(&[
                        ("kind", "Widget".into()),
                        ("plural", "widgetry".into()),
                        ("shortNames", list(&["wd".into()])),
                    ]),
                ),
                ("versions", list(versions)),
            ]),
        ),
    ])
}

#[test]
fn a_definition_adds_its_served_versions() {
    let version = |name: &str, served: bool| {
        map(&[
            ("name", name.into()),
            ("served", Value::Bool(served)),
            ("subresources", map(&[("status", map(&[]))])),
        ])
    };
    let object = widgets(&[
        version("v1beta1", true),
        version("v1", true),
        version("v1alpha1", false),
    ]);
    assert!(Definition::is_one(&object));
    let definition = Definition::read(&object).output.unwrap();
    assert_eq!(definition.versions.len(), 3);
    let mut kinds = Kinds::builtin(Version::KUBERNETES);
    let before = kinds.iter().count();
    kinds.add(&definition);
    kinds.add(&definition);
    assert_eq!(kinds.iter().count(), before + 2);
    let versions: Vec<&str> = kinds.of_kind("Widget").map(|row| row.version.as_str()).collect();
    assert_eq!(versions, ["v1", "v1beta1"]);
    let row = kinds.of_name("wd").next().unwrap();
    assert_eq!(
        (row.plural.as_str(), row.singular.as_str(), row.origin),
        ("widgetry", "widget", Origin::Definition)
    );
    assert!(row.subresource("status").is_some() && row.subresource("scale").is_none());
    assert!(kinds.is_cluster_scoped("example.com", "Widget"));
}

#[test]
fn a_definition_of_the_old_version_may_have_one_version() {
    let object = map(&[
        ("apiVersion", "apiextensions.k8s.io/v1beta1".into()),
        ("kind", "CustomResourceDefinition".into()),
        (
            "spec",
            map(&[
                ("group", "example.com".into()),
                ("scope", "Namespaced".into()),
                ("version", "v1".into()),
                (
                    "names",
                    map(&[("kind", "Widget".into()), ("plural", "widgets".into())]),
                ),
                (
                    "validation",
                    map(&[("openAPIV3Schema", map(&[("type", "object".into())]))]),
                ),
            ]),
        ),
    ]);
    let definition = Definition::read(&object).output.unwrap();
    let version = &definition.versions[0];
    assert_eq!((version.name.as_str(), version.served), ("v1", true));
    assert_eq!(version.schema.str_at(&["type"]), "object");
}

#[test]
fn a_broken_definition_says_what_is_missing() {
    let diagnosed = Definition::read(&map(&[("spec", map(&[("scope", "cluster".into())]))]));
    assert_eq!(diagnosed.output, None);
    let messages: Vec<&str> = diagnosed
        .diagnostics
        .iter()
        .map(|said| said.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "CustomResourceDefinition has no `spec.group`",
            "CustomResourceDefinition has no `spec.names.kind`",
            "CustomResourceDefinition has no `spec.names.plural`",
            "expected `Namespaced` or `Cluster` at `spec.scope`, found `cluster`",
            "CustomResourceDefinition has no `spec.versions`",
        ]
    );
}
