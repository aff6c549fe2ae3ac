//! A line on standard error that says how far a long run is, where somebody watches.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use sekisho_report::{Detail, Event};

/// Counts what is done. Whoever cannot be shown it does not need it, so writing never fails.
pub(crate) struct Progress<W> {
    out: W,
    start: Instant,
    next: Duration,
    done: u64,
    is_watched: bool,
    is_shown: bool,
}

impl Progress<io::Stderr> {
    /// Nothing is shown to those who want quiet, and on terminals that cannot take a line back.
    pub(crate) fn on_terminal(detail: Detail) -> Progress<io::Stderr> {
        let out = io::stderr();
        let is_watched = out.is_terminal() && !is_dumb() && detail != Detail::Quiet;
        Progress::new(out, is_watched)
    }
}

/// Whether the terminal says that it takes neither colours nor movements.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

impl<W: Write> Progress<W> {
    /// A run that is done before is not worth a line.
    const FIRST: Duration = Duration::from_secs(1);
    const PAUSE: Duration = Duration::from_millis(200);

    fn new(out: W, is_watched: bool) -> Progress<W> {
        Progress {
            out,
            start: Instant::now(),
            next: Progress::<W>::FIRST,
            done: 0,
            is_watched,
            is_shown: false,
        }
    }

    pub(crate) fn step(&mut self, event: &Event<'_>) {
        let what = match event {
            Event::Judged(_) => "resources judged",
            Event::Case(_) => "tests run",
            Event::Diagnostic(_) | Event::Summary(_) => return,
        };
        self.done += 1;
        if self.is_watched {
            self.show(what, self.start.elapsed());
        }
    }

    fn show(&mut self, what: &str, elapsed: Duration) {
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + Progress::<W>::PAUSE;
        let _ = write!(self.out, "\r{} {what} \u{2026}", self.done);
        let _ = self.out.flush();
        self.is_shown = true;
    }

    /// Takes the line back, before something else is written to the terminal.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(self.out, "\r\u{1b}[K");
            let _ = self.out.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_comes_late_not_often_and_goes() {
        let mut out = Vec::new();
        let mut progress = Progress::new(&mut out, true);
        progress.clear();
        for (done, milliseconds) in [(1, 10), (2, 999), (3, 1_000), (4, 1_150), (5, 1_201), (6, 1_300)] {
            progress.done = done;
            progress.show("tests run", Duration::from_millis(milliseconds));
        }
        progress.clear();
        progress.clear();
        let shown = String::from_utf8(out).unwrap();
        assert_eq!(shown, "\r3 tests run \u{2026}\r5 tests run \u{2026}\r\u{1b}[K");
    }

    #[test]
    fn nobody_watches_and_nothing_is_written() {
        let mut out = Vec::new();
        let mut progress = Progress::new(&mut out, false);
        progress.next = Duration::ZERO;
        let case = sekisho_report::Case {
            file: String::new(),
            document: 0,
            name: String::new(),
            rows: Vec::new(),
            error: None,
        };
        progress.step(&Event::Case(&case));
        progress.clear();
        assert_eq!((progress.done, out.len()), (1, 0));
    }
}
