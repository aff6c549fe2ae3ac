//! The table can be read; look-ups, custom kinds, the Go view.

use sekisho_document::{Map, json};

use super::*;

fn object(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

#[test]
fn every_word_of_the_table_can_be_read() {
    for minor in 34..=37 {
        let schema = Schema::builtin(Version::new(1, minor));
        assert_eq!(table::unreadable(&schema), Vec::<String>::new(), "1.{minor}");
        for package in &schema.packages {
            let slots = &schema.slots[package.slots.clone()];
            assert!(
                slots.is_sorted_by_key(|slot| table::name(slot.line)),
                "{}",
                package.name
            );
        }
    }
}

#[test]
fn kinds_and_their_fields_are_found() {
    let schema = Schema::builtin(Version::KUBERNETES);
    let walk = |kind: &Gvk, path: &[&str]| {
        let mut structure = schema.find(kind)?;
        let mut shape = None;
        for name in path {
            let field = structure.field(name)?;
            shape = Some(&field.ty.shape);
            structure = match &field.ty.shape {
                Shape::Structure(id) => schema.structure(*id),
                Shape::List(items, _) => match &items.shape {
                    Shape::Structure(id) => schema.structure(*id),
                    _ => structure,
                },
                _ => structure,
            };
        }
        shape.cloned()
    };
    let deployment = Gvk::new("apps", "v1", "Deployment");
    let pod = ["spec", "template", "spec"];
    assert_eq!(walk(&deployment, &["spec", "replicas"]), Some(Shape::Int32));
    assert_eq!(
        walk(&deployment, &["metadata", "creationTimestamp"]),
        Some(Shape::Time)
    );
    assert!(matches!(
        walk(&deployment, &[&pod[..], &["containers", "ports"]].concat()),
        Some(Shape::List(_, ListKind::Map(keys))) if *keys == ["containerPort", "protocol"]
    ));
    assert_eq!(walk(&deployment, &["spec", "nope"]), None);
    assert!(schema.find(&Gvk::new("apps", "v1", "DeploymentSpec")).is_none());
    assert!(schema.find(&Gvk::new("apps", "v1beta1", "Deployment")).is_none());
    let field = schema
        .structure(schema.named("core/v1", "ContainerPort").unwrap())
        .field("protocol")
        .unwrap();
    assert_eq!(field.ty.default, Some(Value::text("TCP")));
}

#[test]
fn versions_have_their_own_types() {
    let policy = Gvk::new("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy");
    for (minor, has_kind, has_field) in [
        (34, false, false),
        (36, true, false),
        (37, true, true),
        (99, true, true),
    ] {
        let schema = Schema::builtin(Version::new(1, minor));
        assert_eq!(schema.find(&policy).is_some(), has_kind, "1.{minor}");
        let pod = schema.structure(schema.named("core/v1", "PodSpec").unwrap());
        assert_eq!(pod.field("evictionResponders").is_some(), has_field, "1.{minor}");
    }
}

#[test]
fn the_go_view_adds_structures_and_drops_what_is_empty() {
    let schema = Schema::builtin(Version::KUBERNETES);
    let kind = Gvk::new("", "v1", "Pod");
    let rows = [
        (
            r#"{}"#,
            r#"{"metadata": {}, "spec": {"containers": null}, "status": {}}"#,
        ),
        (
            r#"{"metadata": {"labels": {}, "annotations": {"a": null}, "creationTimestamp": null, "bogus": 1},
                "spec": {"hostNetwork": false, "hostUsers": false, "nodeName": "", "containers": [
                    {"name": "a", "ports": [], "resources": {"limits": {"cpu": "0.25", "memory": "1024Mi"}}}, null]},
                "status": {"startTime": "2024-01-01T01:00:00+01:00"}}"#,
            r#"{"metadata": {"annotations": {"a": ""}},
                "spec": {"hostUsers": false, "containers": [
                    {"name": "a", "resources": {"limits": {"cpu": "250m", "memory": "1Gi"}}},
                    {"name": "", "resources": {}}]},
                "status": {"startTime": "2024-01-01T00:00:00Z"}}"#,
        ),
        (
            r#"{"metadata": {}, "spec": {"containers": [{"name": "a", "resources": {}, "command": [null]}]}, "status": {}}"#,
            r#"{"metadata": {}, "spec": {"containers": [{"name": "a", "resources": {}, "command": [""]}]}, "status": {}}"#,
        ),
    ];
    for (sent, held) in rows {
        assert_eq!(schema.go_view(&object(sent), &kind), object(held), "{sent}");
        assert_eq!(schema.go_view(&object(held), &kind), object(held), "{held}");
    }
    let custom = object(r#"{"spec": {"a": []}}"#);
    assert_eq!(
        schema.go_view(&custom, &Gvk::new("example.com", "v1", "Widget")),
        custom
    );
}

