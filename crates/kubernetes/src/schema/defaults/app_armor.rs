//! Profiles of AppArmor in annotations, which a server writes into the fields of a Pod that is created
//! (admission reference §5.3; recorded: rows of Pod Security with such annotations).

use sekisho_document::{Map, Text, Value};

use super::{edit, edit_items, edit_or_make, fill};

const ANNOTATION: &str = "container.apparmor.security.beta.kubernetes.io/";

const LISTS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];

/// A container whose profile is only in an annotation gets it as a field.
pub(super) fn into_fields(pod: &mut Map) {
    let annotations = pod
        .get("metadata")
        .and_then(|metadata| metadata.get("annotations"));
    let Some(annotations) = annotations.and_then(Value::as_map).cloned() else {
        return;
    };
    let is_windows = |pod: &Map| {
        let spec = pod.get("spec");
        spec.is_some_and(|spec| spec.str_at(&["os", "name"]) == "windows")
    };
    if !annotations.keys().any(|key| key.starts_with(ANNOTATION)) || is_windows(pod) {
        return;
    }
    edit(pod, "spec", |spec| {
        for list in LISTS {
            edit_items(spec, list, |container| into_field(container, &annotations));
        }
    });
}

fn into_field(container: &mut Map, annotations: &Map) {
    let name = container.get("name").and_then(Value::as_str).unwrap_or_default();
    let written = annotations.get(&format!("{ANNOTATION}{name}"));
    if let Some(profile) = written.and_then(Value::as_str).and_then(profile) {
        edit_or_make(container, "securityContext", |security| {
            fill(security, "appArmorProfile", || Value::Map(profile));
        });
    }
}

/// The profile that an annotation means; nothing where it can not be read.
fn profile(text: &str) -> Option<Map> {
    let mut profile = Map::new();
    let kind = match (text, text.strip_prefix("localhost/")) {
        ("runtime/default", _) => "RuntimeDefault",
        ("unconfined", _) => "Unconfined",
        (_, Some(name)) if !name.is_empty() => {
            profile.insert(Text::const_new("localhostProfile"), Value::text(name));
            "Localhost"
        }
        _ => return None,
    };
    profile.insert(Text::const_new("type"), Value::text(kind));
    Some(profile)
}
