//! The walk over a checked tree. Macros are estimated as the comprehensions that they stand for.

use sekisho_document::Text;

use super::path::{Path, one_further};
use super::{Bounds, CallEstimate, Operand, Operands, SizeHints};
use crate::checker::{Checked, Meaning};
use crate::environment::{Declared, Environment};
use crate::tree::{Bind, Entry, Fold, FoldKind, Item, Literal, Node, NodeId, OptionalMap, Tree};
use crate::types::Type;

const ONE: Bounds = Bounds::exactly(1);
const LIST: Bounds = Bounds::exactly(10);
const MAP: Bounds = Bounds::exactly(30);
const MESSAGE: Bounds = Bounds::exactly(40);

/// What a checked tree may cost.
pub(crate) fn estimate(
    tree: &Tree,
    checked: &Checked,
    environment: &Environment,
    hints: &dyn SizeHints,
) -> Bounds {
    let mut walk = Walk {
        tree,
        checked,
        environment,
        hints,
        known: vec![Known::default(); tree.len()],
        locals: Vec::new(),
    };
    tree.root.map_or(Bounds::NONE, |root| walk.cost(root))
}

struct Walk<'t> {
    tree: &'t Tree,
    checked: &'t Checked,
    environment: &'t Environment,
    hints: &'t dyn SizeHints,
    /// By node.
    known: Vec<Known>,
    /// The variables of macros that are open.
    locals: Vec<Known>,
}

/// What was found out about the value of a node or of a variable.
#[derive(Debug, Clone, Default)]
struct Known {
    path: Path,
    size: Option<Bounds>,
    parts: Option<Parts>,
}

/// How large the keys and values of a map, or the elements of a list, may be.
#[derive(Debug, Clone, Copy)]
struct Parts {
    is_list: bool,
    key: Bounds,
    value: Bounds,
}

impl Parts {
    fn or(self, other: Parts) -> Parts {
        Parts {
            is_list: self.is_list,
            key: self.key.or(other.key),
            value: self.value.or(other.value),
        }
    }

    /// Of the list that a macro begins with.
    const EMPTY_LIST: Parts = Parts {
        is_list: true,
        key: ONE,
        value: Bounds::NONE,
    };
}

impl<'t> Walk<'t> {
    fn known(&self, node: NodeId) -> Known {
        self.known.get(node.index()).cloned().unwrap_or_default()
    }

    fn change(&mut self, node: NodeId, change: impl FnOnce(&mut Known)) {
        if let Some(known) = self.known.get_mut(node.index()) {
            change(known);
        }
    }

    fn set_path(&mut self, node: NodeId, path: Path) {
        self.change(node, |known| known.path = path);
    }

    fn cost(&mut self, node: NodeId) -> Bounds {
        let tree = self.tree;
        match tree.node(node) {
            Node::Fault | Node::Literal(_) => Bounds::NONE,
            Node::Identifier(name) => {
                self.name(node, name);
                ONE
            }
            Node::Select { operand, field } => match self.checked.meaning(node) {
                Meaning::Plain => self.select(node, *operand, field),
                _ => {
                    let name = tree.qualified_name(node).unwrap_or_default();
                    self.name(node, &name);
                    ONE
                }
            },
            Node::Presence { operand, .. } => self.cost(*operand),
            Node::OptionalSelect { operand, .. } => self.cost(*operand).plus(ONE),
            Node::Call {
                function,
                target,
                arguments,
            } => self.call(node, function, *target, tree.ids(*arguments)),
            Node::Logic { terms, .. } => self.logic(tree.ids(*terms)),
            Node::List { items } => self.list(node, tree.items(*items)),
            Node::Map { entries } => self.map(node, tree.entries(*entries)),
            Node::Message { fields, .. } => {
                let fields = tree.fields(*fields).iter();
                fields.fold(MESSAGE, |sum, field| sum.plus(self.cost(field.value)))
            }
            Node::Fold(fold) => self.fold(node, fold),
            Node::Bind(bind) => self.bind(node, bind),
            Node::OptionalMap(map) => self.optional_map(map),
        }
    }

    fn name(&mut self, node: NodeId, name: &str) {
        let path = match self.checked.meaning(node) {
            Meaning::Local(slot) => self.local(*slot).and_then(|local| local.path.clone()),
            _ => one_further(&None, name),
        };
        self.set_path(node, path);
    }

    fn local(&self, slot: u32) -> Option<&Known> {
        self.locals.get(slot as usize)
    }

