//! `hostPathVolumes`: no volume is a folder of the node.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, restricted_volumes, wording};

pub(super) const CHECK: Check = Check {
    id: "hostPathVolumes",
    control: "HostPath Volumes",
    level: Level::Baseline,
    replaced_by: Some(&restricted_volumes::CHECK),
    summary: "no volume is a `hostPath`",
    variants: &[Variant::always(find)],
    reason: Reason::Always("hostPath volumes"),
    detail,
    examples: &[
        Example {
            spec: r#"{"volumes": [{"name": "a", "emptyDir": {}}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"volumes": [{"name": "a", "hostPath": {"path": "/"}}, {"name": "b", "hostPath": {}}]}"#,
            failure: Some("hostPath volumes (volumes \"a\", \"b\")"),
        },
    ],
};

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (setter, volume) in pod.volumes() {
        if let Some(source) = pod::object(volume, "hostPath") {
            let path = Found::Text(pod::text(source, "path"));
            breaches.push(Breach::new(setter, "hostPath", path));
        }
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    wording::volumes(breaches)
}
