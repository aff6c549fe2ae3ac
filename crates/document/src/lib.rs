//! The one value that flows through sekisho, and how it is read, written, pointed into and patched.

pub mod json;
mod list;
mod map;
pub mod number;
mod places;
pub mod print;
mod value;
mod walk;
pub mod yaml;

pub use list::List;
pub use map::Map;
pub use places::{Cursor, Places, TextMap, Tree};
pub use value::{Bounds, Kind, Numbers, Text, Value};
pub use walk::Keys;
