//! `sekisho check`: manifests judged by the built-in pack, or by policies of one's own.

use sekisho_report::Format;

use super::Failure;
use super::common::{Common, Semantics, Telling};
use super::judging::Judging;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  sekisho check deploy/
  helm template chart/ | sekisho check -
  sekisho check deploy/ --policy policies/ --format github")]
pub(crate) struct Arguments {
    /// Files, folders, globs or `-`
    ///
    /// Of a folder all YAML and JSON is read, in hidden files and folders too. What `.gitignore` leaves out is
    /// not read, and named with `-v`; links to folders are not followed.
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<String>,

    /// Policies instead of the built-in pack: files, folders, globs or `builtin:NAME` [repeatable]
    #[arg(long, value_name = "PATH", default_value = "builtin:all")]
    policy: Vec<String>,

    #[command(flatten)]
    judging: Judging,

    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let common = &arguments.common;
    let mut options = arguments.judging.options(common, Semantics::Cluster)?;
    options.policies.clone_from(&arguments.policy);
    options.resources.clone_from(&arguments.manifests);
    let wanted = common.wanted(Format::Text)?;
    arguments
        .judging
        .run(options, &wanted, Telling::plain("check"), common, None)
}
