//! Flags that every command has.

use std::time::{Duration, SystemTime};

use sekisho_diagnostics::Style;
use sekisho_document::Text;
use sekisho_kubernetes::time::Time;
use sekisho_kubernetes::{Order, Profile, Version};
use sekisho_report::{Detail, Encoding, Format, Messages, Options, Rows};

use super::Failure;
use crate::output::Wanted;
use crate::progress::is_dumb;

#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    #[arg(long, value_name = "FORMAT[=FILE]", help = format_help(), help_heading = "Output")]
    format: Vec<String>,

    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", help_heading = "Output")]
    color: Colour,

    /// As `--color never`
    #[arg(long, hide = true)]
    remove_color: bool,

    /// Say only what is wrong
    #[arg(
        short,
        long,
        global = true,
        conflicts_with = "verbose",
        help_heading = "Output"
    )]
    quiet: bool,

    /// Say what passes and what is skipped, too, and which files `.gitignore` leaves out
    #[arg(short, long, help_heading = "Output")]
    verbose: bool,

    /// Finding nothing to judge, or nothing to judge with, is no error
    #[arg(long)]
    pub(crate) allow_empty: bool,

    /// Threads that judge [default: as many as there are cores]
    #[arg(
        long,
        global = true,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = threads
    )]
    pub(crate) jobs: usize,
}

/// The formats that there are.
fn format_help() -> String {
    let built = Format::ALL.iter().filter(|format| format.is_built());
    let names: Vec<&str> = built.map(|format| format.name()).collect();
    format!("How to say it, and where to: {} [repeatable]", names.join(", "))
}

/// A number of threads that a machine can bear: starting a hundred thousand would take longer than judging.
fn threads(word: &str) -> Result<usize, String> {
    const MOST: usize = 256;
    match word.parse() {
        Ok(number) if number <= MOST => Ok(number),
        _ => Err(format!("expected a number from 0 to {MOST}")),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

/// Whose rules of evaluation are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Semantics {
    /// Those of a cluster
    Cluster,
    /// Those of `kyverno apply` and `kyverno test`
    KyvernoCli,
}

impl Semantics {
    fn order(self) -> Order {
        match self {
            Semantics::Cluster => Order::ApiServer,
            Semantics::KyvernoCli => Order::KyvernoCli,
        }
    }
}

/// What a command adds to the options of its reports.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Telling {
    pub(crate) command: &'static str,
    pub(crate) rows: Rows,
    pub(crate) messages: Messages,
    pub(crate) encoding: Encoding,
}

impl Telling {
    pub(crate) fn plain(command: &'static str) -> Telling {
        Telling {
            command,
            rows: Rows::All,
            messages: Messages::Hidden,
            encoding: Encoding::Yaml,
        }
    }
}

impl Common {
    /// Whether what needs no look is told of, too.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// The formats asked for; `otherwise` where none is.
    pub(crate) fn wanted(&self, otherwise: Format) -> Result<Vec<Wanted>, Failure> {
        let mut wanted = Vec::new();
        for word in &self.format {
            let (format, file) = match word.split_once('=') {
                Some((format, file)) if !file.is_empty() => (format, Some(file.to_owned())),
                Some((format, _)) => {
                    return Err(Failure::usage(format!("`--format {format}=` names no file")));
                }
                None => (word.as_str(), None),
            };
            let format: Format = format
                .parse()
                .map_err(|cause: sekisho_report::FormatError| Failure::usage(cause.to_string()))?;
            wanted.push(Wanted { format, file });
        }
        if wanted.is_empty() {
            wanted.push(Wanted {
                format: otherwise,
                file: None,
            });
        }
        Ok(wanted)
    }

    /// What reports are told of the run, which may be shown at a terminal.
    pub(crate) fn options(&self, telling: Telling, profile: Profile, is_terminal: bool) -> Options {
        let detail = match (self.quiet, self.verbose) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::Verbose,
            (false, false) => Detail::Normal,
        };
        Options {
            command: telling.command,
            version: env!("CARGO_PKG_VERSION"),
            profile,
            began: Some(since_epoch()),
            style: self.style(is_terminal),
            detail,
            rows: telling.rows,
            messages: telling.messages,
            encoding: telling.encoding,
        }
    }

    fn style(&self, is_terminal: bool) -> Style {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let forced =
            std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
        let coloured = match self.color {
            _ if self.remove_color => false,
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto if is_set("NO_COLOR") => false,
            Colour::Auto => forced || (is_terminal && !is_dumb()),
        };
        if coloured { Style::Coloured } else { Style::Plain }
    }
}

/// Profile from the flags that name it.
pub(crate) fn profile(semantics: Semantics, kubernetes: Option<&str>) -> Result<Profile, Failure> {
    let kubernetes = match kubernetes {
        None => Version::KUBERNETES,
        Some(text) => Version::parse(text)
            .ok_or_else(|| Failure::usage(format!("`{text}` is no version of Kubernetes like `1.36`")))?,
    };
    Ok(Profile {
        kubernetes,
        order: semantics.order(),
        ..Profile::NEWEST
    })
}

/// When the run began; `SOURCE_DATE_EPOCH` makes it repeatable.
fn since_epoch() -> Duration {
    let fixed = std::env::var("SOURCE_DATE_EPOCH")
        .ok()
        .and_then(|text| text.parse().ok());
    match fixed {
        Some(seconds) => Duration::from_secs(seconds),
        None => SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default(),
    }
}

/// The same as RFC 3339, to the second: what policies take for the time.
pub(crate) fn now() -> Text {
    let seconds = i64::try_from(since_epoch().as_secs()).unwrap_or(i64::MAX);
    Text::from(Time::from_unix(seconds, 0).rfc3339())
}
