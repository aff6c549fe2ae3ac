//! `runAsUser`: nobody asks to run as root.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "runAsUser",
    control: "Running as Non-root user",
    level: Level::Restricted,
    replaced_by: None,
    summary: "`securityContext.runAsUser` is not 0, unless the Pod has users of its own (`hostUsers: false`)",
    variants: &[
        Variant::since(23, find),
        Variant::since(35, find_with_users_of_host),
    ],
    reason: Reason::Always("runAsUser=0"),
    detail,
    examples: &[
        Example {
            spec: r#"{"securityContext": {"runAsUser": 1000}}"#,
            failure: None,
        },
        Example {
            spec: r#"{"securityContext": {"runAsUser": 0}, "containers": [{"name": "a", "securityContext": {"runAsUser": 0}}]}"#,
            failure: Some("runAsUser=0 (pod and container \"a\" must not set runAsUser=0)"),
        },
    ],
};

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (setter, security) in pod.contexts() {
        if pod::number(security, "runAsUser") == Some(0) {
            breaches.push(Breach::new(setter, "securityContext.runAsUser", Found::Number(0)));
        }
    }
}

fn find_with_users_of_host<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    if !pod.has_own_users() {
        find(pod, breaches);
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    format!("{} must not set runAsUser=0", wording::setters(breaches))
}
