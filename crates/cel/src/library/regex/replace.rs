//! `regex.replace`: a text with matches replaced.

use super::groups;
use crate::library::pattern;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "regex.replace",
    overloads: &[
        Overload::function(
            "regex_replace_string_string_string",
            &[Shape::String, Shape::String, Shape::String],
            Shape::String,
            call,
        )
        .costs(cost::replacing_matches, estimate::replacing_matches),
        Overload::function(
            "regex_replace_string_string_string_int",
            &[Shape::String, Shape::String, Shape::String, Shape::Int],
            Shape::String,
            call,
        )
        .costs(cost::replacing_matches, estimate::replacing_matches),
    ],
    prepare: Some(pattern::prepare_or_leave),
    summary: "replaces all matches of a regular expression, or the first so many, by a text in which `\\1` stands for a group",
    examples: &[
        Example {
            expression: "regex.replace('abc', '(b)', '[\\\\1]')",
            result: "'a[b]c'",
        },
        Example {
            expression: "regex.replace('aa', 'a', 'b', 1)",
            result: "'ba'",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let most = match arguments.len() {
        4 => usize::try_from(arguments.int(3)?).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    let (text, new) = (arguments.get(0).clone(), arguments.get(2).clone());
    let (Some(text), Some(new)) = (text.as_str(), new.as_str()) else {
        return Err(arguments.no_overload());
    };
    let regex = pattern::second(arguments)?;
    let mut made = String::new();
    let (mut copied, mut count) = (0, 0);
    regex.each_match(text, arguments.meter, |groups, meter| {
        if count == most {
            return Ok(false);
        }
        count += 1;
        let found = groups.first().cloned().flatten().unwrap_or_default();
        let before = text.get(copied..found.start).unwrap_or_default();
        meter.take(before.len())?;
        made.push_str(before);
        groups::expand(new, groups, text, &mut made, meter)?;
        copied = found.end;
        Ok(true)
    })?;
    let rest = text.get(copied..).unwrap_or_default();
    arguments.meter.take(rest.len())?;
    made.push_str(rest);
    Ok(Value::from(made))
}
