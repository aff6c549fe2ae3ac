//! `types.txt`: the types of all built-in kinds and of their fields.
//!
//! A line that begins with `=` opens a package: `= apps/v1 apps` is followed by the types of the package that
//! the group `apps` (`-` for the core group) serves at the version behind the slash; a package without a
//! group has no kinds. Every other line is one type, words parted by blanks:
//!
//! ```text
//! NAME[@VERSIONS] [kind] [atomic] FIELD…
//! ```
//!
//! `kind` says that objects of this type stand alone: the fields `kind` and `apiVersion` come before those
//! that are listed. `atomic` types are merged as a whole. A field is
//!
//! ```text
//! NAME[/EMBEDDED][MARKS]:TYPE['GO-TYPE][;MERGE][=DEFAULT][@VERSIONS]
//! ```
//!
//! in the order in which the server prints them. `EMBEDDED` are the structures, outermost first and parted by
//! dots, in which Go has the field embedded. `GO-TYPE` is what Go calls the type where it has a name of its
//! own: that of the scalar inside, or of the map or list if there is none. Marks: `*` a pointer in Go, `!` printed even when it is
//! empty, `~` not printed when it is zero, `+` required. A type is the name of a type (of another package:
//! `core/v1.Container`), `[]T` an atomic list, `[set]T` a set, `[name,protocol]T` a list whose items are told
//! apart by these keys, `{}T` a map, `{atomic}T` a map merged as a whole, or one of `string bool int32 int64
//! double bytes time micro-time quantity int-or-string object any`. `;MERGE` tells where the strategic merge
//! differs from what the list type says: `;merge`, `;merge:KEY`, `;retainKeys`, `;replace`. A default is the
//! one of the schema where it is no zero value, as JSON. `VERSIONS` are as in `kinds.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};

use super::{VERSIONS, list, range, read, releases, text};

/// How a field is written, by the positions in [`VERSIONS`] that write it so.
type Writings = BTreeMap<usize, String>;

#[derive(Default)]
struct Row {
    kind: bool,
    /// The words behind the name that are no fields.
    flags: BTreeMap<usize, bool>,
    /// In the order of printing.
    fields: Vec<(String, Writings)>,
}

/// Package, name.
type Name = (String, String);

pub(super) fn types(folder: &Path) -> Result<String> {
    let newest = VERSIONS.last().context("no versions")?.0;
    let go = Go(read(&folder.join(newest).join("go-structs.json"))?);
    let mut rows: BTreeMap<Name, Row> = BTreeMap::new();
    let mut groups: BTreeMap<String, String> = BTreeMap::new();
    // The newest version first: it gives the order of fields.
    for (position, (version, _)) in VERSIONS.iter().enumerate().rev() {
        let types = read(&folder.join(version).join("types.json"))?;
        let types = types.as_object().context("types are no object")?;
        for full_name in reachable(types)? {
            let described = types.get(&full_name).context("type vanished")?;
            let Some(name) = short(&full_name) else { continue };
            add(&mut rows, &name, described, position, &go)?;
            if let Some((group, version)) = kind_of(&name, described)?
                && name.0.rsplit('/').next() == Some(&version)
            {
                groups.insert(name.0.clone(), group);
            }
        }
    }
    for name in OPTIONS {
        let name = ("core/v1".to_owned(), (*name).to_owned());
        let fields = go.fields(&name)?.context("no options")?;
        let row = rows.entry(name).or_default();
        row.kind = true;
        for field in fields
            .iter()
            .filter(|field| field.json != "kind" && field.json != "apiVersion")
        {
            let ty = field.go.trim_start_matches('*');
            let marks = marks(field.go.starts_with('*'), field.omitempty, field.omitzero, false);
            let writing = format!("{}{marks}:{ty}", field.json);
            let writings = (0..VERSIONS.len())
                .map(|position| (position, writing.clone()))
                .collect();
            row.fields.push((field.json.clone(), writings));
            row.flags
                .extend((0..VERSIONS.len()).map(|position| (position, false)));
        }
    }
    write(&rows, &groups)
}

