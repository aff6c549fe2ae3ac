//! `hostNamespaces`: the Pod has namespaces of its own.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Setter, Variant};

pub(super) const CHECK: Check = Check {
    id: "hostNamespaces",
    control: "Host Namespaces",
    level: Level::Baseline,
    replaced_by: None,
    summary: "`hostNetwork`, `hostPID` and `hostIPC` are not true",
    variants: &[Variant::always(find)],
    reason: Reason::Always("host namespaces"),
    detail,
    examples: &[
        Example {
            spec: r#"{"hostNetwork": false}"#,
            failure: None,
        },
        Example {
            spec: r#"{"hostPID": true, "hostNetwork": true}"#,
            failure: Some("host namespaces (hostNetwork=true, hostPID=true)"),
        },
    ],
};

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for field in ["hostNetwork", "hostPID", "hostIPC"] {
        if pod.flag(field) == Some(true) {
            breaches.push(Breach::new(Setter::Pod, field, Found::Bool(true)));
        }
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let fields = breaches.iter().map(|breach| format!("{}=true", breach.field));
    fields.collect::<Vec<_>>().join(", ")
}
