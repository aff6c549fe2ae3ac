//! The Pod Security Standards: what a Pod of each level may ask for, one file a check (admission reference §5).

mod allow_privilege_escalation;
mod app_armor_profile;
mod breach;
mod capabilities_baseline;
mod capabilities_restricted;
mod check;
mod host_namespaces;
mod host_path_volumes;
mod host_ports;
mod host_probes_and_host_lifecycle;
mod level;
mod pod;
mod privileged;
mod proc_mount;
mod proc_mount_restricted;
mod restricted_volumes;
mod run_as_non_root;
mod run_as_user;
mod se_linux_options;
mod seccomp_profile_baseline;
mod seccomp_profile_restricted;
mod sysctls;
mod template;
#[cfg(test)]
mod tests;
mod windows_host_process;
mod wording;

pub use breach::{Breach, Found, Setter};
pub use check::{Check, Example, Reason, Variant};
pub use level::{Level, LevelVersion, StandardVersion};
pub use pod::{Container, ContainerList, Pod, Sources};
pub use template::{Template, template};

use crate::Version;

/// All checks, sorted by their ids.
pub const CHECKS: &[Check] = &[
    allow_privilege_escalation::CHECK,
    app_armor_profile::CHECK,
    capabilities_baseline::CHECK,
    capabilities_restricted::CHECK,
    host_namespaces::CHECK,
    host_path_volumes::CHECK,
    host_ports::CHECK,
    host_probes_and_host_lifecycle::CHECK,
    privileged::CHECK,
    proc_mount::CHECK,
    proc_mount_restricted::CHECK,
    restricted_volumes::CHECK,
    run_as_non_root::CHECK,
    run_as_user::CHECK,
    se_linux_options::CHECK,
    seccomp_profile_baseline::CHECK,
    seccomp_profile_restricted::CHECK,
    sysctls::CHECK,
    windows_host_process::CHECK,
];

/// A check that a Pod does not pass.
#[derive(Debug, Clone)]
pub struct Failure<'p> {
    pub check: &'static Check,
    /// Never empty.
    pub breaches: Vec<Breach<'p>>,
}

impl Failure<'_> {
    /// What kind of thing is forbidden: `host namespaces`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.check.reason.of(&self.breaches)
    }

    /// What asks for it: `hostNetwork=true`.
    #[must_use]
    pub fn detail(&self) -> String {
        (self.check.detail)(&self.breaches)
    }
}

/// The checks of a level that a Pod does not pass, in the order in which the API server of a version names
/// them: those of the baseline, then the others (§5.4).
#[must_use]
pub fn evaluate<'p>(
    level: Level,
    version: StandardVersion,
    server: Version,
    pod: &Pod<'p>,
) -> Vec<Failure<'p>> {
    let minor = version.minor_on(server);
    let mut failures = Vec::new();
    for own in [Level::Baseline, Level::Restricted] {
        if own > level {
            break;
        }
        for check in CHECKS.iter().filter(|check| check.level == own) {
            let replaced = check.replaced_by.filter(|_| level == Level::Restricted);
            if replaced.is_some_and(|other| other.variant(minor, server).is_some()) {
                continue;
            }
            if let Some(variant) = check.variant(minor, server) {
                failures.extend(check.failure(variant, pod));
            }
        }
    }
    failures
}

/// Failures in one line: `reason (detail), reason (detail)`.
#[must_use]
pub fn described(failures: &[Failure<'_>]) -> String {
    let texts = failures
        .iter()
        .map(|failure| format!("{} ({})", failure.reason(), failure.detail()));
    texts.collect::<Vec<_>>().join(", ")
}

/// Only the reasons of failures, in one line.
#[must_use]
pub fn reasons(failures: &[Failure<'_>]) -> String {
    let texts = failures.iter().map(Failure::reason);
    texts.collect::<Vec<_>>().join(", ")
}
