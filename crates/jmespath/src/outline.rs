//! A syntax tree as text, in the two forms that are used with Kyverno: on one line, and as `jp parse` shows it.

use sekisho_document::number::go_float;
use sekisho_document::print::{go_text, quote};
use sekisho_document::{Text, Value};

use crate::Query;
use crate::access::sorted;
use crate::tree::{Node, NodeId, Slice, Tree};

impl Query {
    /// The tree on one line: `Subexpression(Field<a>, Field<b>)`.
    #[must_use]
    pub fn outline(&self) -> String {
        let mut text = String::new();
        on_one_line(&mut text, &Branch::of(&self.tree, self.tree.root));
        text
    }

    /// The tree as `kyverno jp parse` shows it, a line for each node and value (reference §13).
    #[must_use]
    pub fn listing(&self) -> String {
        let mut text = String::new();
        in_lines(&mut text, &Branch::of(&self.tree, self.tree.root), 0);
        text
    }
}

/// A node as Kyverno's library has it: a name, perhaps a value, and children.
struct Branch<'t> {
    name: &'static str,
    value: Option<Shown<'t>>,
    children: Vec<Branch<'t>>,
}

enum Shown<'t> {
    Text(&'t str),
    Value(&'t Value),
    Index(i64),
    Slice(Slice),
    Token(&'static str),
}

impl<'t> Branch<'t> {
    fn of(tree: &'t Tree, id: NodeId) -> Branch<'t> {
        let node = tree.node(id);
        let (name, value) = match node {
            Node::Current => ("CurrentNode", None),
            Node::Identity => ("Identity", None),
            Node::Field(name) => ("Field", Some(Shown::Text(name))),
            Node::Literal(value) => ("Literal", Some(Shown::Value(value)).filter(|_| !value.is_null())),
            Node::Member(..) => ("Subexpression", None),
            Node::Index(..) | Node::Slice(..) => ("IndexExpression", None),
            Node::Flatten(_) => ("Flatten", None),
            Node::Projection(..) => ("Projection", None),
            Node::Filter { .. } => ("FilterProjection", None),
            Node::ValueProjection(..) => ("ValueProjection", None),
            Node::List(_) => ("MultiSelectList", None),
            Node::Map(_) => ("MultiSelectHash", None),
            Node::Pipe(..) => ("Pipe", None),
            Node::Or(..) => ("OrExpression", None),
            Node::And(..) => ("AndExpression", None),
            Node::Not(_) => ("NotExpression", None),
            Node::Comparison(comparator, ..) => ("Comparator", Some(Shown::Token(comparator.token()))),
            Node::Lambda(_) => ("ExpRef", None),
            Node::Call { name, .. } => ("FunctionExpression", name.as_deref().map(Shown::Text)),
            Node::Empty => ("Empty", None),
        };
        let children = match node {
            Node::Index(left, index) => vec![
                Branch::of(tree, *left),
                Branch::leaf("Index", Shown::Index(*index)),
            ],
            Node::Slice(left, slice) => vec![
                Branch::of(tree, *left),
                Branch::leaf("Slice", Shown::Slice(*slice)),
            ],
            Node::Filter {
                left,
                right,
                condition,
            } => [left, right, condition]
                .map(|id| Branch::of(tree, *id))
                .into_iter()
                .collect(),
            Node::Map(entries) => entries
                .iter()
                .map(|(key, id)| Branch::pair(tree, key, *id))
                .collect(),
            node => {
                let mut children = Vec::new();
                node.each_child(|child| children.push(Branch::of(tree, child)));
                children
            }
        };
        Branch {
            name,
            value,
            children,
        }
    }

    fn leaf(name: &'static str, value: Shown<'t>) -> Branch<'t> {
        Branch {
            name,
            value: Some(value),
            children: Vec::new(),
        }
    }

    fn pair(tree: &'t Tree, key: &'t Text, id: NodeId) -> Branch<'t> {
        Branch {
            name: "KeyValPair",
            value: Some(Shown::Text(key)),
            children: vec![Branch::of(tree, id)],
        }
    }
}

fn on_one_line(text: &mut String, branch: &Branch<'_>) {
    text.push_str(branch.name);
    let value = match &branch.value {
        None | Some(Shown::Slice(_)) => None,
        Some(Shown::Text(name)) => Some((*name).to_owned()),
        Some(Shown::Value(value)) => Some(go_text(value)),
        Some(Shown::Index(index)) => Some(index.to_string()),
        Some(Shown::Token(token)) => Some((*token).to_owned()),
    };
    if let Some(value) = value {
        text.extend(["<", &value, ">"]);
    }
    for (position, child) in branch.children.iter().enumerate() {
        text.push_str(if position == 0 { "(" } else { ", " });
        on_one_line(text, child);
    }
    if !branch.children.is_empty() {
        text.push(')');
    }
}

fn in_lines(text: &mut String, branch: &Branch<'_>, indent: usize) {
    let margin = " ".repeat(indent);
    text.extend([&margin, "AST", branch.name, " {\n"]);
    if let Some(value) = &branch.value {
        text.extend([&margin, "  value: "]);
        match value {
            Shown::Text(name) => text.push_str(&quote(name)),
            Shown::Value(value) => go_syntax(text, value),
            Shown::Index(index) => text.push_str(&index.to_string()),
            Shown::Slice(slice) => go_pointers(text, *slice),
            Shown::Token(token) => text.push_str(token),
        }
        text.push('\n');
    }
    if !branch.children.is_empty() {
        // The library never closes this brace.
        text.extend([&margin, "  children: {\n"]);
        for child in &branch.children {
            in_lines(text, child, indent + 4);
        }
    }
    text.extend([&margin, "}\n"]);
}

/// A value in Go's syntax, as `%#v` prints it.
fn go_syntax(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("interface {}(nil)"),
        Value::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
        Value::Int(number) => text.push_str(&number.to_string()),
        Value::UInt(number) => text.push_str(&number.to_string()),
        Value::Float(number) => text.push_str(&go_float(*number)),
        Value::String(string) => text.push_str(&quote(string)),
        Value::List(list) => {
            text.push_str("[]interface {}{");
            for (position, item) in list.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                go_syntax(text, item);
            }
            text.push('}');
        }
        Value::Map(map) => {
            text.push_str("map[string]interface {}{");
            for (position, (key, item)) in sorted(map).into_iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                text.extend([&quote(key), ":"]);
                go_syntax(text, item);
            }
            text.push('}');
        }
    }
}

/// The parts of a slice. Go prints addresses here; the numbers say more.
fn go_pointers(text: &mut String, slice: Slice) {
    let parts = [slice.start, slice.stop, slice.step];
    let parts = parts.map(|part| part.map_or("(*int)(nil)".to_owned(), |part| format!("(*int)({part})")));
    text.extend(["[]*int{", &parts.join(", "), "}"]);
}

#[cfg(test)]
mod tests {
    use crate::functions::STANDARD;
    use crate::{Functions, Query};

    #[test]
    fn listings_look_as_kyverno_prints_them() {
        let query = Query::compile("a | [?b == `1`]", &Functions::new(&[STANDARD])).unwrap();
        let expected = r#"ASTPipe {
  children: {
    ASTField {
      value: "a"
    }
    ASTFilterProjection {
      children: {
        ASTIdentity {
        }
        ASTIdentity {
        }
        ASTComparator {
          value: tEQ
          children: {
            ASTField {
              value: "b"
            }
            ASTLiteral {
              value: 1
            }
        }
    }
}
"#;
        assert_eq!(query.listing(), expected);
    }
}
