//! Constants whose text says something, and literals whose elements must be alike: what is looked at after
//! the types are known (reference §3).

use sekisho_document::duration::Duration;
use sekisho_document::regex::Regex;

use crate::checker::{Checked, Meaning};
use crate::environment::Environment;
use crate::fault::Fault;
use crate::format::{self, Verb};
use crate::issue::Issue;
use crate::time::Timestamp;
use crate::tree::{Literal, Node, NodeId, Span, Tree};
use crate::types::Type;

/// How many steps it may take to read the patterns of one expression: a hundredth of a second.
pub(crate) const MOST_FOR_PATTERNS: u64 = 500_000;

pub(crate) const TOO_MANY_PATTERNS: &str = "patterns exceed limit: together they are too large";

pub(crate) fn check(tree: &Tree, checked: &Checked, environment: &Environment) -> Vec<Issue> {
    let mut inspector = Inspector {
        tree,
        checked,
        issues: Vec::new(),
        patterns: 0,
    };
    if environment.rules.literals {
        for node in tree.ids_of_all() {
            inspector.call(node);
            if inspector.patterns > MOST_FOR_PATTERNS {
                break;
            }
        }
    }
    if environment.rules.homogeneous
        && let Some(root) = tree.root
    {
        inspector.alike(root);
    }
    inspector.issues
}

struct Inspector<'t> {
    tree: &'t Tree,
    checked: &'t Checked,
    issues: Vec<Issue>,
    /// How many steps it took to read patterns.
    patterns: u64,
}

