//! Levels of the standard, and the versions in which they are written on a namespace.

use std::fmt;

use crate::Version;

/// How much a Pod may ask for. A greater level allows less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Privileged,
    Baseline,
    Restricted,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Privileged, Level::Baseline, Level::Restricted];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Privileged => "privileged",
            Level::Baseline => "baseline",
            Level::Restricted => "restricted",
        }
    }

    /// The level of an exact word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.as_str() == text)
    }
}

/// Which edition of the standard is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StandardVersion {
    /// The newest that the server knows.
    Latest,
    /// That of Kubernetes 1.N; one that is newer than the server counts as its newest.
    Minor(u64),
}

impl StandardVersion {
    /// Reads `latest` or `v1.N`, where N has no leading zero.
    #[must_use]
    pub fn parse(text: &str) -> Option<StandardVersion> {
        if text == "latest" {
            return Some(StandardVersion::Latest);
        }
        let digits = text.strip_prefix("v1.")?;
        let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
        let leads_with_zero = digits.len() > 1 && digits.starts_with('0');
        if !all_digits || leads_with_zero {
            return None;
        }
        let minor: i64 = digits.parse().ok()?;
        u64::try_from(minor).ok().map(StandardVersion::Minor)
    }

    /// The minor version whose checks a server runs.
    #[must_use]
    pub fn minor_on(self, server: Version) -> u64 {
        let newest = u64::from(server.minor);
        match self {
            StandardVersion::Minor(minor) if minor < newest => minor,
            StandardVersion::Minor(_) | StandardVersion::Latest => newest,
        }
    }
}

impl fmt::Display for StandardVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StandardVersion::Latest => f.write_str("latest"),
            StandardVersion::Minor(minor) => write!(f, "v1.{minor}"),
        }
    }
}

/// A level in a version: `restricted:v1.24`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LevelVersion {
    pub level: Level,
    pub version: StandardVersion,
}

impl LevelVersion {
    /// What holds where nothing is said.
    pub const PRIVILEGED: LevelVersion = LevelVersion {
        level: Level::Privileged,
        version: StandardVersion::Latest,
    };

    /// Whether nothing is asked.
    #[must_use]
    pub fn is_privileged(&self) -> bool {
        self.level == Level::Privileged
    }
}

impl fmt::Display for LevelVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.level.as_str(), self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_latest_or_minor_versions_of_one() {
        for (text, expected) in [
            ("latest", Some(StandardVersion::Latest)),
            ("v1.0", Some(StandardVersion::Minor(0))),
            ("v1.24", Some(StandardVersion::Minor(24))),
            ("v1.70000", Some(StandardVersion::Minor(70_000))),
            ("v1.99999999999999999999", None),
            ("v1.", None),
            ("v1.024", None),
            ("v1.+4", None),
            ("v1.24.1", None),
            ("v2.1", None),
            ("1.24", None),
            ("Latest", None),
            ("", None),
        ] {
            assert_eq!(StandardVersion::parse(text), expected, "{text}");
            if let Some(version) = expected {
                assert_eq!(version.to_string(), text);
            }
        }
    }

    #[test]
    fn a_server_knows_no_newer_version_than_its_own() {
        let server = Version::new(1, 34);
        for (text, expected) in [("latest", 34), ("v1.70000", 34), ("v1.34", 34), ("v1.25", 25)] {
            let minor = StandardVersion::parse(text).map(|version| version.minor_on(server));
            assert_eq!(minor, Some(expected), "{text}");
        }
    }

    #[test]
    fn levels_are_ordered_by_what_they_forbid() {
        assert!(Level::ALL.is_sorted());
        assert_eq!(Level::parse("baseline"), Some(Level::Baseline));
        assert_eq!(Level::parse("Baseline"), None);
    }
}
