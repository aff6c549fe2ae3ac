//! Label selectors: as a map (`matchLabels`, `matchExpressions`), as text (`a=b,c in (d)`), and with
//! Kyverno's wildcards.

mod kyverno;
mod parse;

use std::fmt;

use sekisho_document::{Map, Text, Value};

pub use kyverno::KyvernoSelector;

use crate::resource::Labels;
use crate::validation::{self, FieldError, aggregate};

/// Requirements on labels, all of which must hold. None at all holds for everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selector {
    // INVARIANT: sorted by key.
    requirements: Vec<Requirement>,
}

/// What one label has to be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    // INVARIANT: key and values have the syntax of labels, their number fits the operator, and the values
    // are sorted, without repetition.
    key: Text,
    operator: Operator,
    values: Vec<Text>,
}

/// How the value of a label is compared. The texts are those of the text form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    Equals,
    DoubleEquals,
    NotEquals,
    In,
    NotIn,
    Exists,
    DoesNotExist,
    GreaterThan,
    LessThan,
}

/// Why a selector cannot be built. The texts are the API machinery's where it has one.
#[derive(Debug, Clone, PartialEq)]
pub enum SelectorError {
    /// A part of the map has the wrong type.
    Shape(String),
    /// `matchExpressions` has an operator that does not exist.
    Operator(Text),
    /// Key or values of a requirement are wrong.
    Requirement(Vec<FieldError>),
    /// The text form cannot be read.
    Text(String),
}

impl Selector {
    /// The selector that holds for everything.
    #[must_use]
    pub fn everything() -> Selector {
        Selector::default()
    }

    /// Reads `matchLabels` and `matchExpressions`; null is the empty selector.
    pub fn read(selector: &Value) -> Result<Selector, SelectorError> {
        let labels = match_labels(selector)?.map(|(key, value)| Requirement::equals(key, value));
        let mut requirements = labels.collect::<Result<Vec<_>, _>>()?;
        requirements.extend(match_expressions(selector)?);
        Ok(Selector::of(requirements))
    }

    /// Reads the text form: `app=web,tier in (front, back),!canary`.
    pub fn parse(text: &str) -> Result<Selector, SelectorError> {
        parse::parse(text).map(Selector::of)
    }

    #[must_use]
    pub fn of(mut requirements: Vec<Requirement>) -> Selector {
        requirements.sort_by(|left, right| left.key.cmp(&right.key));
        Selector { requirements }
    }

    #[must_use]
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// Whether the selector has no requirement and so holds for everything.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.requirements.is_empty()
    }

    #[must_use]
    pub fn matches(&self, labels: Labels<'_>) -> bool {
        self.requirements
            .iter()
            .all(|requirement| requirement.matches(labels))
    }
}

impl fmt::Display for Selector {
    /// The text form, as the API machinery prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, requirement) in self.requirements.iter().enumerate() {
            let comma = if position == 0 { "" } else { "," };
            write!(f, "{comma}{requirement}")?;
        }
        Ok(())
    }
}

impl Requirement {
    /// Checks the key, the number of values and the values, as the API machinery does.
    pub fn new(key: &str, operator: Operator, values: Vec<Text>) -> Result<Requirement, SelectorError> {
        let mut errors = Vec::new();
        let joined = validation::label_key(key).join("; ");
        if !joined.is_empty() {
            errors.push(FieldError::invalid("key", Value::from(key), joined));
        }
        errors.extend(operator.fault(&values));
        for (position, value) in values.iter().enumerate() {
            let joined = validation::label_value(value).join("; ");
            if !joined.is_empty() {
                let field = format!("values[{position}][{key}]");
                errors.push(FieldError::invalid(field, Value::from(value.clone()), joined));
            }
        }
        if !errors.is_empty() {
            return Err(SelectorError::Requirement(errors));
        }
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        Ok(Requirement {
            key: Text::new(key),
            operator,
            values,
        })
    }

    fn equals(key: &str, value: &str) -> Result<Requirement, SelectorError> {
        Requirement::new(key, Operator::Equals, vec![Text::new(value)])
    }

    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    #[must_use]
    pub fn operator(&self) -> Operator {
        self.operator
    }

    /// Sorted, without repetition.
    #[must_use]
    pub fn values(&self) -> &[Text] {
        &self.values
    }

