//! From events to files and standard output: one report for each format asked for.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

use sekisho_diagnostics::{Sources, Style};
use sekisho_report::{Event, Format, Options, Report, Summary};

use crate::apply::Sink;
use crate::objects::Objects;
use crate::progress::Progress;

/// A format, and the file it goes to; standard output where there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) format: Format,
    pub(crate) file: Option<String>,
}

/// The reports of one run.
pub(crate) struct Output {
    reports: Vec<Target>,
    /// Where changed objects are wanted.
    objects: Option<Objects>,
    progress: Progress<io::Stderr>,
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
    pub(crate) fn open(
        wanted: &[Wanted],
        options: Options,
        objects: Option<Objects>,
    ) -> Result<Output, String> {
        let is_taken = objects.as_ref().is_some_and(Objects::is_standard);
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
                // Standard output belongs to the objects.
                None if is_taken => {
                    let out = io::stderr();
                    let is_watched = out.is_terminal();
                    (Box::new(BufWriter::new(out)), options.style, is_watched)
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
            objects,
            progress: Progress::on_terminal(options.detail),
        })
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        for target in &mut self.reports {
            target.report.begin(&mut target.out)?;
        }
        Ok(())
    }

    /// Leaves files with objects as they were; whether there are any.
    pub(crate) fn keep_files(&mut self) -> bool {
        let has_files = self
            .objects
            .as_ref()
            .is_some_and(|objects| !objects.is_standard());
        if has_files {
            self.objects = None;
        }
        has_files
    }

    /// The last event; everything is written out.
    pub(crate) fn end(&mut self, summary: &Summary) -> io::Result<()> {
        self.progress.clear();
        for target in &mut self.reports {
            let event = Event::Summary(summary);
            target.report.event(&event, &Sources::new(), &mut target.out)?;
            target.out.flush()?;
        }
        match &mut self.objects {
            Some(objects) => objects.end(),
            None => Ok(()),
        }
    }
}

impl Sink for Output {
    fn event(&mut self, event: &Event<'_>, sources: &Sources) -> io::Result<()> {
        self.progress.step(event);
        if let (Some(objects), Event::Judged(judged)) = (&mut self.objects, event) {
            objects.add(judged)?;
        }
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
