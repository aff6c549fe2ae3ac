//! From events to files and standard output: one report for each format asked for.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::{Duration, Instant};

use sekisho_diagnostics::{Sources, Style};
use sekisho_report::{Event, Format, Options, Report, Summary};

use crate::apply::Sink;

/// A format, and the file it goes to; standard output where there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) format: Format,
    pub(crate) file: Option<String>,
}

/// The reports of one run.
pub(crate) struct Output {
    reports: Vec<Target>,
    progress: Progress,
}

struct Target {
    report: Box<dyn Report>,
    out: Box<dyn Write>,
    /// Somebody reads along: what is said is shown at once.
    is_watched: bool,
}

impl Output {
    /// Opens files and begins reports.
    ///
    /// # Errors
    /// The text of a usage error: a format that cannot be had, a file that cannot be written.
    pub(crate) fn open(wanted: &[Wanted], options: Options) -> Result<Output, String> {
        let standard = wanted.iter().filter(|wanted| wanted.file.is_none());
        if standard.count() > 1 {
            return Err(
                "two formats for standard output; give all but one a file: `--format FORMAT=FILE`".to_owned(),
            );
        }
        let mut reports = Vec::new();
        for Wanted { format, file } in wanted {
            let (out, style, is_watched): (Box<dyn Write>, Style, bool) = match file {
                Some(file) => {
                    let created =
                        File::create(file).map_err(|cause| format!("cannot write `{file}`: {cause}"))?;
                    (Box::new(BufWriter::new(created)), Style::Plain, false)
                }
                None => {
                    let out = io::stdout();
                    let is_watched = out.is_terminal();
                    (
                        Box::new(BufWriter::with_capacity(1 << 16, out)),
                        options.style,
                        is_watched,
                    )
                }
            };
            let report = format
                .report(Options { style, ..options })
                .map_err(|cause| cause.to_string())?;
            reports.push(Target {
                report,
                out,
                is_watched,
            });
        }
        Ok(Output {
            reports,
            progress: Progress::new(),
        })
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        for target in &mut self.reports {
            target.report.begin(&mut target.out)?;
        }
        Ok(())
    }

    /// The last event; everything is written out.
    pub(crate) fn end(&mut self, summary: &Summary) -> io::Result<()> {
        self.progress.clear();
        for target in &mut self.reports {
            let event = Event::Summary(summary);
            target.report.event(&event, &Sources::new(), &mut target.out)?;
            target.out.flush()?;
        }
        Ok(())
    }
}

impl Sink for Output {
    fn event(&mut self, event: &Event<'_>, sources: &Sources) -> io::Result<()> {
        self.progress.step(event);
        for target in &mut self.reports {
            if target.is_watched {
                self.progress.clear();
            }
            target.report.event(event, sources, &mut target.out)?;
            if target.is_watched {
                target.out.flush()?;
            }
        }
        Ok(())
    }
}

/// A line on standard error that says how far a long run is, where somebody watches.
struct Progress {
    start: Instant,
    next: Duration,
    done: u64,
    is_watched: bool,
    is_shown: bool,
}

impl Progress {
    const PAUSE: Duration = Duration::from_millis(200);

    fn new() -> Progress {
        Progress {
            start: Instant::now(),
            next: Duration::from_secs(1),
            done: 0,
            is_watched: io::stderr().is_terminal(),
            is_shown: false,
        }
    }

    fn step(&mut self, event: &Event<'_>) {
        let what = match event {
            Event::Judged(_) => "resources judged",
            Event::Case(_) => "tests run",
            Event::Diagnostic(_) | Event::Summary(_) => return,
        };
        self.done += 1;
        if !self.is_watched || self.start.elapsed() < self.next {
            return;
        }
        self.next = self.start.elapsed() + Progress::PAUSE;
        // Whoever cannot be shown progress does not need it.
        let _ = write!(io::stderr(), "\r{} {what} \u{2026}", self.done);
        self.is_shown = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
