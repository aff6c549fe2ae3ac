//! What a mutate rule was compiled to.

use sekisho_diagnostics::{Complaint, Span};
use sekisho_document::{Patch, Value, json};
use sekisho_jmespath::Query;
use sekisho_parser::classic::{self, MutateLoop, Rule, Target, Visit};

use super::merge::MergePatch;
use crate::compile::Compiler;
use crate::entry::EntryPlan;
use crate::plan::ConditionsPlan;
use crate::template::Template;

/// A compiled `mutate`.
#[derive(Debug, Clone)]
pub struct MutatePlan {
    /// The existing objects that it changes in place of the object at hand.
    pub(crate) targets: Vec<TargetPlan>,
    pub(crate) change: ChangePlan,
}

impl MutatePlan {
    /// Whether it changes existing objects and not the one at hand.
    #[must_use]
    pub fn is_for_existing(&self) -> bool {
        !self.targets.is_empty()
    }
}

/// What a rule, or one of its loops, changes.
#[derive(Debug, Clone)]
pub(crate) enum ChangePlan {
    Patch(Box<PatchPlan>),
    Foreach(Vec<LoopPlan>),
    Nothing,
}

impl ChangePlan {
    /// Where its patch stands, if it has one.
    pub(crate) fn at(&self) -> Option<Span> {
        match self {
            ChangePlan::Patch(plan) => Some(plan.at),
            ChangePlan::Foreach(_) | ChangePlan::Nothing => None,
        }
    }
}

/// One patch.
#[derive(Debug, Clone)]
pub(crate) struct PatchPlan {
    /// What is substituted together with it: the whole rule, or the patches of a loop.
    pub(crate) whole: Template,
    /// Where in `whole` the patch stands.
    pub(crate) path: &'static [&'static str],
    pub(crate) kind: PatchKind,
    /// The patch, if no request decides what it says.
    pub(crate) ready: Option<ReadPatch>,
    pub(crate) at: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PatchKind {
    Merge,
    Json,
}

/// A patch whose placeholders are substituted.
#[derive(Debug, Clone)]
pub(crate) struct ReadPatch {
    pub(crate) patch: Result<AnyPatch, String>,
    /// How much it may add, in steps.
    pub(crate) steps: u64,
}

#[derive(Debug, Clone)]
pub(crate) enum AnyPatch {
    Merge(MergePatch),
    Json(Patch),
}

/// One loop of `mutate.foreach`.
#[derive(Debug, Clone)]
pub(crate) struct LoopPlan {
    pub(crate) written: String,
    pub(crate) list: Result<Query, Complaint>,
    /// From the last element to the first.
    pub(crate) backwards: bool,
    pub(crate) entries: Vec<EntryPlan>,
    pub(crate) preconditions: Option<ConditionsPlan>,
    pub(crate) change: ChangePlan,
}

/// Which existing objects a rule changes.
#[derive(Debug, Clone)]
pub(crate) struct TargetPlan {
    pub(crate) api_version: Template,
    pub(crate) kind: Template,
    pub(crate) namespace: Template,
    pub(crate) name: Template,
    pub(crate) selector: Option<Template>,
    pub(crate) entries: Vec<EntryPlan>,
    pub(crate) preconditions: Option<ConditionsPlan>,
    pub(crate) at: Span,
}

impl ReadPatch {
    pub(crate) fn new(kind: PatchKind, patch: &Value) -> ReadPatch {
        let weight = json::write_within(patch, json::Form::GO, WEIGHT).map_or(WEIGHT, |text| text.len());
        let patch = match kind {
            PatchKind::Merge => Ok(AnyPatch::Merge(MergePatch::new(patch))),
            PatchKind::Json => Patch::read_text(patch.as_str().unwrap_or_default())
                .map(AnyPatch::Json)
                .map_err(|error| format!("failed to decode patches: {error}")),
        };
        ReadPatch {
            patch,
            steps: weight as u64 / 64,
        }
    }
}

/// As heavy as a patch can be.
const WEIGHT: usize = 256 << 20;

