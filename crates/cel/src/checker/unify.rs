//! What may stand for what: assignability, and the types that variables of types turn out to be.

use std::sync::Arc;

use crate::types::Type;

/// Types of variables, with a trail by which a failed attempt is undone.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    types: Vec<Option<Type>>,
    trail: Vec<(u32, Option<Type>)>,
}

impl Bindings {
    pub(super) fn fresh(&mut self) -> Type {
        let number = u32::try_from(self.types.len()).unwrap_or(u32::MAX);
        self.types.push(None);
        Type::Variable(number)
    }

    fn find(&self, variable: u32) -> Option<&Type> {
        self.types.get(variable as usize)?.as_ref()
    }

    fn set(&mut self, variable: u32, ty: Type) {
        if let Some(slot) = self.types.get_mut(variable as usize) {
            self.trail.push((variable, slot.replace(ty)));
        }
    }

    fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((variable, before)) = self.trail.pop()
                && let Some(slot) = self.types.get_mut(variable as usize)
            {
                *slot = before;
            }
        }
    }

    /// Whether `from` may stand where `to` is wanted; variables are bound when it may.
    pub(super) fn is_assignable(&mut self, from: &Type, to: &Type) -> bool {
        let mark = self.trail.len();
        let is = self.fits(from, to);
        if !is {
            self.undo(mark);
        }
        is
    }

    /// The same for lists of types of one length.
    pub(super) fn are_assignable(&mut self, from: &[Type], to: &[Type]) -> bool {
        let mark = self.trail.len();
        let are = from.len() == to.len() && from.iter().zip(to).all(|(from, to)| self.fits(from, to));
        if !are {
            self.undo(mark);
        }
        are
    }

    fn fits(&mut self, from: &Type, to: &Type) -> bool {
        if let Type::Variable(variable) = to {
            match self.substitutes(from, *variable) {
                (true, _) => return true,
                (false, true) => return false,
                (false, false) => (),
            }
        }
        if let Type::Variable(variable) = from {
            return self.substitutes(to, *variable).0;
        }
        match (from, to) {
            _ if from.is_unchecked() || to.is_unchecked() => true,
            (Type::Null, other) | (other, Type::Null) => is_nullable(other),
            (Type::Wrapper(from), Type::Wrapper(to)) => from == to,
            (Type::Wrapper(inner), other) | (other, Type::Wrapper(inner)) => inner.as_ref() == other,
            (Type::List(from), Type::List(to)) | (Type::Optional(from), Type::Optional(to)) => {
                self.fits(from, to)
            }
            (Type::Map(from), Type::Map(to)) => self.fits(&from.0, &to.0) && self.fits(&from.1, &to.1),
            (Type::Abstract(name, from), Type::Abstract(other, to)) => {
                name == other
                    && from.len() == to.len()
                    && from.iter().zip(to.iter()).all(|(from, to)| self.fits(from, to))
            }
            (Type::Type(_), Type::Type(_)) => true,
            _ => from == to,
        }
    }

    /// Whether a type may be what a variable stands for, and whether the variable stands for something.
    fn substitutes(&mut self, ty: &Type, variable: u32) -> (bool, bool) {
        if *ty == Type::Variable(variable) {
            return (true, true);
        }
        if let Some(known) = self.find(variable).cloned() {
            if *ty == known {
                return (true, true);
            }
            if !self.fits(ty, &known) {
                return (false, true);
            }
            let general = most_general(ty, &known);
            if !self.mentions(variable, general) {
                let general = general.clone();
                self.set(variable, general);
            }
            return (true, true);
        }
        if self.mentions(variable, ty) {
            return (false, false);
        }
        self.set(variable, ty.clone());
        (true, false)
    }

    /// Whether a type has a variable in it, by way of other variables too.
    fn mentions(&self, variable: u32, within: &Type) -> bool {
        match within {
            Type::Variable(other) if *other == variable => true,
            Type::Variable(other) => self.find(*other).is_some_and(|ty| self.mentions(variable, ty)),
            Type::List(of) | Type::Optional(of) | Type::Wrapper(of) | Type::Type(Some(of)) => {
                self.mentions(variable, of)
            }
            Type::Map(of) => self.mentions(variable, &of.0) || self.mentions(variable, &of.1),
            Type::Abstract(_, of) => of.iter().any(|ty| self.mentions(variable, ty)),
            _ => false,
        }
    }

    /// A type with its variables replaced by what they stand for. Those that stand for nothing stay.
    pub(super) fn resolve(&self, ty: &Type) -> Type {
        self.resolve_with(ty, Rest::Stays)
    }

    /// The same; variables that stand for nothing become `dyn`.
    pub(super) fn resolve_fully(&self, ty: &Type) -> Type {
        self.resolve_with(ty, Rest::IsDyn)
    }

    fn resolve_with(&self, ty: &Type, rest: Rest) -> Type {
        match ty {
            Type::Variable(variable) => match (self.find(*variable), rest) {
                (Some(known), _) => self.resolve_with(known, rest),
                (None, Rest::Stays) => ty.clone(),
                (None, Rest::IsDyn) => Type::Dyn,
            },
            _ if !has_variables(ty) => ty.clone(),
            Type::List(of) => Type::List(Arc::new(self.resolve_with(of, rest))),
            Type::Optional(of) => Type::Optional(Arc::new(self.resolve_with(of, rest))),
            Type::Type(Some(of)) => Type::Type(Some(Arc::new(self.resolve_with(of, rest)))),
            Type::Map(of) => Type::map(self.resolve_with(&of.0, rest), self.resolve_with(&of.1, rest)),
            Type::Abstract(name, of) => {
                let resolved = of.iter().map(|ty| self.resolve_with(ty, rest));
                Type::Abstract(name.clone(), resolved.collect())
            }
            other => other.clone(),
        }
    }
}

