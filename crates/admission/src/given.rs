//! The values of the variables that expressions have of a request, whatever policy they stand in.

use sekisho_cel::Value;
use sekisho_kubernetes::cel::Told;

/// Variables that requests have values for, in any place. One that the environment of an expression does not
/// declare can not be reached.
pub(crate) const NAMES: [&str; 15] = [
    "authorizer",
    "authorizer.requestResource",
    "exceptions",
    "generator",
    "globalContext",
    "http",
    "image",
    "json",
    "namespaceObject",
    "object",
    "oldObject",
    "params",
    "request",
    "resource",
    "yaml",
];

/// What is given: made once for a request, and looked into by number.
#[derive(Debug, Clone, Default)]
pub struct Given<'a> {
    /// By position in [`NAMES`].
    values: [Option<Entry<'a>>; NAMES.len()],
}

#[derive(Debug, Clone)]
enum Entry<'a> {
    Is(Value<'a>),
    /// The request, which few expressions ask for.
    Told(&'a Told<'a>),
}

impl<'a> Given<'a> {
    /// Values by the names of their variables; those that are not named have none.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = (&'static str, Value<'a>)>) -> Given<'a> {
        Given::default().with(values)
    }

    /// The same with further values, or others.
    #[must_use]
    pub fn with(mut self, values: impl IntoIterator<Item = (&'static str, Value<'a>)>) -> Given<'a> {
        for (name, value) in values {
            self.set(name, Entry::Is(value));
        }
        self
    }

    /// The same with a request.
    #[must_use]
    pub fn telling(mut self, request: &'a Told<'a>) -> Given<'a> {
        self.set("request", Entry::Told(request));
        self
    }

    fn set(&mut self, name: &str, entry: Entry<'a>) {
        let position = NAMES.iter().position(|known| *known == name);
        if let Some(value) = position.and_then(|position| self.values.get_mut(position)) {
            *value = Some(entry);
        }
    }

    /// The value of the variable at a position in [`NAMES`].
    pub(crate) fn value(&self, position: usize) -> Option<Value<'a>> {
        match self.values.get(position)?.as_ref()? {
            Entry::Is(value) => Some(value.clone()),
            Entry::Told(told) => Some(Value::of(told.value())),
        }
    }
}

#[cfg(test)]
mod tests {
    use sekisho_kubernetes::Request;

    use super::*;

    #[test]
    fn variables_are_given_by_name_and_later_values_win() {
        let request = Request::of_nothing();
        let told = Told::with_objects(&request);
        let given = Given::of([("object", Value::Int(1)), ("unheard-of", Value::Int(2))])
            .telling(&told)
            .with([("object", Value::Int(3))]);
        let shown = |name: &str| {
            let position = NAMES.iter().position(|known| *known == name).unwrap();
            given.value(position).map(|value| value.type_name().to_owned())
        };
        for (name, ty) in [
            ("object", Some("int")),
            ("request", Some("map")),
            ("params", None),
        ] {
            assert_eq!(shown(name).as_deref(), ty, "{name}");
        }
        assert!(NAMES.is_sorted());
    }
}
