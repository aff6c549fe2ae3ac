//! Semantic versions and version ranges, as strict as the Go package Kyverno uses.

use std::cmp::Ordering;
use std::fmt;

use sekisho_document::print::quote;

mod range;

pub use range::{Range, RangeError};

/// `MAJOR.MINOR.PATCH[-pre.release][+build]`. Order ignores the build (engine reference A.5).
#[derive(Debug, Clone, Default)]
pub struct Version {
    pub major: u64,
    pub minor: u64,
    pub patch: u64,
    pub pre: Vec<Identifier>,
    pub build: Vec<Box<str>>,
}

/// One part of a pre-release. Numbers come before words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identifier {
    Number(u64),
    Word(Box<str>),
}

/// Why a text is no version. The texts are those of the Go package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionError {
    Empty,
    MissingElements,
    Characters { part: Part, text: String },
    LeadingZeroes { part: Part, text: String },
    Number { text: String, fault: NumberFault },
    EmptyPart { part: Part },
}

/// The part of a version that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Major,
    Minor,
    Patch,
    Prerelease,
    Build,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberFault {
    Syntax,
    Range,
}

impl Version {
    pub fn parse(text: &str) -> Result<Version, VersionError> {
        if text.is_empty() {
            return Err(VersionError::Empty);
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(VersionError::MissingElements);
        };
        let (rest, build) = match rest.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (rest, None),
        };
        let (patch, pre) = match rest.split_once('-') {
            Some((patch, pre)) => (patch, Some(pre)),
            None => (rest, None),
        };
        Ok(Version {
            major: number(Part::Major, major)?,
            minor: number(Part::Minor, minor)?,
            patch: number(Part::Patch, patch)?,
            pre: parts_of(pre).map(identifier).collect::<Result<_, _>>()?,
            build: parts_of(build).map(build_part).collect::<Result<_, _>>()?,
        })
    }
}

fn parts_of(text: Option<&str>) -> impl Iterator<Item = &str> {
    text.into_iter().flat_map(|text| text.split('.'))
}

fn number(part: Part, text: &str) -> Result<u64, VersionError> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(VersionError::Characters {
            part,
            text: text.to_owned(),
        });
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(VersionError::LeadingZeroes {
            part,
            text: text.to_owned(),
        });
    }
    text.parse().map_err(|_| VersionError::Number {
        text: text.to_owned(),
        fault: if text.is_empty() {
            NumberFault::Syntax
        } else {
            NumberFault::Range
        },
    })
}

fn identifier(text: &str) -> Result<Identifier, VersionError> {
    if text.is_empty() {
        return Err(VersionError::EmptyPart {
            part: Part::Prerelease,
        });
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return number(Part::Prerelease, text).map(Identifier::Number);
    }
    word(Part::Prerelease, text).map(Identifier::Word)
}

fn build_part(text: &str) -> Result<Box<str>, VersionError> {
    if text.is_empty() {
        return Err(VersionError::EmptyPart { part: Part::Build });
    }
    word(Part::Build, text)
}

fn word(part: Part, text: &str) -> Result<Box<str>, VersionError> {
    if text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        return Ok(text.into());
    }
    Err(VersionError::Characters {
        part,
        text: text.to_owned(),
    })
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let numbers = |version: &Version| (version.major, version.minor, version.patch);
        let releases = || match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (true, true) | (false, false) => self.pre.cmp(&other.pre),
        };
        numbers(self).cmp(&numbers(other)).then_with(releases)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Version) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (idx, part) in self.pre.iter().enumerate() {
            f.write_str(if idx == 0 { "-" } else { "." })?;
            match part {
                Identifier::Number(number) => write!(f, "{number}")?,
                Identifier::Word(word) => f.write_str(word)?,
            }
        }
        for (idx, part) in self.build.iter().enumerate() {
            f.write_str(if idx == 0 { "+" } else { "." })?;
            f.write_str(part)?;
        }
        Ok(())
    }
}

impl std::error::Error for VersionError {}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VersionError::Empty => f.write_str("Version string empty"),
            VersionError::MissingElements => f.write_str("No Major.Minor.Patch elements found"),
            VersionError::Characters { part, text } => {
                let part = match part {
                    Part::Major => "major number",
                    Part::Minor => "minor number",
                    Part::Patch => "patch number",
                    Part::Prerelease => "prerelease",
                    Part::Build => "build meta data",
                };
                write!(f, "Invalid character(s) found in {part} {}", quote(text))
            }
            VersionError::LeadingZeroes { part, text } => {
                let part = match part {
                    Part::Major => "Major number",
                    Part::Minor => "Minor number",
                    Part::Patch => "Patch number",
                    Part::Prerelease | Part::Build => "Numeric PreRelease version",
                };
                write!(f, "{part} must not contain leading zeroes {}", quote(text))
            }
            VersionError::Number { text, fault } => {
                let fault = match fault {
                    NumberFault::Syntax => "invalid syntax",
                    NumberFault::Range => "value out of range",
                };
                write!(f, "strconv.ParseUint: parsing {}: {fault}", quote(text))
            }
            VersionError::EmptyPart { part } => f.write_str(match part {
                Part::Build => "Build meta data is empty",
                Part::Major | Part::Minor | Part::Patch | Part::Prerelease => "Prerelease is empty",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered() {
        let ordered = [
            "0.0.0",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1-0",
            "1.2.0",
            "10.0.0",
        ];
        for pair in ordered.windows(2) {
            let (left, right) = (Version::parse(pair[0]).unwrap(), Version::parse(pair[1]).unwrap());
            assert!(left < right, "{left} {right}");
            assert_eq!(left.to_string(), pair[0]);
        }
        let built = Version::parse("1.2.3+b.01").unwrap();
        assert_eq!(built, Version::parse("1.2.3").unwrap());
        assert_eq!(built.to_string(), "1.2.3+b.01");
    }

    #[test]
    fn bad_versions_are_named() {
        for (text, expected) in [
            ("", "Version string empty"),
            ("1.2", "No Major.Minor.Patch elements found"),
            ("v1.2.3", "Invalid character(s) found in major number \"v1\""),
            ("01.2.3", "Major number must not contain leading zeroes \"01\""),
            ("1.2.3.4", "Invalid character(s) found in patch number \"3.4\""),
            ("1..3", "strconv.ParseUint: parsing \"\": invalid syntax"),
            (
                "1.2.99999999999999999999",
                "strconv.ParseUint: parsing \"99999999999999999999\": value out of range",
            ),
            ("1.2.3-", "Prerelease is empty"),
            (
                "1.2.3-01",
                "Numeric PreRelease version must not contain leading zeroes \"01\"",
            ),
            ("1.2.3-a_b", "Invalid character(s) found in prerelease \"a_b\""),
            ("1.2.3+", "Build meta data is empty"),
        ] {
            assert_eq!(Version::parse(text).expect_err(text).to_string(), expected);
        }
    }
}
