//! Syntax of names and labels, with the texts the API server gives for what breaks it.
//!
//! Each function returns every fault of a text, in the server's order; none means the text is right. The
//! texts are those of Kubernetes 1.37.

use std::collections::BTreeSet;
use std::fmt;

use sekisho_document::print::quote;
use sekisho_document::{Map, Value, json};

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and \
    must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for \
    validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' \
    or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for \
    validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with \
    an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex \
    used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const NAME_PART: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
    alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
    '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' \
    or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or \
    '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// A name of one DNS label: `my-name`.
#[must_use]
pub fn dns1123_label(text: &str) -> Vec<String> {
    let long = (text.len() > 63).then(|| "must be no more than 63 characters".to_owned());
    let wrong = (!is_dns_label(text)).then(|| LABEL.to_owned());
    long.into_iter().chain(wrong).collect()
}

/// A name of DNS labels with dots between: `my-name.example.com`.
#[must_use]
pub fn dns1123_subdomain(text: &str) -> Vec<String> {
    let long = (text.len() > 253).then(|| "must be no more than 253 characters".to_owned());
    let wrong = (!is_subdomain(text)).then(|| SUBDOMAIN.to_owned());
    long.into_iter().chain(wrong).collect()
}

/// A DNS label that begins with a letter.
#[must_use]
pub fn dns1035_label(text: &str) -> Vec<String> {
    let long = (text.len() > 63).then(|| "must be no more than 63 characters".to_owned());
    let right = is_dns_label(text) && text.starts_with(|first: char| first.is_ascii_lowercase());
    let wrong = (!right).then(|| LABEL_1035.to_owned());
    long.into_iter().chain(wrong).collect()
}

/// A name that can be a segment of a URL path, and nothing more.
#[must_use]
pub fn path_segment(text: &str) -> Vec<String> {
    if matches!(text, "." | "..") {
        return vec![format!("may not be '{text}'")];
    }
    let held = ["/", "%"].into_iter().filter(|part| text.contains(part));
    held.map(|part| format!("may not contain '{part}'")).collect()
}

/// A label key: a name, or `prefix/name` with a DNS subdomain as the prefix.
#[must_use]
pub fn label_key(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let name = match text.split_once('/') {
        None => text,
        Some((_, rest)) if rest.contains('/') => {
            return vec![format!(
                "a valid label key {NAME_PART} with an optional DNS subdomain prefix and '/' \
                 (e.g. 'example.com/MyName')"
            )];
        }
        Some(("", name)) => {
            faults.push("prefix part must be non-empty".to_owned());
            name
        }
        Some((prefix, name)) => {
            if prefix.len() > 253 {
                faults.push("prefix part must be no more than 253 bytes".to_owned());
            }
            if !is_subdomain(prefix) {
                faults.push(format!("prefix part {SUBDOMAIN}"));
            }
            name
        }
    };
    if name.is_empty() {
        faults.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        faults.push("name part must be no more than 63 bytes".to_owned());
    }
    if !is_name(name) {
        faults.push(format!("name part {NAME_PART}"));
    }
    faults
}

/// A label value: empty, or a name.
#[must_use]
pub fn label_value(text: &str) -> Vec<String> {
    let long = (text.len() > 63).then(|| "must be no more than 63 bytes".to_owned());
    let wrong = (!text.is_empty() && !is_name(text)).then(|| LABEL_VALUE.to_owned());
    long.into_iter().chain(wrong).collect()
}

/// The faults of a map of labels.
#[must_use]
pub fn labels(labels: &Map, field: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (key, value) in labels {
        let value = value.as_str().unwrap_or_default();
        errors.extend(FieldError::all_invalid(field, key, label_key(key)));
        errors.extend(FieldError::all_invalid(field, value, label_value(value)));
    }
    errors
}

/// The faults of the keys of a map of annotations, which may have upper case.
#[must_use]
pub fn annotations(annotations: &Map, field: &str) -> Vec<FieldError> {
    annotations
        .keys()
        .flat_map(|key| FieldError::all_invalid(field, key, label_key(&key.to_lowercase())))
        .collect()
}

