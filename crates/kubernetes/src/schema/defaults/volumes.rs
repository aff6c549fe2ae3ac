//! Defaults of volumes and of what they are made from.

use sekisho_document::{Map, Value};

use super::{Given, Rule, pods};

const fn rule(name: &'static str, set: &'static [(&'static str, Given)]) -> Rule {
    Rule {
        of: ("core/v1", name),
        set,
        ..Rule::USUAL
    }
}

/// 0644
const MODE: &[(&str, Given)] = &[("defaultMode", Given::Int(420))];
const ISCSI: &[(&str, Given)] = &[("iscsiInterface", Given::Text("default"))];
const RBD: &[(&str, Given)] = &[
    ("pool", Given::Text("rbd")),
    ("user", Given::Text("admin")),
    ("keyring", Given::Text("/etc/ceph/keyring")),
];
const SCALE_IO: &[(&str, Given)] = &[
    ("storageMode", Given::Text("ThinProvisioned")),
    ("fsType", Given::Text("xfs")),
];

pub(super) const RULES: &[Rule] = &[
    rule(
        "AzureDiskVolumeSource",
        &[
            ("cachingMode", Given::Text("ReadWrite")),
            ("fsType", Given::Text("ext4")),
            ("readOnly", Given::Bool(false)),
            ("kind", Given::Text("Shared")),
        ],
    ),
    rule("ConfigMapVolumeSource", MODE),
    rule("DownwardAPIVolumeSource", MODE),
    rule("HostPathVolumeSource", &[("type", Given::Text(""))]),
    rule("ISCSIPersistentVolumeSource", ISCSI),
    rule("ISCSIVolumeSource", ISCSI),
    Rule {
        of: ("core/v1", "ImageVolumeSource"),
        more: Some(|source| pods::pull_policy(source, "reference", "pullPolicy")),
        ..Rule::USUAL
    },
    rule("ProjectedVolumeSource", MODE),
    rule("RBDPersistentVolumeSource", RBD),
    rule("RBDVolumeSource", RBD),
    rule("ScaleIOPersistentVolumeSource", SCALE_IO),
    rule("ScaleIOVolumeSource", SCALE_IO),
    rule("SecretVolumeSource", MODE),
    rule(
        "ServiceAccountTokenProjection",
        &[("expirationSeconds", Given::Int(3600))],
    ),
    Rule {
        of: ("core/v1", "Volume"),
        more: Some(volume),
        ..Rule::USUAL
    },
];

/// A volume without any source is an empty folder.
fn volume(volume: &mut Map) {
    if volume.keys().all(|key| key == "name") {
        volume.insert("emptyDir", Value::Map(Map::new()));
    }
}
