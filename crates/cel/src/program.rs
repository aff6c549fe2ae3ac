//! A compiled expression.

use crate::activation::Activation;
use crate::checker::{Checked, check};
use crate::environment::Environment;
use crate::estimate::{Bounds, SizeHints, estimate};
use crate::evaluator::{Answer, evaluate};
use crate::issue::{CompileError, Phase};
use crate::literals;
use crate::meter::Meter;
use crate::observer::{Observer, Unobserved};
use crate::parser::parse;
use crate::plan::Plan;
use crate::planner::plan;
use crate::tree::Tree;
use crate::types::Type;

/// An expression whose names and types are known.
#[derive(Debug)]
pub struct Expression {
    text: Box<str>,
    pub(crate) tree: Tree,
    pub(crate) checked: Checked,
    ty: Type,
}

impl Expression {
    /// Reads and checks an expression.
    ///
    /// # Errors
    /// All faults of syntax, or all faults of names and types.
    pub fn check(text: &str, environment: &Environment) -> Result<Expression, CompileError> {
        let tree = parse(text, &environment.macros, &environment.limits)?;
        let refuse = |issues| CompileError::new(Phase::Check, issues, text);
        let checked = check(&tree, environment).map_err(refuse)?;
        let issues = literals::check(&tree, &checked, environment);
        if !issues.is_empty() {
            return Err(refuse(issues));
        }
        let ty = tree.root.map_or(Type::Dyn, |root| checked.ty(root).clone());
        Ok(Expression {
            text: text.into(),
            tree,
            checked,
            ty,
        })
    }

    /// The type of its value.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// What it may cost, before anything is evaluated: what the API server compares with its limit for
    /// rules of schemas. It is no bound of the actual cost: constants are folded only later.
    #[must_use]
    pub fn estimate(&self, environment: &Environment, hints: &dyn SizeHints) -> Bounds {
        estimate(&self.tree, &self.checked, environment, hints)
    }

    /// Makes it ready to be evaluated.
    ///
    /// # Errors
    /// A constant that can not be converted, or a pattern that is none.
    pub fn plan(&self, environment: &Environment) -> Result<Program, CompileError> {
        Ok(Program {
            plan: plan(&self.text, &self.tree, &self.checked, environment)?,
            text: self.text.clone(),
            ty: self.ty.clone(),
        })
    }
}

/// An expression that is ready to be evaluated, by many threads at once.
#[derive(Debug, Clone)]
pub struct Program {
    text: Box<str>,
    plan: Plan,
    ty: Type,
}

impl Program {
    /// Reads, checks and plans an expression.
    ///
    /// # Errors
    /// What the first step that finds faults finds.
    pub fn compile(text: &str, environment: &Environment) -> Result<Program, CompileError> {
        Expression::check(text, environment)?.plan(environment)
    }

    /// The text it was compiled from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The type of its value.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Evaluates the expression; what lies in documents is borrowed from them. The cost is in the meter,
    /// also when the evaluation fails.
    ///
    /// # Errors
    /// Whatever the expression does not make up for, or a limit.
    pub fn evaluate<'a>(&'a self, activation: &dyn Activation<'a>, meter: &mut Meter) -> Answer<'a> {
        evaluate(&self.plan, activation, meter, &mut Unobserved)
    }

    /// Evaluates as [`Program::evaluate`] does and shows every sub-expression to an observer.
    ///
    /// # Errors
    /// As [`Program::evaluate`].
    pub fn observe<'a>(
        &'a self,
        activation: &dyn Activation<'a>,
        meter: &mut Meter,
        observer: &mut impl Observer,
    ) -> Answer<'a> {
        evaluate(&self.plan, activation, meter, observer)
    }
}
