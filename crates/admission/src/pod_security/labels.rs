//! The labels by which a namespace says what it asks of its Pods (admission reference §5.1).

use sekisho_document::Value;
use sekisho_kubernetes::pod_security::{Level, LevelVersion, StandardVersion};
use sekisho_kubernetes::validation::FieldError;

/// What is asked in each mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Violations are refused.
    pub enforce: LevelVersion,
    /// Violations are noted in the audit log.
    pub audit: LevelVersion,
    /// Violations are told to the client.
    pub warn: LevelVersion,
}

impl Default for Policy {
    /// Nothing is asked.
    fn default() -> Policy {
        Policy {
            enforce: LevelVersion::PRIVILEGED,
            audit: LevelVersion::PRIVILEGED,
            warn: LevelVersion::PRIVILEGED,
        }
    }
}

pub const ENFORCE: &str = "pod-security.kubernetes.io/enforce";
pub const ENFORCE_VERSION: &str = "pod-security.kubernetes.io/enforce-version";
pub(super) const AUDIT: &str = "pod-security.kubernetes.io/audit";
const AUDIT_VERSION: &str = "pod-security.kubernetes.io/audit-version";
pub(super) const WARN: &str = "pod-security.kubernetes.io/warn";
const WARN_VERSION: &str = "pod-security.kubernetes.io/warn-version";

impl Policy {
    /// Reads labels. What can not be read is a fault and counts as something: to enforce as the strictest
    /// level, to audit and to warn as none, a version as the newest.
    #[must_use]
    pub fn read(labels: &Value, defaults: Policy) -> (Policy, Vec<FieldError>) {
        let mut faults = Vec::new();
        let mut policy = defaults;
        let enforced = level(labels, ENFORCE, &mut faults);
        policy.enforce.level = match enforced {
            Label::Absent => defaults.enforce.level,
            Label::Read(level) => level,
            Label::Unreadable => Level::Restricted,
        };
        version(labels, ENFORCE_VERSION, &mut policy.enforce, &mut faults);
        for (mode, key, of_version) in [
            (&mut policy.audit, AUDIT, AUDIT_VERSION),
            (&mut policy.warn, WARN, WARN_VERSION),
        ] {
            mode.level = match level(labels, key, &mut faults) {
                Label::Absent => mode.level,
                Label::Read(level) => level,
                Label::Unreadable => Level::Privileged,
            };
            version(labels, of_version, mode, &mut faults);
        }
        // Who enforces more than is warned of by default is warned of as much.
        if let Label::Read(level) = enforced
            && labels.get(WARN).is_none()
            && level > policy.warn.level
        {
            policy.warn.level = level;
            if labels.get(WARN_VERSION).is_none() {
                policy.warn.version = policy.enforce.version;
            }
        }
        (policy, faults)
    }

    pub(super) fn is_fully_privileged(&self) -> bool {
        [self.enforce, self.audit, self.warn]
            .iter()
            .all(LevelVersion::is_privileged)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Absent,
    Read(Level),
    Unreadable,
}

fn level(labels: &Value, key: &str, faults: &mut Vec<FieldError>) -> Label {
    let Some(label) = labels.get(key) else {
        return Label::Absent;
    };
    match label.as_str().and_then(Level::parse) {
        Some(level) => Label::Read(level),
        None => {
            faults.push(fault(
                key,
                label,
                "must be one of privileged, baseline, restricted",
            ));
            Label::Unreadable
        }
    }
}

fn version(labels: &Value, key: &str, mode: &mut LevelVersion, faults: &mut Vec<FieldError>) {
    let Some(label) = labels.get(key) else {
        return;
    };
    let version = label.as_str().and_then(StandardVersion::parse);
    if version.is_none() {
        faults.push(fault(key, label, "must be \"latest\" or \"v1.x\""));
    }
    mode.version = version.unwrap_or(StandardVersion::Latest);
}

fn fault(key: &str, label: &Value, detail: &str) -> FieldError {
    FieldError::invalid(format!("metadata.labels[{key}]"), label.clone(), detail)
}
