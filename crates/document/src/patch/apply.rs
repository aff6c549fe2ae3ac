//! Patches at work.

use super::dialect::Habits;
use super::read::unmarshal;
use super::{JsonPatchDialect, Operation, Patch, PatchError, PatchFault};
use crate::json::{self, Form};
use crate::number::{self, NumberError};
use crate::pointer::{index, unescape};
use crate::{Kind, List, Map, Pointer, Text, Value, print, walk};

pub(super) fn apply(
    patch: &Patch,
    document: &Value,
    dialect: JsonPatchDialect,
    growth: usize,
) -> Result<Value, PatchError> {
    let mut work = Work {
        document: document.clone(),
        original: document.clone(),
        habits: dialect.habits(),
        grown: 0,
        growth,
    };
    for operation in &patch.0 {
        match operation {
            Operation::Add { path, value } => work.add(path, value)?,
            Operation::Remove { path } => work.remove(path)?,
            Operation::Replace { path, value } => work.replace(path, value)?,
            Operation::Move { from, path } => work.relocate(from, path)?,
            Operation::Copy { from, path } => work.copy(from, path)?,
            Operation::Test { path, value } => work.test(path, value)?,
            Operation::Faulty(error) => return Err(error.clone()),
        }
    }
    Ok(work.document)
}

struct Work {
    document: Value,
    /// What Kyverno's library copies from an empty path: the document as it came or was last added
    /// whole.
    original: Value,
    habits: &'static Habits,
    /// Bytes that operations have added beyond what the patch holds itself.
    grown: usize,
    growth: usize,
}

impl Work {
    fn add(&mut self, path: &Pointer, value: &Value) -> Result<(), PatchError> {
        if path.is_root() && self.habits.empty_path_is_root {
            if self.habits.go_indices && !is_container(value) {
                let message = match value {
                    Value::Null => "json: error calling MarshalJSON for type *jsonpatch.partialDoc: \
                                    invalid value, expected object"
                        .to_owned(),
                    _ => unmarshal(value, "map[string]*jsonpatch.lazyNode"),
                };
                return Err(PatchError::new(PatchFault::Operation, message));
            }
            self.document = value.clone();
            self.original = value.clone();
            return Ok(());
        }
        if self.habits.makes_parents {
            self.make_parents(path)?;
        }
        let habits = self.habits;
        let Some((parent, key)) = self.parent(path) else {
            let message =
                format!("add operation does not apply: doc is missing path: \"{path}\": missing value");
            return Err(PatchError::new(PatchFault::Missing, message));
        };
        insert(parent, &key, value.clone(), habits)
            .map_err(|refusal| refusal.inserting(&format!("error in add for path: '{path}'"), &key))
    }

    fn remove(&mut self, path: &Pointer) -> Result<(), PatchError> {
        let habits = self.habits;
        let Some((parent, key)) = self.parent(path) else {
            if habits.forgives_removal {
                return Ok(());
            }
            let message =
                format!("remove operation does not apply: doc is missing path: \"{path}\": missing value");
            return Err(PatchError::new(PatchFault::Missing, message));
        };
        match take(parent, &key, habits) {
            Err(Refusal::NoKey | Refusal::Outside(_)) if habits.forgives_removal => Ok(()),
            taken => taken.map(drop).map_err(|refusal| {
                refusal.say(
                    &format!("error in remove for path: '{path}'"),
                    &key,
                    habits.no_key_to_remove,
                )
            }),
        }
    }

    fn replace(&mut self, path: &Pointer, value: &Value) -> Result<(), PatchError> {
        if path.is_root() {
            let whole = is_container(value) || (value.is_null() && self.habits.empty_path_is_root);
            if self.habits.go_indices && !whole {
                let message = "replace operation value must be object or array: %!w(<nil>)";
                return Err(PatchError::new(PatchFault::Operation, message));
            }
            self.document = value.clone();
            self.original = Value::Null;
            return Ok(());
        }
        let habits = self.habits;
        let Some((parent, key)) = self.parent(path) else {
            let message =
                format!("replace operation does not apply: doc is missing path: {path}: missing value");
            return Err(PatchError::new(PatchFault::Missing, message));
        };
        let slot = match parent {
            Value::Map(map) if habits.absent_is_null => Some(map.entry(&key)),
            Value::Map(map) => map.get_mut(&key),
            Value::List(list) => match position(&key, list.len(), habits) {
                Ok(position) => list.edit().get_mut(position),
                Err(_) => None,
            },
            _ => None,
        };
        let Some(slot) = slot else {
            let message =
                format!("replace operation does not apply: doc is missing key: {path}: missing value");
            return Err(PatchError::new(PatchFault::Missing, message));
        };
        *slot = value.clone();
        Ok(())
    }