/// Options of connections: the published schemas do not have them.
const OPTIONS: &[&str] = &[
    "NodeProxyOptions",
    "PodAttachOptions",
    "PodExecOptions",
    "PodPortForwardOptions",
    "PodProxyOptions",
    "ServiceProxyOptions",
];

/// What is written by a word instead of by a type of its own.
const PRIMITIVES: [(&str, &str); 11] = [
    ("io.k8s.apimachinery.pkg.api.resource.Quantity", "quantity"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", "object"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", "micro-time"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.Patch", "object"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.Time", "time"),
    ("io.k8s.apimachinery.pkg.runtime.RawExtension", "object"),
    ("io.k8s.apimachinery.pkg.util.intstr.IntOrString", "int-or-string"),
    (
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
        "any",
    ),
    (
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray",
        "any",
    ),
    (
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool",
        "any",
    ),
    (
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
        "any",
    ),
];

/// Pointers in types whose Go source is not among the facts (apiextensions and apiregistration).
const POINTERS: &[(&str, &str)] = &[
    ("CustomResourceDefinitionVersion", "deprecationWarning"),
    ("CustomResourceSubresourceScale", "labelSelectorPath"),
    ("JSONSchemaProps", "$ref"),
    ("JSONSchemaProps", "maxItems"),
    ("JSONSchemaProps", "maxLength"),
    ("JSONSchemaProps", "maxProperties"),
    ("JSONSchemaProps", "maximum"),
    ("JSONSchemaProps", "minItems"),
    ("JSONSchemaProps", "minLength"),
    ("JSONSchemaProps", "minProperties"),
    ("JSONSchemaProps", "minimum"),
    ("JSONSchemaProps", "multipleOf"),
    ("JSONSchemaProps", "x-kubernetes-list-type"),
    ("JSONSchemaProps", "x-kubernetes-map-type"),
    ("JSONSchemaProps", "x-kubernetes-preserve-unknown-fields"),
    ("ServiceReference", "path"),
    ("ServiceReference", "port"),
    ("ValidationRule", "optionalOldSelf"),
    ("ValidationRule", "reason"),
    ("WebhookClientConfig", "url"),
];

/// The field of those types that is printed although it is not required.
const PRINTED: (&str, &str) = ("CustomResourceDefinitionStatus", "conditions");

/// All types that an object can hold: those of kinds that are no lists, and what they refer to.
fn reachable(types: &Map<String, Value>) -> Result<BTreeSet<String>> {
    let mut open: Vec<String> = Vec::new();
    for (name, described) in types {
        let fields = described.get("fields").and_then(Value::as_object);
        let is_list = name.ends_with("List") && fields.is_some_and(|fields| fields.contains_key("items"));
        if described.get("kind").is_some() && !is_list {
            open.push(name.clone());
        }
    }
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        let fields = types.get(&name).and_then(|described| described.get("fields"));
        if found.contains(&name) {
            continue;
        }
        for field in fields
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::values)
        {
            let mut part = Some(field);
            while let Some(value) = part {
                let word = value
                    .as_str()
                    .or_else(|| value.get("ref").and_then(Value::as_str));
                if let Some(word) = word.filter(|word| word.contains('.')) {
                    open.push(word.to_owned());
                }
                part = value.get("items").or_else(|| value.get("values"));
            }
        }
        found.insert(name);
    }
    Ok(found)
}

/// `io.k8s.api.core.v1.Pod` as package and name; nothing for what is written by a word.
fn short(full: &str) -> Option<Name> {
    if PRIMITIVES.iter().any(|(name, _)| *name == full) {
        return None;
    }
    let (package, name) = full.rsplit_once('.')?;
    let mut parts = package.rsplit('.');
    let (last, before) = (parts.next()?, parts.next()?);
    let package = if last.starts_with('v') && last != "version" {
        format!("{before}/{last}")
    } else {
        last.to_owned()
    };
    Some((package, name.to_owned()))
}

/// Group and version, if the type is the one of a kind of that group. Types of the machinery itself, such
/// as the options of a deletion, belong to every group.
fn kind_of(name: &Name, described: &Value) -> Result<Option<(String, String)>> {
    let Some(kind) = described.get("kind") else {
        return Ok(None);
    };
    if name.0 == "meta/v1" {
        return Ok(None);
    }
    let kind = match kind {
        Value::Array(kinds) => kinds.first().context("kind without a name")?,
        kind => kind,
    };
    Ok(Some((text(kind, "group")?, text(kind, "version")?)))
}

