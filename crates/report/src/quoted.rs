//! JSON text that steers no terminal.

use sekisho_diagnostics::visible;
use sekisho_document::Value;
use sekisho_document::json::{Escapes, Form, escaped, push};

/// A string in double quotes, right in JSON and in YAML.
pub(crate) fn quoted(string: &str) -> String {
    steerless(escaped(string, Escapes::Plain))
}

/// A value on one line.
pub(crate) fn value_text(value: &Value) -> String {
    let mut text = String::new();
    push(&mut text, value, Form::COMPACT);
    steerless(text)
}

/// JSON on one line whose texts steer no terminal: JSON leaves some controls alone, a terminal does not, and
/// YAML allows neither them nor the non-characters that end the basic plane. Outside of texts there are no
/// such characters.
fn steerless(json: String) -> String {
    let mut character = [0; 4];
    let mut is_hidden = |shown: char| match shown {
        ' '..='~' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        _ => visible(shown.encode_utf8(&mut character)).len() > shown.len_utf8(),
    };
    if !json.contains(&mut is_hidden) {
        return json;
    }
    let mut text = String::with_capacity(json.len() + 16);
    for shown in json.chars() {
        if is_hidden(shown) {
            for unit in shown.encode_utf16(&mut [0; 2]) {
                text += &format!("\\u{unit:04x}");
            }
        } else {
            text.push(shown);
        }
    }
    text
}