    /// `move`.
    fn relocate(&mut self, from: &Pointer, path: &Pointer) -> Result<(), PatchError> {
        let habits = self.habits;
        if from.is_root() && habits.empty_path_is_root {
            let message = "unable to move entire document to another path: invalid state detected";
            return Err(PatchError::new(PatchFault::Operation, message));
        }
        let Some((parent, key)) = self.parent(from) else {
            let message =
                format!("move operation does not apply: doc is missing from path: {from}: missing value");
            return Err(PatchError::new(PatchFault::Missing, message));
        };
        let value = take(parent, &key, habits).map_err(|refusal| {
            refusal.say(
                &format!("error in move for path: '{key}'"),
                &key,
                habits.no_key_to_get,
            )
        })?;
        if path.is_root() && !habits.go_indices {
            self.document = value;
            return Ok(());
        }
        let Some((parent, key)) = self.parent(path) else {
            let message = format!(
                "move operation does not apply: doc is missing destination path: {path}: missing value"
            );
            return Err(PatchError::new(PatchFault::Missing, message));
        };
        insert(parent, &key, value, habits)
            .map_err(|refusal| refusal.inserting(&format!("error in move for path: '{path}'"), &key))
    }

    fn copy(&mut self, from: &Pointer, path: &Pointer) -> Result<(), PatchError> {
        let habits = self.habits;
        let value = if from.is_root() && habits.empty_path_is_root {
            let whole = if habits.go_indices {
                &self.original
            } else {
                &self.document
            };
            whole.clone()
        } else {
            let Some((parent, key)) = self.parent(from) else {
                let quote = if habits.quotes_from { "\"" } else { "" };
                let message = format!(
                    "copy operation does not apply: doc is missing from path: {quote}{from}{quote}: missing value"
                );
                return Err(PatchError::new(PatchFault::Missing, message));
            };
            match child(parent, &key, habits) {
                Ok(value) => value.clone(),
                Err(Refusal::NoKey) if habits.absent_is_null => Value::Null,
                Err(refusal) => {
                    let head = format!("error in copy for from: '{from}'");
                    return Err(refusal.say(&head, &key, habits.no_key_to_get));
                }
            }
        };
        if path.is_root() && !habits.go_indices {
            self.document = value;
            return Ok(());
        }
        if self.parent(path).is_none() {
            let message = format!(
                "copy operation does not apply: doc is missing destination path: {path}: missing value"
            );
            return Err(PatchError::new(PatchFault::Missing, message));
        }
        self.grow_by_copy(&value)?;
        let Some((parent, key)) = self.parent(path) else {
            return Ok(());
        };
        insert(parent, &key, value, habits)
            .map_err(|refusal| refusal.inserting("error while adding value during copy", &key))
    }

    fn test(&mut self, path: &Pointer, value: &Value) -> Result<(), PatchError> {
        let habits = self.habits;
        let failed = || {
            PatchError::new(
                PatchFault::Test,
                format!("testing value {path} failed: test failed"),
            )
        };
        let found = if path.is_root() {
            &self.document
        } else {
            let Some((parent, key)) = self.parent(path) else {
                let message =
                    format!("test operation does not apply: is missing path: {path}: missing value");
                return Err(PatchError::new(PatchFault::Missing, message));
            };
            match child(parent, &key, habits) {
                Ok(found) => found,
                Err(Refusal::NoKey) if habits.go_indices => &Value::Null,
                Err(refusal) => {
                    let head = format!("error in test for path: '{path}'");
                    return Err(refusal.say(&head, &key, habits.no_key_to_get));
                }
            }
        };
        if same(found, value, habits) {
            Ok(())
        } else {
            Err(failed())
        }
    }

