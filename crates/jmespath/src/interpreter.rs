//! Evaluation of a syntax tree on a document (reference §4).

use std::borrow::Cow;

use sekisho_diagnostics::Complaint;
use sekisho_document::{Map, Text, Value};

use crate::access::{chain, field, item, positions, sorted};
use crate::arguments::{Arguments, Host};
use crate::call::check;
use crate::error::{LIMIT_EXCEEDED, QUERY_FAILED, UNANSWERED};
use crate::observer::Observer;
use crate::tree::{CalleeId, Comparator, Node, NodeId, Slice, Tree, same as same_tree};
use crate::weight::{same, weighs_more_than};
use crate::{Found, Lambda, Limits, Query, QueryError, Setting, World};

/// From this growth on a result is weighed before it is handed out: see [`growth`].
const HARMLESS_GROWTH: u64 = 64;

/// Evaluates a query with so many steps, and takes those it needs.
pub(crate) fn evaluate<'a, O: Observer>(
    query: &'a Query,
    root: &'a Value,
    setting: Setting<'_>,
    steps: &mut u64,
    observer: &mut O,
) -> Result<Found<'a>, QueryError> {
    let mut interpreter = Interpreter {
        query,
        tree: &query.tree,
        setting,
        steps: *steps,
        observer,
    };
    let answer = interpreter.evaluate(query.tree.root, &Found::from(root));
    *steps = interpreter.steps;
    let found = answer?;
    if query.growth > HARMLESS_GROWTH && is_heavy(&found, setting.limits.result_bytes) {
        let limit = setting.limits.result_bytes;
        let text = format!("the result would have more than {limit} bytes");
        return Err(QueryError::Failed(Complaint::new(LIMIT_EXCEEDED, text)));
    }
    Ok(found)
}

/// Whether something was made that is too heavy. What lies in the document is not.
fn is_heavy(found: &Found<'_>, bytes: usize) -> bool {
    match found {
        Found::Value(Cow::Owned(value @ (Value::List(_) | Value::Map(_)))) => weighs_more_than(value, bytes),
        Found::Objects(list) => weighs_more_than(&Value::List(list.clone()), bytes),
        Found::Value(_) | Found::Lambda(_) => false,
    }
}

struct Interpreter<'a, 's, O> {
    query: &'a Query,
    tree: &'a Tree,
    setting: Setting<'s>,
    /// Steps that are left.
    steps: u64,
    observer: &'s mut O,
}

/// Why an expression has no value.
pub(crate) enum Stop<'a> {
    Missing(&'a str),
    Failed(Box<Complaint>),
}

pub(crate) type Answer<'a> = Result<Found<'a>, Stop<'a>>;

