//! Outcomes and findings as bytes, one file per output format.
