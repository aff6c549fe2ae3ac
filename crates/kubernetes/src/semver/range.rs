//! Version ranges: `>1.0.0 <2.0.0 || >=3.x`.

use std::fmt;

use sekisho_document::print::quote;

use super::{Version, VersionError};

/// Alternatives, each a list of terms that must all hold (JMESPath reference §6.6).
#[derive(Debug, Clone, PartialEq)]
pub struct Range {
    alternatives: Vec<Vec<Term>>,
}

#[derive(Debug, Clone, PartialEq)]
struct Term {
    comparator: Comparator,
    version: Version,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparator {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// Why a text is no range. The texts are those of the Go package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RangeError {
    LeadingOr,
    TrailingOr,
    /// Two `||` in a row; the Go package crashes when it uses such a range.
    EmptyAlternative,
    NoVersion {
        term: String,
    },
    Comparator {
        term: String,
        comparator: String,
    },
    Version {
        term: String,
        version: String,
        error: VersionError,
    },
    Increment {
        text: String,
    },
}

impl Range {
    pub fn parse(text: &str) -> Result<Range, RangeError> {
        let items = split(text);
        if items.first().is_some_and(|item| item == "||") {
            return Err(RangeError::LeadingOr);
        }
        if items.last().is_none_or(|item| item == "||") {
            return Err(RangeError::TrailingOr);
        }
        let mut alternatives = Vec::new();
        for items in items.split(|item| item == "||") {
            let mut terms = Vec::new();
            for item in items {
                for item in expand(item)? {
                    terms.push(term(&item)?);
                }
            }
            if terms.is_empty() {
                return Err(RangeError::EmptyAlternative);
            }
            alternatives.push(terms);
        }
        Ok(Range { alternatives })
    }

