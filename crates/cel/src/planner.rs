//! Plans a checked tree: names become numbers, calls their overloads, constants are folded, patterns
//! compiled.

use sekisho_document::Text;
use sekisho_document::regex::Regex;

use crate::activation::Values;
use crate::checker::{Callee, Checked, Meaning};
use crate::collection::Entries;
use crate::environment::{Declared, Environment};
use crate::evaluator::evaluate_step;
use crate::function::Overload;
use crate::issue::{CompileError, Issue, Phase};
use crate::literals::{MOST_FOR_PATTERNS, TOO_MANY_PATTERNS};
use crate::message;
use crate::meter::Meter;
use crate::observer::Unobserved;
use crate::plan::{
    Attribute, By, Call, Entry, Field, Fold, Item, Message, Plan, Qualifier, Root, Step, StepId,
};
use crate::tree::{self, FoldKind, Literal, Node, NodeId, Tree};
use crate::value::{Octets, Str, Value};

/// Plans a tree. What fails here is a fault of a constant.
pub(crate) fn plan(
    text: &str,
    tree: &Tree,
    checked: &Checked,
    environment: &Environment,
) -> Result<Plan, CompileError> {
    let mut planner = Planner {
        tree,
        checked,
        environment,
        plan: Plan::new(environment.engine),
        depth: 0,
        patterns: 0,
    };
    let root = tree.root.map(|root| planner.step(root)).transpose();
    let root = root.map_err(|message| {
        let issue = Issue::of_the_whole(message);
        CompileError::new(Phase::Plan, vec![issue], text)
    })?;
    planner.plan.root = root;
    Ok(planner.plan)
}

struct Planner<'t> {
    tree: &'t Tree,
    checked: &'t Checked,
    environment: &'t Environment,
    plan: Plan,
    /// How many variables of macros are open.
    depth: u32,
    /// How many steps it took to read patterns.
    patterns: u64,
}

type Planned<T = StepId> = Result<T, String>;

