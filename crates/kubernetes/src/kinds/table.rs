//! Decoding of the table of built-in resources; `cargo xtask kubernetes-data` writes it and tells the format.

use sekisho_document::Text;

use super::{Action, Actions, ApiResource, Origin, Scope, Subresource};
use crate::{Gvk, Version, split_api_version};

pub(super) const TABLE: &str = include_str!("../../data/kinds.txt");

/// The first and the last version the table tells apart.
const KNOWN: (Version, Version) = (Version::new(1, 34), Version::new(1, 37));

/// The resources of a version, in the order servers prefer them.
pub(super) fn rows(kubernetes: Version) -> impl Iterator<Item = ApiResource> {
    let version = kubernetes.clamp(KNOWN.0, KNOWN.1);
    lines().filter_map(move |line| row(line, version))
}

pub(super) fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

/// Nothing when the version does not have the resource; a test makes sure that every line can be read.
fn row(line: &str, kubernetes: Version) -> Option<ApiResource> {
    let mut fields = line
        .split('\t')
        .map(|field| if field == "-" { "" } else { field });
    let mut next = || fields.next();
    let (group, version, kind, plural, singular) = (next()?, next()?, next()?, next()?, next()?);
    let (scope, actions, versions) = (next()?, next()?, next()?);
    let (short_names, categories, subresources) = (next()?, next()?, next()?);
    if !in_range(versions, kubernetes)? {
        return None;
    }
    let owner = Gvk::new(group, version, kind);
    let subresources = split(subresources).map(|item| subresource(item, &owner, kubernetes));
    let subresources: Vec<Option<Subresource>> = subresources.collect::<Option<_>>()?;
    Some(ApiResource {
        plural: Text::new(plural),
        singular: if singular.is_empty() {
            Text::from(kind.to_lowercase())
        } else {
            Text::new(singular)
        },
        short_names: split(short_names).map(Text::new).collect(),
        categories: split(categories).map(Text::new).collect(),
        scope: match scope {
            "namespaced" => Scope::Namespaced,
            "cluster" => Scope::Cluster,
            _ => return None,
        },
        actions: actions_of(actions)?,
        subresources: subresources.into_iter().flatten().collect(),
        origin: Origin::BuiltIn,
        group: owner.group,
        version: owner.version,
        kind: owner.kind,
    })
}

/// `NAME=KIND:VERBS`, `NAME=GROUP/VERSION/KIND:VERBS`, either with `@VERSIONS`. The inner option is empty
/// when the version does not have the subresource.
fn subresource(item: &str, owner: &Gvk, kubernetes: Version) -> Option<Option<Subresource>> {
    let (item, versions) = item.split_once('@').unwrap_or((item, ""));
    if !in_range(versions, kubernetes)? {
        return Some(None);
    }
    let (name, rest) = item.split_once('=')?;
    let (kind, actions) = rest.split_once(':')?;
    let kind = match kind.rsplit_once('/') {
        None => Gvk {
            kind: Text::new(kind),
            ..owner.clone()
        },
        Some((api_version, kind)) => {
            let (group, version) = split_api_version(api_version)?;
            Gvk::new(group, version, kind)
        }
    };
    Some(Some(Subresource {
        name: Text::new(name),
        kind,
        actions: actions_of(actions)?,
    }))
}

/// Whether a version lies in `SINCE..UNTIL`, both inclusive; the empty text is every version.
pub(crate) fn in_range(range: &str, version: Version) -> Option<bool> {
    if range.is_empty() {
        return Some(true);
    }
    let (since, until) = range.split_once("..")?;
    let since = since.is_empty() || version >= Version::parse(since)?;
    let until = until.is_empty() || version <= Version::parse(until)?;
    Some(since && until)
}

fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|item| !item.is_empty())
}

fn actions_of(letters: &str) -> Option<Actions> {
    letters
        .chars()
        .map(|letter| {
            Some(match letter {
                'c' => Action::Create,
                'g' => Action::Get,
                'l' => Action::List,
                'w' => Action::Watch,
                'u' => Action::Update,
                'p' => Action::Patch,
                'd' => Action::Delete,
                'D' => Action::DeleteCollection,
                'x' => Action::Connect,
                _ => return None,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_in_the_versions_it_names() {
        for line in lines() {
            assert_eq!(line.split('\t').count(), 11, "{line}");
            let versions = (KNOWN.0.minor..=KNOWN.1.minor).map(|minor| Version::new(1, minor));
            let found = versions.filter(|version| row(line, *version).is_some()).count();
            assert_ne!(found, 0, "{line}");
            if line.contains("\t-\tcluster\tcglwupdD\t-\t") {
                assert_eq!(found, 4, "{line}");
            }
        }
    }

    #[test]
    fn ranges_are_inclusive_and_open_where_empty() {
        for (range, minor, expected) in [
            ("", 34, Some(true)),
            ("1.36..", 35, Some(false)),
            ("1.36..", 36, Some(true)),
            ("..1.34", 34, Some(true)),
            ("..1.34", 35, Some(false)),
            ("1.35..1.35", 35, Some(true)),
            ("1.35", 35, None),
        ] {
            assert_eq!(
                in_range(range, Version::new(1, minor)),
                expected,
                "{range} {minor}"
            );
        }
    }
}
