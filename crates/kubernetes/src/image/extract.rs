//! The images of a resource: the variable `images`, from Pods and what makes Pods, or from where a policy
//! says (engine reference §11.1, §11.4).

use std::collections::BTreeMap;
use std::fmt;

use sekisho_document::{Map, Text, Value};

use super::{Image, ImageError, ImageRules};

/// Kinds with images and the way to their pod spec. The kind alone decides, whatever its group.
const POD_SPECS: [(&str, &[&str]); 8] = [
    ("CronJob", &["spec", "jobTemplate", "spec", "template", "spec"]),
    ("DaemonSet", &["spec", "template", "spec"]),
    ("Deployment", &["spec", "template", "spec"]),
    ("Job", &["spec", "template", "spec"]),
    ("Pod", &["spec"]),
    ("ReplicaSet", &["spec", "template", "spec"]),
    ("ReplicationController", &["spec", "template", "spec"]),
    ("StatefulSet", &["spec", "template", "spec"]),
];

const CONTAINER_LISTS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];

/// Where images stand in a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extractor {
    /// Keys down to what holds the image; `*` stands for all items of a list or values of a map.
    pub path: Box<[Text]>,
    /// The field that is the image.
    pub field: Text,
    /// The name of the group in `images`.
    pub group: Text,
    /// The field whose text names the image in its group; without one its JSON pointer does.
    pub key: Option<Text>,
    /// A JMESPath query that makes the image out of the field.
    pub query: Option<Text>,
}

/// The images of a resource by group and name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Images(pub BTreeMap<Text, BTreeMap<Text, FoundImage>>);

/// An image and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundImage {
    pub image: Image,
    /// `/spec/containers/0/image`; the parts are not escaped.
    pub pointer: Text,
}

/// Why the images of a resource cannot be found. One bad image spoils all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtractError {
    /// What should name the image is no text.
    Key,
    /// What should hold an image is no map.
    Holder,
    /// What should be a list or a map is neither.
    Group,
    Image {
        text: Text,
        error: ImageError,
    },
    /// The query of an extractor failed.
    Query(String),
}

impl Extractor {
    /// An extractor as a policy writes it: a path with slashes, whose last part is the image field unless
    /// `value` names one; the group is `custom` unless `name` says otherwise.
    #[must_use]
    pub fn new(path: &str, value: &str, name: &str, key: &str, query: &str) -> Extractor {
        let parts = path.split('/').map(str::trim).filter(|part| !part.is_empty());
        let mut path: Vec<Text> = parts.map(Text::new).collect();
        let some = |text: &str| (!text.is_empty()).then(|| Text::new(text));
        let field = some(value).or_else(|| path.pop()).unwrap_or_default();
        Extractor {
            path: path.into(),
            field,
            group: some(name).unwrap_or(Text::const_new("custom")),
            key: some(key),
            query: some(query),
        }
    }

    /// The extractors of a kind; none for a kind that makes no Pods.
    #[must_use]
    pub fn of_kind(kind: &str) -> Vec<Extractor> {
        let found = POD_SPECS.iter().find(|(name, _)| *name == kind);
        let Some((_, spec)) = found else {
            return Vec::new();
        };
        let extractor = |list: &&str| Extractor {
            path: spec.iter().chain([list, &"*"]).copied().map(Text::new).collect(),
            field: Text::const_new("image"),
            group: Text::new(list),
            key: Some(Text::const_new("name")),
            query: None,
        };
        CONTAINER_LISTS.iter().map(extractor).collect()
    }
}

impl Images {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of the variable `images`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let image = |found: &FoundImage| match found.image.to_value() {
            Value::Map(mut map) => {
                map.insert("jsonPointer", Value::from(found.pointer.clone()));
                Value::Map(map)
            }
            other => other,
        };
        let group = |group: &BTreeMap<Text, FoundImage>| {
            let images = group.iter().map(|(name, found)| (name.clone(), image(found)));
            Value::Map(images.collect::<Map>())
        };
        let groups = self.0.iter().map(|(name, images)| (name.clone(), group(images)));
        Value::Map(groups.collect::<Map>())
    }
}

