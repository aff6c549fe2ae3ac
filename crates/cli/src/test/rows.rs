//! From one entry of `results` to the rows of the table (command line reference A1.7).

use sekisho_chain::{CheckPlan, Plan, PolicyPlan, Response, RuleBody};
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Phase, Reason, Status, Verdict};
use sekisho_kubernetes::Verb;
use sekisho_kubernetes::resource::{self, Identity};
use sekisho_parser::Located;
use sekisho_parser::admission::Mode;
use sekisho_parser::cli_kinds::{ExpectedResult, ResourceSpec, TestCase};
use sekisho_report::{Row, RowReason, RowResult};

use super::RunOutput;
use super::case::{Folder, operation_of};
use super::compare::{Compared, ExpectedFiles};
use super::index::Index;

/// Everything that rows are made of.
#[derive(Clone, Copy)]
pub(super) struct Material<'m> {
    pub(super) case: &'m TestCase,
    pub(super) folder: &'m Folder<'m>,
    pub(super) index: &'m Index<'m>,
}

/// The rows of all entries, in the order of the file and of the resources.
pub(super) fn of(material: &Material<'_>, files: &mut ExpectedFiles<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for entry in &material.case.results {
        let operation = operation_of(entry).unwrap_or_default();
        for key in chosen(material, entry, operation) {
            let mut made = Made {
                material,
                entry,
                key,
                rows: Vec::new(),
                dropped: false,
            };
            made.fill(files);
            rows.append(&mut made.rows);
        }
    }
    rows
}

/// What an entry can name: a resource or document that was judged.
#[derive(Debug, Clone, Copy)]
pub(super) enum Key<'m> {
    Run(&'m RunOutput),
    /// An object that a rule for existing objects changed.
    Target(&'m Target<'m>),
}

/// A target, and what the answers made of it.
#[derive(Debug)]
pub(super) struct Target<'m> {
    pub(super) operation: Option<Verb>,
    /// `v1/ConfigMap/shop/settings`.
    pub(super) shown: String,
    pub(super) identity: Identity,
    /// The verdicts that changed it, at most one of each response, with what became of it.
    pub(super) changes: Vec<(&'m Verdict, &'m Value)>,
}

/// The targets that some answer changed, in the order in which they were changed first.
pub(super) fn targets(runs: &[RunOutput]) -> Vec<Target<'_>> {
    let mut targets: Vec<Target<'_>> = Vec::new();
    for run in runs {
        for response in &run.outcome.responses {
            let mut seen: Vec<String> = Vec::new();
            for verdict in &response.verdicts {
                let (Some(target), Some(after)) = (&verdict.target, &verdict.after) else {
                    continue;
                };
                let identity = resource::identity(target);
                let shown = shown_object(target, &identity);
                if seen.contains(&shown) {
                    continue;
                }
                seen.push(shown.clone());
                let same = targets
                    .iter_mut()
                    .find(|known| known.operation == run.operation && known.shown == shown);
                match same {
                    Some(known) => known.changes.push((verdict, after)),
                    None => targets.push(Target {
                        operation: run.operation,
                        shown,
                        identity,
                        changes: vec![(verdict, after)],
                    }),
                }
            }
        }
    }
    targets
}

fn shown_object(object: &Value, identity: &Identity) -> String {
    format!(
        "{}/{}/{}/{}",
        object.str_at(&["apiVersion"]),
        identity.kind.kind,
        identity.namespace,
        identity.name
    )
}

impl<'m> Key<'m> {
    /// `apps/v1/Deployment/shop/web`.
    pub(super) fn shown(self) -> String {
        match self {
            Key::Run(run) if run.is_payload() => format!("/{}", run.resource.identity.name),
            Key::Run(run) => shown_object(&run.resource.object, &run.resource.identity),
            Key::Target(target) => target.shown.clone(),
        }
    }

    /// Namespace and name.
    pub(super) fn names(self) -> (&'m str, &'m str) {
        let identity = self.identity();
        (identity.namespace.as_str(), identity.name.as_str())
    }