fn add(
    rows: &mut BTreeMap<Name, Row>,
    name: &Name,
    described: &Value,
    position: usize,
    go: &Go,
) -> Result<()> {
    let row = rows.entry(name.clone()).or_default();
    let structure = go.fields(name)?;
    row.kind |= kind_of(name, described)?.is_some();
    let atomic = described.get("map-type").and_then(Value::as_str) == Some("atomic");
    row.flags.insert(position, atomic);
    let empty = Map::new();
    let fields = described
        .get("fields")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let required = match described.get("required") {
        Some(required) => list(required)?.iter().filter_map(Value::as_str).collect(),
        None => Vec::new(),
    };
    let order: Vec<&str> = structure
        .iter()
        .flatten()
        .map(|field| field.json.as_str())
        .collect();
    let mut names: Vec<&String> = fields.keys().collect();
    let place = |name: &str| {
        order
            .iter()
            .position(|other| *other == name)
            .unwrap_or(usize::MAX)
    };
    names.sort_by_key(|name| place(name));
    for field_name in names {
        if row.kind && (field_name == "kind" || field_name == "apiVersion") {
            continue;
        }
        let field = fields.get(field_name).context("field vanished")?;
        let known = structure.iter().flatten().find(|field| field.json == *field_name);
        let required = required.contains(&field_name.as_str());
        let writing = write_field(name, field_name, field, known, required)
            .with_context(|| format!("{name:?}.{field_name}"))?;
        match row.fields.iter_mut().find(|(other, _)| other == field_name) {
            Some((_, writings)) => {
                writings.insert(position, writing);
            }
            None => row
                .fields
                .push((field_name.clone(), [(position, writing)].into())),
        }
    }
    Ok(())
}

fn write_field(
    owner: &Name,
    name: &str,
    field: &Value,
    known: Option<&GoField>,
    required: bool,
) -> Result<String> {
    let ty = write_type(owner, field)?;
    let default = field.get("default");
    let is_structure = field.get("ref").is_some() || field.as_str().is_some_and(|word| word.contains('.'));
    let marks = match known {
        Some(known) => marks(
            known.go.starts_with('*'),
            known.omitempty,
            known.omitzero,
            required,
        ),
        // Without the Go source: what the published schema gives away about it.
        None => {
            let listed = POINTERS.contains(&(owner.1.as_str(), name));
            let pointer = listed || (is_structure && default.is_none() && !required);
            let printed = required || (owner.1.as_str(), name) == PRINTED;
            marks(pointer, !printed, false, required)
        }
    };
    let default = match default {
        Some(Value::String(text)) if text.is_empty() => String::new(),
        Some(Value::Number(number)) if number.as_f64() == Some(0.0) => String::new(),
        Some(Value::Object(map)) if map.is_empty() => String::new(),
        None | Some(Value::Bool(false)) => String::new(),
        Some(default) => format!("={default}"),
    };
    let embedded = known
        .map(|known| known.embedded.as_str())
        .filter(|embedded| !embedded.is_empty());
    let embedded = embedded
        .map(|embedded| format!("/{embedded}"))
        .unwrap_or_default();
    let go_name = known
        .and_then(|known| go_name(owner, &known.go, &ty))
        .unwrap_or_default();
    Ok(format!(
        "{name}{embedded}{marks}:{ty}{go_name}{}{default}",
        merge(field)
    ))
}

fn marks(pointer: bool, omitempty: bool, omitzero: bool, required: bool) -> String {
    let marks = [
        (pointer, '*'),
        (!omitempty, '!'),
        (omitzero, '~'),
        (required, '+'),
    ];
    marks
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, mark)| mark)
        .collect()
}

