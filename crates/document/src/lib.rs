//! The one value that flows through sekisho, and how it is read, written, pointed into and patched.

pub mod base64;
mod diff;
pub mod duration;
pub mod json;
mod list;
mod map;
pub mod number;
mod patch;
mod places;
mod pointer;
pub mod print;
pub mod regex;
mod value;
mod walk;
pub mod yaml;

pub use diff::diff;
pub use list::List;
pub use map::{Map, MapBuilder};
pub use patch::{JsonPatchDialect, Operation, Patch, PatchError, PatchFault};
pub use places::{Cursor, Places, TextMap, Tree};
pub use pointer::{Pointer, PointerError};
pub use value::{Bounds, Kind, Numbers, Text, Value};
pub use walk::Keys;
