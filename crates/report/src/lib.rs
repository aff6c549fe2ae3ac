//! Outcomes and findings as bytes, one file per output format.

mod event;

pub use event::{
    Answer, Case, Counts, Event, Judged, ObjectPlace, Row, RowReason, RowResult, Skips, Summary, TestCounts,
};