    #[must_use]
    pub fn contains(&self, version: &Version) -> bool {
        let holds = |term: &Term| match term.comparator {
            Comparator::Equal => *version == term.version,
            Comparator::NotEqual => *version != term.version,
            Comparator::Greater => *version > term.version,
            Comparator::GreaterOrEqual => *version >= term.version,
            Comparator::Less => *version < term.version,
            Comparator::LessOrEqual => *version <= term.version,
        };
        self.alternatives.iter().any(|terms| terms.iter().all(holds))
    }
}

/// The items between blanks. A blank after `>`, `<` or `=` does not end an item; items of a single
/// byte are dropped.
fn split(text: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut keep = |start: usize, end: usize, least: usize| {
        if let Some(item) = text.get(start..end).filter(|item| item.len() > least) {
            items.push(item.replace(' ', ""));
        }
    };
    let (mut start, mut before) = (0, b'\0');
    for (position, byte) in text.bytes().enumerate() {
        if byte != b' ' {
            before = byte;
        } else if !matches!(before, b'>' | b'<' | b'=') {
            keep(start, position, 1);
            start = position + 1;
        }
    }
    keep(start, text.len(), 1);
    items
}

/// The comparator and the version, which begins with the first digit.
fn parts(item: &str) -> Result<(&str, &str), RangeError> {
    let start = item.find(|character: char| character.is_ascii_digit());
    let (comparator, version) = start
        .and_then(|start| item.split_at_checked(start))
        .ok_or_else(|| RangeError::NoVersion {
            term: item.to_owned(),
        })?;
    Ok((comparator.trim(), version))
}

/// Turns an item with a wildcard (`>=1.2.x`, `1.x`) into one or two without.
fn expand(item: &str) -> Result<Vec<String>, RangeError> {
    if !item.contains('x') {
        return Ok(vec![item.to_owned()]);
    }
    let (comparator, version) = parts(item)?;
    let lowest = lowest(version);
    let next = || next(version, &lowest);
    Ok(match comparator {
        ">" => vec![format!(">={}", next()?)],
        ">=" => vec![format!(">={lowest}")],
        "<" => vec![format!("<{lowest}")],
        "<=" => vec![format!("<{}", next()?)],
        "" | "=" | "==" => vec![format!(">={lowest}"), format!("<{}", next()?)],
        "!=" | "!" => vec![format!("<{lowest}"), format!(">={}", next()?)],
        // An unknown comparator is lost here, and the version then reads as an exact one.
        _ => vec![lowest],
    })
}

fn lowest(version: &str) -> String {
    let lowest = version.replacen(".x.x", ".x", 1).replacen(".x", ".0", 1);
    if lowest.split('.').count() == 2 {
        return lowest + ".0";
    }
    lowest
}

/// The lowest version above all that the wildcard covers: the minor grows for three parts, the major
/// for two. A last part other than `x` leaves nothing to compare with.
fn next(version: &str, lowest: &str) -> Result<String, RangeError> {
    let grows = match (version.rsplit('.').next(), version.split('.').count()) {
        (Some("x"), 3) => 1,
        (Some("x"), 2) => 0,
        _ => return Ok(String::new()),
    };
    let mut parts: Vec<String> = lowest.split('.').map(str::to_owned).collect();
    let Some(part) = parts.get_mut(grows) else {
        return Ok(String::new());
    };
    let number: i64 = part
        .parse()
        .map_err(|_| RangeError::Increment { text: part.clone() })?;
    *part = number.wrapping_add(1).to_string();
    Ok(parts.join("."))
}

fn term(item: &str) -> Result<Term, RangeError> {
    let (written, version) = parts(item)?;
    let comparator = match written {
        "" | "=" | "==" => Comparator::Equal,
        "!" | "!=" => Comparator::NotEqual,
        ">" => Comparator::Greater,
        ">=" => Comparator::GreaterOrEqual,
        "<" => Comparator::Less,
        "<=" => Comparator::LessOrEqual,
        _ => {
            return Err(RangeError::Comparator {
                term: item.to_owned(),
                comparator: written.to_owned(),
            });
        }
    };
    let version = Version::parse(version).map_err(|error| RangeError::Version {
        term: item.to_owned(),
        version: version.to_owned(),
        error,
    })?;
    Ok(Term { comparator, version })
}

impl std::error::Error for RangeError {}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RangeError::LeadingOr => f.write_str("First element in range is '||'"),
            RangeError::TrailingOr => f.write_str("Last element in range is '||'"),
            RangeError::EmptyAlternative => f.write_str("Nothing between two '||' in range"),
            RangeError::NoVersion { term } => {
                write!(f, "Could not get version from string: {}", quote(term))
            }
            RangeError::Comparator { term, comparator } => {
                let term = quote(term);
                let comparator = quote(comparator);
                write!(
                    f,
                    "Could not parse Range {term}: Could not parse comparator {comparator} in {term}"
                )
            }
            RangeError::Version { term, version, error } => {
                let term = quote(term);
                let version = quote(version);
                write!(
                    f,
                    "Could not parse Range {term}: Could not parse version {version} in {term}: {error}"
                )
            }
            RangeError::Increment { text } => {
                write!(f, "strconv.Atoi: parsing {}: invalid syntax", quote(text))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_versions() {
        for (version, range, expected) in [
            ("1.8.6", ">1.0.0 <2.0.0", true),
            ("2.1.5", "<2.0.0 || >=3.0.0", false),
            ("3.1.0", "<2.0.0 || >=3.0.0", true),
            ("1.2.3", "1.2.3", true),
            ("1.2.3", ">= 1.2.3", true),
            ("1.2.3", "! 1.2.3", true),
            ("1.2.3", "!1.2.3", false),
            ("1.2.3-alpha", ">=1.2.3", false),
            ("1.2.3-alpha", "<1.2.3", true),
            ("1.2.3", "1.x", true),
            ("1.2.3", ">1.x", false),
            ("2.0.0", ">1.x", true),
            ("1.2.9", "1.2.x", true),
            ("1.3.0", "<=1.2.x", false),
            ("4.1.3", ">=4.1.x", true),
            ("4.1.3", "!4.x.x", false),
            ("4.1.3", "4.x.x", false),
            ("4.0.3", "4.x.x", true),
            ("1.2.3", "1.0.0 - 2.0.0", false),
        ] {
            let found = Range::parse(range).map(|range| range.contains(&Version::parse(version).unwrap()));
            assert_eq!(found, Ok(expected), "{version} in {range}");
        }
    }

    #[test]
    fn bad_ranges_are_named() {
        for (range, expected) in [
            ("", "Last element in range is '||'"),
            ("x", "Last element in range is '||'"),
            ("|| 1.2.3", "First element in range is '||'"),
            ("1.2.3 ||", "Last element in range is '||'"),
            ("1.2.3 || || 1.2.4", "Nothing between two '||' in range"),
            (
                "^1.0.0",
                "Could not parse Range \"^1.0.0\": Could not parse comparator \"^\" in \"^1.0.0\"",
            ),
            (
                ">=1.2",
                "Could not parse Range \">=1.2\": Could not parse version \"1.2\" in \">=1.2\": No Major.Minor.Patch elements found",
            ),
            ("latest", "Could not get version from string: \"latest\""),
        ] {
            assert_eq!(Range::parse(range).expect_err(range).to_string(), expected);
        }
    }
}
