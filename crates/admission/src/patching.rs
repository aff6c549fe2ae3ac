//! What a PATCH of a client makes of the stored object, before admission sees it (admission reference §1.1):
//! JSON patches, merge patches, strategic merge patches.
//!
//! Server-side apply is none of these: it needs to know who owns which field.

mod strategic;

use sekisho_document::{JsonPatchDialect, Map, Patch, Value};
use sekisho_kubernetes::{Gvk, Schema};

/// How many operations a client may send.
const MOST_OPERATIONS: usize = 10_000;

/// Levels of a merge patch that are followed.
const DEEPEST: usize = 500;

/// The forms of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchForm {
    Json,
    Merge,
    Strategic,
}

/// Why a patch can not be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatchRefused {
    /// A JSON patch that fails, in its own words.
    Operation(String),
    TooManyOperations(usize),
    /// Only built-in kinds have the types that a strategic merge needs.
    NoTypes,
    /// A directive of a strategic merge that makes no sense.
    Directive(String),
    TooDeep,
}

impl PatchForm {
    /// The form of a content type.
    #[must_use]
    pub fn of(content_type: &str) -> Option<PatchForm> {
        match content_type {
            "application/json-patch+json" => Some(PatchForm::Json),
            "application/merge-patch+json" => Some(PatchForm::Merge),
            "application/strategic-merge-patch+json" => Some(PatchForm::Strategic),
            _ => None,
        }
    }
}

/// The stored object after a patch.
///
/// # Errors
/// The patch does not fit.
pub fn patched(
    stored: &Value,
    patch: &Value,
    form: PatchForm,
    kind: &Gvk,
    schema: &Schema,
) -> Result<Value, PatchRefused> {
    match form {
        PatchForm::Json => {
            let count = patch.as_list().map_or(0, |list| list.len());
            if count > MOST_OPERATIONS {
                return Err(PatchRefused::TooManyOperations(count));
            }
            let dialect = JsonPatchDialect::ApiServer;
            let read = Patch::read(patch, dialect);
            let applied = read.and_then(|patch| patch.apply(stored, dialect, Patch::GROWTH));
            applied.map_err(|error| PatchRefused::Operation(error.to_string()))
        }
        PatchForm::Merge => merged(Some(stored), patch, DEEPEST),
        PatchForm::Strategic => match schema.find(kind) {
            Some(structure) if structure.is_go => strategic::patched(schema, structure, stored, patch),
            _ => Err(PatchRefused::NoTypes),
        },
    }
}

/// RFC 7386: maps are merged, null removes, anything else replaces.
fn merged(old: Option<&Value>, patch: &Value, depth: usize) -> Result<Value, PatchRefused> {
    let Value::Map(patch) = patch else {
        return Ok(patch.clone());
    };
    let depth = depth.checked_sub(1).ok_or(PatchRefused::TooDeep)?;
    let mut map = old.and_then(Value::as_map).cloned().unwrap_or_else(Map::new);
    for (key, value) in patch {
        if value.is_null() {
            map.remove(key);
            continue;
        }
        let value = merged(map.get(key), value, depth)?;
        map.insert(key.clone(), value);
    }
    Ok(Value::Map(map))
}

#[cfg(test)]
mod tests {
    use sekisho_document::json;
    use sekisho_kubernetes::Version;

    use super::*;

    fn read(text: &str) -> Value {
        json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
    }

    #[test]
    fn each_form_has_its_own_rules() {
        let schema = Schema::builtin(Version::KUBERNETES);
        let stored = r#"{"metadata": {"labels": {"a": "1"}}, "spec": {"nodeSelector": {"d": "e"},
            "containers": [{"name": "a", "image": "x", "args": ["1"]}, {"name": "b", "image": "y"}]}}"#;
        for (form, patch, path, expected) in [
            (
                PatchForm::Json,
                r#"[{"op": "remove", "path": "/metadata/labels/a"}]"#,
                "metadata",
                r#"{"labels": {}}"#,
            ),
            (
                PatchForm::Merge,
                r#"{"metadata": {"labels": {"a": null, "b": "2"}}}"#,
                "metadata",
                r#"{"labels": {"b": "2"}}"#,
            ),
            (
                PatchForm::Merge,
                r#"{"spec": {"containers": [{"name": "c"}]}}"#,
                "spec",
                r#"{"nodeSelector": {"d": "e"}, "containers": [{"name": "c"}]}"#,
            ),
            (
                PatchForm::Strategic,
                r#"{"spec": {"nodeSelector": null, "containers": [{"name": "b", "image": "z"}, {"name": "c"}, {"name": "a", "args": ["2"]}]}}"#,
                "spec",
                r#"{"containers": [{"name": "a", "image": "x", "args": ["2"]}, {"name": "b", "image": "z"}, {"name": "c"}]}"#,
            ),
            (
                PatchForm::Strategic,
                r#"{"spec": {"containers": [{"name": "a", "$patch": "delete"}], "nodeSelector": {"$patch": "replace", "f": "g"}}}"#,
                "spec",
                r#"{"nodeSelector": {"f": "g"}, "containers": [{"name": "b", "image": "y"}]}"#,
            ),
        ] {
            let pod = Gvk::new("", "v1", "Pod");
            let found = patched(&read(stored), &read(patch), form, &pod, &schema).unwrap();
            assert_eq!(found.get(path), Some(&read(expected)), "{patch}");
        }
    }

    #[test]
    fn patches_that_do_not_fit_are_refused() {
        let schema = Schema::builtin(Version::KUBERNETES);
        let custom = Gvk::new("x.io", "v1", "Thing");
        for (form, patch, expected) in [
            (PatchForm::Strategic, "{}", PatchRefused::NoTypes),
            (
                PatchForm::Json,
                r#"[{"op": "remove", "path": "/a"}]"#,
                PatchRefused::Operation(
                    "error in remove for path: '/a': Unable to remove nonexistent key: a: missing value"
                        .to_owned(),
                ),
            ),
        ] {
            assert_eq!(
                patched(&read("{}"), &read(patch), form, &custom, &schema),
                Err(expected),
                "{patch}"
            );
        }
    }
}
