//! The type checker (reference §3): names and overloads are found, and every node gets a type.

use std::rc::Rc;

use sekisho_document::Text;

use crate::environment::{Declared, Environment, Signature};
use crate::expansion::Style;
use crate::issue::Issue;
use crate::message;
use crate::tree::{Connective, Entry, Field, Fold, FoldKind, Item, Literal, Node, NodeId, OptionalMap, Tree};
use crate::types::Type;

mod unify;

use unify::{Bindings, instantiate, most_general};

/// What the checker found out about a tree.
#[derive(Debug)]
pub(crate) struct Checked {
    types: Vec<Type>,
    meanings: Vec<Meaning>,
}

/// What a name or a call turned out to be.
#[derive(Debug, Clone, Default)]
pub(crate) enum Meaning {
    /// What it looks like.
    #[default]
    Plain,
    /// A variable of the environment.
    Variable(u32),
    /// A variable of a macro, by its place among those that are open.
    Local(u32),
    /// The name of a type.
    Type(Text),
    /// A constant of an enumeration.
    Constant(i64),
    Call(Rc<Callee>),
}

/// The function of a call.
#[derive(Debug)]
pub(crate) struct Callee {
    pub(crate) name: Text,
    /// Which of its signatures fit.
    pub(crate) fitting: Vec<usize>,
    /// Whether what stands before the dot is a part of the name.
    pub(crate) spaced: bool,
}

impl Checked {
    pub(crate) fn ty(&self, node: NodeId) -> &Type {
        self.types.get(node.index()).unwrap_or(&Type::Error)
    }

    pub(crate) fn meaning(&self, node: NodeId) -> &Meaning {
        self.meanings.get(node.index()).unwrap_or(&Meaning::Plain)
    }
}

/// Checks a tree.
pub(crate) fn check(tree: &Tree, environment: &Environment) -> Result<Checked, Vec<Issue>> {
    let mut checker = Checker {
        tree,
        environment,
        bindings: Bindings::default(),
        types: vec![Type::Error; tree.len()],
        meanings: vec![Meaning::Plain; tree.len()],
        scope: Vec::new(),
        issues: Vec::new(),
    };
    if let Some(root) = tree.root {
        checker.check(root);
    }
    if !checker.issues.is_empty() {
        return Err(checker.issues);
    }
    let types = checker.types.iter();
    let types = types.map(|ty| checker.bindings.resolve_fully(ty)).collect();
    Ok(Checked {
        types,
        meanings: checker.meanings,
    })
}

struct Checker<'t> {
    tree: &'t Tree,
    environment: &'t Environment,
    bindings: Bindings,
    types: Vec<Type>,
    meanings: Vec<Meaning>,
    /// The variables of macros that are open.
    scope: Vec<(Text, Type)>,
    issues: Vec<Issue>,
}

impl<'t> Checker<'t> {
    fn set_meaning(&mut self, node: NodeId, meaning: Meaning) {
        if let Some(slot) = self.meanings.get_mut(node.index()) {
            *slot = meaning;
        }
    }

    fn report(&mut self, node: NodeId, message: String) -> Type {
        self.issues.push(Issue::at(self.tree.offset(node), message));
        Type::Error
    }

    fn mismatch(&mut self, node: NodeId, expected: &Type, found: &Type) -> Type {
        let (expected, found) = (self.bindings.resolve(expected), self.bindings.resolve(found));
        self.report(node, format!("expected type '{expected}' but found '{found}'"))
    }

    fn undeclared(&mut self, node: NodeId, name: &str) -> Type {
        let container = &self.environment.container;
        let message = format!("undeclared reference to '{name}' (in container '{container}')");
        self.report(node, message)
    }

    fn check(&mut self, node: NodeId) -> Type {
        let ty = self.deduce(node);
        if let Some(slot) = self.types.get_mut(node.index()) {
            slot.clone_from(&ty);
        }
        ty
    }

