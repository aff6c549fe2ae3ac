//! `restrictedVolumes`: volumes hold what Kubernetes gives to the Pod, no storage from elsewhere.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Sources, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "restrictedVolumes",
    control: "Volume Types",
    level: Level::Restricted,
    replaced_by: None,
    summary: "every volume is one of configMap, csi, downwardAPI, emptyDir, ephemeral, image, \
              persistentVolumeClaim, projected, secret",
    variants: &[
        Variant::always(find_before_images),
        Variant {
            since: 0,
            built: 33,
            find,
        },
    ],
    reason: Reason::Always("restricted volume types"),
    detail,
    examples: &[
        Example {
            spec: r#"{"volumes": [{"name": "a", "image": {"reference": "r.test/a:1"}}, {"name": "b"}]}"#,
            failure: None,
        },
        Example {
            spec: r#"{"volumes": [{"name": "a", "nfs": {}}, {"name": "b", "hostPath": {}}, {"name": "c", "new": {}}]}"#,
            failure: Some(
                "restricted volume types (volumes \"a\", \"b\", \"c\" use restricted volume types \
                 \"hostPath\", \"nfs\", \"unknown\")",
            ),
        },
    ],
};

const ALLOWED: [&str; 9] = [
    "configMap",
    "csi",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "image",
    "persistentVolumeClaim",
    "projected",
    "secret",
];

/// Types that have a name in failures, in the order in which they are looked for.
const NAMED: [&str; 21] = [
    "hostPath",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "gitRepo",
    "nfs",
    "iscsi",
    "glusterfs",
    "rbd",
    "flexVolume",
    "cinder",
    "cephfs",
    "flocker",
    "fc",
    "azureFile",
    "vsphereVolume",
    "quobyte",
    "azureDisk",
    "photonPersistentDisk",
    "portworxVolume",
    "scaleIO",
    "storageos",
];

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_other_than(&ALLOWED, pod, breaches);
}

/// Servers before 1.33 do not know images as volumes.
fn find_before_images<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    let allowed = ALLOWED.map(|kind| if kind == "image" { "" } else { kind });
    find_other_than(&allowed, pod, breaches);
}

fn find_other_than<'p>(allowed: &[&str], pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (setter, volume) in pod.volumes() {
        let is = |kind: &&str| pod::object(volume, kind).is_some();
        let is_bare = || {
            volume
                .as_map()
                .is_some_and(|map| map.keys().all(|key| key == "name"))
        };
        if allowed.iter().any(is) || (pod.sources() == Sources::Defaulted && is_bare()) {
            continue;
        }
        let kind = NAMED.into_iter().find(|kind| is(kind)).unwrap_or("unknown");
        breaches.push(Breach::new(setter, kind, Found::Something));
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let mut kinds: Vec<&str> = breaches.iter().map(|breach| breach.field).collect();
    kinds.sort_unstable();
    kinds.dedup();
    format!(
        "{} {} {} {}",
        wording::volumes(breaches),
        wording::plural(breaches.len(), "uses", "use"),
        wording::plural(kinds.len(), "restricted volume type", "restricted volume types"),
        wording::quoted(kinds)
    )
}