    #[must_use]
    pub fn matches(&self, labels: Labels<'_>) -> bool {
        let value = labels.get(&self.key);
        let is_listed = |value: &str| {
            self.values
                .binary_search_by(|listed| listed.as_str().cmp(value))
                .is_ok()
        };
        match self.operator {
            Operator::Equals | Operator::DoubleEquals | Operator::In => value.is_some_and(is_listed),
            Operator::NotEquals | Operator::NotIn => !value.is_some_and(is_listed),
            Operator::Exists => value.is_some(),
            Operator::DoesNotExist => value.is_none(),
            Operator::GreaterThan => self.compare(value, |value, bound| value > bound),
            Operator::LessThan => self.compare(value, |value, bound| value < bound),
        }
    }

    fn compare(&self, value: Option<&str>, holds: impl Fn(i64, i64) -> bool) -> bool {
        let value = value.and_then(|value| value.parse().ok());
        let bound = self.values.first().and_then(|bound| bound.parse().ok());
        value.zip(bound).is_some_and(|(value, bound)| holds(value, bound))
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Requirement {
            key,
            operator,
            values,
        } = self;
        let joined = values.join(",");
        match operator {
            Operator::Exists => write!(f, "{key}"),
            Operator::DoesNotExist => write!(f, "!{key}"),
            Operator::In | Operator::NotIn => write!(f, "{key} {} ({joined})", operator.as_str()),
            Operator::Equals
            | Operator::DoubleEquals
            | Operator::NotEquals
            | Operator::GreaterThan
            | Operator::LessThan => write!(f, "{key}{}{joined}", operator.as_str()),
        }
    }
}

impl Operator {
    /// The operator in the text form.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Operator::Equals => "=",
            Operator::DoubleEquals => "==",
            Operator::NotEquals => "!=",
            Operator::In => "in",
            Operator::NotIn => "notin",
            Operator::Exists => "exists",
            Operator::DoesNotExist => "!",
            Operator::GreaterThan => ">",
            Operator::LessThan => "<",
        }
    }

    /// The operator of `matchExpressions`.
    fn of_expression(text: &str) -> Option<Operator> {
        match text {
            "In" => Some(Operator::In),
            "NotIn" => Some(Operator::NotIn),
            "Exists" => Some(Operator::Exists),
            "DoesNotExist" => Some(Operator::DoesNotExist),
            _ => None,
        }
    }

    /// What is wrong with the number of values, or with their being no numbers.
    fn fault(self, values: &[Text]) -> Option<FieldError> {
        let detail = match self {
            Operator::In | Operator::NotIn if values.is_empty() => {
                "for 'in', 'notin' operators, values set can't be empty"
            }
            Operator::Equals | Operator::DoubleEquals | Operator::NotEquals if values.len() != 1 => {
                "exact-match compatibility requires one single value"
            }
            Operator::Exists | Operator::DoesNotExist if !values.is_empty() => {
                "values set must be empty for exists and does not exist"
            }
            Operator::GreaterThan | Operator::LessThan => match values {
                [value] if value.parse::<i64>().is_ok() => return None,
                [value] => {
                    let detail = "for 'Gt', 'Lt' operators, the value must be an integer";
                    let value = Value::from(value.clone());
                    return Some(FieldError::invalid("values[0]", value, detail));
                }
                _ => "for 'Gt', 'Lt' operators, exactly one value is required",
            },
            Operator::In
            | Operator::NotIn
            | Operator::Equals
            | Operator::DoubleEquals
            | Operator::NotEquals
            | Operator::Exists
            | Operator::DoesNotExist => return None,
        };
        let values: Vec<Value> = values.iter().cloned().map(Value::from).collect();
        Some(FieldError::invalid("values", Value::List(values.into()), detail))
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectorError::Shape(text) | SelectorError::Text(text) => f.write_str(text),
            SelectorError::Operator(text) => {
                let quoted = sekisho_document::print::quote(text);
                write!(f, "{quoted} is not a valid label selector operator")
            }
            SelectorError::Requirement(errors) => {
                f.write_str(&aggregate(errors.iter().map(ToString::to_string)))
            }
        }
    }
}

impl std::error::Error for SelectorError {}

