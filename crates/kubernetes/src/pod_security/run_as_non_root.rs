//! `runAsNonRoot`: containers promise not to run as root.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Setter, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "runAsNonRoot",
    control: "Running as Non-root",
    level: Level::Restricted,
    replaced_by: None,
    summary: "`securityContext.runAsNonRoot` is true for the Pod or for every container, and false for none, \
              unless the Pod has users of its own (`hostUsers: false`)",
    variants: &[Variant::always(find), Variant::since(35, find_with_users_of_host)],
    reason: Reason::Always("runAsNonRoot != true"),
    detail,
    examples: &[
        Example {
            spec: r#"{"securityContext": {"runAsNonRoot": true}, "containers": [{"name": "a"}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a"}, {"name": "b", "securityContext": {"runAsNonRoot": true}}]}"#,
            failure: Some(
                "runAsNonRoot != true (pod or container \"a\" must set securityContext.runAsNonRoot=true)",
            ),
        },
        Example {
            spec: r#"{"containers": [{"name": "a"}, {"name": "b", "securityContext": {"runAsNonRoot": false}}]}"#,
            failure: Some(
                "runAsNonRoot != true (container \"b\" must not set securityContext.runAsNonRoot=false)",
            ),
        },
    ],
};

const FIELD: &str = "securityContext.runAsNonRoot";

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    let said = |security| pod::flag(security, "runAsNonRoot");
    let of_pod = pod.security().and_then(said);
    if of_pod == Some(false) {
        breaches.push(Breach::new(Setter::Pod, FIELD, Found::Bool(false)));
    }
    // What is said comes before what is not said.
    for container in pod.containers() {
        if container.security().and_then(said) == Some(false) {
            breaches.push(Breach::new(container.setter(), FIELD, Found::Bool(false)));
        }
    }
    if of_pod == Some(true) {
        return;
    }
    for container in pod.containers() {
        if container.security().and_then(said).is_none() {
            breaches.push(Breach::new(container.setter(), FIELD, Found::Missing));
        }
    }
}

fn find_with_users_of_host<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    if !pod.has_own_users() {
        find(pod, breaches);
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let said = breaches.partition_point(|breach| breach.found != Found::Missing);
    match breaches.get(..said).unwrap_or_default() {
        [] => format!("pod or {} must set {FIELD}=true", wording::containers(breaches)),
        said => format!("{} must not set {FIELD}=false", wording::setters(said)),
    }
}