    fn deduce(&mut self, node: NodeId) -> Type {
        let tree = self.tree;
        match tree.node(node) {
            Node::Fault => Type::Error,
            Node::Literal(literal) => literal_type(literal),
            Node::Identifier(name) => match self.find_name(node, name, false) {
                Some(ty) => ty,
                None => self.undeclared(node, name),
            },
            Node::Select { operand, field } => self.select(node, *operand, field),
            Node::Presence { operand, field } => {
                self.field(node, *operand, field);
                Type::Bool
            }
            Node::OptionalSelect { operand, field } => match self.field(node, *operand, field) {
                ty @ Type::Optional(_) => ty,
                ty => Type::optional(ty),
            },
            Node::Call {
                function,
                target,
                arguments,
            } => self.call(node, function, *target, tree.ids(*arguments)),
            Node::Logic { connective, terms } => self.logic(*connective, tree.ids(*terms)),
            Node::List { items } => self.list(tree.items(*items)),
            Node::Map { entries } => self.map(tree.entries(*entries)),
            Node::Message { name, fields } => self.message(node, name, tree.fields(*fields)),
            Node::Fold(fold) => self.fold(node, fold),
            Node::Bind(bind) => {
                let value = self.check(bind.value);
                self.within(&[(&bind.variable, value)], |checker| checker.check(bind.body))
            }
            Node::OptionalMap(map) => self.optional_map(node, map),
        }
    }