/// What the API server says of a selector in an object it stores: more than whether it can be built, and
/// all of it.
#[must_use]
pub fn validate(selector: &Value, field: &str) -> Vec<FieldError> {
    let labels = selector.get("matchLabels").and_then(Value::as_map);
    let mut errors = labels
        .map(|labels| validation::labels(labels, &format!("{field}.matchLabels")))
        .unwrap_or_default();
    let expressions = selector.get("matchExpressions").and_then(Value::as_list);
    for (position, expression) in expressions.into_iter().flatten().enumerate() {
        validate_expression(
            expression,
            &format!("{field}.matchExpressions[{position}]"),
            &mut errors,
        );
    }
    errors
}

fn validate_expression(expression: &Value, field: &str, errors: &mut Vec<FieldError>) {
    let listed = expression.get("values").and_then(Value::as_list);
    let values: Vec<&str> = listed.into_iter().flatten().filter_map(Value::as_str).collect();
    let operator = expression.str_at(&["operator"]);
    match Operator::of_expression(operator) {
        Some(Operator::In | Operator::NotIn) if values.is_empty() => errors.push(FieldError::required(
            format!("{field}.values"),
            "must be specified when `operator` is 'In' or 'NotIn'",
        )),
        Some(Operator::Exists | Operator::DoesNotExist) if !values.is_empty() => {
            errors.push(FieldError::forbidden(
                format!("{field}.values"),
                "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ));
        }
        Some(_) => {}
        None => errors.push(FieldError::invalid(
            format!("{field}.operator"),
            Value::from(operator),
            "not a valid selector operator",
        )),
    }
    let key = expression.str_at(&["key"]);
    errors.extend(FieldError::all_invalid(
        &format!("{field}.key"),
        key,
        validation::label_key(key),
    ));
    for (position, value) in values.iter().enumerate() {
        let field = format!("{field}.values[{position}]");
        errors.extend(FieldError::all_invalid(
            &field,
            value,
            validation::label_value(value),
        ));
    }
}

/// The pairs of `matchLabels`, sorted by key so that the first fault does not depend on how it is written.
fn match_labels(selector: &Value) -> Result<impl Iterator<Item = (&str, &str)>, SelectorError> {
    let map = part(selector, "matchLabels", "a map", Value::as_map)?;
    let mut pairs = Vec::with_capacity(map.map_or(0, Map::len));
    for (key, value) in map.into_iter().flatten() {
        match value {
            Value::String(text) => pairs.push((key.as_str(), text.as_str())),
            Value::Null => pairs.push((key.as_str(), "")),
            other => return Err(mistyped(&format!("matchLabels.{key}"), "a string", other)),
        }
    }
    pairs.sort_unstable();
    Ok(pairs.into_iter())
}

fn match_expressions(selector: &Value) -> Result<Vec<Requirement>, SelectorError> {
    let expressions = part(selector, "matchExpressions", "a list", Value::as_list)?;
    let read = |expression: &Value| {
        let key = part(expression, "key", "a string", Value::as_str)?.unwrap_or_default();
        let operator = part(expression, "operator", "a string", Value::as_str)?.unwrap_or_default();
        let values = part(expression, "values", "a list", Value::as_list)?;
        let values = values.into_iter().flatten().map(|value| match value {
            Value::String(text) => Ok(text.clone()),
            Value::Null => Ok(Text::default()),
            other => Err(mistyped("values", "a list of strings", other)),
        });
        let values = values.collect::<Result<_, _>>()?;
        let known = Operator::of_expression(operator);
        let operator = known.ok_or_else(|| SelectorError::Operator(Text::new(operator)))?;
        Requirement::new(key, operator, values)
    };
    expressions.into_iter().flatten().map(read).collect()
}

/// A part of a map, absent or null, or of the right type.
fn part<'v, T: ?Sized>(
    map: &'v Value,
    key: &str,
    expected: &str,
    read: impl Fn(&'v Value) -> Option<&'v T>,
) -> Result<Option<&'v T>, SelectorError> {
    let map = match map {
        Value::Null => return Ok(None),
        Value::Map(map) => map,
        other => return Err(mistyped("selector", "a map", other)),
    };
    match map.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match read(value) {
            Some(found) => Ok(Some(found)),
            None => Err(mistyped(key, expected, value)),
        },
    }
}

fn mistyped(path: &str, expected: &str, found: &Value) -> SelectorError {
    let found = found.kind().with_article();
    SelectorError::Shape(format!("expected {expected} at `{path}`, found {found}"))
}

#[cfg(test)]
mod tests;
