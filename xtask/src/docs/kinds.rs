//! The page of built-in kinds.

use std::fmt::Write;

use sekisho_kubernetes::{Kinds, Scope, Version, join_api_version};

use super::code;

pub(super) fn page() -> anyhow::Result<String> {
    let mut text = format!(
        "# Built-in kinds\n\nWritten from the tables by `cargo xtask docs`: what Kubernetes {} serves. Custom kinds come from \
         their definitions.\n\n| Kind | `apiVersion` | Resource | Scope | Short |\n|---|---|---|---|---|\n",
        Version::KUBERNETES
    );
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let mut rows: Vec<_> = kinds.iter().collect();
    rows.sort_by_key(|row| (row.kind.clone(), row.group.clone(), row.version.clone()));
    for row in rows {
        let scope = match row.scope {
            Scope::Namespaced => "namespaced",
            Scope::Cluster => "cluster",
        };
        let short: Vec<String> = row.short_names.iter().map(|name| code(name)).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {scope} | {} |",
            row.kind,
            code(&join_api_version(&row.group, &row.version)),
            code(&row.plural),
            short.join(", ")
        );
    }
    Ok(text)
}
