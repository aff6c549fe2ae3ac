//! A JSON object in the making, on one line.

use sekisho_document::Value;

use crate::quoted::{quoted, value_text};

pub(super) struct Object<'t> {
    text: &'t mut String,
    empty: bool,
}

/// A list in the making.
pub(super) struct List<'t> {
    text: &'t mut String,
    empty: bool,
}

impl Object<'_> {
    /// The text of a whole object.
    pub(super) fn line(fill: impl FnOnce(&mut Object<'_>)) -> String {
        let mut text = String::new();
        put_object(&mut text, fill);
        text
    }

    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        push_text(self.text, text);
    }

    /// A text that is left out when it is empty.
    pub(super) fn some_text(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            self.text(name, text);
        }
    }

    /// A list of texts that is left out when it is empty.
    pub(super) fn texts(&mut self, name: &str, texts: &[impl AsRef<str>]) {
        if !texts.is_empty() {
            self.list(name, texts, |list, text| {
                list.next();
                push_text(list.text, text.as_ref());
            });
        }
    }

    pub(super) fn number(&mut self, name: &str, number: u64) {
        self.name(name);
        *self.text += &number.to_string();
    }

    pub(super) fn boolean(&mut self, name: &str, value: bool) {
        self.name(name);
        *self.text += if value { "true" } else { "false" };
    }

    pub(super) fn value(&mut self, name: &str, value: &Value) {
        self.name(name);
        *self.text += &value_text(value);
    }

    pub(super) fn object(&mut self, name: &str, fill: impl FnOnce(&mut Object<'_>)) {
        self.name(name);
        put_object(self.text, fill);
    }

    pub(super) fn list<T>(&mut self, name: &str, items: &[T], mut put: impl FnMut(&mut List<'_>, &T)) {
        self.name(name);
        self.text.push('[');
        let mut list = List {
            text: self.text,
            empty: true,
        };
        for item in items {
            put(&mut list, item);
        }
        self.text.push(']');
    }

    fn name(&mut self, name: &str) {
        if !self.empty {
            self.text.push(',');
        }
        self.empty = false;
        push_text(self.text, name);
        self.text.push(':');
    }
}

impl List<'_> {
    pub(super) fn object(&mut self, fill: impl FnOnce(&mut Object<'_>)) {
        self.next();
        put_object(self.text, fill);
    }

    pub(super) fn bare(&mut self, number: u64) {
        self.next();
        *self.text += &number.to_string();
    }

    fn next(&mut self) {
        if !self.empty {
            self.text.push(',');
        }
        self.empty = false;
    }
}

fn put_object(text: &mut String, fill: impl FnOnce(&mut Object<'_>)) {
    text.push('{');
    let mut object = Object { text, empty: true };
    fill(&mut object);
    object.text.push('}');
}

fn push_text(text: &mut String, string: &str) {
    *text += &quoted(string);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_written_on_one_line() {
        let text = Object::line(|object| {
            object.text("a\"", "é\u{7f}\u{9b}\u{202e}\n");
            object.some_text("b", "");
            object.texts("c", &[] as &[&str]);
            object.texts("d", &["x", "y"]);
            object.number("e", u64::MAX);
            object.boolean("f", true);
            object.object("g", |_| {});
            object.list("h", &[1, 2], |list, number| list.bare(*number));
            object.list("i", &[1, 2], |list, number| {
                list.object(|item| item.number("n", *number));
            });
            object.value("j", &Value::from("\u{7f}"));
        });
        assert_eq!(
            text,
            "{\"a\\\"\":\"é\\u007f\\u009b\\u202e\\n\",\"d\":[\"x\",\"y\"],\"e\":18446744073709551615,\"f\":true,\
             \"g\":{},\"h\":[1,2],\"i\":[{\"n\":1},{\"n\":2}],\"j\":\"\\u007f\"}"
        );
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }
}
