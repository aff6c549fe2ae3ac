//! Defaults of a few kinds; rules name types that are there.

use sekisho_document::json;

use super::*;

fn object(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

#[test]
fn every_rule_is_for_a_type_that_some_version_has() {
    let schemas = [36, 37].map(|minor| Schema::builtin(Version::new(1, minor)));
    for rule in RULES.iter().copied().flatten() {
        let found = schemas.iter().any(|schema| {
            let Some(id) = schema.named(rule.of.0, rule.of.1) else {
                return false;
            };
            let structure = schema.structure(id);
            rule.set.iter().all(|(field, _)| structure.field(field).is_some())
        });
        assert!(found, "{rule:?}");
    }
    for rules in RULES {
        assert!(rules.is_sorted_by_key(|rule| rule.of), "{rules:?}");
    }
}

#[test]
fn defaults_are_set_once() {
    let schema = Schema::builtin(Version::KUBERNETES);
    let rows = [
        (
            Gvk::new("apps", "v1", "Deployment"),
            r#"{"spec": {"template": {"spec": {"containers": [{"name": "a", "image": "nginx",
                "livenessProbe": {"httpGet": {"port": 80}, "timeoutSeconds": 0}}], "volumes": [{"name": "v"}]}}}}"#,
            r#"{"metadata": {}, "spec": {"replicas": 1, "selector": null, "revisionHistoryLimit": 10, "progressDeadlineSeconds": 600,
                "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "25%", "maxSurge": "25%"}},
                "template": {"metadata": {}, "spec": {"dnsPolicy": "ClusterFirst", "restartPolicy": "Always",
                    "securityContext": {}, "terminationGracePeriodSeconds": 30, "schedulerName": "default-scheduler",
                    "volumes": [{"name": "v", "emptyDir": {}}],
                    "containers": [{"name": "a", "image": "nginx", "resources": {}, "imagePullPolicy": "Always",
                        "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
                        "livenessProbe": {"httpGet": {"port": 80, "path": "/", "scheme": "HTTP"}, "timeoutSeconds": 1,
                            "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3}}]}}}, "status": {}}"#,
        ),
        (
            Gvk::new("", "v1", "Secret"),
            r#"{"stringData": {"a": "b"}, "data": {"a": "eA=="}}"#,
            r#"{"metadata": {}, "data": {"a": "Yg=="}, "type": "Opaque"}"#,
        ),
        (
            Gvk::new("example.com", "v1", "Widget"),
            r#"{"spec": 1}"#,
            r#"{"spec": 1}"#,
        ),
    ];
    for (kind, sent, expected) in rows {
        let defaulted = schema.default(&object(sent), &kind);
        assert_eq!(defaulted, object(expected), "{kind:?}");
        let again = schema.default(&defaulted, &kind);
        assert!(
            again
                .as_map()
                .unwrap()
                .is_shared_with(defaulted.as_map().unwrap()),
            "{kind:?}"
        );
    }
}

#[test]
fn custom_objects_are_pruned_and_defaulted() {
    let definition = object(
        r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"kind": "Box", "plural": "boxes"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"spec": {"type": "object", "properties": {
                    "size": {"type": "integer", "default": 3},
                    "maybe": {"type": "string", "nullable": true, "default": "x"},
                    "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    "items": {"type": "array", "items": {"type": "object", "properties": {
                        "port": {"type": "integer", "default": 80}}}}}}}}}}]}}"#,
    );
    let mut schema = Schema::builtin(Version::KUBERNETES);
    schema.add(&crate::Definition::read(&definition).output.unwrap());
    let kind = Gvk::new("example.com", "v1", "Box");
    for (sent, expected) in [
        (r#"{}"#, r#"{}"#),
        (
            r#"{"spec": {}, "bogus": 1}"#,
            r#"{"spec": {"size": 3, "maybe": "x"}}"#,
        ),
        (
            r#"{"metadata": {"labels": {}}, "spec": {"size": null, "maybe": null, "free": {"a": null}, "items": [{}, {"port": 1, "b": 2}]}}"#,
            r#"{"metadata": {}, "spec": {"size": 3, "maybe": null, "free": {"a": null}, "items": [{"port": 80}, {"port": 1}]}}"#,
        ),
    ] {
        assert_eq!(schema.default(&object(sent), &kind), object(expected), "{sent}");
    }
}