/// A fault of one field, as the API server reports it.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldError {
    /// `spec.selector.matchExpressions[0].values`.
    pub field: String,
    pub fault: FieldFault,
    /// May be empty.
    pub detail: String,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldFault {
    Required,
    Forbidden,
    Invalid(Value),
    /// None of the words that are known.
    NotSupported {
        value: Value,
        known: Vec<String>,
    },
    Duplicate(Value),
    TooMany {
        found: usize,
        most: usize,
    },
}

impl FieldError {
    #[must_use]
    pub fn required(field: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError {
            field: field.into(),
            fault: FieldFault::Required,
            detail: detail.into(),
        }
    }

    #[must_use]
    pub fn forbidden(field: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError {
            field: field.into(),
            fault: FieldFault::Forbidden,
            detail: detail.into(),
        }
    }

    #[must_use]
    pub fn invalid(field: impl Into<String>, value: Value, detail: impl Into<String>) -> FieldError {
        FieldError {
            field: field.into(),
            fault: FieldFault::Invalid(value),
            detail: detail.into(),
        }
    }

    /// The known words are said in the order given.
    #[must_use]
    pub fn not_supported(field: impl Into<String>, value: Value, known: &[&str]) -> FieldError {
        FieldError {
            field: field.into(),
            fault: FieldFault::NotSupported {
                value,
                known: known.iter().map(|&word| word.to_owned()).collect(),
            },
            detail: String::new(),
        }
    }

    #[must_use]
    pub fn duplicate(field: impl Into<String>, value: Value) -> FieldError {
        FieldError {
            field: field.into(),
            fault: FieldFault::Duplicate(value),
            detail: String::new(),
        }
    }

    #[must_use]
    pub fn too_many(field: impl Into<String>, found: usize, most: usize) -> FieldError {
        FieldError {
            field: field.into(),
            fault: FieldFault::TooMany { found, most },
            detail: format!("must have at most {most} items"),
        }
    }

    /// One error for each fault of a text.
    pub fn all_invalid<'a>(
        field: &'a str,
        text: &'a str,
        faults: Vec<String>,
    ) -> impl Iterator<Item = FieldError> + use<'a> {
        faults
            .into_iter()
            .map(move |fault| FieldError::invalid(field, Value::from(text), fault))
    }

    /// The reason in the causes of a status: `FieldValueRequired`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self.fault {
            FieldFault::Required => "FieldValueRequired",
            FieldFault::Forbidden => "FieldValueForbidden",
            FieldFault::Invalid(_) => "FieldValueInvalid",
            FieldFault::NotSupported { .. } => "FieldValueNotSupported",
            FieldFault::Duplicate(_) => "FieldValueDuplicate",
            FieldFault::TooMany { .. } => "FieldValueTooMany",
        }
    }

    /// The text without the field: `Invalid value: "a b": …`.
    #[must_use]
    pub fn message(&self) -> String {
        let fault = match &self.fault {
            FieldFault::Required => "Required value".to_owned(),
            FieldFault::Forbidden => "Forbidden".to_owned(),
            FieldFault::Invalid(value) => format!("Invalid value: {}", shown(value)),
            FieldFault::NotSupported { value, known } => {
                let known: Vec<String> = known.iter().map(|word| quote(word)).collect();
                let value = shown(value);
                format!(
                    "Unsupported value: {value}: supported values: {}",
                    known.join(", ")
                )
            }
            FieldFault::Duplicate(value) => format!("Duplicate value: {}", shown(value)),
            FieldFault::TooMany { found, .. } => format!("Too many: {found}"),
        };
        if self.detail.is_empty() {
            return fault;
        }
        format!("{fault}: {}", self.detail)
    }
}

/// A value as errors show it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        other => json::write(other, json::Form::GO),
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message())
    }
}

