//! The formats by name, and what each of them does.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use sekisho_diagnostics::{Sources, Style, nearest, visible};
use sekisho_kubernetes::Profile;

use crate::{Event, json, junit, markdown, oneline, open_reports, policy_report, table, text};

/// Writes events as they come. Each call writes what it can and keeps only what its format forces it to.
///
/// `begin` comes first; the event [`Event::Summary`] ends the report. Places of an event are looked up in
/// the sources given beside it, before the call returns; a place that is not there is left out.
pub trait Report: Send {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()>;
}

/// What a user may ask of a format, and what is known of a run when it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// `apply`, `test`, `check`.
    pub command: &'static str,
    /// Version of sekisho.
    pub version: &'static str,
    pub profile: Profile,
    /// When the run began, since the Unix epoch, for formats that carry a time.
    pub began: Option<Duration>,
    pub style: Style,
    pub detail: Detail,
    pub rows: Rows,
    pub messages: Messages,
    pub encoding: Encoding,
}

/// How much is said to people. Formats that programs read say everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// What is wrong, without the summary: `-q`.
    Quiet,
    /// What is wrong and the summary.
    Normal,
    /// Passes and skips too: `-v`.
    Verbose,
}

/// Which rows of tests tables show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    All,
    /// `--fail-only`: one table of the failed rows at the end.
    Failed,
}

/// Whether tables have a column of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Messages {
    Hidden,
    /// `--detailed-results`.
    Shown,
}

/// How formats that are Kubernetes objects are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Yaml,
    /// `--output-format json`.
    Json,
}

/// The formats, in the order in which help lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    Text,
    Oneline,
    Table,
    Json,
    Ndjson,
    Yaml,
    Markdown,
    Sarif,
    Junit,
    Tap,
    Github,
    Gitlab,
    PolicyReport,
    OpenReports,
}

impl Format {
    pub const ALL: &'static [Format] = &[
        Format::Text,
        Format::Oneline,
        Format::Table,
        Format::Json,
        Format::Ndjson,
        Format::Yaml,
        Format::Markdown,
        Format::Sarif,
        Format::Junit,
        Format::Tap,
        Format::Github,
        Format::Gitlab,
        Format::PolicyReport,
        Format::OpenReports,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// One line for help, starting in lower case.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.entry().summary
    }

    /// Whether [`Format::report`] can make it.
    #[must_use]
    pub fn is_built(self) -> bool {
        self.entry().make.is_some()
    }

    /// Whether it shows places in objects: finding them means reading documents again.
    #[must_use]
    pub fn shows_places(self) -> bool {
        !matches!(self, Format::Table) && !self.is_about_objects()
    }

    /// A report of this format.
    ///
    /// # Errors
    /// When the format is not built yet, or cannot hold what the command gives.
    pub fn report(self, options: Options) -> Result<Box<dyn Report>, FormatError> {
        match self.entry().make {
            None => Err(FormatError::NotBuilt(self)),
            Some(_) if self.is_about_objects() && options.command == "test" => {
                Err(FormatError::NotForTests(self))
            }
            Some(make) => Ok(make(options)),
        }
    }

    /// Reports of policies have no room for expectations and what came of them.
    fn is_about_objects(self) -> bool {
        matches!(self, Format::PolicyReport | Format::OpenReports)
    }

    fn entry(self) -> Entry {
        match self {
            Format::Text => text::ENTRY,
            Format::Oneline => oneline::ENTRY,
            Format::Table => table::ENTRY,
            Format::Json => json::ENTRY,
            Format::Ndjson => planned("ndjson", "one JSON object a line"),
            Format::Yaml => planned("yaml", "one YAML document, versioned"),
            Format::Markdown => markdown::ENTRY,
            Format::Sarif => planned("sarif", "SARIF 2.1.0, for code scanning"),
            Format::Junit => junit::ENTRY,
            Format::Tap => planned("tap", "the Test Anything Protocol"),
            Format::Github => planned("github", "annotations of GitHub Actions"),
            Format::Gitlab => planned("gitlab", "code quality of GitLab"),
            Format::PolicyReport => policy_report::ENTRY,
            Format::OpenReports => open_reports::ENTRY,
        }
    }
}

