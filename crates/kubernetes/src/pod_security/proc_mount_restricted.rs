//! `procMount_restricted`: what the baseline asks of `/proc`, also of Pods with users of their own.

use super::{Check, Example, Level, Reason, Variant, proc_mount};

pub(super) const CHECK: Check = Check {
    id: "procMount_restricted",
    control: "/proc Mount Type",
    level: Level::Restricted,
    replaced_by: None,
    summary: "`securityContext.procMount` is unset or `Default`",
    variants: &[Variant::since(35, proc_mount::find)],
    reason: Reason::Always("procMount"),
    detail: proc_mount::detail,
    examples: &[Example {
        spec: r#"{"hostUsers": false, "containers": [{"name": "a", "securityContext": {"procMount": "Unmasked"}}]}"#,
        failure: Some("procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\")"),
    }],
};