#[test]
fn created_objects_have_the_metadata_and_the_status_of_the_server() {
    let schema = Schema::builtin(Version::KUBERNETES);
    let rows = [
        (
            Gvk::new("", "v1", "Pod"),
            r#"{"metadata": {"name": "a", "uid": "u", "generation": 7}, "spec": {"containers": [{"name": "a", "image": "a:1",
                "lifecycle": {"stopSignal": "SIGTERM"}, "resources": {"limits": {"cpu": "1", "memory": "1Gi"}}}],
                "tolerations": [{"operator": "Exists", "effect": "NoExecute"}]}, "status": {"phase": "Running"}}"#,
            &[
                ("/metadata/uid", "null"),
                ("/metadata/generation", "1"),
                ("/metadata/namespace", r#""n""#),
                ("/status", r#"{"phase": "Pending", "qosClass": "Guaranteed"}"#),
                (
                    "/spec/tolerations",
                    r#"[{"operator": "Exists", "effect": "NoExecute"}]"#,
                ),
                ("/spec/priority", "0"),
                ("/spec/containers/0/lifecycle", "null"),
            ] as &[(&str, &str)],
        ),
        (
            Gvk::new("", "v1", "Pod"),
            r#"{"metadata": {"annotations": {"container.apparmor.security.beta.kubernetes.io/a": "unconfined",
                "container.apparmor.security.beta.kubernetes.io/b": "localhost/x",
                "container.apparmor.security.beta.kubernetes.io/c": "odd"}},
                "spec": {"containers": [{"name": "a"}, {"name": "c"}], "initContainers": [{"name": "b"}]}}"#,
            &[
                (
                    "/spec/containers/0/securityContext",
                    r#"{"appArmorProfile": {"type": "Unconfined"}}"#,
                ),
                ("/spec/containers/1/securityContext", "null"),
                (
                    "/spec/initContainers/0/securityContext/appArmorProfile",
                    r#"{"type": "Localhost", "localhostProfile": "x"}"#,
                ),
            ],
        ),
        (
            Gvk::new("apps", "v1", "StatefulSet"),
            r#"{"spec": {"volumeClaimTemplates": [{"metadata": {"name": "a"}, "spec": {}}]}}"#,
            &[
                ("/status", r#"{"replicas": 0, "availableReplicas": 0}"#),
                ("/spec/volumeClaimTemplates/0/status", r#"{"phase": "Pending"}"#),
                ("/spec/volumeClaimTemplates/0/metadata", r#"{"name": "a"}"#),
                ("/spec/volumeClaimTemplates/0/kind", r#""PersistentVolumeClaim""#),
                (
                    "/spec/updateStrategy",
                    r#"{"type": "RollingUpdate", "rollingUpdate": {"partition": 0, "maxUnavailable": 1}}"#,
                ),
            ],
        ),
        (
            Gvk::new("", "v1", "Service"),
            r#"{"spec": {"clusterIP": "None", "ports": [{"port": 80}]}}"#,
            &[
                (
                    "/spec/ports/0",
                    r#"{"port": 80, "targetPort": 80, "protocol": "TCP"}"#,
                ),
                ("/spec/ipFamilies", r#"["IPv4", "IPv6"]"#),
                ("/status", r#"{"loadBalancer": {}}"#),
            ],
        ),
    ];
    for (kind, sent, expected) in rows {
        let object_of = |text: &str| object(text);
        let decoded = schema.default(&object_of(sent), &kind);
        let created = schema.created(&schema.admitted(&decoded, &kind), &kind, "n");
        for (pointer, value) in expected {
            let found = pointer
                .split('/')
                .skip(1)
                .try_fold(&created, |value, step| match value {
                    Value::List(list) => list.get(step.parse::<usize>().ok()?),
                    value => value.get(step),
                });
            let found = found.cloned().unwrap_or_default();
            assert_eq!(found, object_of(value), "{kind:?} {pointer}");
        }
        let again = schema.created(&created, &kind, "n");
        assert_eq!(again, created, "{kind:?}");
    }
}

#[test]
fn resources_of_a_pod_follow_from_its_containers() {
    let schema = Schema::builtin(Version::KUBERNETES);
    let kind = Gvk::new("", "v1", "Pod");
    for (containers, own, expected) in [
        (
            r#"[{"resources": {"requests": {"cpu": "100m"}}}, {"resources": {"requests": {"cpu": "200m"}}}]"#,
            r#"{"limits": {"cpu": "1"}}"#,
            r#"{"limits": {"cpu": "1"}, "requests": {"cpu": "300m"}}"#,
        ),
        (
            "[{}]",
            r#"{"limits": {"memory": "1Gi"}}"#,
            r#"{"limits": {"memory": "1Gi"}, "requests": {"memory": "1Gi"}}"#,
        ),
        (
            r#"[{"resources": {"limits": {"cpu": "1"}}}]"#,
            r#"{"requests": {"cpu": "2"}}"#,
            r#"{"requests": {"cpu": "2"}, "limits": {"cpu": "2"}}"#,
        ),
        ("[{}]", "{}", "{}"),
    ] {
        let pod = object(&format!(
            r#"{{"spec": {{"containers": {containers}, "resources": {own}}}}}"#
        ));
        let found = schema.default(&pod, &kind);
        assert_eq!(
            found.at(&["spec", "resources"]),
            Some(&object(expected)),
            "{containers} {own}"
        );
    }
}