/// The images of a resource, by the extractors of its kind.
pub fn extract(object: &Value, rules: &ImageRules) -> Result<Images, ExtractError> {
    let extractors = Extractor::of_kind(object.str_at(&["kind"]));
    extract_with(object, &extractors, rules, |query, _| {
        Err(format!("no query expected, found {query}"))
    })
}

/// The images of a resource, by extractors; `search` applies the query of an extractor to a text and gives
/// the text it makes. Of two extractors with one group the later one's images are kept.
pub fn extract_with(
    object: &Value,
    extractors: &[Extractor],
    rules: &ImageRules,
    search: impl Fn(&str, &str) -> Result<Text, String>,
) -> Result<Images, ExtractError> {
    let mut images = Images::default();
    for extractor in extractors {
        let mut walk = Walk {
            extractor,
            rules,
            search: &search,
            pointer: Vec::new(),
            found: BTreeMap::new(),
        };
        walk.visit(object, &extractor.path)?;
        if !walk.found.is_empty() {
            images.0.insert(extractor.group.clone(), walk.found);
        }
    }
    Ok(images)
}

struct Walk<'w, S> {
    extractor: &'w Extractor,
    rules: &'w ImageRules,
    search: &'w S,
    pointer: Vec<Text>,
    found: BTreeMap<Text, FoundImage>,
}

impl<S: Fn(&str, &str) -> Result<Text, String>> Walk<'_, S> {
    /// Goes down one part of the path after the other: as deep as the object, whose depth is limited.
    fn visit(&mut self, value: &Value, path: &[Text]) -> Result<(), ExtractError> {
        if value.is_null() {
            return Ok(());
        }
        let Some((first, rest)) = path.split_first() else {
            return self.take(value);
        };
        match (first.as_str(), value) {
            ("*", Value::List(items)) => {
                for (position, item) in items.iter().enumerate() {
                    self.step(Text::from(position.to_string()), item, rest)?;
                }
                Ok(())
            }
            ("*", Value::Map(map)) => {
                for (key, item) in map {
                    self.step(key.clone(), item, rest)?;
                }
                Ok(())
            }
            ("*", _) => Err(ExtractError::Group),
            (key, Value::Map(map)) => match map.get(key) {
                Some(item) => self.step(first.clone(), item, rest),
                None => Ok(()),
            },
            _ => Err(ExtractError::Holder),
        }
    }

    fn step(&mut self, part: Text, value: &Value, rest: &[Text]) -> Result<(), ExtractError> {
        self.pointer.push(part);
        self.visit(value, rest)?;
        self.pointer.pop();
        Ok(())
    }

    /// Takes the image out of what holds it. Without an image text there is none.
    fn take(&mut self, holder: &Value) -> Result<(), ExtractError> {
        let Value::Map(holder) = holder else {
            return Err(ExtractError::Holder);
        };
        let mut pointer = String::new();
        for part in self.pointer.iter().chain([&self.extractor.field]) {
            pointer.push('/');
            pointer.push_str(part);
        }
        let key = match &self.extractor.key {
            None => Text::new(&pointer),
            Some(field) => match holder.get(field) {
                Some(Value::String(key)) => key.clone(),
                _ => return Err(ExtractError::Key),
            },
        };
        let Some(Value::String(written)) = holder.get(&self.extractor.field) else {
            return Ok(());
        };
        if written.trim().is_empty() {
            return Ok(());
        }
        let text = match &self.extractor.query {
            None => written.clone(),
            Some(query) => (self.search)(query, written).map_err(ExtractError::Query)?,
        };
        let image = Image::parse(&text, self.rules).map_err(|error| ExtractError::Image { text, error })?;
        let pointer = Text::from(pointer);
        self.found.insert(key, FoundImage { image, pointer });
        Ok(())
    }
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::Key => f.write_str("invalid key"),
            ExtractError::Holder => f.write_str("invalid image config"),
            ExtractError::Group => f.write_str("invalid type"),
            ExtractError::Image { text, error } => write!(f, "invalid image '{text}' ({error})"),
            ExtractError::Query(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ExtractError {}
