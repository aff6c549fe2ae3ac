//! Tests that cross crates: folder cases, properties, laws. See `docs/house-style.md` §9.

pub mod cases;
