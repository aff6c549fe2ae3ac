//! Defaults of storage classes, drivers and priority classes.

use super::{Given, Rule};
use crate::Version;

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("scheduling/v1", "PriorityClass"),
        set: &[("preemptionPolicy", Given::Text("PreemptLowerPriority"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("storage/v1", "CSIDriverSpec"),
        set: &[
            ("attachRequired", Given::Bool(true)),
            ("podInfoOnMount", Given::Bool(false)),
            ("storageCapacity", Given::Bool(false)),
            ("requiresRepublish", Given::Bool(false)),
            ("seLinuxMount", Given::Bool(false)),
            ("volumeLifecycleModes", Given::Texts(&["Persistent"])),
            ("fsGroupPolicy", Given::Text("ReadWriteOnceWithFSType")),
        ],
        ..Rule::USUAL
    },
    Rule {
        of: ("storage/v1", "CSIDriverSpec"),
        since: Version::new(1, 36),
        set: &[("preventPodSchedulingIfMissing", Given::Bool(false))],
        ..Rule::USUAL
    },
    Rule {
        of: ("storage/v1", "StorageClass"),
        set: &[
            ("reclaimPolicy", Given::Text("Delete")),
            ("volumeBindingMode", Given::Text("Immediate")),
        ],
        ..Rule::USUAL
    },
];
