//! The page of diagnostic codes.

use std::fmt::Write;

use sekisho_diagnostics::Code;

use super::capital;

const HEAD: &str = "\
# Diagnostic codes

Written from the tables by `cargo xtask docs`. `sekisho explain CODE` says the same.
";

/// The lists of all crates.
pub(crate) const LISTS: &[&[Code]] = &[
    sekisho::CODES,
    sekisho_chain::ADMISSION_CODES,
    sekisho_chain::CODES,
    sekisho_document::yaml::CODES,
    sekisho_kubernetes::CODES,
    sekisho_parser::CHECK_CODES,
    sekisho_parser::CODES,
];

pub(super) fn page() -> anyhow::Result<String> {
    let mut codes: Vec<&Code> = LISTS.iter().copied().flatten().collect();
    codes.sort_by_key(|code| code.name);
    let mut text = HEAD.to_owned();
    for code in codes {
        let Code {
            name,
            summary,
            explanation,
            wrong,
            right,
        } = code;
        let _ = write!(text, "\n## {name}\n\n{}.\n\n{explanation}\n", capital(summary));
        for (title, example) in [("Wrong", wrong), ("Right", right)] {
            if !example.is_empty() {
                let _ = write!(text, "\n{title}:\n\n```yaml\n{}\n```\n", example.trim_end());
            }
        }
    }
    Ok(text)
}
