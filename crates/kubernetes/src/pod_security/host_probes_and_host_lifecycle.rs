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

const PROBES: [&str; 3] = ["livenessProbe", "readinessProbe", "startupProbe"];

const HOOKS: [&str; 2] = ["postStart", "preStop"];

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        let probes = PROBES.iter().filter_map(|key| pod::object(container.value, key));
        let lifecycle = pod::object(container.value, "lifecycle").into_iter();
        let hooks = lifecycle.flat_map(|hooks| HOOKS.iter().filter_map(|key| pod::object(hooks, key)));
        for handler in probes.chain(hooks) {
            for action in ["httpGet", "tcpSocket"] {
                let host = pod::object(handler, action).map_or("", |action| pod::text(action, "host"));
                if !host.is_empty() {
                    breaches.push(Breach::new(container.setter(), "", Found::Text(host)));
                }
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
