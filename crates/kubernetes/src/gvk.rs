//! Names of kinds and resources: group, version, kind and group, version, plural.

use std::fmt;

use sekisho_document::{Text, Value};

/// A kind with its group and version. The core group is the empty text.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gvk {
    pub group: Text,
    pub version: Text,
    pub kind: Text,
}

/// A resource, named by its plural, with its group and version. The core group is the empty text.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gvr {
    pub group: Text,
    pub version: Text,
    pub resource: Text,
}

impl Gvk {
    #[must_use]
    pub fn new(group: &str, version: &str, kind: &str) -> Gvk {
        Gvk {
            group: Text::new(group),
            version: Text::new(version),
            kind: Text::new(kind),
        }
    }

    /// From an `apiVersion` and a `kind` as they stand in a document. An `apiVersion` with two or more
    /// slashes names no group and no version.
    #[must_use]
    pub fn from_api_version(api_version: &str, kind: &str) -> Gvk {
        let (group, version) = split_api_version(api_version).unwrap_or_default();
        Gvk::new(group, version, kind)
    }

    /// What an object says it is. What it does not say is empty.
    #[must_use]
    pub fn of(object: &Value) -> Gvk {
        Gvk::from_api_version(object.str_at(&["apiVersion"]), object.str_at(&["kind"]))
    }

    /// `v1`, `apps/v1`.
    #[must_use]
    pub fn api_version(&self) -> Text {
        join_api_version(&self.group, &self.version)
    }

    /// The resource of this group and version with a plural.
    #[must_use]
    pub fn resource(&self, plural: &str) -> Gvr {
        Gvr {
            group: self.group.clone(),
            version: self.version.clone(),
            resource: Text::new(plural),
        }
    }
}

impl Gvr {
    #[must_use]
    pub fn new(group: &str, version: &str, resource: &str) -> Gvr {
        Gvr {
            group: Text::new(group),
            version: Text::new(version),
            resource: Text::new(resource),
        }
    }

    /// `v1`, `apps/v1`.
    #[must_use]
    pub fn api_version(&self) -> Text {
        join_api_version(&self.group, &self.version)
    }

    /// `pods`, `deployments.apps`: how the API server names a resource without its version.
    #[must_use]
    pub fn group_resource(&self) -> Text {
        if self.group.is_empty() {
            return self.resource.clone();
        }
        Text::from(format!("{}.{}", self.resource, self.group))
    }
}

impl fmt::Display for Gvk {
    /// As the API server writes it: `apps/v1, Kind=Deployment`; the core group gives `/v1, Kind=Pod`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}

impl fmt::Display for Gvr {
    /// As the API server writes it: `apps/v1, Resource=deployments`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Resource={}", self.group, self.version, self.resource)
    }
}

/// Group and version of an `apiVersion`; nothing when it has more than one slash.
#[must_use]
pub fn split_api_version(api_version: &str) -> Option<(&str, &str)> {
    match api_version.split_once('/') {
        None => Some(("", api_version)),
        Some((_, version)) if version.contains('/') => None,
        Some((group, version)) => Some((group, version)),
    }
}

/// `v1` for the core group, else `group/version`.
#[must_use]
pub fn join_api_version(group: &str, version: &str) -> Text {
    if group.is_empty() {
        return Text::new(version);
    }
    Text::from(format!("{group}/{version}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_api_version_splits_at_its_only_slash() {
        for (text, expected) in [
            ("v1", Some(("", "v1"))),
            ("apps/v1", Some(("apps", "v1"))),
            ("", Some(("", ""))),
            ("/", Some(("", ""))),
            ("a/b/c", None),
        ] {
            assert_eq!(split_api_version(text), expected, "{text}");
        }
    }

    #[test]
    fn names_print_as_the_server_prints_them() {
        let gvk = Gvk::from_api_version("apps/v1", "Deployment");
        assert_eq!(gvk.to_string(), "apps/v1, Kind=Deployment");
        assert_eq!(gvk.api_version(), "apps/v1");
        let gvr = gvk.resource("deployments");
        assert_eq!(gvr.to_string(), "apps/v1, Resource=deployments");
        assert_eq!(gvr.group_resource(), "deployments.apps");
        assert_eq!(Gvr::new("", "v1", "pods").group_resource(), "pods");
        assert_eq!(Gvk::new("", "v1", "Pod").api_version(), "v1");
    }
}
