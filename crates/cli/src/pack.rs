//! The built-in pack: the policies of `policies/`, carried in the binary.

use sekisho_diagnostics::{Diagnostic, nearest};

/// How a policy of the pack is named where paths are.
pub(crate) const PREFIX: &str = "builtin:";

/// A policy of the pack.
struct Packed {
    name: &'static str,
    text: &'static str,
    /// Changes objects and judges none: only for those who name it.
    changes: bool,
}

/// The row of a policy: its folder is its name.
macro_rules! packed {
    ($name:literal) => {
        Packed {
            name: $name,
            text: include_str!(concat!("../../../policies/", $name, "/policy.yaml")),
            changes: false,
        }
    };
    ($name:literal, changes) => {
        Packed {
            changes: true,
            ..packed!($name)
        }
    };
}

/// Sorted by name.
const PACK: &[Packed] = &[
    packed!("disallow-host-namespaces"),
    packed!("disallow-host-paths"),
    packed!("disallow-latest-tag"),
    packed!("disallow-privileged"),
    packed!("pin-pull-policy", changes),
    packed!("require-labels"),
    packed!("require-probes"),
    packed!("require-resources"),
    packed!("set-default-requests", changes),
    packed!("set-default-seccomp", changes),
];

/// The names that a word means: `all` that judge, or one of them.
///
/// # Errors
/// When there is no such policy.
pub(crate) fn find(word: &str) -> Result<impl Iterator<Item = &'static str> + use<>, Box<Diagnostic>> {
    let all = word == "all";
    let names: Vec<&'static str> = PACK
        .iter()
        .filter(|packed| (all && !packed.changes) || packed.name == word)
        .map(|packed| packed.name)
        .collect();
    if names.is_empty() {
        let message = format!("no policy named `{word}` is built in");
        let diagnostic = Diagnostic::error("no-such-file", message);
        let names = PACK.iter().map(|packed| packed.name).chain(["all"]);
        return Err(Box::new(match nearest(word, names) {
            Some(name) => diagnostic.help(format!("did you mean `{PREFIX}{name}`?")),
            None => diagnostic,
        }));
    }
    Ok(names.into_iter())
}

/// The text of a policy.
pub(crate) fn text(name: &str) -> &'static str {
    let packed = PACK.iter().find(|packed| packed.name == name);
    packed.map_or("", |packed| packed.text)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_policy_of_the_folder_is_packed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../policies");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().join("policy.yaml").is_file())
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        let packed: Vec<&str> = PACK.iter().map(|packed| packed.name).collect();
        assert_eq!(packed, names);
        assert_eq!(find("all").unwrap().count(), PACK.len() - 3);
        assert_eq!(find("pin-pull-policy").unwrap().count(), 1);
        let error = find("require-lables").map(|names| names.count()).unwrap_err();
        assert_eq!(error.help, ["did you mean `builtin:require-labels`?"]);
    }
}
