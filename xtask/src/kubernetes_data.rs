//! `kubernetes-data`: writes the tables of built-in kinds from the facts of each Kubernetes version.
//!
//! ```text
//! cargo xtask kubernetes-data [--data DIR]      DIR is ../shared/data unless given
//! ```
//!
//! Writes `crates/kubernetes/data/kinds.txt`, read by `Kinds::builtin`. Lines with `#` are comments. Every
//! other line is one resource, eleven fields parted by tabs, `-` for an empty one:
//!
//! ```text
//! group  version  kind  plural  singular  scope  verbs  versions  short-names  categories  subresources
//! ```
//!
//! `singular` is empty where it is the kind in lower case. `scope` is `namespaced` or `cluster`. `verbs` are
//! letters: `c` create, `g` get, `l` list, `w` watch, `u` update, `p` patch, `d` delete, `D`
//! deletecollection, `x` connect. `versions` is `SINCE..UNTIL`, both inclusive and either one empty, or
//! empty for all. Lists are parted by commas; a subresource is `NAME=KIND:VERBS` or
//! `NAME=GROUP/VERSION/KIND:VERBS`, with `@VERSIONS` behind it where its range is narrower than the line's.
//!
//! Lines stand in the order a server prefers: groups as it serves them, then versions, newest stable first.
//!
//! A second file, `types.txt`, carries the types of fields; the module `types` tells its format.

mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::workspace;

/// Folder of the facts and the release they were taken from, oldest first.
const VERSIONS: [(&str, &str); 4] = [
    ("1.34", "1.34.4"),
    ("1.35", "1.35.4"),
    ("1.36", "1.36.3"),
    ("1.37", "1.37.2"),
];

