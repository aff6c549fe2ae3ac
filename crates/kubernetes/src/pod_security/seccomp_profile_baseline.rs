//! `seccompProfile_baseline`: system calls are not unconfined on purpose.

use super::{
    Breach, Check, Example, Found, Level, Pod, Reason, Setter, Variant, pod, seccomp_profile_restricted,
    wording,
};

pub(super) const CHECK: Check = Check {
    id: "seccompProfile_baseline",
    control: "Seccomp",
    level: Level::Baseline,
    replaced_by: Some(&seccomp_profile_restricted::CHECK),
    summary: "a `seccompProfile` that is set is `RuntimeDefault` or `Localhost`; before 1.19 annotations were \
              looked at instead",
    variants: &[Variant::always(find_annotations), Variant::since(19, find)],
    reason: Reason::Always("seccompProfile"),
    detail,
    examples: &[
        Example {
            spec: r#"{"containers": [{"name": "a"}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"securityContext": {"seccompProfile": {"type": "Unconfined"}}}"#,
            failure: Some(
                "seccompProfile (pod must not set securityContext.seccompProfile.type to \"Unconfined\")",
            ),
        },
    ],
};

pub(super) const FIELD: &str = "securityContext.seccompProfile.type";

const OF_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
const OF_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";

fn find_annotations<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (key, value) in pod.annotations() {
        let of_container = || {
            let name = key.strip_prefix(OF_CONTAINER);
            name.is_some_and(|name| pod.containers().any(|container| container.name() == name))
        };
        let allowed =
            matches!(value, "runtime/default" | "docker/default") || value.starts_with("localhost/");
        if !allowed && (key == OF_POD || of_container()) {
            breaches.push(Breach::new(Setter::Annotation { key }, "", Found::Text(value)));
        }
    }
}

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (setter, security) in pod.contexts() {
        if let Some(kind) = profile(security).filter(|kind| !is_allowed(kind)) {
            breaches.push(Breach::new(setter, FIELD, Found::Text(kind)));
        }
    }
}

/// The type of the profile, where one is set.
pub(super) fn profile(security: &sekisho_document::Value) -> Option<&str> {
    let profile = pod::object(security, "seccompProfile")?;
    Some(pod::text(profile, "type"))
}

pub(super) fn is_allowed(kind: &str) -> bool {
    matches!(kind, "RuntimeDefault" | "Localhost")
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let values = wording::values(breaches);
    match breaches.first().map(|breach| breach.setter) {
        Some(Setter::Annotation { .. }) => {
            let word = wording::plural(values.len(), "annotation", "annotations");
            let values: Vec<_> = values.into_iter().collect();
            format!("forbidden {word} {}", values.join(", "))
        }
        _ => must_not_set(breaches),
    }
}

pub(super) fn must_not_set(breaches: &[Breach<'_>]) -> String {
    let (setters, values) = (
        wording::setters(breaches),
        wording::quoted(wording::values(breaches)),
    );
    format!("{setters} must not set {FIELD} to {values}")
}