    fn identity(self) -> &'m Identity {
        match self {
            Key::Run(run) => &run.resource.identity,
            Key::Target(target) => &target.identity,
        }
    }

    /// Kyverno's key of a request is an absolute path, which is no name that an entry can have (command line
    /// reference A1.7).
    pub(super) fn can_be_named(self) -> bool {
        match self {
            Key::Run(run) => !matches!(run.payload, Some(Mode::Envoy | Mode::Http)),
            Key::Target(_) => true,
        }
    }

    fn is_described(self, spec: &ResourceSpec) -> bool {
        let identity = self.identity();
        identity.kind.group == spec.group
            && identity.kind.version == spec.version
            && identity.namespace == spec.namespace
            && identity.name == spec.name
            && self.can_be_named()
    }
}

/// The keys that an entry chooses: those it names, or all when it names none that is there.
fn chosen<'m>(material: &Material<'m>, entry: &ExpectedResult, operation: Option<Verb>) -> Vec<Key<'m>> {
    let keys = material.index.keys(operation);
    let mut chosen = Vec::new();
    if let Some(texts) = &entry.resources {
        for text in texts {
            chosen.extend(keys.named(&text.value));
        }
        for spec in &entry.resource_specs {
            chosen.extend(keys.all.iter().copied().filter(|key| key.is_described(spec)));
        }
    }
    if chosen.is_empty() {
        keys.all.clone()
    } else {
        chosen
    }
}

/// The part of a policy's name that is compared.
pub(super) fn policy_name(entry: &ExpectedResult) -> &str {
    let text = entry.policy.value.as_str();
    text.rsplit('/').next().unwrap_or(text)
}

/// Whether a rule is the one that an entry names, or one made from it.
pub(super) fn is_rule(entry: &ExpectedResult, rule: &str) -> bool {
    let Some(named) = &entry.rule else { return true };
    let rule = ["autogen-cronjob-", "autogen-"]
        .iter()
        .find_map(|prefix| rule.strip_prefix(prefix).filter(|rest| *rest == named.value))
        .unwrap_or(rule);
    rule == named.value
}

/// The rows of one entry for one key.
struct Made<'r, 'm> {
    material: &'r Material<'m>,
    entry: &'r ExpectedResult,
    key: Key<'m>,
    rows: Vec<Row>,
    /// A row was left out because the expected object is not in its file.
    dropped: bool,
}

impl Made<'_, '_> {
    fn fill(&mut self, files: &mut ExpectedFiles<'_>) {
        let name = policy_name(self.entry);
        if let Key::Run(run) = self.key {
            for phase in [
                Phase::Mutate,
                Phase::VerifyImages,
                Phase::Validate,
                Phase::Generate,
            ] {
                self.phase(run, phase, name, files);
            }
        }
        let operation = operation_of(self.entry).unwrap_or_default();
        if let Some(target) = self.material.index.target(operation, &self.key.shown()) {
            self.target(target, files);
        }
        if let Some(policy) = self.material.index.later(name) {
            let what = format!(
                "policies of kind {} are not evaluated yet",
                policy.meta().gvk.kind
            );
            self.not_evaluated(what);
        }
        if self.rows.is_empty() && !self.dropped {
            let row = match self.material.index.refused(name) {
                Some(refused) => self.row(RowResult::Skip, RowReason::InvalidPolicy, &refused.text),
                None => self.row(RowResult::Fail, RowReason::NotFound, ""),
            };
            self.rows.push(row);
        }
    }

    /// The responses of one phase, one for each policy that takes part in it.
    fn phase(&mut self, run: &RunOutput, phase: Phase, name: &str, files: &mut ExpectedFiles<'_>) {
        let material = self.material;
        for (position, plan) in material.index.plans(name).iter().copied() {
            let plan = match plan {
                Plan::Classic(_) if run.is_payload() => continue,
                Plan::Classic(plan) => plan,
                Plan::Validating(_) | Plan::Mutating(_) | Plan::Native(_) => {
                    self.ruleless(run, phase, position, files);
                    continue;
                }
            };
            let verdicts: Vec<&Verdict> = run
                .outcome
                .responses
                .iter()
                .filter(|response| response.plan == position && response.phase == phase)
                .flat_map(|response| &response.verdicts)
                .collect();
            if !takes_part(plan, phase, !verdicts.is_empty()) {
                continue;
            }
            if let Some(body) = missing(plan, phase, self.entry) {
                self.not_evaluated(format!("`{body}` is not evaluated yet"));
                continue;
            }
            let chained = phase == Phase::Validate && material.index.mutates_later();
            for verdict in verdicts
                .into_iter()
                .filter(|verdict| is_rule(self.entry, &verdict.rule))
            {
                if verdict.reason == Reason::Unsupported {
                    self.not_evaluated(verdict.message.clone());
                } else if chained {
                    let what =
                        "a mutation of this test, which changes what is validated, is not evaluated yet";
                    self.not_evaluated(what.to_owned());
                } else {
                    self.verdict(run, verdict, position, files);
                }
            }
            if self.rows.is_empty() && !self.dropped {
                let row = self.row(RowResult::Pass, RowReason::Excluded, "");
                self.rows.push(row);
            }
        }
    }