/// The row of a format.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// Nothing while the format is not built.
    pub(crate) make: Option<fn(Options) -> Box<dyn Report>>,
}

fn planned(name: &'static str, summary: &'static str) -> Entry {
    Entry {
        name,
        summary,
        make: None,
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Format, FormatError> {
        let found = Format::ALL.iter().find(|format| format.name() == name);
        found.copied().ok_or_else(|| FormatError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, Format::ALL.iter().map(|format| format.name())),
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why there is no such report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatError {
    Unknown {
        name: String,
        nearest: Option<&'static str>,
    },
    NotBuilt(Format),
    NotForTests(Format),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Unknown { name, nearest } => {
                write!(f, "no format named `{}`", visible(name))?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => {
                        let built = Format::ALL.iter().filter(|format| format.is_built());
                        let names: Vec<&str> = built.map(|format| format.name()).collect();
                        write!(f, "; there are {}", names.join(", "))
                    }
                }
            }
            FormatError::NotBuilt(format) => write!(f, "the format `{format}` is not built yet"),
            FormatError::NotForTests(format) => {
                write!(f, "the format `{format}` cannot hold the rows of tests")
            }
        }
    }
}

impl std::error::Error for FormatError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn names_are_read_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(*format));
            assert!(format.summary().starts_with(|first: char| !first.is_whitespace()));
        }
    }

    #[test]
    fn names_that_are_none_name_the_nearest() {
        let rows = [
            ("jsno", "no format named `jsno`; did you mean `json`?"),
            ("JSON", "no format named `JSON`; did you mean `json`?"),
            (
                "\u{1b}xml",
                "no format named `\\u{1b}xml`; there are text, oneline, table, json, markdown, junit, \
                 policyreport, openreports",
            ),
        ];
        for (name, expected) in rows {
            assert_eq!(name.parse::<Format>().unwrap_err().to_string(), expected);
        }
    }

    /// Formats that say they show no places give the same bytes without any.
    #[test]
    fn places_are_shown_where_it_is_said() {
        let without = |say: &mut dyn FnMut(&Event<'_>, &Sources)| {
            example::apply(&mut |event, sources| match event {
                Event::Judged(judged) => {
                    let mut judged = (*judged).clone();
                    for answer in &mut judged.answers {
                        answer.place = None;
                        answer.labels.clear();
                    }
                    say(&Event::Judged(&judged), sources);
                }
                _ => say(event, sources),
            });
        };
        for format in Format::ALL.iter().filter(|format| format.is_built()) {
            let whole = example::written(*format, example::options("apply"), &example::apply);
            let bare = example::written(*format, example::options("apply"), &without);
            assert_eq!(whole != bare, format.shows_places(), "{format}");
        }
    }

    #[test]
    fn planned_formats_are_refused_by_name() {
        for format in Format::ALL {
            match format.report(example::options("apply")) {
                Ok(_) => assert!(format.is_built()),
                Err(error) => {
                    assert!(!format.is_built());
                    assert_eq!(
                        error.to_string(),
                        format!("the format `{format}` is not built yet")
                    );
                }
            }
        }
    }

    /// Every format is held to a run whose every text is hostile.
    #[test]
    fn nothing_steers_a_terminal() {
        for format in Format::ALL.iter().filter(|format| format.is_built()) {
            let mut shown = example::written(*format, example::options("apply"), &example::hostile);
            if !format.is_about_objects() {
                shown += &example::written(*format, example::options("test"), &example::hostile_test);
            }
            let raw = shown.chars().find(|shown| match shown {
                '\n' => false,
                _ => visible(shown.encode_utf8(&mut [0; 4])) != shown.to_string(),
            });
            assert_eq!(raw, None, "{format}: {shown}");
            assert!(shown.contains("evil"), "{format}: {shown}");
        }
    }
}
