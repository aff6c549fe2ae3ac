//! `hostPorts`: no container listens on a port of the node.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "hostPorts",
    control: "Host Ports",
    level: Level::Baseline,
    replaced_by: None,
    summary: "containers set no `hostPort`, or 0",
    variants: &[Variant::always(find)],
    reason: Reason::Always("hostPort"),
    detail,
    examples: &[
        Example {
            spec: r#"{"containers": [{"name": "a", "ports": [{"containerPort": 80, "hostPort": 0}]}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"containers": [{"name": "a", "ports": [{"hostPort": 80}, {"hostPort": 8080}, {"hostPort": 9}]}]}"#,
            failure: Some("hostPort (container \"a\" uses hostPorts 80, 8080, 9)"),
        },
    ],
};

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for container in pod.containers() {
        for (item, port) in pod::items(container.value, "ports").iter().enumerate() {
            if let Some(number) = pod::number(port, "hostPort").filter(|number| *number != 0) {
                breaches.push(Breach {
                    item,
                    ..Breach::new(container.setter(), "ports[*].hostPort", Found::Number(number))
                });
            }
        }
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    // The server sorts them as texts.
    let ports: Vec<_> = wording::values(breaches).into_iter().collect();
    let using = wording::names(breaches).len();
    format!(
        "{} {} {} {}",
        wording::containers(breaches),
        wording::plural(using, "uses", "use"),
        wording::plural(ports.len(), "hostPort", "hostPorts"),
        ports.join(", ")
    )
}