    /// A step into a value of no known type is free.
    fn select(&mut self, node: NodeId, operand: NodeId, field: &Text) -> Bounds {
        let cost = self.cost(operand);
        let path = one_further(&self.known(operand).path, field);
        self.set_path(node, path);
        match self.checked.ty(operand) {
            Type::Map(_) | Type::Object(_) | Type::Parameter(_) => cost.plus(ONE),
            _ => cost,
        }
    }

    /// At least the first term is evaluated.
    fn logic(&mut self, terms: &[NodeId]) -> Bounds {
        let costs: Vec<Bounds> = terms.iter().map(|term| self.cost(*term)).collect();
        Bounds {
            least: costs.first().map_or(0, |first| first.least),
            greatest: sum(&costs).greatest,
        }
    }

    fn call(&mut self, node: NodeId, function: &str, target: Option<NodeId>, arguments: &[NodeId]) -> Bounds {
        let Meaning::Call(callee) = self.checked.meaning(node) else {
            return Bounds::NONE;
        };
        let callee = callee.clone();
        let mut nodes: Vec<NodeId> = Vec::with_capacity(arguments.len() + 1);
        nodes.extend(target.filter(|_| !callee.spaced));
        nodes.extend_from_slice(arguments);
        let costs: Vec<Bounds> = nodes.iter().map(|node| self.cost(*node)).collect();
        match (function, &*nodes, &*costs) {
            ("_?_:_", &[_, truthy, falsy], &[condition, if_true, if_false]) => {
                self.conditional(node, truthy, falsy);
                return condition.plus(if_true.or(if_false));
            }
            ("dyn", &[only], _) => {
                self.copy(node, only);
                return sum(&costs).plus(ONE);
            }
            _ => (),
        }
        let Some((_, declared)) = self.environment.function(&callee.name) else {
            return sum(&costs).plus(ONE);
        };
        let estimated = self.overloads(node, declared, &callee.fitting, &nodes);
        sum(&costs).plus(estimated)
    }

    /// What any of the overloads that fit may cost. Also finds out the size of the result.
    fn overloads(
        &mut self,
        node: NodeId,
        declared: &Declared,
        fitting: &[usize],
        nodes: &[NodeId],
    ) -> Bounds {
        let of_function = declared.entries.iter().find_map(|entry| entry.estimate);
        let operands = self.operands(nodes);
        let mut cost: Option<Bounds> = None;
        let mut size: Option<Bounds> = None;
        for position in fitting {
            let overload = declared.signatures.get(*position).and_then(|it| it.table);
            let of_type = match overload.map(|it| it.id) {
                Some("equals") => self.environment.equality(operands.ty(0), operands.ty(1)),
                _ => None,
            };
            let estimate = of_type.or(overload.and_then(|it| it.estimate)).or(of_function);
            let estimated = match estimate {
                Some(estimate) => estimate(&operands),
                None => CallEstimate::of(ONE),
            };
            cost = Some(cost.map_or(estimated.cost, |cost| cost.or(estimated.cost)));
            if let Some(further) = estimated.size {
                size = Some(size.map_or(further, |size| size.or(further)));
            }
            let first = nodes.first().map(|first| self.known(*first)).unwrap_or_default();
            match (overload.map(|it| it.id), nodes) {
                (Some("index_list"), _) => {
                    self.set_path(node, one_further(&first.path, "@items"));
                    size = size.or(first.parts.map(|parts| parts.value));
                }
                (Some("index_map"), _) => {
                    self.set_path(node, one_further(&first.path, "@values"));
                    size = size.or(first.parts.map(|parts| parts.value));
                }
                (Some("add_list"), &[left, right]) => {
                    let parts = self.both_parts(left, right);
                    self.change(node, |known| known.parts = parts);
                }
                _ => (),
            }
            size = size.or_else(|| self.size(node));
        }
        self.change(node, |known| known.size = size);
        cost.unwrap_or(ONE)
    }