/// The name that Go has for a scalar, a map or a list; nothing where its type is not named.
fn go_name(owner: &Name, go: &str, ty: &str) -> Option<String> {
    const PLAIN: [&str; 10] = [
        "string",
        "bool",
        "int32",
        "int64",
        "float64",
        "byte",
        "int",
        "uint8",
        "interface{}",
        "any",
    ];
    let scalar = ty
        .trim_start_matches(|first: char| first != ']' && first != '}')
        .trim_start_matches([']', '}']);
    let scalar = if ty.starts_with(['[', '{']) { scalar } else { ty };
    let is_scalar = matches!(scalar, "string" | "bool" | "int32" | "int64" | "double");
    let is_container = ty.starts_with(['[', '{']);
    let base = go.trim_start_matches('*');
    let named = match (is_scalar, is_container) {
        (true, _) => base.rsplit([']', '*']).next()?,
        (false, true) if !base.starts_with(['[', '*']) && !base.starts_with("map[") => base,
        _ => return None,
    };
    if PLAIN.contains(&named) {
        return None;
    }
    let version = owner.0.rsplit('/').next().unwrap_or_default();
    Some(match named.split_once('.') {
        Some(("metav1", name)) => format!("'v1.{name}"),
        Some(_) => format!("'{named}"),
        None => format!("'{version}.{named}"),
    })
}

fn write_type(owner: &Name, field: &Value) -> Result<String> {
    let word = field
        .as_str()
        .or_else(|| field.get("ref").and_then(Value::as_str));
    if let Some(word) = word {
        return Ok(match word {
            "string" => "string".to_owned(),
            "boolean" => "bool".to_owned(),
            "object" => "object".to_owned(),
            word => match PRIMITIVES.iter().find(|(name, _)| *name == word) {
                Some((_, primitive)) => (*primitive).to_owned(),
                None => {
                    let (package, name) = short(word).with_context(|| format!("unknown type {word}"))?;
                    if package == owner.0 {
                        name
                    } else {
                        format!("{package}.{name}")
                    }
                }
            },
        });
    }
    let format = field.get("format").and_then(Value::as_str);
    Ok(match (text(field, "type")?.as_str(), format) {
        ("string", Some("byte")) => "bytes".to_owned(),
        ("string", _) => "string".to_owned(),
        ("boolean", _) => "bool".to_owned(),
        ("integer", Some("int32")) => "int32".to_owned(),
        ("integer", _) => "int64".to_owned(),
        ("number", _) => "double".to_owned(),
        ("array", _) => {
            let items = write_type(owner, field.get("items").context("list without items")?)?;
            match field.get("list-type").and_then(Value::as_str) {
                None | Some("atomic") => format!("[]{items}"),
                Some("set") => format!("[set]{items}"),
                Some("map") => {
                    let keys = list(field.get("list-map-keys").context("no keys")?)?;
                    let keys: Vec<&str> = keys.iter().filter_map(Value::as_str).collect();
                    format!("[{}]{items}", keys.join(","))
                }
                Some(other) => bail!("unknown list type {other}"),
            }
        }
        ("object", _) => match field.get("values") {
            None => "object".to_owned(),
            Some(values) => {
                let atomic = field.get("map-type").and_then(Value::as_str) == Some("atomic");
                let mark = if atomic { "{atomic}" } else { "{}" };
                format!("{mark}{}", write_type(owner, values)?)
            }
        },
        (other, _) => bail!("unknown type {other}"),
    })
}

/// Where the strategic merge differs from what the type of the list says.
fn merge(field: &Value) -> String {
    let strategy = field.get("patch-strategy").and_then(Value::as_str);
    let key = field.get("patch-merge-key").and_then(Value::as_str);
    let list_type = field.get("list-type").and_then(Value::as_str);
    let first = field
        .get("list-map-keys")
        .and_then(|keys| keys.get(0))
        .and_then(Value::as_str);
    match (strategy, list_type) {
        (Some("merge"), Some("map")) if key == first => String::new(),
        (None, Some("map")) => ";replace".to_owned(),
        (None, _) => String::new(),
        (Some(strategy), _) if strategy.contains("retainKeys") => ";retainKeys".to_owned(),
        (Some(strategy), _) => match key {
            Some(key) => format!(";{strategy}:{key}"),
            None => format!(";{strategy}"),
        },
    }
}

