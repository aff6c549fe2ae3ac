//! Outcomes and findings as bytes, one file per output format.
//!
//! A run is a stream of events: whoever evaluates makes one [`Event`] at a time and hands it to a
//! [`Report`], which writes it and forgets it. Nothing here opens files, asks the clock or exits.

mod changes;
mod event;
mod format;
mod json;
mod junit;
mod markdown;
mod oneline;
mod open_reports;
mod policy_report;
mod quoted;
mod reports;
mod shown;
mod summary;
mod table;
mod text;

#[cfg(test)]
mod example;

pub use changes::{arranged, equal};
pub use event::{
    Answer, Case, Counts, Event, Judged, ObjectPlace, Process, Row, RowReason, RowResult, Skips, Summary,
    TestCounts, WebhookFailure,
};
pub use format::{Detail, Encoding, Format, FormatError, Messages, Options, Report, Rows};
pub use summary::summary_lines;