impl<'a, O: Observer> Interpreter<'a, '_, O> {
    fn evaluate(&mut self, id: NodeId, current: &Found<'a>) -> Answer<'a> {
        self.spend(1)?;
        let answer = self.node(id, current);
        if O::WATCHES {
            self.report(id, &answer);
        }
        answer
    }

    fn node(&mut self, id: NodeId, current: &Found<'a>) -> Answer<'a> {
        match self.tree.node(id) {
            Node::Current | Node::Identity => Ok(current.clone()),
            Node::Field(key) => field(key, current),
            Node::Literal(value) => Ok(Found::from(value)),
            Node::Member(left, right) => {
                if !O::WATCHES && !self.tree.chain(id).is_empty() {
                    return chain(self.tree.chain(id), current);
                }
                let left = self.evaluate(*left, current)?;
                self.evaluate(*right, &left)
            }
            Node::Index(left, index) => Ok(item(&self.evaluate(*left, current)?, *index)),
            Node::Slice(left, slice) => self.slice(*left, *slice, current),
            Node::Flatten(left) => self.flatten(*left, current),
            Node::Projection(left, right) => self.projection(*left, *right, current),
            Node::Filter {
                left,
                right,
                condition,
            } => self.filter(*left, *right, *condition, current),
            Node::ValueProjection(left, right) => self.value_projection(*left, *right, current),
            Node::List(items) => self.list(items, current),
            Node::Map(entries) => self.map(entries, current),
            Node::Pipe(left, right) => {
                let left = self.lenient(*left, current)?;
                self.lenient(*right, &left)
            }
            Node::Or(left, right) => match self.lenient(*left, current)? {
                found if found.is_true() => Ok(found),
                _ => self.lenient(*right, current),
            },
            Node::And(left, right) => match self.lenient(*left, current)? {
                found if found.is_true() => self.evaluate(*right, current),
                found => Ok(found),
            },
            Node::Not(operand) => Ok(Found::from(!self.lenient(*operand, current)?.is_true())),
            Node::Comparison(comparator, left, right) => {
                let left = self.lenient(*left, current)?;
                let right = self.lenient(*right, current)?;
                self.compare(*comparator, &left, &right)
            }
            Node::Lambda(body) => Ok(Found::Lambda(Lambda(body.0))),
            Node::Call {
                name,
                arguments,
                callee,
            } => self.call(name.as_ref(), arguments, *callee, current),
            Node::Empty => Err(failed("Unknown AST node: ASTEmpty")),
        }
    }

    /// Evaluates; a missing key gives null.
    fn lenient(&mut self, id: NodeId, current: &Found<'a>) -> Answer<'a> {
        match self.evaluate(id, current) {
            Err(Stop::Missing(_)) => Ok(Found::NULL),
            answer => answer,
        }
    }

    /// Evaluates; any fault gives null, but for those that are no property of query and document.
    fn forgiving(&mut self, id: NodeId, current: &Found<'a>) -> Answer<'a> {
        match self.evaluate(id, current) {
            Err(Stop::Failed(complaint)) if [LIMIT_EXCEEDED, UNANSWERED].contains(&complaint.code) => {
                Err(Stop::Failed(complaint))
            }
            Err(_) => Ok(Found::NULL),
            answer => answer,
        }
    }

    fn slice(&mut self, left: NodeId, slice: Slice, current: &Found<'a>) -> Answer<'a> {
        let left = self.evaluate(left, current)?;
        let Some(items) = left.items() else {
            return Ok(Found::NULL);
        };
        let Some(positions) = positions(slice, items.len()) else {
            return Err(failed("Invalid slice, step cannot be 0"));
        };
        let mut sliced = Vec::with_capacity(positions.len());
        for position in positions {
            if let Some(item) = items.get(position) {
                sliced.push(self.own(Found::from(item))?);
            }
        }
        Ok(Found::from(Value::List(sliced.into())))
    }

    fn flatten(&mut self, left: NodeId, current: &Found<'a>) -> Answer<'a> {
        let left = self.forgiving(left, current)?;
        let Some(items) = left.items() else {
            return Ok(Found::NULL);
        };
        let mut flat = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Value::List(inner) => {
                    for item in inner {
                        flat.push(self.own(Found::from(item))?);
                    }
                }
                other => flat.push(self.own(Found::from(other))?),
            }
        }
        Ok(Found::from(Value::List(flat.into())))
    }

    fn projection(&mut self, left: NodeId, right: NodeId, current: &Found<'a>) -> Answer<'a> {
        let left = self.lenient(left, current)?;
        let Some(elements) = left.elements() else {
            return Ok(Found::NULL);
        };
        let mut results = Vec::with_capacity(elements.len());
        for element in elements {
            let found = self.lenient(right, &element)?;
            self.keep(found, &mut results)?;
        }
        Ok(Found::from(Value::List(results.into())))
    }

    fn filter(&mut self, left: NodeId, right: NodeId, condition: NodeId, current: &Found<'a>) -> Answer<'a> {
        let left = self.forgiving(left, current)?;
        let Some(elements) = left.elements() else {
            return Ok(Found::NULL);
        };
        let mut results = Vec::new();
        for element in elements {
            if self.lenient(condition, &element)?.is_true() {
                let found = self.lenient(right, &element)?;
                self.keep(found, &mut results)?;
            }
        }
        Ok(Found::from(Value::List(results.into())))
    }

    fn value_projection(&mut self, left: NodeId, right: NodeId, current: &Found<'a>) -> Answer<'a> {
        let left = self.forgiving(left, current)?;
        let mut results = Vec::new();
        match &left {
            Found::Value(Cow::Borrowed(Value::Map(map))) => {
                self.project_null(right, map.len(), &mut results)?;
                for (_, value) in sorted(map) {
                    let found = self.lenient(right, &Found::from(value))?;
                    self.keep(found, &mut results)?;
                }
            }
            Found::Value(Cow::Owned(Value::Map(map))) => {
                self.project_null(right, map.len(), &mut results)?;
                for (_, value) in sorted(map) {
                    let found = self.lenient(right, &Found::from(value.clone()))?;
                    self.keep(found, &mut results)?;
                }
            }
            _ => return Ok(Found::NULL),
        }
        Ok(Found::from(Value::List(results.into())))
    }

    /// Kyverno's library projects as many nulls as a map has entries before it projects the values
    /// (reference §4). That shows when the right side makes something of null, as `o.*.type(@)` does.
    fn project_null(
        &mut self,
        right: NodeId,
        times: usize,
        results: &mut Vec<Value>,
    ) -> Result<(), Stop<'a>> {
        if times == 0 || matches!(self.tree.node(right), Node::Identity | Node::Field(_)) {
            return Ok(());
        }
        let found = self.lenient(right, &Found::NULL)?;
        for _ in 0..times {
            self.keep(found.clone(), results)?;
        }
        Ok(())
    }

    fn list(&mut self, items: &'a [NodeId], current: &Found<'a>) -> Answer<'a> {
        if current.is_null() {
            return Ok(Found::NULL);
        }
        let mut list = Vec::with_capacity(items.len());
        for id in items {
            let found = self.lenient(*id, current)?;
            list.push(self.own(found)?);
        }
        Ok(Found::from(Value::List(list.into())))
    }

    fn map(&mut self, entries: &'a [(Text, NodeId)], current: &Found<'a>) -> Answer<'a> {
        if current.is_null() {
            return Ok(Found::NULL);
        }
        let mut map = Map::with_capacity(entries.len());
        for (key, id) in entries {
            let found = self.lenient(*id, current)?;
            self.spend(key.len() as u64 / 16)?;
            map.insert(key.clone(), self.own(found)?);
        }
        Ok(Found::from(Value::Map(map)))
    }

    fn compare(&mut self, comparator: Comparator, left: &Found<'a>, right: &Found<'a>) -> Answer<'a> {
        let ordered = match (left.value(), right.value()) {
            (Some(Value::Float(left)), Some(Value::Float(right))) => Some((*left, *right)),
            _ => None,
        };
        let truth = match comparator {
            Comparator::Equal => Some(self.equal(left, right)?),
            Comparator::NotEqual => Some(!self.equal(left, right)?),
            Comparator::Less => ordered.map(|(left, right)| left < right),
            Comparator::LessOrEqual => ordered.map(|(left, right)| left <= right),
            Comparator::Greater => ordered.map(|(left, right)| left > right),
            Comparator::GreaterOrEqual => ordered.map(|(left, right)| left >= right),
        };
        Ok(truth.map_or(Found::NULL, Found::from))
    }

    fn equal(&mut self, left: &Found<'a>, right: &Found<'a>) -> Result<bool, Complaint> {
        let (left, right) = match (left, right) {
            (Found::Value(left), Found::Value(right)) => (left, right),
            (Found::Lambda(left), Found::Lambda(right)) => {
                return Ok(same_tree(self.tree, NodeId(left.0), self.tree, NodeId(right.0)));
            }
            _ => return Ok(left == right),
        };
        self.same(left, right)
    }

    fn same(&mut self, left: &Value, right: &Value) -> Result<bool, Complaint> {
        same(left, right, &mut self.steps).ok_or_else(|| too_long(self.setting.limits))
    }

    fn call(
        &mut self,
        name: Option<&'a Text>,
        arguments: &'a [NodeId],
        callee: CalleeId,
        current: &Found<'a>,
    ) -> Answer<'a> {
        let mut found = Vec::with_capacity(arguments.len());
        for id in arguments {
            found.push(self.lenient(*id, current)?);
        }
        let callee = self.tree.callee(callee);
        let Some((function, prepared)) = callee.and_then(|it| Some((it.function?, it.prepared.as_ref())))
        else {
            return Err(failed(match name {
                Some(name) => format!("unknown function: {name}"),
                None => "invalid node value type".to_owned(),
            }));
        };
        self.spend(found.iter().map(reading_cost).sum())?;
        if let Err(refusal) = check(function, &found) {
            self.spend(refusal.steps)?;
            return Err(refusal.complaint.into());
        }
        let mut arguments = Arguments {
            name: function.name,
            found: &found,
            prepared,
            host: self,
        };
        let result = (function.call)(&mut arguments)?;
        self.charge(&result)?;
        Ok(result)
    }

    /// The value to be put into a list or a map, paid for: a long text is copied.
    fn own(&mut self, found: Found<'_>) -> Result<Value, Complaint> {
        self.spend(1 + found.value().map_or(0, text_cost))?;
        Ok(found.into_value())
    }

    /// Adds a result of a projection, which leaves nulls out.
    fn keep(&mut self, found: Found<'a>, results: &mut Vec<Value>) -> Result<(), Complaint> {
        if !found.is_null() {
            results.push(self.own(found)?);
        }
        Ok(())
    }

    /// Pays for what a function made.
    fn charge(&mut self, result: &Found<'a>) -> Result<(), Complaint> {
        let Found::Value(Cow::Owned(value)) = result else {
            return Ok(());
        };
        let cost = match value {
            Value::List(list) => list.iter().map(|item| 1 + text_cost(item)).sum(),
            Value::Map(map) => map
                .iter()
                .map(|(key, item)| 1 + key.len() as u64 / 16 + text_cost(item))
                .sum(),
            other => text_cost(other),
        };
        self.spend(cost)?;
        let limit = self.setting.limits.text_bytes;
        if value.as_str().is_some_and(|text| text.len() > limit) {
            let text = format!("the query makes a text of more than {limit} bytes");
            return Err(Complaint::new(LIMIT_EXCEEDED, text));
        }
        Ok(())
    }

    #[cold]
    fn report(&mut self, id: NodeId, answer: &Answer<'a>) {
        if matches!(self.tree.node(id), Node::Identity) {
            return;
        }
        let at = self.tree.place(id);
        let text = self.query.text.get(at.start as usize..at.end as usize);
        let failure;
        let value = match answer {
            Ok(found) => Ok(found),
            Err(stop) => {
                failure = stop.to_error();
                Err(&failure)
            }
        };
        self.observer.expression(text.unwrap_or_default(), at, value);
    }
}

impl<'a, O: Observer> Host<'a> for Interpreter<'a, '_, O> {
    fn apply(&mut self, lambda: Lambda, value: Found<'a>) -> Result<Found<'a>, Complaint> {
        match self.lenient(NodeId(lambda.0), &value) {
            Ok(found) => Ok(found),
            Err(Stop::Missing(_)) => Ok(Found::NULL),
            Err(Stop::Failed(complaint)) => Err(*complaint),
        }
    }

    #[inline]
    fn spend(&mut self, steps: u64) -> Result<(), Complaint> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => {
                self.steps = 0;
                Err(too_long(self.setting.limits))
            }
        }
    }

    fn equal(&mut self, left: &Value, right: &Value) -> Result<bool, Complaint> {
        self.same(left, right)
    }

    fn world(&self) -> &dyn World {
        self.setting.world
    }

    fn limits(&self) -> &Limits {
        self.setting.limits
    }
}

