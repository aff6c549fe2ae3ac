//! `capabilities_baseline`: only capabilities that a runtime gives anyway may be added.

use super::{
    Breach, Check, Example, Found, Level, Pod, Reason, Variant, capabilities_restricted, pod, wording,
};

pub(super) const CHECK: Check = Check {
    id: "capabilities_baseline",
    control: "Capabilities",
    level: Level::Baseline,
    replaced_by: Some(&capabilities_restricted::CHECK),
    summary: "containers add no capabilities but AUDIT_WRITE, CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, MKNOD, \
              NET_BIND_SERVICE, SETFCAP, SETGID, SETPCAP, SETUID, SYS_CHROOT",
    variants: &[Variant::always(find)],
    reason: Reason::Always("non-default capabilities"),
    detail,
    examples: &[
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"capabilities": {"add": ["KILL"]}}}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"capabilities": {"add": ["SYS_TIME", "KILL", "kill"]}}}]}"#,
            failure: Some(
                "non-default capabilities (container \"a\" must not include \"SYS_TIME\", \"kill\" in \
                 securityContext.capabilities.add)",
            ),
        },
    ],
};

/// What containers get from common runtimes, sorted.
const GIVEN: &[&str] = &[
    "AUDIT_WRITE",
    "CHOWN",
    "DAC_OVERRIDE",
    "FOWNER",
    "FSETID",
    "KILL",
    "MKNOD",
    "NET_BIND_SERVICE",
    "SETFCAP",
    "SETGID",
    "SETPCAP",
    "SETUID",
    "SYS_CHROOT",
];

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_added(pod, GIVEN, breaches);
}

/// Capabilities that are added and are not among those of a sorted list.
pub(super) fn find_added<'p>(pod: &Pod<'p>, allowed: &[&str], breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        let security = container.security();
        let Some(capabilities) = security.and_then(|security| pod::object(security, "capabilities")) else {
            continue;
        };
        let added = pod::texts(capabilities, "add");
        let mut forbidden: Vec<&str> = added.filter(|name| !allowed.contains(name)).collect();
        if !forbidden.is_empty() {
            forbidden.sort_unstable();
            forbidden.dedup();
            breaches.push(Breach::new(container.setter(), ADD, Found::Texts(forbidden)));
        }
    }
}

pub(super) const ADD: &str = "securityContext.capabilities.add";

fn detail(breaches: &[Breach<'_>]) -> String {
    must_not_add(breaches)
}

pub(super) fn must_not_add(breaches: &[Breach<'_>]) -> String {
    let (containers, names) = (
        wording::containers(breaches),
        wording::quoted(wording::values(breaches)),
    );
    format!("{containers} must not include {names} in {ADD}")
}
