//! `capabilities_restricted`: all capabilities are dropped, and at most one comes back.

use super::capabilities_baseline::{ADD, find_added, must_not_add};
use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "capabilities_restricted",
    control: "Capabilities",
    level: Level::Restricted,
    replaced_by: None,
    summary: "every container drops `ALL` capabilities and adds none but NET_BIND_SERVICE",
    variants: &[Variant::since(22, find), Variant::since(25, find_unless_windows)],
    reason: Reason::Always("unrestricted capabilities"),
    detail,
    examples: &[
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"capabilities": {"drop": ["ALL"], "add": ["NET_BIND_SERVICE"]}}}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"capabilities": {"drop": ["all"], "add": ["KILL"]}}}, {"name": "b"}]}"#,
            failure: Some(
                "unrestricted capabilities (containers \"a\", \"b\" must set \
                 securityContext.capabilities.drop=[\"ALL\"]; container \"a\" must not include \"KILL\" in \
                 securityContext.capabilities.add)",
            ),
        },
    ],
};

const DROP: &str = "securityContext.capabilities.drop";

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        let security = container.security();
        let capabilities = security.and_then(|security| pod::object(security, "capabilities"));
        let dropped = capabilities.map_or(&[][..], |capabilities| pod::items(capabilities, "drop"));
        if dropped.iter().any(|name| name.as_str() == Some("ALL")) {
            continue;
        }
        let found = if dropped.is_empty() {
            Found::Missing
        } else {
            let mut names: Vec<&str> = dropped.iter().map(pod::text_of).collect();
            names.sort_unstable();
            Found::Texts(names)
        };
        breaches.push(Breach::new(container.setter(), DROP, found));
    }
    find_added(pod, &["NET_BIND_SERVICE"], breaches);
}

fn find_unless_windows<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    if !pod.is_windows() {
        find(pod, breaches);
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    // Those that do not drop come before those that add.
    let missing = breaches.partition_point(|breach| breach.field != ADD);
    let (missing, adding) = breaches.split_at_checked(missing).unwrap_or_default();
    let mut parts = Vec::new();
    if !missing.is_empty() {
        parts.push(format!(
            "{} must set {DROP}=[\"ALL\"]",
            wording::containers(missing)
        ));
    }
    if !adding.is_empty() {
        parts.push(must_not_add(adding));
    }
    parts.join("; ")
}
