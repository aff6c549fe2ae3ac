//! Commands and flags that users may look for and that do nothing yet, or never will: each is refused by
//! name with a word on why.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// A flag that is refused.
struct Flag {
    /// Long and short form.
    names: &'static [&'static str],
    /// What to do instead.
    help: &'static str,
}

const CLUSTER: &str = "reading a live cluster is not built yet; write objects to a file with `kubectl get -o yaml` and name it with `-r` or `--facts`";
const GIT: &str = "sekisho does not use the network; clone the repository and name its folder";
const REGISTRY: &str = "sekisho does not use the network; give registry data in a facts file";
const CONFIGURATION: &str = "there is no configuration file yet; name everything on the command line";
const RECORDING: &str =
    "recordings are not built yet; `--facts FILE` takes objects and answers that you write";
const BASELINE: &str = "baselines are not built yet";

const FLAGS: &[Flag] = &[
    Flag {
        names: &["--baseline"],
        help: BASELINE,
    },
    Flag {
        names: &["--batch-size"],
        help: "it would set how many objects Kyverno asks the cluster for at once; sekisho reads files",
    },
    Flag {
        names: &["--cluster", "-c"],
        help: CLUSTER,
    },
    Flag {
        names: &["--cluster-wide-resources"],
        help: CLUSTER,
    },
    Flag {
        names: &["--concurrent"],
        help: "it would set how many objects Kyverno asks the cluster for at once; `--jobs` sets the threads that judge",
    },
    Flag {
        names: &["--config"],
        help: CONFIGURATION,
    },
    Flag {
        names: &["--context"],
        help: CLUSTER,
    },
    Flag {
        names: &["--continue-on-error"],
        help: "it belongs to `--cluster`; sekisho goes on after every error",
    },
    Flag {
        names: &["--coverage"],
        help: "coverage of tests is not built yet",
    },
    Flag {
        names: &["--dry-run"],
        help: "requests without effect are not built yet",
    },
    Flag {
        names: &["--exception-namespace"],
        help: "every exception counts wherever it lies",
    },
    Flag {
        names: &["--generate-exceptions", "--generated-exception-ttl"],
        help: "writing exceptions is not built yet",
    },
    Flag {
        names: &["--git-branch", "-b"],
        help: GIT,
    },
    Flag {
        names: &["--kubeconfig"],
        help: CLUSTER,
    },
    Flag {
        names: &["--kyverno"],
        help: "the newest Kyverno is the only one that is known",
    },
    Flag {
        names: &["--limit"],
        help: "limits cannot be set yet",
    },
    Flag {
        names: &["--mutate"],
        help: "mutation of policies in tests is not built yet",
    },
    Flag {
        names: &["--namespace", "-n"],
        help: CLUSTER,
    },
    Flag {
        names: &["--no-config"],
        help: CONFIGURATION,
    },
    Flag {
        names: &["--old"],
        help: "an object before its update cannot be named yet; with `--operation UPDATE` it is the object itself",
    },
    Flag {
        names: &["--password"],
        help: GIT,
    },
    Flag {
        names: &["--record"],
        help: RECORDING,
    },
    Flag {
        names: &["--registry"],
        help: REGISTRY,
    },
    Flag {
        names: &["--replay"],
        help: RECORDING,
    },
    Flag {
        names: &["--show-config"],
        help: CONFIGURATION,
    },
    Flag {
        names: &["--show-performance"],
        help: "the summary says how long a run took",
    },
    Flag {
        names: &["--update"],
        help: "rewriting expectations is not built yet",
    },
    Flag {
        names: &["--username"],
        help: GIT,
    },
    Flag {
        names: &["--watch"],
        help: "watching files is not built yet",
    },
    Flag {
        names: &["--write-baseline"],
        help: BASELINE,
    },
];

/// Commands that are planned, and those of Kyverno, with what to do instead.
const COMMANDS: &[(&str, &str)] = &[
    (
        "admit",
        "the whole gate is not built yet; `apply` judges by policies",
    ),
    ("convert", "converting policies is not built yet"),
    ("create", "skeletons are not built yet"),
    (
        "diff",
        "comparing policy sets is not built yet; compare `apply --format json` of both",
    ),
    ("docs", "`explain` and docs/reference/ say what there is"),
    ("fix", "fixes are not built yet"),
    (
        "lint",
        "lint rules are not built yet; `apply` says what is wrong with policies",
    ),
    ("lsp", "the language server is not built yet"),
    (
        "migrate",
        "stored objects of a cluster are left to `kyverno migrate`",
    ),
    ("new", "skeletons are not built yet"),
    ("oci", "policies in registries are left to `kyverno oci`"),
    ("replay", "replaying requests is not built yet"),
    (
        "schema",
        "JSON schemas are not built yet; `explain KIND` shows fields",
    ),
    ("serve", "the server is not built yet"),
    (
        "why",
        "steps of a verdict are not built yet; `apply` with `-v` shows every verdict",
    ),
];

/// What to say of an error of the command line, where a known name is behind it.
pub(super) fn explained(error: &clap::Error) -> Option<(String, &'static str)> {
    let said = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(_) | None => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = said(ContextKind::InvalidArg)?;
            let name = word.split('=').next().unwrap_or(word);
            let flag = FLAGS.iter().find(|flag| flag.names.contains(&name))?;
            Some((format!("`{name}` is not taken"), flag.help))
        }
        ErrorKind::InvalidSubcommand => {
            let word = said(ContextKind::InvalidSubcommand)?;
            let (name, help) = COMMANDS.iter().find(|(name, _)| *name == word)?;
            Some((format!("there is no command `{name}` yet"), help))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::commands::CommandLine;

    #[test]
    fn every_refused_flag_is_refused_by_name() {
        for name in FLAGS.iter().flat_map(|flag| flag.names) {
            let line = ["sekisho", "apply", "p.yaml", "-r", "r.yaml", name, "x"];
            let error = CommandLine::try_parse_from(line).unwrap_err();
            let said = explained(&error);
            assert!(
                said.is_some_and(|(message, _)| message.contains(name)),
                "{name}: {error}"
            );
        }
        for (name, _) in COMMANDS {
            let error = CommandLine::try_parse_from(["sekisho", name, "x"]).unwrap_err();
            assert!(explained(&error).is_some(), "{name}: {error}");
        }
        assert!(FLAGS.is_sorted_by_key(|flag| flag.names));
        assert!(COMMANDS.is_sorted());
    }
}
