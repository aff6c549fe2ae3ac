//! `validate.podSecurity`: the Pod Security Standards as Kyverno asks them, with exclusions (engine reference
//! §5.12).

mod exclusion;
mod object;
#[cfg(test)]
mod tests;
mod wording;

use sekisho_diagnostics::Span;
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Reason, Status};
use sekisho_kubernetes::Version;
use sekisho_kubernetes::pod_security::{
    CHECKS, Check, Failure, Level, Pod, Sources, StandardVersion, Variant,
};
use sekisho_parser::classic::PodSecurity;

use crate::check::Answer;
use crate::exception::ExceptionPlan;
pub use exclusion::Exclusion;
use object::Object;

/// The Kubernetes whose checks Kyverno has: it knows nothing that came later.
const LIBRARY: Version = Version::new(1, 34);

/// A compiled `validate.podSecurity`.
#[derive(Debug, Clone)]
pub struct PodSecurityPlan {
    pub at: Span,
    pub level: Text,
    /// As written.
    pub version: Text,
    checks: Result<Vec<Chosen>, String>,
    exclusions: Vec<Exclusion>,
}

/// A check in the variant that is run.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    check: &'static Check,
    variant: &'static Variant,
}

impl PodSecurityPlan {
    pub(crate) fn compile(body: &PodSecurity<'_>) -> PodSecurityPlan {
        let text = |value: Option<sekisho_parser::Located<&str>>| {
            value.map(|text| Text::new(text.value)).unwrap_or_default()
        };
        let items = body.exclude.into_iter().flat_map(|list| list.items());
        PodSecurityPlan::new(
            body.at.span(),
            text(body.level),
            text(body.version),
            items.map(|item| Exclusion::compile(item.value)).collect(),
        )
    }

    /// The plan of a level in a version, both as written.
    #[must_use]
    pub fn new(at: Span, level: Text, version: Text, exclusions: Vec<Exclusion>) -> PodSecurityPlan {
        let asked = match version.as_str() {
            "" => Some(StandardVersion::Latest),
            text => StandardVersion::parse(text),
        };
        PodSecurityPlan {
            checks: match asked {
                Some(asked) => Ok(chosen(&level, asked)),
                None => Err(format!(
                    "failed to parse pod security api version: invalid version \"{version}\": must be \"latest\" or \
                     \"v1.x\""
                )),
            },
            at,
            level,
            version,
            exclusions,
        }
    }

    fn run<'p>(&self, pod: &Pod<'p>) -> Vec<Failure<'p>> {
        let checks = self.checks.iter().flatten();
        checks
            .filter_map(|chosen| chosen.check.failure(chosen.variant, pod))
            .collect()
    }

    /// What a Pod does not pass, less what is excluded: ids of checks, and what messages say of them.
    #[must_use]
    pub fn failed(&self, metadata: &Value, spec: &Value, more: &[Exclusion]) -> Vec<(&'static str, String)> {
        let mut failures = self.run(&Pod::new(metadata, spec, Sources::AsWritten));
        for exclusion in self.exclusions.iter().chain(more) {
            self.exclude(exclusion, metadata, spec, &mut failures);
        }
        let said = failures
            .iter()
            .map(|failure| (failure.check.id, wording::check(failure, None)));
        said.collect()
    }
}

/// There is no check that takes the place of another, a level that is not `baseline` has all of them, and a
/// version that is older than a check has its first variant (§5.12.2).
fn chosen(level: &str, version: StandardVersion) -> Vec<Chosen> {
    let minor = version.minor_on(LIBRARY);
    let asked = |check: &&'static Check| level != Level::Baseline.as_str() || check.level == Level::Baseline;
    let known = |check: &&'static Check| check.variant(u64::from(LIBRARY.minor), LIBRARY).is_some();
    let checks = CHECKS.iter().filter(asked).filter(known);
    checks
        .filter_map(|check| {
            let variant = check.variant(minor, LIBRARY).or(check.variants.first())?;
            Some(Chosen { check, variant })
        })
        .collect()
}

/// Judges an object. Of the exceptions that hold, each takes some controls out.
pub(crate) fn run(
    plan: &PodSecurityPlan,
    rule: &str,
    object: &Value,
    exceptions: &[&ExceptionPlan],
) -> Answer {
    let Some(found) = Object::of(object) else {
        return Answer::trouble("Error while getting new resource: could not find correct resource type");
    };
    if let Err(cause) = &plan.checks {
        return Answer::trouble(cause.clone());
    }
    let (metadata, spec) = (found.metadata, found.spec);
    let mut failures = plan.run(&Pod::new(metadata, spec, Sources::AsWritten));
    if failures.is_empty() {
        return passed(rule);
    }
    for exclusion in &plan.exclusions {
        plan.exclude(exclusion, metadata, spec, &mut failures);
    }
    if failures.is_empty() {
        return passed(rule);
    }
    for exclusion in exceptions.iter().flat_map(|exception| &exception.pod_security) {
        plan.exclude(exclusion, metadata, spec, &mut failures);
    }
    if failures.is_empty() {
        let keys: Vec<Text> = exceptions.iter().map(|exception| exception.key.clone()).collect();
        let message = format!("rule is skipped due to policy exceptions {}", keys.join(", "));
        return Answer {
            exceptions: keys,
            ..Answer::new(Status::Skip, Reason::Exception, message)
        };
    }
    failed(plan, rule, &found, &failures)
}

fn passed(rule: &str) -> Answer {
    let message = format!("Validation rule '{rule}' passed.");
    Answer::new(Status::Pass, Reason::Body, message)
}

fn failed(plan: &PodSecurityPlan, rule: &str, object: &Object<'_>, failures: &[Failure<'_>]) -> Answer {
    let (level, version) = (&plan.level, &plan.version);
    let mut message =
        format!("Validation rule '{rule}' failed. It violates PodSecurity \"{level}:{version}\": ");
    for failure in failures {
        message.push_str(&wording::check(failure, Some(object.shape)));
    }
    let ids: Vec<&str> = failures.iter().map(|failure| failure.check.id).collect();
    let first = failures.first().and_then(|failure| failure.breaches.first());
    Answer {
        blame: Some(plan.at),
        field: first.map(|breach| object.place(breach)),
        properties: vec![
            (Text::const_new("standard"), level.clone()),
            (Text::const_new("version"), version.clone()),
            (Text::const_new("controls"), Text::from(ids.join(","))),
        ],
        ..Answer::new(Status::Fail, Reason::Body, message)
    }
}
