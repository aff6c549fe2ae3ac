//! A crate depends only on crates of a lower layer.

use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::workspace;

/// The layers of `docs/architecture.md`, lowest first.
const LAYERS: &[&[&str]] = &[
    &["sekisho-diagnostics"],
    &["sekisho-document"],
    &["sekisho-cel", "sekisho-jmespath"],
    &["sekisho-kubernetes"],
    &["sekisho-parser"],
    &["sekisho-evaluator"],
    &["sekisho-admission"],
    &["sekisho-classic"],
    &["sekisho-chain"],
    &["sekisho-gate"],
    &["sekisho-lint", "sekisho-report"],
    &["sekisho", "sekisho-server"],
];

/// Packages that stand beside the layers and may depend on everything.
const BESIDE: &[&str] = &["tests", "xtask"];

pub(super) fn check() -> anyhow::Result<Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(workspace::root())
        .output()
        .context("cargo cannot be run")?;
    ensure!(output.status.success(), "cargo cannot describe the workspace");
    let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
    Ok(metadata.packages.iter().flat_map(breaches).collect())
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev`, `build`, or nothing.
    kind: Option<String>,
}

fn breaches(package: &Package) -> Vec<String> {
    let name = &package.name;
    if BESIDE.contains(&name.as_str()) {
        return Vec::new();
    }
    let Some(layer) = layer_of(name) else {
        return vec![format!("crate `{name}` has no layer in xtask/src/tidy/layers.rs")];
    };
    let dependencies = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind.as_deref() != Some("dev"));
    let above =
        dependencies.filter(|dependency| layer_of(&dependency.name).is_some_and(|below| below >= layer));
    above
        .map(|dependency| {
            format!(
                "crate `{name}` depends on `{}`, which is on no lower layer",
                dependency.name
            )
        })
        .collect()
}

fn layer_of(package: &str) -> Option<usize> {
    LAYERS.iter().position(|crates| crates.contains(&package))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> Package {
        let dependencies = dependencies
            .iter()
            .map(|(name, kind)| Dependency {
                name: (*name).to_owned(),
                kind: kind.map(str::to_owned),
            })
            .collect();
        Package {
            name: name.to_owned(),
            dependencies,
        }
    }

    #[test]
    fn only_lower_layers_are_allowed() {
        for (name, dependency, allowed) in [
            ("sekisho-document", "sekisho-diagnostics", true),
            ("sekisho-document", "serde", true),
            ("sekisho-diagnostics", "sekisho-document", false),
            ("sekisho-cel", "sekisho-jmespath", false),
            ("tests", "sekisho", true),
            ("sekisho-unknown", "serde", false),
        ] {
            let found = breaches(&package(name, &[(dependency, None)]));
            assert_eq!(found.is_empty(), allowed, "{name} {dependency}");
        }
        assert!(breaches(&package("sekisho-diagnostics", &[("sekisho-chain", Some("dev"))])).is_empty());
    }
}
