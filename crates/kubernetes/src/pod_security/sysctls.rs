//! `sysctls`: only settings of the kernel that do not reach other Pods.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Setter, Variant, pod};

pub(super) const CHECK: Check = Check {
    id: "sysctls",
    control: "Sysctls",
    level: Level::Baseline,
    replaced_by: None,
    summary: "`securityContext.sysctls` name nothing but settings that are kept apart for each Pod; newer versions \
              know more of them",
    variants: &[
        Variant::always(find),
        Variant::since(27, find_27),
        Variant::since(29, find_29),
        Variant::since(32, find_32),
        Variant::since(37, find_37),
    ],
    reason: Reason::Always("forbidden sysctls"),
    detail,
    examples: &[
        Example {
            spec: r#"{"securityContext": {"sysctls": [{"name": "net.ipv4.tcp_rmem", "value": "1"}]}}"#,
            failure: None,
        },
        Example {
            spec: r#"{"securityContext": {"sysctls": [{"name": "kernel.b"}, {"name": "kernel.a"}]}}"#,
            failure: Some("forbidden sysctls (kernel.b, kernel.a)"),
        },
    ],
};

/// Settings that are allowed, with the first minor version that allows them.
const ALLOWED: &[(u64, &str)] = &[
    (0, "kernel.shm_rmid_forced"),
    (0, "net.ipv4.ip_local_port_range"),
    (0, "net.ipv4.ip_unprivileged_port_start"),
    (0, "net.ipv4.ping_group_range"),
    (0, "net.ipv4.tcp_syncookies"),
    (27, "net.ipv4.ip_local_reserved_ports"),
    (29, "net.ipv4.tcp_fin_timeout"),
    (29, "net.ipv4.tcp_keepalive_intvl"),
    (29, "net.ipv4.tcp_keepalive_probes"),
    (29, "net.ipv4.tcp_keepalive_time"),
    (32, "net.ipv4.tcp_rmem"),
    (32, "net.ipv4.tcp_wmem"),
    (37, "net.ipv4.tcp_notsent_lowat"),
    (37, "net.ipv4.tcp_slow_start_after_idle"),
];

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_newer_than(0, pod, breaches);
}

fn find_27<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_newer_than(27, pod, breaches);
}

fn find_29<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_newer_than(29, pod, breaches);
}

fn find_32<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_newer_than(32, pod, breaches);
}

fn find_37<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_newer_than(37, pod, breaches);
}

fn find_newer_than<'p>(minor: u64, pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    let Some(security) = pod.security() else {
        return;
    };
    for (item, sysctl) in pod::items(security, "sysctls").iter().enumerate() {
        let name = pod::text(sysctl, "name");
        let is_allowed = |(since, allowed): &(u64, &str)| *since <= minor && *allowed == name;
        if !ALLOWED.iter().any(is_allowed) {
            breaches.push(Breach {
                item,
                ..Breach::new(Setter::Pod, "securityContext.sysctls[*].name", Found::Text(name))
            });
        }
    }
}

/// In the order in which they are written.
fn detail(breaches: &[Breach<'_>]) -> String {
    let names = breaches.iter().map(|breach| match breach.found {
        Found::Text(name) => name,
        _ => "",
    });
    names.collect::<Vec<_>>().join(", ")
}