    /// The responses of a policy without rules, each with one verdict at most. One without a verdict counts
    /// as long as there is no row.
    fn ruleless(&mut self, run: &RunOutput, phase: Phase, position: usize, files: &mut ExpectedFiles<'_>) {
        let responses = run.outcome.responses.iter();
        for response in responses.filter(|response| response.plan == position && response.phase == phase) {
            for verdict in &response.verdicts {
                if self.material.index.mutates_later() {
                    let what =
                        "a mutation of this test, which changes what is validated, is not evaluated yet";
                    self.not_evaluated(what.to_owned());
                } else {
                    self.verdict(run, verdict, position, files);
                }
            }
            if self.rows.is_empty() && !self.dropped {
                let row = self.row(RowResult::Pass, RowReason::Excluded, "");
                self.rows.push(row);
            }
        }
    }

    /// The row of a verdict about the object that was judged.
    fn verdict(&mut self, run: &RunOutput, verdict: &Verdict, plan: usize, files: &mut ExpectedFiles<'_>) {
        let actual = match verdict.phase {
            Phase::Mutate => after(run, plan, self.material.index),
            Phase::VerifyImages | Phase::Validate | Phase::Generate => &run.resource.object,
        };
        self.judged(verdict, actual, files);
    }

    /// The rows of the answers that changed a target, whatever policy and rule the entry names (A1.7).
    fn target(&mut self, target: &Target<'_>, files: &mut ExpectedFiles<'_>) {
        for (verdict, after) in &target.changes {
            self.judged(verdict, after, files);
        }
    }

    fn judged(&mut self, verdict: &Verdict, actual: &Value, files: &mut ExpectedFiles<'_>) {
        let got = match verdict.status {
            Status::Fail if !verdict.policy.is_scored() => Status::Warn,
            status => status,
        };
        let mut message = report_message(verdict).to_owned();
        let mut reason = None;
        let mut difference = None;
        if let Some(compared) = self.compare(actual, files) {
            match compared {
                Compared::Equal => {}
                Compared::Different(paths, documents) => {
                    difference = Some(*documents);
                    message = format!(
                        "Patched resource didn't match the patched resource in the test result: {paths}"
                    );
                    reason = Some(RowReason::ResourceDiff);
                }
                Compared::Unreadable(text) => {
                    message = format!("error: failed to load PatchedResources resource ({text})");
                    reason = Some(RowReason::ResourceError);
                }
            }
        }
        if message.contains("not found in manifest") && !self.entry.fail_on_missing_resources {
            self.dropped = true;
            return;
        }
        let expected = &self.entry.result.value;
        let reason = reason.unwrap_or_else(|| {
            if super::status_of(expected) == Some(got) {
                RowReason::Ok
            } else {
                RowReason::Want {
                    expected: expected.clone(),
                    got,
                }
            }
        });
        let result = if reason == RowReason::Ok {
            RowResult::Pass
        } else {
            RowResult::Fail
        };
        let mut row = self.row(result, reason, &message);
        row.rule = verdict.rule.to_string();
        row.difference = difference;
        self.rows.push(row);
    }