impl Inspector<'_> {
    fn report(&mut self, node: NodeId, message: impl Into<String>) {
        self.issues.push(Issue::at(self.tree.offset(node), message));
    }

    fn call(&mut self, node: NodeId) {
        let Node::Call {
            function,
            target,
            arguments,
        } = self.tree.node(node)
        else {
            return;
        };
        let Some(first) = self.tree.ids(*arguments).first().copied() else {
            return;
        };
        let Meaning::Call(callee) = self.checked.meaning(node) else {
            return;
        };
        let literal = match self.tree.node(first) {
            Node::Literal(literal) => Some(literal),
            _ => None,
        };
        let is_bad = match (callee.name.as_str(), literal) {
            ("duration", Some(Literal::String(text))) => Duration::parse(text).is_err(),
            ("timestamp", Some(Literal::String(text))) => {
                !Timestamp::parse(text).is_some_and(|moment| moment.is_in_range())
            }
            ("timestamp", Some(Literal::Int(seconds))) => Timestamp::new(*seconds, 0).is_none(),
            // Of `matches(text, pattern)` the reference looks at the text.
            ("matches", Some(Literal::String(pattern))) => {
                let (regex, price) = Regex::priced(pattern);
                self.patterns = self.patterns.saturating_add(price);
                if self.patterns > MOST_FOR_PATTERNS {
                    return self.report(first, TOO_MANY_PATTERNS);
                }
                regex.is_err()
            }
            _ => false,
        };
        if is_bad {
            self.report(first, format!("invalid {} argument", callee.name));
        }
        if function == "format"
            && let Some(target) = *target
            && let Node::Literal(Literal::String(format)) = self.tree.node(target)
            && let Node::List { items } = self.tree.node(first)
        {
            self.format(node, format, *items);
        }
    }

    fn format(&mut self, node: NodeId, format: &str, items: Span) {
        let arguments: Vec<NodeId> = self.tree.items(items).iter().map(|item| item.value).collect();
        let mut refused = None;
        let walked = format::walk(
            format,
            arguments.len(),
            |_| Ok(()),
            |position, verb| {
                let Some(argument) = arguments.get(position) else {
                    return Ok(());
                };
                match self.takes(verb, *argument) {
                    Ok(()) => Ok(()),
                    Err(wrong) => {
                        let ty = self.checked.ty(wrong).name();
                        refused = Some(wrong);
                        let refusal = format::refusal(verb, &ty);
                        Err(Fault::new(format!("error during formatting: {refusal}")))
                    }
                }
            },
        );
        match walked {
            Err(fault) => self.report(refused.unwrap_or(node), fault.to_string()),
            Ok(places) if places < arguments.len() => {
                let message = format!(
                    "too many arguments supplied to string.format (expected {places}, got {})",
                    arguments.len()
                );
                self.report(node, message);
            }
            Ok(_) => (),
        }
    }

    /// Whether a place takes an argument, by what is known of its type; else the part that it does not.
    fn takes(&self, verb: Verb, argument: NodeId) -> Result<(), NodeId> {
        let ty = self.checked.ty(argument);
        let takes = match verb {
            Verb::Text => return self.takes_as_text(argument),
            Verb::Decimal | Verb::Octal => matches!(ty, Type::Int | Type::Uint),
            Verb::Fixed(_) | Verb::Scientific => matches!(ty, Type::Double | Type::String),
            Verb::Binary => matches!(ty, Type::Bool | Type::Int | Type::Uint),
            Verb::Hex { .. } => matches!(ty, Type::Int | Type::Uint | Type::String | Type::Bytes),
        };
        match takes || *ty == Type::Dyn {
            true => Ok(()),
            false => Err(argument),
        }
    }

    fn takes_as_text(&self, argument: NodeId) -> Result<(), NodeId> {
        match self.tree.node(argument) {
            Node::List { items } => {
                let mut items = self.tree.items(*items).iter();
                items.try_for_each(|item| self.takes_as_text(item.value))
            }
            Node::Map { entries } => {
                let mut entries = self.tree.entries(*entries).iter();
                entries.try_for_each(|entry| match self.checked.ty(entry.key) {
                    Type::String | Type::Bool | Type::Int | Type::Uint | Type::Dyn => {
                        self.takes_as_text(entry.value)
                    }
                    _ => Err(entry.key),
                })
            }
            _ => match self.checked.ty(argument) {
                Type::Optional(_) | Type::Object(_) | Type::Abstract(..) | Type::Any | Type::Wrapper(_) => {
                    Err(argument)
                }
                _ => Ok(()),
            },
        }
    }

    /// Reports lists and maps whose elements are not of one type, but not within `format`.
    fn alike(&mut self, root: NodeId) {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if let Node::Call { function, .. } = self.tree.node(node)
                && function == "format"
            {
                continue;
            }
            match self.tree.node(node) {
                Node::List { items } => self.alike_items(*items),
                Node::Map { entries } => self.alike_entries(*entries),
                _ => (),
            }
            self.tree.for_each_child(node, |child| open.push(child));
        }
    }

    fn alike_items(&mut self, items: Span) {
        let mut first: Option<&Type> = None;
        let checked = self.checked;
        for item in self.tree.items(items) {
            let ty = inner(checked.ty(item.value), item.optional);
            match first {
                None => first = Some(ty),
                Some(first) if first == ty => (),
                Some(first) => {
                    self.report(item.value, mismatch(first, ty));
                    return;
                }
            }
        }
    }

    fn alike_entries(&mut self, entries: Span) {
        let mut first: Option<(&Type, &Type)> = None;
        let checked = self.checked;
        for entry in self.tree.entries(entries) {
            let key = checked.ty(entry.key);
            let value = inner(checked.ty(entry.value), entry.optional);
            let Some((first_key, first_value)) = first else {
                first = Some((key, value));
                continue;
            };
            if first_key != key {
                self.report(entry.key, mismatch(first_key, key));
            }
            if first_value != value {
                self.report(entry.value, mismatch(first_value, value));
            }
        }
    }
}

fn inner(ty: &Type, optional: bool) -> &Type {
    match ty {
        Type::Optional(inner) if optional => inner,
        other => other,
    }
}

fn mismatch(expected: &Type, found: &Type) -> String {
    format!("expected type '{expected}' but found '{found}'")
}
