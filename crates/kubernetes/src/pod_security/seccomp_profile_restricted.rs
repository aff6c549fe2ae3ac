//! `seccompProfile_restricted`: system calls are confined.

use super::seccomp_profile_baseline::{FIELD, is_allowed, must_not_set, profile};
use super::{Breach, Check, Example, Found, Level, Pod, Reason, Setter, Variant, wording};

pub(super) const CHECK: Check = Check {
    id: "seccompProfile_restricted",
    control: "Seccomp",
    level: Level::Restricted,
    replaced_by: None,
    summary: "`seccompProfile` is `RuntimeDefault` or `Localhost` for the Pod or for every container, and nothing \
              else for any",
    variants: &[Variant::since(19, find), Variant::since(25, find_unless_windows)],
    reason: Reason::Always("seccompProfile"),
    detail,
    examples: &[
        Example {
            spec: r#"{"securityContext": {"seccompProfile": {"type": "RuntimeDefault"}}, "containers": [{"name": "a"}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a"}]}"#,
            failure: Some(
                "seccompProfile (pod or container \"a\" must set securityContext.seccompProfile.type to \
                 \"RuntimeDefault\" or \"Localhost\")",
            ),
        },
        Example {
            spec: r#"{"containers": [{"name": "a"}, {"name": "b", "securityContext": {"seccompProfile": {"type": "x"}}}]}"#,
            failure: Some(
                "seccompProfile (container \"b\" must not set securityContext.seccompProfile.type to \"x\")",
            ),
        },
    ],
};

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    let mut of_pod = false;
    if let Some(kind) = pod.security().and_then(profile) {
        of_pod = is_allowed(kind);
        if !of_pod {
            breaches.push(Breach::new(Setter::Pod, FIELD, Found::Text(kind)));
        }
    }
    for container in pod.containers() {
        if let Some(kind) = container.security().and_then(profile)
            && !is_allowed(kind)
        {
            breaches.push(Breach::new(container.setter(), FIELD, Found::Text(kind)));
        }
    }
    // What is not said matters only where nothing wrong is said.
    if of_pod || !breaches.is_empty() {
        return;
    }
    for container in pod.containers() {
        if container.security().and_then(profile).is_none() {
            breaches.push(Breach::new(container.setter(), FIELD, Found::Missing));
        }
    }
}

fn find_unless_windows<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    if !pod.is_windows() {
        find(pod, breaches);
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    match breaches.first().map(|breach| &breach.found) {
        Some(Found::Missing) => {
            let containers = wording::containers(breaches);
            format!("pod or {containers} must set {FIELD} to \"RuntimeDefault\" or \"Localhost\"")
        }
        _ => must_not_set(breaches),
    }
}
