//! Versions of servers: `1.37` of Kubernetes, `1.19` of Kyverno.

use std::fmt;

/// Major and minor number of a server. Patch releases do not change what a policy means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    pub major: u16,
    pub minor: u16,
}

impl Version {
    /// The newest Kubernetes that is known here.
    pub const KUBERNETES: Version = Version::new(1, 37);
    /// The newest Kyverno that is known here.
    pub const KYVERNO: Version = Version::new(1, 19);

    #[must_use]
    pub const fn new(major: u16, minor: u16) -> Version {
        Version { major, minor }
    }

    /// Reads `1.34`, `v1.34` or `v1.34.2`; what follows the minor number must begin with `.`, `-` or `+`
    /// and is dropped.
    #[must_use]
    pub fn parse(text: &str) -> Option<Version> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let (major, rest) = text.split_once('.')?;
        let (minor, _) = rest.split_at(rest.find(['.', '-', '+']).unwrap_or(rest.len()));
        Some(Version::new(number(major)?, number(minor)?))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

fn number(digits: &str) -> Option<u16> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_ordered_by_number() {
        for (text, expected) in [
            ("1.34", Some(Version::new(1, 34))),
            ("v1.9", Some(Version::new(1, 9))),
            ("v1.34.2", Some(Version::new(1, 34))),
            ("1.19.0-rc.1", Some(Version::new(1, 19))),
            ("1", None),
            ("1.", None),
            ("1.+4", None),
            ("1.x", None),
            ("1.99999", None),
        ] {
            assert_eq!(Version::parse(text), expected, "{text}");
        }
        assert!(Version::new(1, 9) < Version::new(1, 10));
        assert_eq!(Version::KUBERNETES.to_string(), "1.37");
    }
}