impl Stop<'_> {
    fn to_error(&self) -> QueryError {
        match self {
            Stop::Missing(key) => QueryError::NotFound(Text::new(key)),
            Stop::Failed(complaint) => QueryError::Failed((**complaint).clone()),
        }
    }
}

impl From<Stop<'_>> for QueryError {
    fn from(stop: Stop<'_>) -> QueryError {
        stop.to_error()
    }
}

impl From<Complaint> for Stop<'_> {
    fn from(complaint: Complaint) -> Self {
        Stop::Failed(Box::new(complaint))
    }
}

#[cold]
fn failed<'a>(text: impl Into<String>) -> Stop<'a> {
    Stop::Failed(Box::new(Complaint::new(QUERY_FAILED, text)))
}

#[cold]
fn too_long(limits: &Limits) -> Complaint {
    let text = format!("the query takes more than {} steps", limits.steps);
    Complaint::new(LIMIT_EXCEEDED, text)
}

/// What copying a text costs in steps, beyond the one for its place.
pub(crate) fn text_cost(value: &Value) -> u64 {
    value.as_str().map_or(0, |text| text.len() as u64 / 16)
}

/// What a function may do with an argument at least, in steps: look at all of it once.
fn reading_cost(found: &Found<'_>) -> u64 {
    let length = match found {
        Found::Value(value) => match &**value {
            Value::String(text) => text.len() / 16,
            Value::List(list) => list.len(),
            Value::Map(map) => map.len(),
            _ => 0,
        },
        Found::Objects(list) => list.len(),
        Found::Lambda(_) => 0,
    };
    length as u64 / 4
}

/// How many times larger than its document a result can be, at most. Lists and maps of expressions repeat
/// a value, and what they make can be repeated again; a projection repeats what does not come from its
/// items; and what a function makes is known only to itself.
pub(crate) fn growth(tree: &Tree) -> u64 {
    tree.nodes().iter().fold(1, |growth, node| match node {
        Node::List(items) => growth.saturating_mul(items.len() as u64),
        Node::Map(entries) => growth.saturating_mul(entries.len() as u64),
        Node::Literal(Value::List(_) | Value::Map(_)) | Node::Call { .. } => u64::MAX,
        _ => growth,
    })
}
