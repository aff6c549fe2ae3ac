//! `windowsHostProcess`: no container is a process of a Windows node.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "windowsHostProcess",
    control: "HostProcess",
    level: Level::Baseline,
    replaced_by: None,
    summary: "`windowsOptions.hostProcess` is not true",
    variants: &[Variant::always(find)],
    reason: Reason::Always("hostProcess"),
    detail,
    examples: &[
        Example {
            spec: r#"{"securityContext": {"windowsOptions": {"hostProcess": false}}}"#,
            failure: None,
        },
        Example {
            spec: r#"{"securityContext": {"windowsOptions": {"hostProcess": true}}}"#,
            failure: Some("hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)"),
        },
    ],
};

const FIELD: &str = "securityContext.windowsOptions.hostProcess";

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (setter, security) in pod.contexts() {
        let options = pod::object(security, "windowsOptions");
        if options.and_then(|options| pod::flag(options, "hostProcess")) == Some(true) {
            breaches.push(Breach::new(setter, FIELD, Found::Bool(true)));
        }
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    format!("{} must not set {FIELD}=true", wording::setters(breaches))
}
