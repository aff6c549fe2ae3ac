//! `procMount`: the parts of `/proc` that runtimes hide stay hidden.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, proc_mount_restricted, wording};

pub(super) const CHECK: Check = Check {
    id: "procMount",
    control: "/proc Mount Type",
    level: Level::Baseline,
    replaced_by: Some(&proc_mount_restricted::CHECK),
    summary: "`securityContext.procMount` is unset or `Default`, unless the Pod has users of its own \
              (`hostUsers: false`)",
    variants: &[Variant::always(find), Variant::since(35, find_with_users_of_host)],
    reason: Reason::Always("procMount"),
    detail,
    examples: &[
        Example {
            spec: r#"{"hostUsers": false, "containers": [{"name": "a", "securityContext": {"procMount": "Unmasked"}}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a", "securityContext": {"procMount": "Unmasked"}}]}"#,
            failure: Some(
                "procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\")",
            ),
        },
    ],
};

const FIELD: &str = "securityContext.procMount";

pub(super) fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        let security = container.security();
        let mount = security.and_then(|security| security.get("procMount")?.as_str());
        if let Some(mount) = mount.filter(|mount| *mount != "Default") {
            breaches.push(Breach::new(container.setter(), FIELD, Found::Text(mount)));
        }
    }
}

fn find_with_users_of_host<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    if !pod.has_own_users() {
        find(pod, breaches);
    }
}

pub(super) fn detail(breaches: &[Breach<'_>]) -> String {
    let (containers, mounts) = (
        wording::containers(breaches),
        wording::quoted(wording::values(breaches)),
    );
    format!("{containers} must not set {FIELD} to {mounts}")
}
