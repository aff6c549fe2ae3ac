//! `path_canonicalize`: a path without detours.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "path_canonicalize",
    parameters: &[Parameter {
        name: "path",
        types: &[Type::String],
        summary: "the path to clean",
    }],
    returns: &[Type::String],
    summary: "returns the shortest path with the same meaning, looking only at the text",
    note: "normalizes or canonicalizes a given path by removing excess slashes",
    examples: &[Example {
        expression: "path_canonicalize('/var//run/../lock/')",
        result: "\"/var/lock\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(clean(arguments.text(0)?).into())
}

/// Go's `filepath.Join` of one path; the empty path stays empty.
fn clean(path: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    let is_rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => (),
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if is_rooted => (),
            _ => parts.push(part),
        }
    }
    let path = parts.join("/");
    match (is_rooted, path.is_empty()) {
        (true, _) => format!("/{path}"),
        (false, true) => ".".to_owned(),
        (false, false) => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned() {
        for (path, expected) in [
            ("", ""),
            (".", "."),
            ("/", "/"),
            ("a/..", "."),
            ("a/../b//c", "b/c"),
            ("/../a", "/a"),
            ("../../a", "../../a"),
            ("a/./b/", "a/b"),
            ("/..", "/"),
            ("a/../../b", "../b"),
        ] {
            assert_eq!(clean(path), expected, "{path}");
        }
    }
}