/// The letters of verbs in their order, and the HTTP actions of the published API that stand for them.
const VERBS: [(char, &str); 9] = [
    ('c', "post"),
    ('g', "get"),
    ('l', "list"),
    ('w', "watch"),
    ('u', "put"),
    ('p', "patch"),
    ('d', "delete"),
    ('D', "deletecollection"),
    ('x', "connect"),
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the facts
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let root = workspace::root();
    let default = || root.join("../shared/data");
    let data = arguments.data.clone().unwrap_or_else(default).join("kubernetes");
    for (name, text) in [("kinds.txt", kinds(&data)?), ("types.txt", types::types(&data)?)] {
        let target = root.join("crates/kubernetes/data").join(name);
        std::fs::write(&target, text).with_context(|| format!("cannot write {}", target.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One resource: what is said of it in all versions, and the positions in [`VERSIONS`] that have it.
#[derive(Default)]
struct Row {
    kind: String,
    singular: String,
    namespaced: bool,
    verbs: BTreeSet<char>,
    short_names: Vec<String>,
    categories: Vec<String>,
    subresources: BTreeMap<String, Subresource>,
    found_in: BTreeSet<usize>,
}

#[derive(Default)]
struct Subresource {
    kind: String,
    verbs: BTreeSet<char>,
    found_in: BTreeSet<usize>,
}

/// Group, version, plural.
type Name = (String, String, String);

fn kinds(folder: &Path) -> Result<String> {
    let mut rows: BTreeMap<Name, Row> = BTreeMap::new();
    for (position, (version, _)) in VERSIONS.iter().enumerate() {
        let resources = read(&folder.join(version).join("resources.json"))?;
        for resource in list(&resources)? {
            add(&mut rows, resource, position)?;
        }
    }
    let newest = VERSIONS.last().context("no versions")?.0;
    let discovery = read(&folder.join(newest).join("discovery.json"))?;
    let group_order = discover(&mut rows, &discovery)?;
    borrow_names(&mut rows);

    let mut names: Vec<&Name> = rows.keys().collect();
    names.sort_by_cached_key(|(group, version, plural)| {
        let served = group_order
            .iter()
            .position(|other| other == group)
            .unwrap_or(usize::MAX);
        (served, group.clone(), age(version), plural.clone())
    });
    let mut text = format!(
        "# Built-in resources of Kubernetes {}. Written by `cargo xtask kubernetes-data`, which tells\n\
         # the format; not to be edited.\n",
        releases()
    );
    for name in names {
        let row = rows.get(name).context("row vanished")?;
        write_row(&mut text, name, row)?;
    }
    Ok(text)
}

fn releases() -> String {
    let releases: Vec<&str> = VERSIONS.iter().map(|(_, release)| *release).collect();
    releases.join(", ")
}

/// Adds what one version says about a resource.
fn add(rows: &mut BTreeMap<Name, Row>, resource: &Value, position: usize) -> Result<()> {
    let name = (
        text(resource, "group")?,
        text(resource, "version")?,
        text(resource, "plural")?,
    );
    let kind = text(resource, "kind")?;
    let namespaced = resource
        .get("namespaced")
        .and_then(Value::as_bool)
        .context("no scope")?;
    let row = rows.entry(name.clone()).or_insert_with(|| Row {
        kind: kind.clone(),
        namespaced,
        ..Row::default()
    });
    ensure!(
        row.kind == kind && row.namespaced == namespaced,
        "kind or scope of {name:?} changed between versions"
    );
    row.found_in.insert(position);
    row.verbs.extend(actions(resource)?);
    // The published API does not tell watch apart; whoever lists and creates can be watched.
    if row.verbs.contains(&'l') && row.verbs.contains(&'c') {
        row.verbs.insert('w');
    }
    let subresources = resource
        .get("sub")
        .and_then(Value::as_object)
        .context("no subresources")?;
    for (sub_name, value) in subresources {
        let kind = value.get("kind").context("subresource without kind")?;
        let (group, version) = (text(kind, "group")?, text(kind, "version")?);
        let mut kind = text(kind, "kind")?;
        if (&group, &version) != (&name.0, &name.1) {
            kind = format!("{group}/{version}/{kind}");
        }
        let subresource = row.subresources.entry(sub_name.clone()).or_default();
        subresource.kind = kind;
        subresource.verbs.extend(actions(value)?);
        subresource.found_in.insert(position);
    }
    Ok(())
}

/// Adds what a running server says beyond its published API: singular and short names, categories, the
/// real verbs. Returns the groups in the order served.
fn discover(rows: &mut BTreeMap<Name, Row>, discovery: &Value) -> Result<Vec<String>> {
    let mut order = Vec::new();
    for group in list(discovery.get("groups").context("no groups")?)? {
        let group_name = text(group, "group")?;
        for version in list(group.get("versions").context("no versions")?)? {
            let version_name = text(version, "version")?;
            for entry in list(version.get("resources").context("no resources")?)? {
                let [
                    plural,
                    _kind,
                    singular,
                    _namespaced,
                    short_names,
                    categories,
                    verbs,
                    subresources,
                ] = list(entry)?
                else {
                    bail!("resource of discovery with other than eight items: {entry}");
                };
                let name = (group_name.clone(), version_name.clone(), word(plural)?);
                let row = rows
                    .get_mut(&name)
                    .with_context(|| format!("{name:?} is served but not published"))?;
                row.singular = word(singular)?;
                row.short_names = list(short_names)?.iter().map(word).collect::<Result<_>>()?;
                row.categories = list(categories)?.iter().map(word).collect::<Result<_>>()?;
                row.verbs = word(verbs)?.chars().collect();
                // What is published as one action `connect` is served, and authorized, as these verbs.
                for (sub_name, value) in subresources.as_object().context("no subresources")? {
                    let subresource = row.subresources.get_mut(sub_name);
                    let subresource = subresource.with_context(|| format!("{sub_name} is not published"))?;
                    let verbs = list(value)?.get(1).context("subresource without verbs")?;
                    subresource.verbs.extend(word(verbs)?.chars());
                }
            }
        }
        order.push(group_name);
    }
    Ok(order)
}

/// Versions that are not served by default have the names of the served version of the same resource.
fn borrow_names(rows: &mut BTreeMap<Name, Row>) {
    let known: BTreeMap<(String, String), (Vec<String>, Vec<String>)> = rows
        .iter()
        .filter(|(_, row)| !row.singular.is_empty())
        .map(|((group, _, plural), row)| {
            let names = (row.short_names.clone(), row.categories.clone());
            ((group.clone(), plural.clone()), names)
        })
        .collect();
    for ((group, _, plural), row) in rows.iter_mut().filter(|(_, row)| row.singular.is_empty()) {
        row.singular = row.kind.to_lowercase();
        if let Some((short_names, categories)) = known.get(&(group.clone(), plural.clone())) {
            row.short_names.clone_from(short_names);
            row.categories.clone_from(categories);
        }
    }
}

fn write_row(out: &mut String, (group, version, plural): &Name, row: &Row) -> Result<()> {
    let all: BTreeSet<usize> = (0..VERSIONS.len()).collect();
    let mut subresources = Vec::new();
    for (name, subresource) in &row.subresources {
        let mut item = format!("{name}={}:{}", subresource.kind, letters(&subresource.verbs));
        if subresource.found_in != row.found_in {
            write!(item, "@{}", range(&subresource.found_in)?)?;
        }
        subresources.push(item);
    }
    let singular = if row.singular == row.kind.to_lowercase() {
        ""
    } else {
        &row.singular
    };
    let versions = if row.found_in == all {
        String::new()
    } else {
        range(&row.found_in)?
    };
    let fields = [
        group.as_str(),
        version,
        &row.kind,
        plural,
        singular,
        if row.namespaced { "namespaced" } else { "cluster" },
        &letters(&row.verbs),
        &versions,
        &row.short_names.join(","),
        &row.categories.join(","),
        &subresources.join(","),
    ];
    let fields: Vec<&str> = fields
        .into_iter()
        .map(|field| if field.is_empty() { "-" } else { field })
        .collect();
    writeln!(out, "{}", fields.join("\t"))?;
    Ok(())
}

/// `SINCE..UNTIL` of a row of positions without a gap; open where it reaches the end of what is known.
fn range(found_in: &BTreeSet<usize>) -> Result<String> {
    let (first, last) = (
        *found_in.first().context("found in no version")?,
        *found_in.last().context("found in no version")?,
    );
    ensure!(
        last - first + 1 == found_in.len(),
        "versions with a gap: {found_in:?}"
    );
    let name = |position: usize| VERSIONS.get(position).map_or("", |(version, _)| version);
    let since = if first == 0 { "" } else { name(first) };
    let until = if last + 1 == VERSIONS.len() {
        ""
    } else {
        name(last)
    };
    Ok(format!("{since}..{until}"))
}

/// A key that sorts versions as servers prefer them: stable before beta before alpha, higher numbers first.
fn age(version: &str) -> (u8, std::cmp::Reverse<u32>, std::cmp::Reverse<u32>) {
    let (stage, major, minor) = match version.trim_start_matches('v') {
        text if text.contains("alpha") => (2, text.split("alpha").next(), text.split("alpha").nth(1)),
        text if text.contains("beta") => (1, text.split("beta").next(), text.split("beta").nth(1)),
        text => (0, Some(text), None),
    };
    let number = |text: Option<&str>| std::cmp::Reverse(text.and_then(|text| text.parse().ok()).unwrap_or(0));
    (stage, number(major), number(minor))
}

fn letters(verbs: &BTreeSet<char>) -> String {
    VERBS
        .iter()
        .map(|(letter, _)| letter)
        .filter(|letter| verbs.contains(letter))
        .collect()
}

fn actions(value: &Value) -> Result<Vec<char>> {
    let actions = list(value.get("verbs").context("no verbs")?)?;
    actions
        .iter()
        .map(|action| {
            let action = word(action)?;
            let (letter, _) = VERBS
                .iter()
                .find(|(_, name)| *name == action)
                .with_context(|| format!("unknown action {action}"))?;
            Ok(*letter)
        })
        .collect()
}

fn read(path: &Path) -> Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))
}

fn list(value: &Value) -> Result<&[Value]> {
    value
        .as_array()
        .map(Vec::as_slice)
        .with_context(|| format!("expected a list, found {value}"))
}

fn text(value: &Value, key: &str) -> Result<String> {
    word(value.get(key).with_context(|| format!("no {key} in {value}"))?)
}

fn word(value: &Value) -> Result<String> {
    value
        .as_str()
        .map(str::to_owned)
        .with_context(|| format!("expected a string, found {value}"))
}
