//! `allowPrivilegeEscalation`: no process may get more rights than its parent.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "allowPrivilegeEscalation",
    control: "Privilege Escalation",
    level: Level::Restricted,
    replaced_by: None,
    summary: "every container sets `securityContext.allowPrivilegeEscalation` to false",
    variants: &[Variant::since(8, find), Variant::since(25, find_unless_windows)],
    reason: Reason::Always("allowPrivilegeEscalation != false"),
    detail,
    examples: &[
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"allowPrivilegeEscalation": false}}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"allowPrivilegeEscalation": true}}, {"name": "b"}]}"#,
            failure: Some(
                "allowPrivilegeEscalation != false (containers \"a\", \"b\" must set \
                 securityContext.allowPrivilegeEscalation=false)",
            ),
        },
        Example {
            spec: r#"{"os": {"name": "windows"}, "containers": [{"name": "a"}]}"#,
            failure: None,
        },
    ],
};

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        let security = container.security();
        let found = match security.map(|security| pod::flag(security, "allowPrivilegeEscalation")) {
            Some(Some(false)) => continue,
            Some(Some(true)) => Found::Bool(true),
            Some(None) => Found::Unset,
            None => Found::Missing,
        };
        let field = "securityContext.allowPrivilegeEscalation";
        breaches.push(Breach::new(container.setter(), field, found));
    }
}

fn find_unless_windows<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    if !pod.is_windows() {
        find(pod, breaches);
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let containers = wording::containers(breaches);
    format!("{containers} must set securityContext.allowPrivilegeEscalation=false")
}