#[derive(Clone, Copy)]
enum Rest {
    Stays,
    IsDyn,
}

fn has_variables(ty: &Type) -> bool {
    match ty {
        Type::Variable(_) => true,
        Type::List(of) | Type::Optional(of) | Type::Type(Some(of)) => has_variables(of),
        Type::Map(of) => has_variables(&of.0) || has_variables(&of.1),
        Type::Abstract(_, of) => of.iter().any(has_variables),
        _ => false,
    }
}

/// What may be null besides null.
fn is_nullable(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Null
            | Type::Any
            | Type::Timestamp
            | Type::Duration
            | Type::Wrapper(_)
            | Type::Optional(_)
            | Type::Abstract(..)
            | Type::Object(_)
    )
}

/// Of two types that fit one another, the one that says less.
pub(super) fn most_general<'t>(left: &'t Type, right: &'t Type) -> &'t Type {
    if says_no_more(left, right) { left } else { right }
}

fn says_no_more(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Dyn | Type::Any | Type::Variable(_), _) => true,
        (_, Type::Dyn | Type::Any | Type::Variable(_)) => false,
        (Type::List(left), Type::List(right)) | (Type::Optional(left), Type::Optional(right)) => {
            says_no_more(left, right)
        }
        (Type::Map(left), Type::Map(right)) => {
            says_no_more(&left.0, &right.0) && says_no_more(&left.1, &right.1)
        }
        (Type::Abstract(_, left), Type::Abstract(_, right)) => left
            .iter()
            .zip(right.iter())
            .all(|(left, right)| says_no_more(left, right)),
        (Type::Type(_), Type::Type(_)) => true,
        _ => left == right,
    }
}

/// Replaces the parameters of a signature by types.
pub(super) fn instantiate(ty: &Type, types: &[(sekisho_document::Text, Type)]) -> Type {
    match ty {
        Type::Parameter(name) => types
            .iter()
            .find(|(it, _)| it == name)
            .map_or(Type::Dyn, |(_, ty)| ty.clone()),
        Type::List(of) => Type::list(instantiate(of, types)),
        Type::Optional(of) => Type::optional(instantiate(of, types)),
        Type::Type(Some(of)) => Type::type_of(instantiate(of, types)),
        Type::Abstract(name, of) => {
            Type::Abstract(name.clone(), of.iter().map(|ty| instantiate(ty, types)).collect())
        }
        Type::Map(of) => Type::map(instantiate(&of.0, types), instantiate(&of.1, types)),
        other => other.clone(),
    }
}
