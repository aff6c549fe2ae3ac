//! `seLinuxOptions`: labels of SELinux are those of containers.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "seLinuxOptions",
    control: "SELinux",
    level: Level::Baseline,
    replaced_by: None,
    summary: "`seLinuxOptions` set no user and no role, and no type but container_t, container_init_t, \
              container_kvm_t, since 1.31 also container_engine_t",
    variants: &[Variant::always(find), Variant::since(31, find_31)],
    reason: Reason::Always("seLinuxOptions"),
    detail,
    examples: &[
        Example {
            spec: r#"{"securityContext": {"seLinuxOptions": {"type": "container_engine_t", "level": "s0"}}}"#,
            failure: None,
        },
        Example {
            spec: r#"{"securityContext": {"seLinuxOptions": {"type": "spc_t"}},
                      "containers": [{"name": "a", "securityContext": {"seLinuxOptions": {"role": "r"}}}]}"#,
            failure: Some(
                "seLinuxOptions (pod and container \"a\" set forbidden securityContext.seLinuxOptions: type \
                 \"spc_t\"; role may not be set)",
            ),
        },
    ],
};

const TYPE: &str = "securityContext.seLinuxOptions.type";
const USER: &str = "securityContext.seLinuxOptions.user";
const ROLE: &str = "securityContext.seLinuxOptions.role";

const TYPES: &[&str] = &["", "container_t", "container_init_t", "container_kvm_t"];
const TYPES_31: &[&str] = &[
    "",
    "container_t",
    "container_init_t",
    "container_kvm_t",
    "container_engine_t",
];

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_other_than(TYPES, pod, breaches);
}

fn find_31<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    find_other_than(TYPES_31, pod, breaches);
}

fn find_other_than<'p>(types: &[&str], pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (setter, security) in pod.contexts() {
        let Some(options) = pod::object(security, "seLinuxOptions") else {
            continue;
        };
        let fields = [
            (TYPE, "type", types),
            (USER, "user", &[""]),
            (ROLE, "role", &[""]),
        ];
        for (field, key, allowed) in fields {
            let text = pod::text(options, key);
            if !allowed.contains(&text) {
                breaches.push(Breach::new(setter, field, Found::Text(text)));
            }
        }
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let of_types: Vec<Breach<'_>> = breaches.iter().filter(|it| it.field == TYPE).cloned().collect();
    let types = wording::values(&of_types);
    let mut parts = Vec::new();
    if !types.is_empty() {
        let word = wording::plural(types.len(), "type", "types");
        parts.push(format!("{word} {}", wording::quoted(types)));
    }
    for (field, word) in [(USER, "user"), (ROLE, "role")] {
        if breaches.iter().any(|breach| breach.field == field) {
            parts.push(format!("{word} may not be set"));
        }
    }
    let setters = wording::setters(breaches);
    format!(
        "{setters} set forbidden securityContext.seLinuxOptions: {}",
        parts.join("; ")
    )
}