    /// The list or map that holds what a path leads to, and its key there.
    fn parent<'s>(&'s mut self, path: &Pointer) -> Option<(&'s mut Value, Text)> {
        let habits = self.habits;
        if path.is_root() && habits.empty_path_is_root && habits.go_indices {
            return Some((&mut self.document, Text::default()));
        }
        let mut tokens = path.tokens();
        let key = Text::from(tokens.next_back()?);
        let parent = tokens.try_fold(&mut self.document, |value, token| {
            child_mut(value, &token, habits)
        })?;
        is_container(parent).then_some((parent, key))
    }

    /// Makes the lists and maps that are missing on the way to a path: a list where a number or `-`
    /// comes next, filled up with null. Keys that are made keep their escapes, as in Kyverno, so that
    /// the path then is missing after all.
    fn make_parents(&mut self, path: &Pointer) -> Result<(), PatchError> {
        let habits = self.habits;
        let tokens: Vec<&str> = path.escaped_tokens().collect();
        let mut current = &mut self.document;
        for pair in tokens.windows(2) {
            let [token, next] = pair else {
                return Ok(());
            };
            let decoded = unescape(token);
            let found = child(current, &decoded, habits).is_ok_and(|value| !value.is_null());
            if found {
                let Some(value) = child_mut(current, &decoded, habits) else {
                    return Ok(());
                };
                if !is_container(value) {
                    return Err(PatchError::new(PatchFault::Missing, "invalid state detected"));
                }
                current = value;
                continue;
            }
            let made = match made_size(next)? {
                None => Value::Map(Map::new()),
                Some(size) => {
                    grow(&mut self.grown, self.growth, size.saturating_mul(NULL))?;
                    let nulls: List = std::iter::repeat_n(Value::Null, size).collect();
                    nulls.into()
                }
            };
            if let Value::List(list) = current
                && let Ok(index) = number::parse_int(token)
                && let Ok(index) = usize::try_from(index)
                && index > list.len()
            {
                grow(
                    &mut self.grown,
                    self.growth,
                    (index - list.len()).saturating_mul(NULL),
                )?;
                list.edit().resize(index, Value::Null);
            }
            let Ok(slot) = inserted(current, token, made, habits) else {
                return Ok(());
            };
            current = slot;
        }
        Ok(())
    }

    fn grow_by_copy(&mut self, value: &Value) -> Result<(), PatchError> {
        let most = self.growth.saturating_mul(4);
        let size = json::write_within(value, Form::GO, most).map_or(most, |text| text.len());
        self.grown = self.grown.saturating_add(size);
        if self.grown <= self.growth {
            return Ok(());
        }
        let message = format!(
            "Unable to complete the copy, the accumulated size increase of copy is {}, exceeding the limit {}",
            self.grown, self.growth
        );
        Err(PatchError::new(PatchFault::Growth, message))
    }
}

/// Bytes of a null in a list, with its comma.
const NULL: usize = 5;

fn grow(grown: &mut usize, growth: usize, bytes: usize) -> Result<(), PatchError> {
    *grown = grown.saturating_add(bytes);
    if *grown <= growth {
        return Ok(());
    }
    let message = format!("the patch fills up lists with more than {growth} bytes of null");
    Err(PatchError::new(PatchFault::Growth, message))
}

/// With how many nulls a list begins that is made because `next` leads into it; nothing where it is a
/// map that is made.
fn made_size(next: &str) -> Result<Option<usize>, PatchError> {
    let Ok(index) = number::parse_int(next) else {
        return Ok((next == "-").then_some(0));
    };
    if index < -1 {
        let message = format!(
            "Unable to ensure path for negative index other than -1: {index}: invalid index referenced"
        );
        return Err(PatchError::new(PatchFault::Index, message));
    }
    Ok(Some(usize::try_from(index).unwrap_or(0)))
}

/// Why a key or an index leads to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    NoKey,
    /// An index that the list does not have.
    Outside(i64),
    NotAnIndex(NumberError),
}

impl Refusal {
    fn say(self, head: &str, key: &str, no_key: &str) -> PatchError {
        match self {
            Refusal::NoKey => PatchError::new(
                PatchFault::Missing,
                format!("{head}: {no_key}: {key}: missing value"),
            ),
            Refusal::Outside(index) => {
                let message =
                    format!("{head}: Unable to access invalid index: {index}: invalid index referenced");
                PatchError::new(PatchFault::Index, message)
            }
            Refusal::NotAnIndex(error) => {
                let key = print::quote(key);
                let message = format!("{head}: strconv.Atoi: parsing {key}: {error}");
                PatchError::new(PatchFault::Index, message)
            }
        }
    }

