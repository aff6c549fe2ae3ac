//! What an expression may mention: functions, macros, variables, types; and by which rules it is checked.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use sekisho_document::Text;

use crate::builder::Macros;
use crate::estimate::Estimate;
use crate::expansion::{Macro, Style};
use crate::function::{Function, Overload, Release};
use crate::limits::Limits;
use crate::types::Type;

/// Functions and macros that belong together.
#[derive(Debug, Clone, Copy)]
pub struct Library {
    pub functions: &'static [Function],
    pub macros: &'static [Macro],
}

/// How expressions are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether the elements of a list or map literal must be of one type.
    pub homogeneous: bool,
    /// Whether constants are checked whose text says something: durations, times, patterns, formats. Where
    /// they are not, their faults are faults of the evaluation.
    pub literals: bool,
}

/// Whose way of evaluating is followed where releases of cel-go differ: it shows in what is charged, and in
/// what is looked at behind a fault.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Engine {
    /// 0.29, of API servers: both operands are evaluated, and the call is charged, even if the first has no
    /// value. `optMap` evaluates its optional again for each thing it wants to know.
    #[default]
    V029,
    /// 0.31, of Kyverno: a first operand without value ends the call. `optMap` evaluates its optional once,
    /// under a name.
    V031,
}

/// Object types that are known by a rule rather than by a list.
pub trait Types: fmt::Debug + Send + Sync {
    /// Whether there is an object type of this name.
    fn is_type(&self, name: &str) -> bool;

    /// The type of a field; nothing if the type has no such field.
    fn field(&self, type_name: &str, field: &str) -> Option<Type>;

    /// Fields that are empty texts where a literal of the type leaves them out.
    fn empty_texts(&self, _type_name: &str) -> &'static [&'static str] {
        &[]
    }

    /// Whether the name of a type is an expression, whose value is the type.
    fn is_value(&self, _name: &str) -> bool {
        true
    }
}

/// What the compiler knows. Build one, share it; it does not change.
#[derive(Debug, Clone)]
pub struct Environment {
    pub release: Release,
    pub rules: Rules,
    pub limits: Limits,
    pub engine: Engine,
    /// In which name space names are looked up, innermost first; usually the root.
    pub container: Text,
    pub(crate) macros: Macros,
    functions: BTreeMap<Text, Declared>,
    variables: Vec<Variable>,
    objects: BTreeMap<Text, BTreeMap<Text, Type>>,
    provider: Option<Arc<dyn Types>>,
    equalities: BTreeMap<&'static str, Estimate>,
    names: BTreeMap<Text, Type>,
}

#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: Text,
    pub(crate) ty: Type,
}

/// A function as an environment knows it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Declared {
    /// The table entries it comes from: libraries may add overloads to a function of another one.
    pub(crate) entries: Vec<&'static Function>,
    pub(crate) signatures: Vec<Signature>,
}

#[derive(Debug, Clone)]
pub(crate) struct Signature {
    pub(crate) style: Style,
    pub(crate) parameters: Vec<Type>,
    pub(crate) returns: Type,
    /// The names of its type parameters.
    pub(crate) generic: Vec<Text>,
    pub(crate) table: Option<&'static Overload>,
}