#[test]
fn what_does_not_change_is_shared() {
    let schema = Schema::builtin(Version::KUBERNETES);
    let pod =
        object(r#"{"metadata": {}, "spec": {"containers": [{"name": "a", "resources": {}}]}, "status": {}}"#);
    let view = schema.go_view(&pod, &Gvk::new("", "v1", "Pod"));
    assert!(view.as_map().unwrap().is_shared_with(pod.as_map().unwrap()));
}

#[test]
fn quantities_keep_a_spelling_that_says_the_same() {
    let schema = Schema::builtin(Version::KUBERNETES);
    let kind = Gvk::new("", "v1", "PersistentVolume");
    for (written, printed) in [
        (r#""1000m""#, "1"),
        (r#""1024Mi""#, "1Gi"),
        (r#""0.5""#, "500m"),
        (r#""0.5Gi""#, "512Mi"),
        (r#""1000k""#, "1M"),
        (r#""1.0""#, "1"),
        ("2", "2"),
        ("0.5", "500m"),
        (r#"" 1""#, "1"),
        (r#""+1""#, "+1"),
        (r#""1e3""#, "1e3"),
        (r#""1.Gi""#, "1.Gi"),
        (r#""01Gi""#, "01Gi"),
        (r#""0""#, "0"),
        (r#""0.1m""#, "100u"),
        (r#""1E""#, "1E"),
        (r#""bogus""#, "bogus"),
    ] {
        let volume = object(&format!(
            r#"{{"spec": {{"capacity": {{"storage": {written}}}}}}}"#
        ));
        let view = schema.go_view(&volume, &kind);
        assert_eq!(
            view.str_at(&["spec", "capacity", "storage"]),
            printed,
            "{written}"
        );
    }
}

#[test]
fn custom_kinds_have_the_types_of_their_definition() {
    let definition = object(
        r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"spec": {"type": "object", "required": ["size"], "properties": {
                    "size": {"type": "integer", "default": 3},
                    "port": {"x-kubernetes-int-or-string": true},
                    "note": {"type": "string", "nullable": true},
                    "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                    "weights": {"type": "object", "additionalProperties": {"type": "number"}}}}}}}},
                {"name": "v2", "served": true, "storage": false}]}}"#,
    );
    let mut schema = Schema::builtin(Version::KUBERNETES);
    schema.add(&Definition::read(&definition).output.unwrap());
    let widget = schema.find(&Gvk::new("example.com", "v1", "Widget")).unwrap();
    let names: Vec<&str> = widget.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["kind", "apiVersion", "metadata", "spec"]);
    let Shape::Structure(spec) = widget.field("spec").unwrap().ty.shape else {
        panic!("expected a structure")
    };
    let spec = schema.structure(spec);
    let shape = |name: &str| spec.field(name).unwrap().ty.shape.clone();
    assert_eq!(spec.field("size").unwrap().ty.default, Some(Value::Int(3)));
    assert!(spec.field("size").unwrap().required && spec.field("note").unwrap().ty.nullable);
    assert_eq!(shape("port"), Shape::IntOrString);
    assert_eq!(shape("free"), Shape::Object);
    assert!(matches!(shape("tags"), Shape::List(_, ListKind::Set)));
    assert!(matches!(shape("weights"), Shape::Map(values, _) if values.shape == Shape::Double));
    assert!(
        schema
            .find(&Gvk::new("example.com", "v2", "Widget"))
            .unwrap()
            .keeps_unknown
    );
}

/// A map in a map, so many times.
fn nested(key: &str, levels: usize, inner: Value) -> Value {
    (0..levels).fold(inner, |value, _| Value::Map([(key, value)].into_iter().collect()))
}

#[test]
fn objects_and_schemas_of_any_depth_are_survived() {
    let levels = 20_000;
    let mut schema = Schema::builtin(Version::KUBERNETES);
    let kind = Gvk::new("apiextensions.k8s.io", "v1", "CustomResourceDefinition");
    let version = |written: Value| {
        let schema: Map = [("openAPIV3Schema", written)].into_iter().collect();
        let version: Map = [("name", Value::text("v1")), ("schema", Value::Map(schema))]
            .into_iter()
            .collect();
        let versions = Value::List([Value::Map(version)].into_iter().collect());
        nested(
            "spec",
            1,
            Value::Map([("versions", versions)].into_iter().collect()),
        )
    };
    let deep = version(nested("not", levels, Value::Map(Map::new())));
    let decoded = schema.default(&schema.go_view(&deep, &kind), &kind);
    assert!(schema.created(&decoded, &kind, "").get("metadata").is_some());
    assert_eq!(schema.decode_strict(&deep, &kind).refused, None);

    // A schema of such depth says something of its first levels only.
    let mut written = Value::Map(Map::new());
    for _ in 0..levels {
        let properties = nested("a", 1, written);
        let entries = [("type", Value::text("object")), ("properties", properties)];
        written = Value::Map(entries.into_iter().collect());
    }
    let definition = Definition {
        group: Text::new("example.com"),
        kind: Text::new("Deep"),
        plural: Text::new("deeps"),
        singular: Text::new("deep"),
        short_names: Box::new([]),
        categories: Box::new([]),
        scope: crate::Scope::Cluster,
        versions: vec![crate::DefinitionVersion {
            name: Text::new("v1"),
            served: true,
            storage: true,
            schema: written,
            status: false,
            scale: false,
        }],
    };
    schema.add(&definition);
    let kind = Gvk::new("example.com", "v1", "Deep");
    let object = nested("a", levels, Value::Int(1));
    assert!(schema.default(&object, &kind).get("a").is_some());
    assert_eq!(schema.decode_strict(&object, &kind).unknown, Vec::<String>::new());
}