    fn within<T>(&mut self, variables: &[(&Text, Type)], body: impl FnOnce(&mut Checker<'t>) -> T) -> T {
        let depth = self.scope.len();
        let variables = variables.iter().map(|(name, ty)| ((*name).clone(), ty.clone()));
        self.scope.extend(variables);
        let result = body(self);
        self.scope.truncate(depth);
        result
    }

    /// Looks a name up: a variable of a macro, a variable, a type. Of a dotted name only the whole counts,
    /// and it means nothing if its first part is a variable of a macro.
    fn find_name(&mut self, node: NodeId, name: &str, dotted: bool) -> Option<Type> {
        let first = if dotted { name.split('.').next()? } else { name };
        if let Some(slot) = self.scope.iter().rposition(|(it, _)| it == first) {
            if dotted {
                return None;
            }
            let ty = self.scope.get(slot).map(|(_, ty)| ty.clone());
            self.set_meaning(node, Meaning::Local(u32::try_from(slot).unwrap_or(u32::MAX)));
            return ty;
        }
        let environment = self.environment;
        for candidate in environment.candidates(name) {
            if let Some(slot) = environment.variable(&candidate) {
                self.set_meaning(node, Meaning::Variable(u32::try_from(slot).unwrap_or(u32::MAX)));
                return environment.variable_at(slot).map(|variable| variable.ty.clone());
            }
            if let Some(ty) = message::type_named(&candidate, environment) {
                self.set_meaning(node, Meaning::Type(ty.name()));
                return Some(Type::type_of(ty));
            }
            if candidate == "google.protobuf.NullValue.NULL_VALUE" {
                self.set_meaning(node, Meaning::Constant(0));
                return Some(Type::Int);
            }
        }
        None
    }

    fn select(&mut self, node: NodeId, operand: NodeId, field: &str) -> Type {
        if let Some(name) = self.tree.qualified_name(node)
            && let Some(ty) = self.find_name(node, &name, true)
        {
            return ty;
        }
        self.field(node, operand, field)
    }

    /// The type of a field of an operand; of an optional operand an optional.
    fn field(&mut self, node: NodeId, operand: NodeId, field: &str) -> Type {
        let operand = self.check(operand);
        let operand = self.bindings.resolve(&operand);
        let (target, optional) = match &operand {
            Type::Optional(inner) => (inner.as_ref(), true),
            other => (other, false),
        };
        let ty = match target {
            Type::Map(of) => of.1.clone(),
            Type::Object(name) => self.object_field(node, name, field),
            Type::Variable(_) => {
                self.bindings.is_assignable(&Type::Dyn, target);
                Type::Dyn
            }
            Type::Dyn | Type::Any | Type::Error => Type::Dyn,
            other => self.report(node, format!("type '{other}' does not support field selection")),
        };
        let ty = self.bindings.resolve(&ty);
        if optional { Type::optional(ty) } else { ty }
    }

    fn object_field(&mut self, node: NodeId, name: &str, field: &str) -> Type {
        if !self.environment.is_object(name) {
            return self.report(node, format!("unexpected failed resolution of '{name}'"));
        }
        match self.environment.object_field(name, field) {
            Some(ty) => ty,
            None => self.report(node, format!("undefined field '{field}'")),
        }
    }

    fn logic(&mut self, _connective: Connective, terms: &[NodeId]) -> Type {
        for term in terms {
            let ty = self.check(*term);
            if !self.bindings.is_assignable(&ty, &Type::Bool) {
                self.mismatch(*term, &Type::Bool, &ty);
            }
        }
        Type::Bool
    }

    fn call(&mut self, node: NodeId, function: &Text, target: Option<NodeId>, arguments: &[NodeId]) -> Type {
        let mut types: Vec<Type> = arguments.iter().map(|argument| self.check(*argument)).collect();
        let plain = CallStyle {
            style: Style::Function,
            spaced: false,
        };
        let Some(target) = target else {
            return match self.find_function(function) {
                Some((name, declared)) => self.resolve(node, name, declared, plain, &types),
                None => self.undeclared(node, function),
            };
        };
        // `a.b()` is a method of `a`, unless there is a function of this whole name.
        if let Some(space) = self.tree.qualified_name(target)
            && let Some((name, declared)) = self.find_function(&format!("{space}.{function}"))
        {
            let spaced = CallStyle {
                spaced: true,
                ..plain
            };
            return self.resolve(node, name, declared, spaced, &types);
        }
        let target = self.check(target);
        types.insert(0, target);
        let method = CallStyle {
            style: Style::Method,
            spaced: false,
        };
        match self.environment.function(function) {
            Some((name, declared)) => self.resolve(node, name, declared, method, &types),
            None => self.undeclared(node, function),
        }
    }

    fn find_function(&self, name: &str) -> Option<(&'t Text, &'t Declared)> {
        let environment = self.environment;
        environment
            .candidates(name)
            .find_map(|candidate| environment.function(&candidate))
    }

    /// Finds the overloads that take these types. If several do, and give different types, the result is
    /// `dyn`.
    fn resolve(
        &mut self,
        node: NodeId,
        name: &Text,
        declared: &Declared,
        call: CallStyle,
        types: &[Type],
    ) -> Type {
        let mut fitting = Vec::new();
        let mut result: Option<Type> = None;
        for (position, signature) in declared.signatures.iter().enumerate() {
            if signature.style != call.style || signature.parameters.len() != types.len() {
                continue;
            }
            let Some(returns) = self.fit(signature, types) else {
                continue;
            };
            fitting.push(position);
            result = Some(match result {
                None => returns,
                Some(Type::Dyn) => Type::Dyn,
                Some(first) if first == returns => first,
                Some(_) => Type::Dyn,
            });
        }
        match result {
            Some(ty) => {
                let callee = Callee {
                    name: name.clone(),
                    fitting,
                    spaced: call.spaced,
                };
                self.set_meaning(node, Meaning::Call(Rc::new(callee)));
                ty
            }
            None => self.no_overload(node, name, call.style, types),
        }
    }

    /// The result of a signature, if it takes these types.
    fn fit(&mut self, signature: &Signature, types: &[Type]) -> Option<Type> {
        if signature.generic.is_empty() {
            let fits = self.bindings.are_assignable(types, &signature.parameters);
            return fits.then(|| signature.returns.clone());
        }
        let generic = signature.generic.iter();
        let variables: Vec<(Text, Type)> = generic
            .map(|name| (name.clone(), self.bindings.fresh()))
            .collect();
        let parameters = signature.parameters.iter();
        let parameters: Vec<Type> = parameters.map(|ty| instantiate(ty, &variables)).collect();
        let fits = self.bindings.are_assignable(types, &parameters);
        fits.then(|| {
            self.bindings
                .resolve(&instantiate(&signature.returns, &variables))
        })
    }

    fn no_overload(&mut self, node: NodeId, name: &str, style: Style, types: &[Type]) -> Type {
        let types: Vec<String> = types
            .iter()
            .map(|ty| self.bindings.resolve_fully(ty).to_string())
            .collect();
        let applied = match (style, types.split_first()) {
            (Style::Method, Some((target, arguments))) => format!("{target}.({})", arguments.join(", ")),
            _ => format!("({})", types.join(", ")),
        };
        let message = format!("found no matching overload for '{name}' applied to '{applied}'");
        self.report(node, message)
    }

    fn list(&mut self, items: &[Item]) -> Type {
        let mut joined = None;
        for item in items {
            let ty = self.check(item.value);
            let ty = if item.optional {
                self.unwrapped(item.value, ty)
            } else {
                ty
            };
            joined = Some(self.join(joined, ty));
        }
        Type::list(joined.unwrap_or_else(|| self.bindings.fresh()))
    }

    fn map(&mut self, entries: &[Entry]) -> Type {
        let (mut key, mut value) = (None, None);
        for entry in entries {
            let ty = self.check(entry.key);
            key = Some(self.join(key, ty));
            let ty = self.check(entry.value);
            let ty = if entry.optional {
                self.unwrapped(entry.value, ty)
            } else {
                ty
            };
            value = Some(self.join(value, ty));
        }
        let key = key.unwrap_or_else(|| self.bindings.fresh());
        let value = value.unwrap_or_else(|| self.bindings.fresh());
        Type::map(key, value)
    }

    /// What is in an optional that stands behind a `?`.
    fn unwrapped(&mut self, node: NodeId, ty: Type) -> Type {
        match self.bindings.resolve(&ty) {
            Type::Optional(inner) => inner.as_ref().clone(),
            Type::Dyn => {
                // The reference looks for what a `dyn` would be wrapped around, and breaks off.
                if self.environment.rules.homogeneous {
                    self.mismatch(node, &Type::optional(Type::Dyn), &Type::Dyn);
                }
                Type::Dyn
            }
            other => {
                self.mismatch(node, &Type::optional(other.clone()), &other);
                other
            }
        }
    }

    /// The type of elements of which one has a further type. Whether they must be alike is looked at later.
    fn join(&mut self, joined: Option<Type>, ty: Type) -> Type {
        let Some(joined) = joined else {
            return ty;
        };
        match self.bindings.is_assignable(&joined, &ty) {
            true => most_general(&joined, &ty).clone(),
            false => Type::Dyn,
        }
    }

    fn message(&mut self, node: NodeId, name: &Text, fields: &[Field]) -> Type {
        let environment = self.environment;
        let mut found = None;
        for candidate in environment.candidates(name) {
            if let Some(ty) = message::type_named(&candidate, environment) {
                found = Some((candidate, ty));
                break;
            }
        }
        let Some((full_name, ty)) = found else {
            return self.undeclared(node, name);
        };
        if !message::is_message(&full_name, environment) {
            return self.report(node, format!("'{}' is not a message type", ty.name()));
        }
        self.set_meaning(node, Meaning::Type(full_name.clone()));
        for field in fields {
            let found = self.check(field.value);
            let expected = match message::field(&full_name, &field.name, environment) {
                Some(ty) => ty,
                None => {
                    let message = format!("undefined field '{}'", field.name);
                    self.issues.push(Issue::at(field.offset, message));
                    Type::Error
                }
            };
            let found = if field.optional {
                self.unwrapped(field.value, found)
            } else {
                found
            };
            if !self.bindings.is_assignable(&expected, &found) {
                let (expected, found) = (self.bindings.resolve(&expected), self.bindings.resolve(&found));
                self.issues.push(Issue::at(
                    field.offset,
                    format!(
                        "expected type of field '{}' is '{expected}' but provided type is '{found}'",
                        field.name
                    ),
                ));
            }
        }
        ty
    }

    fn fold(&mut self, node: NodeId, fold: &Fold) -> Type {
        let range = self.check(fold.range);
        let range = self.bindings.resolve(&range);
        let two = fold.second.is_some();
        let (first, second) = match &range {
            Type::List(of) if two => (Type::Int, of.as_ref().clone()),
            Type::List(of) => (of.as_ref().clone(), Type::Error),
            Type::Map(of) => (of.0.clone(), of.1.clone()),
            Type::Dyn | Type::Error => (Type::Dyn, Type::Dyn),
            Type::Variable(_) => {
                self.bindings.is_assignable(&Type::Dyn, &range);
                (Type::Dyn, Type::Dyn)
            }
            other => {
                let message = format!(
                    "expression of type '{other}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.report(fold.range, message);
                (Type::Error, Type::Error)
            }
        };
        let mut variables = vec![(&fold.variable, first.clone())];
        if let Some(name) = &fold.second {
            variables.push((name, second));
        }
        self.within(&variables, |checker| checker.fold_body(node, fold, first.clone()))
    }

    fn fold_body(&mut self, node: NodeId, fold: &Fold, key: Type) -> Type {
        let condition = fold.condition.map(|condition| (condition, self.check(condition)));
        let body = self.check(fold.body);
        let (result, conditional) = match fold.kind {
            FoldKind::All | FoldKind::Exists => {
                if !self.bindings.is_assignable(&body, &Type::Bool) {
                    self.mismatch(fold.body, &Type::Bool, &body);
                }
                return Type::Bool;
            }
            FoldKind::ExistsOne => {
                self.choose(node, &body, &Type::Int);
                return Type::Bool;
            }
            FoldKind::List => (Type::list(body), condition),
            FoldKind::Map => (Type::map(key, body), condition),
            FoldKind::MapEntry => {
                let entry = self.bindings.resolve(&body);
                let result = match &entry {
                    Type::Map(_) => entry,
                    Type::Dyn | Type::Error => Type::map(Type::Dyn, Type::Dyn),
                    other => {
                        let accumulated = Type::map(Type::Dyn, Type::Dyn);
                        let types = [accumulated, other.clone()];
                        self.no_overload(node, "cel.@mapInsert", Style::Function, &types)
                    }
                };
                (result, condition)
            }
        };
        if let Some((_, condition)) = conditional {
            self.choose(node, &condition, &result);
        }
        self.bindings.resolve(&result)
    }

    /// `condition ? result : result`, which a macro stands for.
    fn choose(&mut self, node: NodeId, condition: &Type, result: &Type) {
        if !self.bindings.is_assignable(condition, &Type::Bool) {
            let types = [condition.clone(), result.clone(), result.clone()];
            self.no_overload(node, "_?_:_", Style::Function, &types);
        }
    }

    /// `target.hasValue() ? optional.of(body) : optional.none()`, which the macro stands for.
    fn optional_map(&mut self, node: NodeId, map: &OptionalMap) -> Type {
        let target = self.check(map.target);
        let inner = match self.bindings.resolve(&target) {
            Type::Optional(inner) => inner.as_ref().clone(),
            Type::Dyn | Type::Error => Type::Dyn,
            variable @ Type::Variable(_) => {
                let inner = self.bindings.fresh();
                self.bindings
                    .is_assignable(&variable, &Type::optional(inner.clone()));
                inner
            }
            other => {
                for method in ["hasValue", "value"] {
                    self.no_overload(node, method, Style::Method, std::slice::from_ref(&other));
                }
                Type::Error
            }
        };
        let body = self.within(&[(&map.variable, inner)], |checker| checker.check(map.body));
        if !map.flat {
            return Type::optional(self.bindings.resolve(&body));
        }
        let none = Type::optional(self.bindings.fresh());
        if !self.bindings.is_assignable(&body, &none) {
            let types = [Type::Bool, body, none];
            return self.no_overload(node, "_?_:_", Style::Function, &types);
        }
        match self.bindings.resolve(&body) {
            Type::Dyn => Type::Dyn,
            _ => self.bindings.resolve(&none),
        }
    }
}

/// How a function is called.
#[derive(Clone, Copy)]
struct CallStyle {
    style: Style,
    /// Whether what stands before the dot is a part of the name.
    spaced: bool,
}

fn literal_type(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::Null,
        Literal::Bool(_) => Type::Bool,
        Literal::Int(_) => Type::Int,
        Literal::Uint(_) => Type::Uint,
        Literal::Double(_) => Type::Double,
        Literal::String(_) => Type::String,
        Literal::Bytes(_) => Type::Bytes,
    }
}
