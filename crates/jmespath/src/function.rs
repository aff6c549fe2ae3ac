//! What a function is: an entry of a table with everything that is said about it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Found};

/// An entry of a function table.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    pub name: &'static str,
    pub parameters: &'static [Parameter],
    pub arity: Arity,
    pub returns: &'static [Type],
    /// What it does, beginning with a verb, without a full stop.
    pub summary: &'static str,
    /// The note that `jp function` prints.
    pub note: &'static str,
    pub examples: &'static [Example],
    /// What can be made ready from constant arguments when a query is compiled, such as a pattern.
    pub prepare: Option<Prepare>,
    pub call: Call,
}

/// One parameter of a function.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    pub name: &'static str,
    /// Any of these, in the order in which the error text lists them.
    pub types: &'static [Type],
    pub summary: &'static str,
}

/// How many arguments a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    /// One for each parameter.
    Exact,
    /// At least one for each parameter. No type is checked (reference §5), so the body must.
    Variadic,
    /// Any number of anything: the functions that Kyverno registers without parameters.
    Anything,
}

/// A type as function tables name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Any,
    /// A float; a Go integer is no number (reference §1).
    Number,
    String,
    Boolean,
    /// Any list, an `items()` list included.
    Array,
    ArrayNumber,
    ArrayString,
    Object,
    Expression,
}

/// A call and its result, shown in the documentation and run as a test.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub expression: &'static str,
    /// The result as JSON.
    pub result: &'static str,
}

/// The body of a function. Arity and types were checked before.
pub type Call = for<'r, 'a> fn(&mut Arguments<'r, 'a>) -> Result<Found<'a>, Complaint>;

/// Makes something ready from the arguments that are constants of the query. Whatever fails here is left
/// for the call to complain about, because a call that is never reached must not.
pub type Prepare = fn(constants: &[Option<&Value>]) -> Option<Prepared>;

/// What [`Prepare`] made; the call gets it with [`Arguments::prepared`].
pub type Prepared = Arc<dyn Any + Send + Sync>;

impl Function {
    /// The fields that most functions leave as they are.
    pub const USUAL: Function = Function {
        name: "",
        parameters: &[],
        arity: Arity::Exact,
        returns: &[],
        summary: "",
        note: "",
        examples: &[],
        prepare: None,
        call: |_| Ok(Found::NULL),
    };

    /// The signature as `jp function` prints it: `replace(string, string, string, number) string`.
    #[must_use]
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(|it| join(it.types, "|")).collect();
        format!(
            "{}({}) {}",
            self.name,
            parameters.join(", "),
            join(self.returns, ",")
        )
    }
}

fn join(types: &[Type], between: &str) -> String {
    let names: Vec<&str> = types.iter().map(|ty| ty.name()).collect();
    names.join(between)
}

impl Type {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Type::Any => "any",
            Type::Number => "number",
            Type::String => "string",
            Type::Boolean => "boolean",
            Type::Array => "array",
            Type::ArrayNumber => "array[number]",
            Type::ArrayString => "array[string]",
            Type::Object => "object",
            Type::Expression => "expref",
        }
    }

    /// Whether an argument is of this type.
    #[must_use]
    pub fn accepts(self, found: &Found<'_>) -> bool {
        let value = found.value();
        match self {
            Type::Any => true,
            Type::Number => matches!(value, Some(Value::Float(_))),
            Type::String => matches!(value, Some(Value::String(_))),
            Type::Boolean => matches!(value, Some(Value::Bool(_))),
            Type::Array => found.items().is_some(),
            Type::ArrayNumber => all_items(value, |item| matches!(item, Value::Float(_))),
            Type::ArrayString => all_items(value, |item| matches!(item, Value::String(_))),
            Type::Object => matches!(value, Some(Value::Map(_))),
            Type::Expression => matches!(found, Found::Lambda(_)),
        }
    }
}

fn all_items(value: Option<&Value>, is: impl Fn(&Value) -> bool) -> bool {
    value
        .and_then(Value::as_list)
        .is_some_and(|list| list.iter().all(is))
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The functions a query may call, by name.
#[derive(Debug, Clone, Default)]
pub struct Functions {
    // INVARIANT: sorted by name, no name twice.
    sorted: Vec<&'static Function>,
}

impl Functions {
    /// Merges lists of entries; an entry of a later list takes the place of one of the same name.
    #[must_use]
    pub fn new(lists: &[&'static [Function]]) -> Functions {
        let mut sorted: Vec<&'static Function> = Vec::new();
        for function in lists.iter().copied().flatten() {
            match sorted.binary_search_by(|it| it.name.cmp(function.name)) {
                Ok(position) => {
                    if let Some(slot) = sorted.get_mut(position) {
                        *slot = function;
                    }
                }
                Err(position) => sorted.insert(position, function),
            }
        }
        Functions { sorted }
    }

    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static Function> {
        let position = self.sorted.binary_search_by(|it| it.name.cmp(name)).ok()?;
        self.sorted.get(position).copied()
    }

    /// All entries, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static Function> + '_ {
        self.sorted.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &[Function] = &[
        Function {
            name: "b",
            parameters: &[
                Parameter {
                    name: "x",
                    types: &[Type::Object, Type::Array],
                    summary: "",
                },
                Parameter {
                    name: "n",
                    types: &[Type::Number],
                    summary: "",
                },
            ],
            returns: &[Type::Any],
            ..Function::USUAL
        },
        Function {
            name: "c",
            ..Function::USUAL
        },
    ];
    const SECOND: &[Function] = &[
        Function {
            name: "a",
            ..Function::USUAL
        },
        Function {
            name: "c",
            note: "the later one",
            ..Function::USUAL
        },
    ];

    #[test]
    fn later_entries_win_and_names_are_sorted() {
        let functions = Functions::new(&[FIRST, SECOND]);
        let names: Vec<&str> = functions.iter().map(|it| it.name).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(functions.get("c").unwrap().note, "the later one");
        assert_eq!(
            functions.get("b").unwrap().signature(),
            "b(object|array, number) any"
        );
        assert!(functions.get("d").is_none());
    }

    #[test]
    fn integers_are_no_numbers() {
        assert!(Type::Number.accepts(&Value::Float(1.0).into()));
        assert!(!Type::Number.accepts(&Value::Int(1).into()));
        let empty: Found<'_> = Value::List(Vec::new().into()).into();
        assert!(Type::ArrayNumber.accepts(&empty) && Type::ArrayString.accepts(&empty));
        assert!(!Type::ArrayString.accepts(&Found::Objects(Vec::new().into())));
        assert!(Type::Array.accepts(&Found::Objects(Vec::new().into())));
    }
}
