//! `hostProbesAndHostLifecycle`: probes and hooks reach nothing but the Pod itself.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "hostProbesAndHostLifecycle",
    control: "",
    level: Level::Baseline,
    replaced_by: None,
    summary: "`httpGet` and `tcpSocket` of probes and lifecycle hooks name no `host`",
    variants: &[Variant::since(34, find)],
    reason: Reason::Always("probe or lifecycle host"),
    detail,
    examples: &[
        Example {
            spec: r#"{"containers": [{"name": "a", "livenessProbe": {"httpGet": {"host": "", "port": 1}}}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a", "livenessProbe": {"httpGet": {"host": "h1"}},
                      "lifecycle": {"preStop": {"tcpSocket": {"host": "h2"}}}}]}"#,
            failure: Some(
                "probe or lifecycle host (container \"a\" uses probe or lifecycle hosts \"h1\", \"h2\")",
            ),
        },
    ],
};

/// Where a host can be named: the keys that lead to it, and the field as a whole.
const PLACES: &[(&[&str], &str)] = &[
    (&["livenessProbe", "httpGet"], "livenessProbe.httpGet.host"),
    (&["livenessProbe", "tcpSocket"], "livenessProbe.tcpSocket.host"),
    (&["readinessProbe", "httpGet"], "readinessProbe.httpGet.host"),
    (&["readinessProbe", "tcpSocket"], "readinessProbe.tcpSocket.host"),
    (&["startupProbe", "httpGet"], "startupProbe.httpGet.host"),
    (&["startupProbe", "tcpSocket"], "startupProbe.tcpSocket.host"),
    (
        &["lifecycle", "postStart", "httpGet"],
        "lifecycle.postStart.httpGet.host",
    ),
    (
        &["lifecycle", "postStart", "tcpSocket"],
        "lifecycle.postStart.tcpSocket.host",
    ),
    (
        &["lifecycle", "preStop", "httpGet"],
        "lifecycle.preStop.httpGet.host",
    ),
    (
        &["lifecycle", "preStop", "tcpSocket"],
        "lifecycle.preStop.tcpSocket.host",
    ),
];

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        for (keys, field) in PLACES {
            let host = container
                .value
                .at(keys)
                .map_or("", |action| pod::text(action, "host"));
            if !host.is_empty() {
                breaches.push(Breach::new(container.setter(), field, Found::Text(host)));
            }
        }
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let hosts = wording::values(breaches);
    let using = wording::names(breaches).len();
    format!(
        "{} {} {} {}",
        wording::containers(breaches),
        wording::plural(using, "uses", "use"),
        wording::plural(hosts.len(), "probe or lifecycle host", "probe or lifecycle hosts"),
        wording::quoted(hosts)
    )
}
