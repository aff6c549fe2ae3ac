//! `privileged`: no container may do what the node may.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "privileged",
    control: "Privileged Containers",
    level: Level::Baseline,
    replaced_by: None,
    summary: "`securityContext.privileged` is not true",
    variants: &[Variant::always(find)],
    reason: Reason::Always("privileged"),
    detail,
    examples: &[
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"privileged": false}}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"initContainers": [{"name": "a", "securityContext": {"privileged": true}}]}"#,
            failure: Some("privileged (container \"a\" must not set securityContext.privileged=true)"),
        },
    ],
};

const FIELD: &str = "securityContext.privileged";

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        let security = container.security();
        if security.and_then(|security| pod::flag(security, "privileged")) == Some(true) {
            breaches.push(Breach::new(container.setter(), FIELD, Found::Bool(true)));
        }
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    format!("{} must not set {FIELD}=true", wording::containers(breaches))
}
