//! The words in which failures are told, as the API server has them (admission reference §5.3).

use std::borrow::Cow;
use std::collections::BTreeSet;

use sekisho_document::print;

use super::{Breach, Found, Setter};

/// Texts in double quotes, which are not escaped in them: `"a", "b"`.
pub(super) fn quoted<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let quoted = texts.into_iter().map(|text| format!("\"{}\"", text.as_ref()));
    quoted.collect::<Vec<_>>().join(", ")
}

pub(super) fn plural<'t>(count: usize, one: &'t str, several: &'t str) -> &'t str {
    if count == 1 { one } else { several }
}

/// The names of the containers that set something, each once.
pub(super) fn names<'p>(breaches: &[Breach<'p>]) -> Vec<&'p str> {
    let mut last = None;
    let mut names = Vec::new();
    for breach in breaches {
        if let Setter::Container { list, index, name } = breach.setter
            && last.replace((list, index)) != Some((list, index))
        {
            names.push(name);
        }
    }
    names
}

/// `container "a"`, `containers "a", "b"`.
pub(super) fn containers(breaches: &[Breach<'_>]) -> String {
    let names = names(breaches);
    format!(
        "{} {}",
        plural(names.len(), "container", "containers"),
        quoted(names)
    )
}

/// `volume "a"`, `volumes "a", "b"`.
pub(super) fn volumes(breaches: &[Breach<'_>]) -> String {
    let names = breaches.iter().map(|breach| breach.setter.name());
    format!(
        "{} {}",
        plural(breaches.len(), "volume", "volumes"),
        quoted(names)
    )
}

/// All that set something: `pod and containers "a", "b" and annotation`.
pub(super) fn setters(breaches: &[Breach<'_>]) -> String {
    let count = |wanted: fn(&Setter<'_>) -> bool| {
        let setters = breaches.iter().map(|breach| &breach.setter);
        setters.filter(|setter| wanted(setter)).count()
    };
    let mut setters = Vec::new();
    if count(|setter| matches!(setter, Setter::Pod)) > 0 {
        setters.push("pod".to_owned());
    }
    if count(|setter| matches!(setter, Setter::Container { .. })) > 0 {
        setters.push(containers(breaches));
    }
    let annotations = count(|setter| matches!(setter, Setter::Annotation { .. }));
    if annotations > 0 {
        setters.push(plural(annotations, "annotation", "annotations").to_owned());
    }
    setters.join(" and ")
}

/// The texts that are set, each once, sorted. An annotation is told with its name.
pub(super) fn values<'p>(breaches: &[Breach<'p>]) -> BTreeSet<Cow<'p, str>> {
    let mut values = BTreeSet::new();
    for breach in breaches {
        match (&breach.found, breach.setter) {
            (Found::Text(value), Setter::Annotation { key }) => {
                values.insert(Cow::Owned(format!("{key}={}", print::quote(value))));
            }
            (Found::Text(value), _) => {
                values.insert(Cow::Borrowed(*value));
            }
            (Found::Texts(texts), _) => {
                values.extend(texts.iter().copied().map(Cow::Borrowed));
            }
            (Found::Number(number), _) => {
                values.insert(Cow::Owned(number.to_string()));
            }
            (Found::Missing | Found::Unset | Found::Something | Found::Bool(_), _) => {}
        }
    }
    values
}
