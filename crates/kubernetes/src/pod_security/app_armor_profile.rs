//! `appArmorProfile`: the profile of AppArmor is that of the runtime or one on the node.

use super::{Breach, Check, Example, Found, Level, Pod, Reason, Setter, Variant, pod, wording};

pub(super) const CHECK: Check = Check {
    id: "appArmorProfile",
    control: "AppArmor",
    level: Level::Baseline,
    replaced_by: None,
    summary: "a profile of AppArmor that is set is `RuntimeDefault` or `Localhost`; in annotations \
              `runtime/default` or `localhost/…`",
    variants: &[Variant::always(find)],
    reason: Reason::ByValues {
        one: "forbidden AppArmor profile",
        several: "forbidden AppArmor profiles",
    },
    detail,
    examples: &[
        Example {
            spec: r#"{"securityContext": {"appArmorProfile": {"type": "RuntimeDefault"}}}"#,
            failure: None,
        },
        Example {
            spec: r#"{"securityContext": {"appArmorProfile": {"type": "Unconfined"}},
                      "containers": [{"name": "a", "securityContext": {"appArmorProfile": {"type": "Unconfined"}}}]}"#,
            failure: Some(
                "forbidden AppArmor profile (pod and container \"a\" must not set AppArmor profile type to \
                 \"Unconfined\")",
            ),
        },
    ],
};

const ANNOTATION: &str = "container.apparmor.security.beta.kubernetes.io/";

fn find<'p>(pod: &Pod<'p>, breaches: &mut Vec<Breach<'p>>) {
    for (setter, security) in pod.contexts() {
        let Some(profile) = pod::object(security, "appArmorProfile") else {
            continue;
        };
        let kind = pod::text(profile, "type");
        if !matches!(kind, "RuntimeDefault" | "Localhost") {
            let field = "securityContext.appArmorProfile.type";
            breaches.push(Breach::new(setter, field, Found::Text(kind)));
        }
    }
    let of_fields = breaches.len();
    for (key, value) in pod.annotations() {
        let allowed = value.is_empty() || value == "runtime/default" || value.starts_with("localhost/");
        if key.starts_with(ANNOTATION) && !allowed {
            breaches.push(Breach::new(Setter::Annotation { key }, "", Found::Text(value)));
        }
    }
    if let Some(annotations) = breaches.get_mut(of_fields..) {
        annotations.sort_by(|left, right| left.setter.name().cmp(right.setter.name()));
    }
}

fn detail(breaches: &[Breach<'_>]) -> String {
    let (setters, values) = (
        wording::setters(breaches),
        wording::quoted(wording::values(breaches)),
    );
    format!("{setters} must not set AppArmor profile type to {values}")
}