impl Planner<'_> {
    fn add(&mut self, step: Step, node: NodeId) -> StepId {
        self.plan.add(step, self.tree.offset(node))
    }

    fn constant(&mut self, value: Value<'static>, node: NodeId) -> StepId {
        self.add(Step::Constant(value), node)
    }

    fn steps(&mut self, nodes: &[NodeId]) -> Planned<Vec<StepId>> {
        nodes.iter().map(|node| self.step(*node)).collect()
    }

    fn step(&mut self, node: NodeId) -> Planned {
        let tree = self.tree;
        match tree.node(node) {
            Node::Fault => Ok(self.constant(Value::Null, node)),
            Node::Literal(literal) => Ok(self.constant(literal_value(literal), node)),
            Node::Identifier(_) => self.name(node),
            Node::Select { operand, field } => match self.checked.meaning(node) {
                Meaning::Plain => {
                    let by = By::Field(field.clone());
                    self.qualified(node, *operand, by, false)
                }
                _ => self.name(node),
            },
            Node::OptionalSelect { operand, field } => {
                let by = By::Field(field.clone());
                self.qualified(node, *operand, by, true)
            }
            Node::Presence { operand, field } => {
                let mut attribute = self.attribute(*operand)?;
                attribute.push(Qualifier {
                    by: By::Field(field.clone()),
                    optional: false,
                });
                let step = Step::Presence(Box::new(attribute.done()));
                Ok(self.add(step, node))
            }
            Node::Call {
                function,
                target,
                arguments,
            } => self.call(node, function, *target, tree.ids(*arguments)),
            Node::Logic { connective, terms } => {
                let terms = self.steps(tree.ids(*terms))?.into();
                let connective = *connective;
                Ok(self.add(Step::Logic { connective, terms }, node))
            }
            Node::List { items } => self.list(node, tree.items(*items)),
            Node::Map { entries } => self.map(node, tree.entries(*entries)),
            Node::Message { fields, .. } => self.message(node, tree.fields(*fields)),
            Node::Fold(fold) => self.fold(node, fold),
            Node::Bind(bind) => {
                let value = self.step(bind.value)?;
                let slot = self.depth;
                let body = self.within(1, |planner| planner.step(bind.body))?;
                Ok(self.add(Step::Bind { slot, value, body }, node))
            }
            Node::OptionalMap(map) => {
                let target = self.step(map.target)?;
                let slot = self.depth;
                let body = self.within(1, |planner| planner.step(map.body))?;
                let flat = map.flat;
                let step = Step::OptionalMap {
                    slot,
                    target,
                    body,
                    flat,
                };
                Ok(self.add(step, node))
            }
        }
    }

    fn within<T>(&mut self, variables: u32, plan: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += variables;
        let planned = plan(self);
        self.depth -= variables;
        planned
    }

    fn name(&mut self, node: NodeId) -> Planned {
        let root = match self.checked.meaning(node) {
            Meaning::Variable(slot) => Root::Variable(*slot),
            Meaning::Local(slot) => Root::Local(*slot),
            Meaning::Type(name) => {
                if !self.environment.is_named_value(name) {
                    return Err(format!("reference to undefined type: {name}"));
                }
                let name = Value::Type(Str::from(name.to_string()));
                return Ok(self.constant(name, node));
            }
            Meaning::Constant(value) => return Ok(self.constant(Value::Int(*value), node)),
            Meaning::Plain | Meaning::Call(_) => return Ok(self.constant(Value::Null, node)),
        };
        let attribute = Attribute {
            root,
            qualifiers: Box::default(),
        };
        Ok(self.add(Step::Attribute(Box::new(attribute)), node))
    }

    /// A way from an operand one step further.
    fn qualified(&mut self, node: NodeId, operand: NodeId, by: By, optional: bool) -> Planned {
        let mut attribute = self.attribute(operand)?;
        attribute.push(Qualifier { by, optional });
        Ok(self.add(Step::Attribute(Box::new(attribute.done())), node))
    }

    /// The attribute that an operand is, or that begins with it.
    fn attribute(&mut self, operand: NodeId) -> Planned<Way> {
        // Chains are flat text and deep trees: down to their beginning in a loop.
        let mut chain = Vec::new();
        let mut node = operand;
        let root = loop {
            match self.tree.node(node) {
                Node::Select { operand, field } if matches!(self.checked.meaning(node), Meaning::Plain) => {
                    chain.push((By::Field(field.clone()), false));
                    node = *operand;
                }
                Node::OptionalSelect { operand, field } => {
                    chain.push((By::Field(field.clone()), true));
                    node = *operand;
                }
                _ => {
                    let step = self.step(node)?;
                    match self.plan.step(step) {
                        Step::Attribute(attribute) => break Way::from(attribute.as_ref().clone()),
                        _ => {
                            break Way {
                                root: Root::Step(step),
                                qualifiers: Vec::new(),
                            };
                        }
                    }
                }
            }
        };
        let mut way = root;
        for (by, optional) in chain.into_iter().rev() {
            way.push(Qualifier { by, optional });
        }
        Ok(way)
    }

    fn index(&mut self, node: NodeId, arguments: &[NodeId], optional: bool) -> Planned {
        let [operand, index] = *arguments else {
            return Err("no such overload".to_owned());
        };
        let mut way = self.attribute(operand)?;
        let step = self.step(index)?;
        let by = match self.plan.constant(step) {
            Some(Value::String(name)) => By::Field(Text::new(name.as_str())),
            Some(key @ (Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_))) => {
                By::Constant(key.clone())
            }
            Some(other) => return Err(crate::evaluator::invalid_qualifier(other)),
            None => By::Step(step),
        };
        way.push(Qualifier { by, optional });
        Ok(self.add(Step::Attribute(Box::new(way.done())), node))
    }

    fn call(
        &mut self,
        node: NodeId,
        function: &Text,
        target: Option<NodeId>,
        arguments: &[NodeId],
    ) -> Planned {
        let Meaning::Call(callee) = self.checked.meaning(node) else {
            return Ok(self.constant(Value::Null, node));
        };
        let callee = callee.clone();
        match (function.as_str(), target) {
            ("_[_]", None) => return self.index(node, arguments, false),
            ("_[?_]", None) => return self.index(node, arguments, true),
            ("_?_:_", None) => return self.conditional(node, arguments),
            _ => (),
        }
        let mut nodes: Vec<NodeId> = Vec::with_capacity(arguments.len() + 1);
        nodes.extend(target.filter(|_| !callee.spaced));
        nodes.extend_from_slice(arguments);
        let steps = self.steps(&nodes)?;
        let Some((_, declared)) = self.environment.function(&callee.name) else {
            return Err(format!("unknown function: {}", callee.name));
        };
        let overloads = self.overloads(declared, &callee);
        if let (&[target, other], [only]) = (&*steps, &*overloads) {
            match only.id {
                "optional_or_optional" | "optional_orValue_value" => {
                    let unwrap = only.id == "optional_orValue_value";
                    let step = Step::OptionalOr {
                        target,
                        other,
                        unwrap,
                    };
                    return Ok(self.add(step, node));
                }
                "in_list" => {
                    if let Some(step) = self.in_constants(target, other) {
                        return Ok(self.add(step, node));
                    }
                }
                _ => (),
            }
        }
        self.plain_call(node, declared, &callee, overloads, &steps)
    }

    fn overloads(&self, declared: &Declared, callee: &Callee) -> Vec<&'static Overload> {
        let table = |position: &usize| declared.signatures.get(*position)?.table;
        match &*callee.fitting {
            [only] => table(only).into_iter().collect(),
            _ => declared.signatures.iter().filter_map(|it| it.table).collect(),
        }
    }

    fn plain_call(
        &mut self,
        node: NodeId,
        declared: &Declared,
        callee: &Callee,
        overloads: Vec<&'static Overload>,
        steps: &[StepId],
    ) -> Planned {
        let entries = || declared.entries.iter();
        let mut prepared = None;
        for prepare in entries().filter_map(|entry| entry.prepare) {
            let constants: Vec<Option<&Value<'_>>> = steps
                .iter()
                .map(|step| self.plan.constant(*step).map(|it| it as &Value<'_>))
                .collect();
            prepared = match prepare(&constants) {
                Err(_) if !self.environment.rules.literals => None,
                made => made?,
            };
            if let Some(regex) = prepared.as_ref().and_then(|it| it.downcast_ref::<Regex>()) {
                self.patterns = self.patterns.saturating_add(regex.price());
                if self.patterns > MOST_FOR_PATTERNS {
                    return Err(TOO_MANY_PATTERNS.to_owned());
                }
            }
        }
        let folds = entries().any(|entry| entry.folds);
        let call = Call {
            name: callee.name.clone(),
            body: entries().find_map(|entry| entry.body),
            cost: entries().find_map(|entry| entry.cost),
            crash: entries().find_map(|entry| entry.crash),
            overloads: overloads.into(),
            arguments: steps.into(),
            prepared,
        };
        let step = self.add(Step::Call(Box::new(call)), node);
        match steps {
            [only] if folds && self.plan.constant(*only).is_some() => self.folded(step, node),
            _ => Ok(step),
        }
    }

    /// The constant that a step without variables gives.
    fn folded(&mut self, step: StepId, node: NodeId) -> Planned {
        match constant_value(&self.plan, step, self.environment) {
            Ok(value) => Ok(self.constant(value, node)),
            Err(_) if !self.environment.rules.literals => Ok(step),
            Err(fault) => Err(fault),
        }
    }

    /// `in` a list of constants looks the value up. An empty list has nothing, whatever it is asked for.
    fn in_constants(&self, value: StepId, list: StepId) -> Option<Step> {
        let Value::List(list) = self.plan.constant(list)? else {
            return None;
        };
        if list.is_empty() {
            return Some(Step::Constant(Value::Bool(false)));
        }
        let mut among = Entries::with_capacity(list.len());
        for item in list.iter() {
            match item {
                Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::String(_) => {
                    // A whole number is found by looking for one.
                    if let Value::Double(value) = item
                        && let Some(whole) = crate::number::to_int_exactly(value)
                    {
                        among.insert(Value::Int(whole), Value::Null);
                    }
                    among.insert(item, Value::Null);
                }
                _ => return None,
            }
        }
        Some(Step::InConstants { value, among })
    }

    fn conditional(&mut self, node: NodeId, arguments: &[NodeId]) -> Planned {
        let [condition, truthy, falsy] = *arguments else {
            return Err("no such overload".to_owned());
        };
        let root = Root::Conditional {
            condition: self.step(condition)?,
            truthy: self.step(truthy)?,
            falsy: self.step(falsy)?,
        };
        let attribute = Attribute {
            root,
            qualifiers: Box::default(),
        };
        Ok(self.add(Step::Attribute(Box::new(attribute)), node))
    }

    fn list(&mut self, node: NodeId, items: &[tree::Item]) -> Planned {
        let mut planned = Vec::with_capacity(items.len());
        for item in items {
            planned.push(Item {
                value: self.step(item.value)?,
                optional: item.optional,
            });
        }
        let constants = planned.iter().map(|item| match item.optional {
            true => None,
            false => self.plan.constant(item.value).cloned(),
        });
        let step = match constants.collect::<Option<Vec<_>>>() {
            Some(values) => Step::Constant(Value::list(values)),
            None => Step::List(planned.into()),
        };
        Ok(self.add(step, node))
    }

    fn map(&mut self, node: NodeId, entries: &[tree::Entry]) -> Planned {
        let mut planned = Vec::with_capacity(entries.len());
        for entry in entries {
            planned.push(Entry {
                key: self.step(entry.key)?,
                value: self.step(entry.value)?,
                optional: entry.optional,
            });
        }
        let constants = planned.iter().map(|entry| match entry.optional {
            true => None,
            false => {
                let key = self.plan.constant(entry.key).cloned()?;
                Some((key, self.plan.constant(entry.value).cloned()?))
            }
        });
        let step = match constants.collect::<Option<Entries<'static>>>() {
            Some(entries) => Step::Constant(Value::Map(crate::Map::Shared(entries.into()))),
            None => Step::Map(planned.into()),
        };
        Ok(self.add(step, node))
    }

    fn message(&mut self, node: NodeId, fields: &[tree::Field]) -> Planned {
        let Meaning::Type(name) = self.checked.meaning(node) else {
            return Ok(self.constant(Value::Null, node));
        };
        let kind = message::kind(name);
        let absent = self.environment.empty_texts(name);
        let mut planned = Vec::with_capacity(fields.len() + absent.len());
        for field in absent {
            if fields.iter().any(|written| written.name == *field) {
                continue;
            }
            planned.push(Field {
                name: Text::const_new(field),
                value: self.constant(Value::String(Str::Borrowed("")), node),
                optional: false,
            });
        }
        for field in fields {
            planned.push(Field {
                name: field.name.clone(),
                value: self.step(field.value)?,
                optional: field.optional,
            });
        }
        let fields = planned.into();
        Ok(self.add(Step::Message(Box::new(Message { kind, fields })), node))
    }

    fn fold(&mut self, node: NodeId, fold: &tree::Fold) -> Planned {
        let range = self.step(fold.range)?;
        let slot = self.depth;
        let two = fold.second.is_some();
        let (condition, body) = self.within(1 + u32::from(two), |planner| {
            let condition = fold
                .condition
                .map(|condition| planner.step(condition))
                .transpose()?;
            Ok::<_, String>((condition, planner.step(fold.body)?))
        })?;
        let wrapping = match fold.kind {
            FoldKind::List if self.plan.constant(body).is_none() => 10,
            _ => 0,
        };
        let fold = Fold {
            kind: fold.kind,
            range,
            slot,
            two,
            condition,
            body,
            wrapping,
        };
        Ok(self.add(Step::Fold(Box::new(fold)), node))
    }
}

