//! `sekisho version`: what is known, by version.

use std::io::Write;

use sekisho_kubernetes::Profile;

use super::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

pub(crate) fn run(_arguments: &Arguments) -> Result<u8, Failure> {
    let Profile {
        kubernetes, kyverno, ..
    } = Profile::NEWEST;
    let version = env!("CARGO_PKG_VERSION");
    let text = format!("sekisho {version}\nKubernetes up to {kubernetes}\nKyverno {kyverno}\n");
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(0)
}
