//! Which updates of a Pod are judged (admission reference §5.2).

use sekisho_document::Value;

/// Whether containers came or went, or one has another image.
pub(super) fn update(new: &Value, old: &Value) -> bool {
    let differ = |key: &str| {
        let (new, old) = (containers(new, key), containers(old, key));
        new.len() != old.len() || new.iter().zip(old).any(|(new, old)| image(new) != image(old))
    };
    let key = "ephemeralContainers";
    let added = |container: &Value| {
        let name = container.str_at(&["name"]);
        let mut old = containers(old, key).iter();
        let old = old.find(|old| old.str_at(&["name"]) == name);
        old.is_none_or(|old| image(old) != image(container))
    };
    differ("containers") || differ("initContainers") || containers(new, key).iter().any(added)
}

fn containers<'p>(pod: &'p Value, key: &str) -> &'p [Value] {
    let list = pod.at(&["spec", key]).and_then(Value::as_list);
    list.map_or(&[], |list| list)
}

fn image(container: &Value) -> &str {
    container.str_at(&["image"])
}