fn write(rows: &BTreeMap<Name, Row>, groups: &BTreeMap<String, String>) -> Result<String> {
    let mut out = format!(
        "# Types of the built-in kinds of Kubernetes {}. Written by `cargo xtask kubernetes-data`, which tells\n\
         # the format; not to be edited.\n",
        releases()
    );
    let mut package = "";
    for ((row_package, name), row) in rows {
        if row_package != package {
            package = row_package;
            let group = groups
                .get(package)
                .map(|group| if group.is_empty() { "-" } else { group });
            let group = group.map(|group| format!(" {group}")).unwrap_or_default();
            writeln!(out, "= {package}{group}")?;
        }
        let found_in: BTreeSet<usize> = row.flags.keys().copied().collect();
        write!(out, "{name}{}", versions(&found_in, None)?)?;
        if row.kind {
            out.push_str(" kind");
        }
        if row.flags.values().any(|atomic| *atomic) {
            out.push_str(" atomic");
        }
        for (_, writings) in &row.fields {
            let mut last: Option<(&String, BTreeSet<usize>)> = None;
            let mut done = Vec::new();
            for (position, writing) in writings {
                match &mut last {
                    Some((same, found)) if *same == writing => {
                        found.insert(*position);
                    }
                    _ => {
                        done.extend(last.take());
                        last = Some((writing, [*position].into()));
                    }
                }
            }
            done.extend(last);
            for (writing, found) in done {
                write!(out, " {writing}{}", versions(&found, Some(&found_in))?)?;
            }
        }
        out.push('\n');
    }
    Ok(out)
}

/// `@SINCE..UNTIL`; empty for the versions that have the type anyway.
fn versions(found_in: &BTreeSet<usize>, owner: Option<&BTreeSet<usize>>) -> Result<String> {
    let all: BTreeSet<usize> = (0..VERSIONS.len()).collect();
    if found_in == owner.unwrap_or(&all) {
        return Ok(String::new());
    }
    Ok(format!("@{}", range(found_in)?))
}

/// The structures of the Go source.
struct Go(Value);

#[derive(Debug, Clone)]
struct GoField {
    json: String,
    go: String,
    /// The structures that it is embedded in, outermost first.
    embedded: String,
    omitempty: bool,
    omitzero: bool,
}

impl Go {
    /// The fields of a type, those of embedded structures in their place.
    fn fields(&self, name: &Name) -> Result<Option<Vec<GoField>>> {
        let key = match name.0.as_str() {
            "meta/v1" => format!("meta/v1.{}", name.1),
            package => format!("api/{package}.{}", name.1),
        };
        let mut fields = Vec::new();
        Ok(self.collect(&key, "", &mut fields)?.then_some(fields))
    }

    fn collect(&self, key: &str, embedded: &str, fields: &mut Vec<GoField>) -> Result<bool> {
        let Some(structure) = self.0.get(key) else {
            // Another name of a type of another version of the same group.
            let named = self
                .0
                .get("named")
                .and_then(|named| named.get(key))
                .and_then(Value::as_str);
            let Some((version, name)) = named.and_then(|named| named.split_once('.')) else {
                return Ok(false);
            };
            let group = key.rsplit_once('/').context("no group")?.0;
            return self.collect(&format!("{group}/{version}.{name}"), embedded, fields);
        };
        for field in list(structure)? {
            let go = text(field, "go")?;
            let flag = |name: &str| field.get(name).and_then(Value::as_bool) == Some(true);
            if flag("inline") {
                let inner = match go.trim_start_matches('*').split_once('.') {
                    Some(("metav1", name)) => format!("meta/v1.{name}"),
                    Some(("v1", name)) => format!("api/core/v1.{name}"),
                    _ => format!("{}.{}", key.rsplit_once('.').context("no package")?.0, go),
                };
                let name = inner.rsplit('.').next().unwrap_or_default();
                let parts = [embedded, name]
                    .into_iter()
                    .filter(|part| !part.is_empty() && *part != "TypeMeta");
                let embedded = parts.collect::<Vec<_>>().join(".");
                if !self.collect(&inner, &embedded, fields)? {
                    bail!("{key} embeds {go}, which is unknown");
                }
                continue;
            }
            fields.push(GoField {
                json: text(field, "json")?,
                go,
                embedded: embedded.to_owned(),
                omitempty: flag("omitempty"),
                omitzero: flag("omitzero"),
            });
        }
        Ok(true)
    }
}