/// Several errors as one text: one stands alone, more are put in brackets; the same text is said once.
#[must_use]
pub fn aggregate(texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<String> = texts.into_iter().collect();
    let mut seen = BTreeSet::new();
    let distinct: Vec<&str> = texts
        .iter()
        .map(String::as_str)
        .filter(|text| seen.insert(*text))
        .collect();
    match distinct.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("[{}]", several.join(", ")),
    }
}

fn is_dns_label(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    is_bounded(text, inner, |byte| byte != b'-')
}

fn is_subdomain(text: &str) -> bool {
    text.split('.').all(is_dns_label)
}

fn is_name(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    is_bounded(text, inner, |byte| byte.is_ascii_alphanumeric())
}

/// Whether a text is not empty, has only the bytes of `inner`, and ends on both sides with one of `outer`.
fn is_bounded(text: &str, inner: impl Fn(u8) -> bool, outer: impl Fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return false;
    };
    outer(*first) && outer(*last) && bytes.iter().all(|byte| inner(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of each fault.
    fn heads(faults: &[String]) -> Vec<&str> {
        faults
            .iter()
            .map(|fault| fault.get(..21).unwrap_or(fault))
            .collect()
    }

    #[test]
    fn names_have_the_syntax_of_dns() {
        let long = "a".repeat(64);
        for (text, label, subdomain, old) in [
            ("web", true, true, true),
            ("3scale", true, true, false),
            ("a.b", false, true, false),
            ("a..b", false, false, false),
            ("-a", false, false, false),
            ("a-", false, false, false),
            ("Web", false, false, false),
            ("", false, false, false),
            ("ä", false, false, false),
            (&long, false, true, false),
        ] {
            assert_eq!(dns1123_label(text).is_empty(), label, "{text}");
            assert_eq!(dns1123_subdomain(text).is_empty(), subdomain, "{text}");
            assert_eq!(dns1035_label(text).is_empty(), old, "{text}");
        }
        assert_eq!(dns1123_label(&long), ["must be no more than 63 characters"]);
        assert_eq!(
            dns1123_subdomain(&"a".repeat(254)),
            ["must be no more than 253 characters"]
        );
    }

    #[test]
    fn every_fault_of_a_label_key_is_said() {
        for (key, expected) in [
            ("app", vec![]),
            ("x.y/Z_1", vec![]),
            ("a b", vec!["name part must consis"]),
            ("", vec!["name part must be non", "name part must consis"]),
            ("/a", vec!["prefix part must be n"]),
            ("A/b", vec!["prefix part a lowerca"]),
            ("a/b/c", vec!["a valid label key mus"]),
            (&"k".repeat(64), vec!["name part must be no "]),
            ("x/", vec!["name part must be non", "name part must consis"]),
        ] {
            assert_eq!(heads(&label_key(key)), expected, "{key}");
        }
    }

    #[test]
    fn label_values_and_path_segments() {
        for (value, right) in [
            ("", true),
            ("1.2_b-C", true),
            ("-a", false),
            ("a b", false),
            ("ä", false),
        ] {
            assert_eq!(label_value(value).is_empty(), right, "{value}");
        }
        assert_eq!(label_value(&"v".repeat(64)), ["must be no more than 63 bytes"]);
        assert_eq!(
            path_segment("a%b/c"),
            ["may not contain '/'", "may not contain '%'"]
        );
        assert_eq!(path_segment(".."), ["may not be '..'"]);
        assert!(path_segment("system:node").is_empty());
    }

    #[test]
    fn errors_read_as_the_server_writes_them() {
        let error = FieldError::invalid("metadata.labels", Value::from("a\"b"), "must be plain");
        assert_eq!(
            error.to_string(),
            r#"metadata.labels: Invalid value: "a\"b": must be plain"#
        );
        assert_eq!(
            FieldError::required("spec", "").to_string(),
            "spec: Required value"
        );
        assert_eq!(
            aggregate(["a".to_owned(), "b".to_owned(), "a".to_owned()]),
            "[a, b]"
        );
    }
}
