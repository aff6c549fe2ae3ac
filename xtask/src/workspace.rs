//! Where things are in this workspace.

use std::path::{Path, PathBuf};

/// The folder of the root manifest.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_path_buf()
}