    /// As [`Refusal::say`], for a value that finds no place.
    fn inserting(self, head: &str, key: &str) -> PatchError {
        match self {
            Refusal::NotAnIndex(_) => {
                let head = format!("{head}: value was not a proper array index: '{key}'");
                self.say(&head, key, "")
            }
            Refusal::NoKey | Refusal::Outside(_) => self.say(head, key, "no such key"),
        }
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}

fn child<'v>(parent: &'v Value, key: &str, habits: &Habits) -> Result<&'v Value, Refusal> {
    match parent {
        Value::Map(map) => map.get(key).ok_or(Refusal::NoKey),
        Value::List(list) => {
            let position = position(key, list.len(), habits)?;
            list.get(position).ok_or(Refusal::NoKey)
        }
        _ => Err(Refusal::NoKey),
    }
}

fn child_mut<'v>(parent: &'v mut Value, key: &str, habits: &Habits) -> Option<&'v mut Value> {
    match parent {
        Value::Map(map) => map.get_mut(key),
        Value::List(list) => {
            let position = position(key, list.len(), habits).ok()?;
            list.edit().get_mut(position)
        }
        _ => None,
    }
}

fn take(parent: &mut Value, key: &str, habits: &Habits) -> Result<Value, Refusal> {
    match parent {
        Value::Map(map) => map.remove(key).ok_or(Refusal::NoKey),
        Value::List(list) => {
            let position = position(key, list.len(), habits)?;
            Ok(list.edit().remove(position))
        }
        _ => Err(Refusal::NoKey),
    }
}

fn insert(parent: &mut Value, key: &str, value: Value, habits: &Habits) -> Result<(), Refusal> {
    inserted(parent, key, value, habits).map(|_| ())
}

fn inserted<'v>(
    parent: &'v mut Value,
    key: &str,
    value: Value,
    habits: &Habits,
) -> Result<&'v mut Value, Refusal> {
    match parent {
        Value::Map(map) => {
            let slot = map.entry(key);
            *slot = value;
            Ok(slot)
        }
        Value::List(list) => {
            let length = list.len();
            // Between the items there is one place more than items, so that -1 is behind the last.
            let position = match key {
                "-" => length,
                _ => position(key, length + 1, habits)?,
            };
            let items = list.edit();
            items.insert(position, value);
            items.get_mut(position).ok_or(Refusal::NoKey)
        }
        _ => Err(Refusal::NoKey),
    }
}

/// The place in a list of so many places that an index means.
fn position(key: &str, places: usize, habits: &Habits) -> Result<usize, Refusal> {
    let wanted = if habits.go_indices {
        number::parse_int(key).map_err(Refusal::NotAnIndex)?
    } else {
        let index = index(key).ok_or(Refusal::NotAnIndex(NumberError::Syntax))?;
        i64::try_from(index).unwrap_or(i64::MAX)
    };
    let places = i64::try_from(places).unwrap_or(i64::MAX);
    let found = if wanted < 0 {
        wanted.saturating_add(places)
    } else {
        wanted
    };
    match usize::try_from(found) {
        Ok(position) if found < places => Ok(position),
        _ => Err(Refusal::Outside(wanted)),
    }
}

/// Whether a value of the document is what a test asks for.
fn same(found: &Value, wanted: &Value, habits: &Habits) -> bool {
    if habits.number_texts {
        walk::equal_by(found, wanted, same_text)
    } else {
        walk::equal_by(found, wanted, same_number)
    }
}

/// Numbers are the same when the JSON text of the document's is the one that the patch holds. A whole
/// number of the document has a text without a point even where it is held as a float; a float of the
/// patch has one with a point, else it would be whole.
fn same_text(found: &Value, wanted: &Value) -> bool {
    let written_whole = match wanted {
        Value::Float(float) => float.fract() != 0.0 || float.abs() >= 1e21,
        _ => true,
    };
    written_whole && same_number(found, wanted)
}

fn same_number(found: &Value, wanted: &Value) -> bool {
    if found.kind() == Kind::Number && wanted.kind() == Kind::Number {
        return json::write(found, Form::COMPACT) == json::write(wanted, Form::COMPACT);
    }
    found == wanted
}