impl Environment {
    /// What these libraries have at a release.
    #[must_use]
    pub fn new(libraries: &[&Library], release: Release, rules: Rules, limits: Limits) -> Environment {
        let macros: Vec<_> = libraries.iter().map(|library| library.macros).collect();
        let mut environment = Environment {
            release,
            rules,
            limits,
            engine: Engine::default(),
            container: Text::default(),
            macros: Macros::new(&macros, release),
            functions: BTreeMap::new(),
            variables: Vec::new(),
            objects: BTreeMap::new(),
            provider: None,
            equalities: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        for function in libraries.iter().flat_map(|library| library.functions) {
            if function.since <= release {
                environment.add_function(function);
            }
        }
        environment
    }

    /// Adds the overloads of a table entry to those that the function has already.
    fn add_function(&mut self, function: &'static Function) {
        let release = self.release;
        let declared = self.functions.entry(Text::const_new(function.name)).or_default();
        declared.entries.push(function);
        for overload in function.overloads {
            if overload.since > release || declared.has(overload.id) {
                continue;
            }
            declared.signatures.push(Signature::of(overload));
        }
    }

    /// Declares a function that has no body here: a call of it fails.
    pub fn declare_function(&mut self, name: &str, style: Style, parameters: Vec<Type>, returns: Type) {
        let declared = self.functions.entry(Text::new(name)).or_default();
        declared
            .signatures
            .push(Signature::new(style, parameters, returns, None));
    }

    /// Declares a variable, or gives it another type. Its number is what an activation is asked with.
    pub fn declare_variable(&mut self, name: &str, ty: Type) -> usize {
        if let Some(slot) = self.variable(name) {
            if let Some(variable) = self.variables.get_mut(slot) {
                variable.ty = ty;
            }
            return slot;
        }
        self.variables.push(Variable {
            name: Text::new(name),
            ty,
        });
        self.variables.len() - 1
    }

    /// Declares an object type with the fields it has.
    pub fn declare_object(&mut self, name: &str, fields: impl IntoIterator<Item = (Text, Type)>) {
        self.objects.insert(Text::new(name), fields.into_iter().collect());
    }

    /// Adds a field to an object type, or gives it another type.
    pub fn declare_field(&mut self, type_name: &str, field: Text, ty: Type) {
        self.objects
            .entry(Text::new(type_name))
            .or_default()
            .insert(field, ty);
    }

    /// Lets further object types be known by a rule.
    pub fn declare_types(&mut self, provider: Arc<dyn Types>) {
        self.provider = Some(provider);
    }

    /// Lets a name be an expression whose value is a type.
    pub fn declare_type(&mut self, name: &str, ty: Type) {
        self.names.insert(Text::new(name), ty);
    }

    /// Lets the static estimate of `==` between two values of a type with this name be another one than
    /// that by their sizes.
    pub fn estimate_equality(&mut self, type_name: &'static str, estimate: Estimate) {
        self.equalities.insert(type_name, estimate);
    }

    /// The number of a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    /// The table entries of all functions, sorted by name.
    pub fn functions(&self) -> impl Iterator<Item = &'static Function> + '_ {
        self.functions
            .values()
            .flat_map(|declared| declared.entries.iter().copied())
    }

    /// All macros, sorted by name.
    pub fn macros(&self) -> impl Iterator<Item = &'static Macro> + '_ {
        self.macros.iter()
    }

    pub(crate) fn variable_at(&self, slot: usize) -> Option<&Variable> {
        self.variables.get(slot)
    }

    pub(crate) fn function(&self, name: &str) -> Option<(&Text, &Declared)> {
        self.functions.get_key_value(name)
    }

    /// What `==` of two values may cost, where their type says so.
    pub(crate) fn equality(&self, left: &Type, right: &Type) -> Option<Estimate> {
        match left {
            Type::Object(name) | Type::Abstract(name, _) if left == right => {
                self.equalities.get(name.as_str()).copied()
            }
            _ => None,
        }
    }

    /// The type that was given a name.
    pub(crate) fn type_named(&self, name: &str) -> Option<&Type> {
        self.names.get(name)
    }

    pub(crate) fn empty_texts(&self, type_name: &str) -> &'static [&'static str] {
        match &self.provider {
            Some(provider) if !self.objects.contains_key(type_name) => provider.empty_texts(type_name),
            _ => &[],
        }
    }

    /// Whether the name of a type is an expression.
    pub(crate) fn is_named_value(&self, name: &str) -> bool {
        match &self.provider {
            Some(provider) if !self.objects.contains_key(name) && provider.is_type(name) => {
                provider.is_value(name)
            }
            _ => true,
        }
    }

    pub(crate) fn is_object(&self, name: &str) -> bool {
        self.objects.contains_key(name) || self.provider.as_ref().is_some_and(|it| it.is_type(name))
    }

    pub(crate) fn object_field(&self, type_name: &str, field: &str) -> Option<Type> {
        match self.objects.get(type_name) {
            Some(fields) => fields.get(field).cloned(),
            None => self.provider.as_ref()?.field(type_name, field),
        }
    }

    /// The names that a name may mean, the one in the innermost name space first.
    pub(crate) fn candidates(&self, name: &str) -> impl Iterator<Item = Text> + use<> {
        let rooted = name.strip_prefix('.').map(Text::new);
        let mut names = Vec::new();
        let mut space = self.container.as_str();
        while rooted.is_none() && !space.is_empty() {
            names.push(Text::from(format!("{space}.{name}")));
            space = space.rsplit_once('.').map_or("", |(outer, _)| outer);
        }
        names.push(rooted.unwrap_or_else(|| Text::new(name)));
        names.into_iter()
    }
}

impl Declared {
    fn has(&self, id: &str) -> bool {
        let mut known = self.signatures.iter().filter_map(|signature| signature.table);
        known.any(|overload| overload.id == id)
    }
}

impl Signature {
    fn of(overload: &'static Overload) -> Signature {
        let parameters = overload.parameters.iter().map(|shape| shape.to_type()).collect();
        Signature::new(
            overload.style,
            parameters,
            overload.returns.to_type(),
            Some(overload),
        )
    }

    fn new(
        style: Style,
        parameters: Vec<Type>,
        returns: Type,
        table: Option<&'static Overload>,
    ) -> Signature {
        let mut generic = Vec::new();
        for ty in parameters.iter().chain([&returns]) {
            collect_parameters(ty, &mut generic);
        }
        Signature {
            style,
            parameters,
            returns,
            generic,
            table,
        }
    }
}

fn collect_parameters(ty: &Type, names: &mut Vec<Text>) {
    match ty {
        Type::Parameter(name) if !names.contains(name) => names.push(name.clone()),
        Type::List(of) | Type::Optional(of) | Type::Wrapper(of) | Type::Type(Some(of)) => {
            collect_parameters(of, names);
        }
        Type::Abstract(_, of) => of.iter().for_each(|ty| collect_parameters(ty, names)),
        Type::Map(of) => {
            collect_parameters(&of.0, names);
            collect_parameters(&of.1, names);
        }
        _ => (),
    }
}