/// A way from a root that is still growing.
struct Way {
    root: Root,
    qualifiers: Vec<Qualifier>,
}

impl Way {
    fn push(&mut self, qualifier: Qualifier) {
        self.qualifiers.push(qualifier);
    }

    fn done(self) -> Attribute {
        Attribute {
            root: self.root,
            qualifiers: self.qualifiers.into(),
        }
    }
}

impl From<Attribute> for Way {
    fn from(attribute: Attribute) -> Way {
        Way {
            root: attribute.root,
            qualifiers: attribute.qualifiers.into_vec(),
        }
    }
}

/// What a step without variables gives.
fn constant_value(plan: &Plan, step: StepId, environment: &Environment) -> Planned<Value<'static>> {
    let mut meter = Meter::new(environment.limits, None);
    let value = evaluate_step(plan, step, &Values::new(), &mut meter, &mut Unobserved);
    match value {
        Ok(value) => owned(&value).ok_or_else(|| "no such overload".to_owned()),
        Err(fault) => Err(fault.to_string()),
    }
}

/// A constant that borrows from nothing; nothing for objects, which no conversion makes.
fn owned(value: &Value<'_>) -> Option<Value<'static>> {
    Some(match value {
        Value::Null => Value::Null,
        Value::Bool(value) => Value::Bool(*value),
        Value::Int(value) => Value::Int(*value),
        Value::Uint(value) => Value::Uint(*value),
        Value::Double(value) => Value::Double(*value),
        Value::String(text) => Value::text(text.as_str()),
        Value::Bytes(bytes) => Value::Bytes(Octets::Shared(bytes.as_slice().into())),
        Value::Timestamp(moment) => Value::Timestamp(*moment),
        Value::Duration(span) => Value::Duration(*span),
        Value::Type(name) => Value::Type(Str::from(name.as_str().to_owned())),
        Value::Optional(None) => Value::Optional(None),
        Value::Optional(Some(inner)) => Value::some(owned(inner)?),
        Value::Opaque(value) => Value::Opaque(value.clone()),
        Value::List(list) => {
            let items: Option<Vec<_>> = list.iter().map(|item| owned(&item)).collect();
            Value::list(items?)
        }
        Value::Map(map) => {
            let entries = map
                .iter()
                .map(|(key, value)| Some((owned(&key)?, owned(&value)?)));
            let entries: Entries<'static> = entries.collect::<Option<_>>()?;
            Value::Map(crate::Map::Shared(entries.into()))
        }
        Value::Object(_) => return None,
    })
}

fn literal_value(literal: &Literal) -> Value<'static> {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => Value::Int(*value),
        Literal::Uint(value) => Value::Uint(*value),
        Literal::Double(value) => Value::Double(*value),
        Literal::String(text) => Value::text(text.as_str()),
        Literal::Bytes(bytes) => Value::bytes(bytes.as_ref()),
    }
}
