//! Kyverno's kind selectors: `Pod`, `apps/v1/Deployment`, `*/scale`, `v1/Pod.status`.

use crate::Gvk;
use crate::wildcard::Wildcard;

/// Which kinds and subresources an entry of `kinds` means (engine reference §2.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindSelector {
    pub group: Wildcard,
    pub version: Wildcard,
    pub kind: Wildcard,
    /// Exactly the empty text for the resource itself.
    pub subresource: Wildcard,
}

/// What an entry is made of, as texts: group, version, kind, subresource.
type Parts<'t> = [&'t str; 4];

impl KindSelector {
    /// Reads an entry. Every text is an entry; some cannot match anything.
    #[must_use]
    pub fn parse(text: &str) -> KindSelector {
        let [group, version, kind, subresource] = parts(text);
        KindSelector {
            group: Wildcard::new(group),
            version: Wildcard::new(version),
            kind: Wildcard::new(kind),
            subresource: Wildcard::new(subresource),
        }
    }

    /// Whether a kind and a subresource are meant: the test of cleanup policies and resource filters.
    #[must_use]
    pub fn matches(&self, kind: &Gvk, subresource: &str) -> bool {
        self.matches_kind(kind) && self.subresource.matches(subresource)
    }

    /// The test of policies and exceptions: whoever means Pods also means their ephemeral containers,
    /// which is the only way a running Pod gets new containers.
    #[must_use]
    pub fn matches_in_policy(&self, kind: &Gvk, subresource: &str) -> bool {
        let is_ephemeral = subresource == "ephemeralcontainers"
            && kind.group.is_empty()
            && kind.version == "v1"
            && kind.kind == "Pod";
        self.matches_kind(kind) && (is_ephemeral || self.subresource.matches(subresource))
    }

    fn matches_kind(&self, kind: &Gvk) -> bool {
        self.kind.matches(&kind.kind)
            && self.group.matches(&kind.group)
            && self.version.matches(&kind.version)
    }
}

fn parts(text: &str) -> Parts<'_> {
    let mut pieces: Vec<&str> = text.split('/').collect();
    let last = pieces.pop().unwrap_or_default();
    pieces.extend(last.split('.'));
    match *pieces.as_slice() {
        [kind] => ["*", "*", kind, ""],
        ["*", "*"] => ["*", "*", "*", "*"],
        ["*", subresource] if is_lower(subresource) => ["*", "*", "*", subresource],
        [version, kind] if is_version(version) => ["*", version, kind, ""],
        [kind, subresource] => ["*", "*", kind, subresource],
        [version, kind, subresource] if is_version(version) => ["*", version, kind, subresource],
        [group, version, kind] => [group, version, kind, ""],
        [group, version, kind, subresource] => [group, version, kind, subresource],
        _ => ["", "", "", ""],
    }
}

fn is_lower(text: &str) -> bool {
    text.to_lowercase() == text
}

/// `*`, `v1`, `v2beta11`.
fn is_version(text: &str) -> bool {
    if text == "*" {
        return true;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(rest) = text.strip_prefix('v') else {
        return false;
    };
    match rest.split_once("alpha").or_else(|| rest.split_once("beta")) {
        Some((major, minor)) => is_number(major) && is_number(minor),
        None => is_number(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_taken_apart() {
        for (text, expected) in [
            ("Pod", ["*", "*", "Pod", ""]),
            ("Pod/exec", ["*", "*", "Pod", "exec"]),
            ("Pod.exec", ["*", "*", "Pod", "exec"]),
            ("v1/Pod", ["*", "v1", "Pod", ""]),
            ("v1/Pod.status", ["*", "v1", "Pod", "status"]),
            ("v1/Pod/status", ["*", "v1", "Pod", "status"]),
            ("v2beta11/Kiln", ["*", "v2beta11", "Kiln", ""]),
            ("v1gamma1/Kiln", ["*", "*", "v1gamma1", "Kiln"]),
            ("apps/v1/Deployment", ["apps", "v1", "Deployment", ""]),
            ("apps/v1/Deployment/scale", ["apps", "v1", "Deployment", "scale"]),
            ("*.example.com/*/Widget", ["*.example.com", "*", "Widget", ""]),
            ("apps/Deployment", ["*", "*", "apps", "Deployment"]),
            ("*", ["*", "*", "*", ""]),
            ("*/*", ["*", "*", "*", "*"]),
            ("*/Pod", ["*", "*", "Pod", ""]),
            ("*/eviction", ["*", "*", "*", "eviction"]),
            ("*/*/Pod", ["*", "*", "*", "Pod"]),
            ("a/b/c/d/e", ["", "", "", ""]),
            ("", ["*", "*", "", ""]),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn entries_match_kinds_and_subresources() {
        let pod = Gvk::new("", "v1", "Pod");
        let deployment = Gvk::new("apps", "v1", "Deployment");
        for (text, kind, subresource, in_cleanup, in_policy) in [
            ("Pod", &pod, "", true, true),
            ("pod", &pod, "", false, false),
            ("Pod", &pod, "status", false, false),
            ("Pod", &pod, "ephemeralcontainers", false, true),
            ("P*d", &pod, "", true, true),
            ("*", &pod, "status", false, false),
            ("*/*", &pod, "status", true, true),
            ("*/*/Pod", &pod, "", false, false),
            ("apps/*/Pod", &pod, "", false, false),
            ("Deployment/scale", &deployment, "scale", true, true),
            ("*/scale", &deployment, "scale", true, true),
            ("apps/Deployment", &deployment, "", false, false),
            ("apps/v1/Deployment", &deployment, "", true, true),
            ("Deployment", &deployment, "ephemeralcontainers", false, false),
        ] {
            let selector = KindSelector::parse(text);
            assert_eq!(
                selector.matches(kind, subresource),
                in_cleanup,
                "{text} {subresource}"
            );
            assert_eq!(
                selector.matches_in_policy(kind, subresource),
                in_policy,
                "{text} {subresource}"
            );
        }
    }
}