    /// The comparison with the expected object, where the entry names one: with that of `patchedResources`,
    /// and with any of those that are generated; of several differences the last is reported (A1.8).
    fn compare(&self, actual: &Value, files: &mut ExpectedFiles<'_>) -> Option<Compared> {
        let mut compare = |file: &Located<Text>| {
            let path = self.material.folder.path(&file.value);
            files.compare(actual, &path)
        };
        let patched = self.entry.patched_resources.as_ref().map(&mut compare);
        if let Some(Compared::Different(..) | Compared::Unreadable(_)) = patched {
            return patched;
        }
        let mut generated = None;
        for file in &self.entry.generated_resources {
            generated = Some(compare(file));
            if generated == Some(Compared::Equal) {
                break;
            }
        }
        generated.or(patched)
    }

    fn not_evaluated(&mut self, what: String) {
        let row = self.row(RowResult::Fail, RowReason::NotEvaluated, &what);
        self.rows.push(row);
    }

    fn row(&self, result: RowResult, reason: RowReason, message: &str) -> Row {
        let entry = self.entry;
        Row {
            policy: entry.policy.value.to_string(),
            rule: entry
                .rule
                .as_ref()
                .map_or_else(String::new, |rule| rule.value.to_string()),
            resource: self.key.shown(),
            operation: entry
                .operation
                .as_ref()
                .map_or_else(String::new, |text| text.value.to_string()),
            result,
            reason,
            message: message.to_owned(),
            place: Some(entry.span),
            difference: None,
        }
    }
}

/// Whether a policy leaves a response in a phase, be it an empty one.
fn takes_part(plan: &PolicyPlan, phase: Phase, has_verdicts: bool) -> bool {
    let has = |body: &str| {
        plan.rules
            .iter()
            .any(|rule| matches!(rule.body, RuleBody::Later(other) if other == body))
    };
    match phase {
        Phase::Mutate => has_verdicts || plan.mutates(),
        Phase::VerifyImages => has_verdicts || has("verifyImages"),
        Phase::Validate => has_verdicts || plan.validates(),
        Phase::Generate => has_verdicts || has("generate"),
    }
}

/// The body of a rule that an entry is about and that is not evaluated in this phase.
fn missing(plan: &PolicyPlan, phase: Phase, entry: &ExpectedResult) -> Option<&'static str> {
    plan.rules
        .iter()
        .filter(|rule| is_rule(entry, &rule.name))
        .find_map(|rule| match (&rule.body, phase) {
            (RuleBody::Later(body @ "mutate"), Phase::Mutate)
            | (RuleBody::Later(body @ "verifyImages"), Phase::VerifyImages)
            | (RuleBody::Later(body @ "generate"), Phase::Generate) => Some(*body),
            (RuleBody::Validate(validate), Phase::Validate) => match &validate.check {
                CheckPlan::Later(body) => Some(*body),
                _ => None,
            },
            _ => None,
        })
}

/// The object after the mutations of a policy and of those that were asked before it. MutatingPolicies all show
/// the object after the last of them (CEL policies reference §7.6).
fn after<'r>(run: &'r RunOutput, plan: usize, index: &Index<'_>) -> &'r Value {
    let responses = run.outcome.responses.iter();
    let mutations: Vec<&Response> = responses
        .filter(|response| response.phase == Phase::Mutate)
        .collect();
    let is_shared = index.is_mutating_policy(plan);
    let last = mutations.iter().rposition(|response| match is_shared {
        true => index.is_mutating_policy(response.plan),
        false => response.plan == plan,
    });
    mutations
        .into_iter()
        .take(last.map_or(0, |last| last + 1))
        .flat_map(|response| &response.verdicts)
        .filter(|verdict| verdict.target.is_none())
        .filter_map(|verdict| verdict.after.as_ref())
        .next_back()
        .unwrap_or(&run.resource.object)
}

/// The message of a verdict as reports show it: properties may override it.
pub(crate) fn report_message(verdict: &Verdict) -> &str {
    let property = |name: &str| {
        let found = verdict.properties.iter().find(|(key, _)| key == name);
        found
            .map(|(_, text)| text.as_str())
            .filter(|text| !text.is_empty())
    };
    let own = match verdict.status {
        Status::Pass => "passMessage",
        Status::Fail => "failMessage",
        Status::Warn => "warnMessage",
        Status::Error => "errorMessage",
        Status::Skip => "skipMessage",
    };
    property("message")
        .or_else(|| property(own))
        .unwrap_or(&verdict.message)
}