impl Compiler<'_> {
    pub(crate) fn mutate(&self, rule: &Rule<'_>, mutate: &classic::Mutate<'_>) -> MutatePlan {
        let change = match &mutate.patch {
            classic::Patch::Merge(patch) => {
                let path = &["mutate", "patchStrategicMerge"];
                self.patch(rule.at.value, path, PatchKind::Merge, patch.span())
            }
            classic::Patch::Json(patch) => {
                let path = &["mutate", "patchesJson6902"];
                self.patch(rule.at.value, path, PatchKind::Json, patch.span())
            }
            classic::Patch::Foreach(loops) => self.loops(loops),
            classic::Patch::Missing | classic::Patch::Several(_) => ChangePlan::Nothing,
        };
        MutatePlan {
            targets: mutate.targets.iter().map(|target| self.target(target)).collect(),
            change,
        }
    }

    fn patch(&self, whole: &Value, path: &'static [&'static str], kind: PatchKind, at: Span) -> ChangePlan {
        let whole = self.template(whole);
        let written = whole.written().at(path).unwrap_or(&Value::Null);
        // A reference looks at the whole document, so a patch with one waits for it.
        let is_apart = |text: &str| !text.contains("$(");
        let own = self.template(written);
        let ready = match whole.fixed() {
            Some(whole) => whole.at(path).map(|patch| ReadPatch::new(kind, patch)),
            None => own
                .fixed()
                .filter(|patch| is_apart(&json::write(patch, json::Form::COMPACT)))
                .map(|patch| ReadPatch::new(kind, patch)),
        };
        ChangePlan::Patch(Box::new(PatchPlan {
            whole,
            path,
            kind,
            ready,
            at,
        }))
    }

    fn loops(&self, loops: &[MutateLoop<'_>]) -> ChangePlan {
        ChangePlan::Foreach(loops.iter().map(|entry| self.mutate_loop(entry)).collect())
    }

    fn mutate_loop(&self, entry: &MutateLoop<'_>) -> LoopPlan {
        let list = entry
            .list
            .and_then(|list| list.value.as_str())
            .unwrap_or_default();
        // Only the patches of a loop are substituted, as a document of their own.
        let patches: sekisho_document::Map = ["patchStrategicMerge", "patchesJson6902"]
            .into_iter()
            .filter_map(|key| Some((key, entry.at.value.get(key)?.clone())))
            .collect();
        let patches = Value::Map(patches);
        let change = match &entry.patch {
            classic::Patch::Merge(patch) => {
                self.patch(&patches, &["patchStrategicMerge"], PatchKind::Merge, patch.span())
            }
            classic::Patch::Json(patch) => {
                self.patch(&patches, &["patchesJson6902"], PatchKind::Json, patch.span())
            }
            classic::Patch::Foreach(loops) => self.loops(loops),
            classic::Patch::Missing | classic::Patch::Several(_) => ChangePlan::Nothing,
        };
        LoopPlan {
            written: list.to_owned(),
            list: self.query(list),
            backwards: match entry.order.map(|order| order.value) {
                Some(order) => order == Visit::Descending,
                None => matches!(entry.patch, classic::Patch::Merge(_)),
            },
            entries: self.entries(&entry.context),
            preconditions: entry
                .preconditions
                .as_ref()
                .map(|conditions| self.conditions(conditions)),
            change,
        }
    }

    fn target(&self, target: &Target<'_>) -> TargetPlan {
        let text = |at: Option<sekisho_document::Cursor<'_>>| {
            let nothing = Value::text("");
            self.template(at.map_or(&nothing, |at| at.value))
        };
        TargetPlan {
            api_version: text(target.api_version),
            kind: text(target.kind),
            namespace: text(target.namespace),
            name: text(target.name),
            selector: target.selector.map(|selector| self.template(selector.value)),
            entries: self.entries(&target.context),
            preconditions: target
                .preconditions
                .as_ref()
                .map(|conditions| self.conditions(conditions)),
            at: target.at.span(),
        }
    }
}