    fn operands(&mut self, nodes: &[NodeId]) -> Operands<'t> {
        let sizes: Vec<Option<Bounds>> = nodes.iter().map(|node| self.size(*node)).collect();
        let (tree, checked) = (self.tree, self.checked);
        let row = nodes.iter().zip(sizes).map(|(node, size)| Operand {
            ty: checked.ty(*node),
            size,
            path: self.known(*node).path,
            literal: match tree.node(*node) {
                Node::Literal(literal) => Some(literal),
                _ => None,
            },
        });
        Operands {
            row: row.collect(),
            hints: self.hints,
        }
    }

    fn conditional(&mut self, node: NodeId, truthy: NodeId, falsy: NodeId) {
        let size = self.size_or_unknown(truthy).or(self.size_or_unknown(falsy));
        let parts = self.both_parts(truthy, falsy);
        self.change(node, |known| {
            known.size = Some(size);
            known.parts = parts;
        });
    }

    fn copy(&mut self, node: NodeId, from: NodeId) {
        let (size, parts) = (self.size(from), self.parts(from));
        self.change(node, |known| {
            known.size = size;
            known.parts = parts;
        });
    }

    fn list(&mut self, node: NodeId, items: &[Item]) -> Bounds {
        let mut cost = LIST;
        let mut value = None;
        for item in items {
            cost = cost.plus(self.cost(item.value));
            value = Some(self.joined(value, item.value));
        }
        let parts = Parts {
            value: value.unwrap_or(Bounds::NONE),
            ..Parts::EMPTY_LIST
        };
        self.change(node, |known| known.parts = Some(parts));
        cost
    }

    fn map(&mut self, node: NodeId, entries: &[Entry]) -> Bounds {
        let mut cost = MAP;
        let (mut key, mut value) = (None, None);
        for entry in entries {
            cost = cost.plus(self.cost(entry.key)).plus(self.cost(entry.value));
            key = Some(self.joined(key, entry.key));
            value = Some(self.joined(value, entry.value));
        }
        let parts = Parts {
            is_list: false,
            key: key.unwrap_or(Bounds::NONE),
            value: value.unwrap_or(Bounds::NONE),
        };
        self.change(node, |known| known.parts = Some(parts));
        cost
    }

    fn joined(&mut self, joined: Option<Bounds>, node: NodeId) -> Bounds {
        let size = self.size_or_unknown(node);
        joined.map_or(size, |joined| joined.or(size))
    }

    fn fold(&mut self, node: NodeId, fold: &Fold) -> Bounds {
        let range = self.cost(fold.range);
        let depth = self.locals.len();
        self.enter(fold);
        let condition = fold.condition.map(|condition| self.cost(condition));
        let body = self.cost(fold.body);
        let body_size = self.size_or_unknown(fold.body);
        self.locals.truncate(depth);

        let (first, step, last) = match fold.kind {
            // `@not_strictly_false(accu)`, then `accu && body`.
            FoldKind::All => (Bounds::NONE, short_circuit(body).plus(Bounds::exactly(2)), ONE),
            // The same with `!accu`, then `accu || body`.
            FoldKind::Exists => (Bounds::NONE, short_circuit(body).plus(Bounds::exactly(3)), ONE),
            // `body ? accu + 1 : accu`, at last `accu == 1`.
            FoldKind::ExistsOne => (
                Bounds::NONE,
                either(Some(body), Bounds::exactly(2)),
                Bounds::exactly(2),
            ),
            // `accu + [body]`
            FoldKind::List => {
                let adding = body.plus(Bounds::exactly(12));
                (LIST, either(condition, adding), ONE)
            }
            // `cel.@mapInsert(accu, key, body)`
            FoldKind::Map => {
                let inserting = body.plus(Bounds::exactly(3));
                (MAP, either(condition, inserting), ONE)
            }
            FoldKind::MapEntry => {
                let inserting = body.plus(Bounds::exactly(2));
                (MAP, either(condition, inserting), ONE)
            }
        };
        let count = self.size_or_unknown(fold.range);
        let (size, parts) = match fold.kind {
            FoldKind::All | FoldKind::Exists | FoldKind::ExistsOne => (ONE, None),
            FoldKind::List => {
                let item = Parts {
                    value: body_size,
                    ..Parts::EMPTY_LIST
                };
                (count, Some(item.or(Parts::EMPTY_LIST)))
            }
            FoldKind::Map | FoldKind::MapEntry => (count, None),
        };
        self.change(node, |known| {
            known.size = Some(size);
            known.parts = parts;
        });
        range.plus(first).plus(last).plus(count.multiplied(step))
    }

    /// Opens the variables of a macro.
    fn enter(&mut self, fold: &Fold) {
        let parts = self.parts(fold.range);
        let path = self.known(fold.range).path;
        let is_list = match parts {
            Some(parts) => parts.is_list,
            None => matches!(self.checked.ty(fold.range), Type::List(_)),
        };
        let key = Known {
            path: one_further(&path, if is_list { "@indices" } else { "@keys" }),
            size: parts.map(|parts| parts.key),
            parts: None,
        };
        let value = Known {
            path: one_further(&path, if is_list { "@items" } else { "@values" }),
            size: parts.map(|parts| parts.value),
            parts: None,
        };
        match (&fold.second, is_list) {
            (Some(_), _) => self.locals.extend([key, value]),
            (None, true) => self.locals.push(value),
            (None, false) => self.locals.push(key),
        }
    }

    /// The reference goes over an empty list to give a value a name.
    fn bind(&mut self, node: NodeId, bind: &Bind) -> Bounds {
        let value = self.cost(bind.value);
        let body = self.within(bind.value, bind.body);
        self.copy(node, bind.body);
        LIST.plus(value).plus(body)
    }

    /// The cost of a body in which a variable stands for a value.
    fn within(&mut self, value: NodeId, body: NodeId) -> Bounds {
        let local = Known {
            path: self.known(value).path,
            size: self.size(value),
            parts: self.parts(value),
        };
        self.locals.push(local);
        let cost = self.cost(body);
        self.locals.pop();
        cost
    }

    /// `target.hasValue() ? optional.of(body) : optional.none()`, where the body gets a name for
    /// `target.value()`.
    fn optional_map(&mut self, map: &OptionalMap) -> Bounds {
        let method = self.cost(map.target).plus(ONE);
        self.locals.push(Known::default());
        let body = self.cost(map.body);
        self.locals.pop();
        let bound = LIST.plus(method).plus(body);
        let truthy = if map.flat { bound } else { bound.plus(ONE) };
        method.plus(truthy.or(ONE))
    }

    fn size_or_unknown(&mut self, node: NodeId) -> Bounds {
        self.size(node).unwrap_or(Bounds::UNKNOWN)
    }

    /// The size of a value: as it was found out, as it is written, as hints, type or variable say.
    fn size(&mut self, node: NodeId) -> Option<Bounds> {
        let known = self.known(node);
        if known.size.is_some() {
            return known.size;
        }
        let written = match self.tree.node(node) {
            Node::Literal(literal) => Some(literal_size(literal)),
            Node::List { items } => Some(self.tree.items(*items).len() as u64),
            Node::Map { entries } => Some(self.tree.entries(*entries).len() as u64),
            _ => None,
        };
        if let Some(size) = written {
            return Some(Bounds::exactly(size));
        }
        let ty = self.checked.ty(node);
        if let Some(path) = &known.path
            && let Some(hint) = path.hint(self.hints, ty)
        {
            self.change(node, |known| known.size = Some(hint));
            return Some(hint);
        }
        if is_scalar(ty) {
            return Some(ONE);
        }
        match self.checked.meaning(node) {
            Meaning::Local(slot) => self.local(*slot)?.size,
            _ => None,
        }
    }

    fn parts(&self, node: NodeId) -> Option<Parts> {
        let parts = self.known.get(node.index()).and_then(|known| known.parts);
        parts.or_else(|| match self.checked.meaning(node) {
            Meaning::Local(slot) => self.local(*slot)?.parts,
            _ => None,
        })
    }

    fn both_parts(&self, left: NodeId, right: NodeId) -> Option<Parts> {
        Some(self.parts(left)?.or(self.parts(right)?))
    }
}

fn sum(costs: &[Bounds]) -> Bounds {
    costs.iter().fold(Bounds::NONE, |sum, cost| sum.plus(*cost))
}

/// `accu && body`: the body may be left out.
fn short_circuit(body: Bounds) -> Bounds {
    Bounds {
        least: 1,
        greatest: body.greatest.saturating_add(1),
    }
}

/// `condition ? step : accu`, or the step alone.
fn either(condition: Option<Bounds>, step: Bounds) -> Bounds {
    match condition {
        Some(condition) => condition.plus(step.or(ONE)),
        None => step,
    }
}

fn literal_size(literal: &Literal) -> u64 {
    match literal {
        Literal::String(text) => text.chars().count() as u64,
        Literal::Bytes(bytes) => bytes.len() as u64,
        Literal::Null | Literal::Bool(_) | Literal::Int(_) | Literal::Uint(_) | Literal::Double(_) => 1,
    }
}

/// Whether all values of a type have size one.
fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint => true,
        Type::Optional(of) | Type::Wrapper(of) => is_scalar(of),
        _ => false,
    }
}
