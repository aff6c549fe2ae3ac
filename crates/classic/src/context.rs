//! The JSON context: the tree that queries see, its checkpoints, and entries that load when a query
//! mentions them (engine reference §9).

use std::borrow::Cow;

use sekisho_diagnostics::Complaint;
use sekisho_document::{Map, Text, Value, print};
use sekisho_evaluator::Observer;
use sekisho_jmespath::{Functions, LIMIT_EXCEEDED, Query, Setting};
use sekisho_kubernetes::image::{self, ImageRules};
use sekisho_kubernetes::{Answer, Facts, Limits, Order, Question, Verb};

use crate::entry::{self, EntryPlan, Loaded, PathPlan, SourcePlan};
use crate::mutate::merge::Budget;
use crate::template::Template;

/// What a context is made from.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'e> {
    pub(crate) facts: &'e dyn Facts,
    pub(crate) functions: &'e Functions,
    pub(crate) setting: Setting<'e>,
    pub(crate) limits: &'e Limits,
    pub(crate) order: Order,
    pub(crate) operation: Verb,
    /// The object whose images `images` names.
    pub(crate) resource: Option<&'e Value>,
    /// Of a namespaced policy.
    pub(crate) policy_namespace: Option<&'e str>,
}

/// The tree and the entries of the rule that is evaluated.
pub(crate) struct Context<'p, 'e, O> {
    tree: Value,
    checkpoints: Vec<Value>,
    // INVARIANT: levels never fall from one entry to the next.
    entries: Vec<Registered<'p>>,
    /// While an entry loads, queries see only the entries before it.
    visible: Option<usize>,
    /// How many entries are being loaded because of one another.
    loading: u32,
    /// Steps that are left for all that the policy does.
    steps: u64,
    unanswered: Vec<String>,
    around: Surroundings<'e>,
    pub(crate) observer: &'e mut O,
}

struct Registered<'p> {
    plan: &'p EntryPlan,
    /// Number of checkpoints when it was registered.
    level: usize,
    state: State,
}

enum State {
    Waiting,
    /// Loading failed or is under way; tried again after the next reset.
    Tried,
    /// Loaded while this many checkpoints stood, with what was fetched; a variable is evaluated anew.
    Loaded {
        depth: usize,
        fetched: Option<Value>,
        weight: usize,
    },
}

/// `images` stands before all entries of a rule, at level 0.
pub(crate) static IMAGES: EntryPlan = EntryPlan {
    name: Text::const_new("images"),
    source: SourcePlan::Images,
};

impl<'p, 'e, O: Observer> Context<'p, 'e, O> {
    pub(crate) fn new(tree: Value, around: Surroundings<'e>, observer: &'e mut O) -> Context<'p, 'e, O> {
        let images = Registered {
            plan: &IMAGES,
            level: 0,
            state: State::Waiting,
        };
        Context {
            tree,
            checkpoints: Vec::new(),
            entries: vec![images],
            visible: None,
            loading: 0,
            steps: around.limits.policy_steps,
            unanswered: Vec::new(),
            around,
            observer,
        }
    }

    pub(crate) fn facts(&self) -> &'e dyn Facts {
        self.around.facts
    }

    pub(crate) fn setting(&self) -> Setting<'e> {
        self.around.setting
    }

    pub(crate) fn limits(&self) -> &'e Limits {
        self.around.limits
    }

    pub(crate) fn functions(&self) -> &'e Functions {
        self.around.functions
    }

    pub(crate) fn tree(&self) -> &Value {
        &self.tree
    }

    pub(crate) fn operation(&self) -> Verb {
        self.around.operation
    }

    pub(crate) fn policy_namespace(&self) -> Option<&'e str> {
        self.around.policy_namespace
    }

    /// Questions that nobody answered since the last call.
    /// The questions of this rule that nobody answered.
    pub(crate) fn questions(&mut self) -> &mut Vec<String> {
        &mut self.unanswered
    }

    pub(crate) fn take_unanswered(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unanswered)
    }

    /// What is left to pay with.
    pub(crate) fn budget(&self) -> Budget {
        Budget { left: self.steps }
    }

    /// Pays for work.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Complaint> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => {
                self.steps = 0;
                let limit = self.around.limits.policy_steps;
                let text = format!("the policy takes more than {limit} steps for this request");
                Err(Complaint::new(LIMIT_EXCEEDED, text))
            }
        }
    }

    /// The weight of a value that shall be put into the tree. Values share their parts, so a few variables
    /// that repeat one another can be heavier than any memory once they are walked.
    pub(crate) fn weigh(&mut self, value: &Value) -> Result<usize, Complaint> {
        let limit = self.around.limits.context_bytes;
        let taken = self.entries.iter().map(|registered| match registered.state {
            State::Loaded { weight, .. } => weight,
            State::Waiting | State::Tried => 0,
        });
        let room = (limit as usize).saturating_sub(taken.sum());
        let Some(weight) = sekisho_jmespath::weight(value, room) else {
            let text = format!("context size limit exceeded: more than {limit} bytes");
            return Err(Complaint::new(LIMIT_EXCEEDED, text));
        };
        self.spend(weight as u64 / 8)?;
        Ok(weight)
    }

    /// Marks a point to come back to.
    pub(crate) fn checkpoint(&mut self) {
        self.checkpoints.push(self.tree.clone());
    }

    /// Goes back to the newest checkpoint and keeps it: the next element of a loop begins.
    pub(crate) fn reset(&mut self) {
        let Some(tree) = self.checkpoints.last() else {
            return;
        };
        self.tree = tree.clone();
        self.forget(self.checkpoints.len());
    }

    /// Goes back to the newest checkpoint and drops it: a rule or a loop ends.
    pub(crate) fn restore(&mut self) {
        let Some(tree) = self.checkpoints.pop() else {
            return;
        };
        self.tree = tree;
        self.forget(self.checkpoints.len() + 1);
    }

    /// Drops the entries of this level. What entries of outer levels loaded since the checkpoint is put
    /// into the tree again: fetched data as it is, variables evaluated anew.
    fn forget(&mut self, level: usize) {
        self.entries.retain(|registered| registered.level < level);
        for position in 0..self.entries.len() {
            let Some(registered) = self.entries.get_mut(position) else {
                return;
            };
            match &mut registered.state {
                State::Waiting => {}
                State::Tried => registered.state = State::Waiting,
                State::Loaded { depth, .. } if *depth < level => {}
                State::Loaded {
                    fetched: Some(fetched),
                    ..
                } => {
                    let (name, fetched) = (registered.plan.name.clone(), fetched.clone());
                    merge(&mut self.tree, &[&name], fetched);
                }
                State::Loaded {
                    fetched: None,
                    weight,
                    ..
                } => {
                    *weight = 0;
                    let plan = registered.plan;
                    self.visible = Some(position);
                    let loaded = entry::load(plan, self);
                    self.visible = None;
                    if let Ok(Loaded::Replace { value, weight: new }) = loaded {
                        self.set(&plan.name, value);
                        self.note_weight(position, new);
                    }
                }
            }
        }
    }

    fn note_weight(&mut self, position: usize, new: usize) {
        let registered = self.entries.get_mut(position);
        if let Some(State::Loaded { weight, .. }) = registered.map(|registered| &mut registered.state) {
            *weight = new;
        }
    }

    /// Makes entries known. They load when a query mentions them.
    pub(crate) fn register(&mut self, entries: &'p [EntryPlan]) -> Result<(), Complaint> {
        let level = self.checkpoints.len();
        for plan in entries {
            if matches!(plan.source, SourcePlan::Broken) {
                let text = format!("failed to create deferred loader for context entry {}", plan.name);
                return Err(Complaint::new("context-entry", text));
            }
            self.entries.push(Registered {
                plan,
                level,
                state: State::Waiting,
            });
        }
        Ok(())
    }

    /// Puts a value under a name of the root, in the place of what is there.
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        if let Value::Map(root) = &mut self.tree {
            root.insert(name, value);
        }
    }

    /// Merges a value into the tree below a path.
    pub(crate) fn merge(&mut self, path: &[&str], value: Value) {
        merge(&mut self.tree, path, value);
    }

    /// Loads the entries that a query mentions, in declaration order.
    pub(crate) fn prepare(&mut self, query: &str) -> Result<(), Complaint> {
        let level = self.checkpoints.len();
        let mut position = 0;
        while position < self.visible.unwrap_or(usize::MAX) {
            let Some(registered) = self.entries.get_mut(position) else {
                break;
            };
            let waits = matches!(registered.state, State::Waiting) && registered.level <= level;
            if waits && registered.plan.is_mentioned(query) {
                registered.state = State::Tried;
                self.load(position)?;
            }
            position += 1;
        }
        Ok(())
    }

    fn load(&mut self, position: usize) -> Result<(), Complaint> {
        let Some(plan) = self.entries.get(position).map(|registered| registered.plan) else {
            return Ok(());
        };
        let limit = self.around.limits.context_depth;
        if self.loading >= limit {
            let text = format!("context entries need one another more than {limit} levels deep");
            return Err(Complaint::new(LIMIT_EXCEEDED, text));
        }
        self.visible = Some(position);
        self.loading += 1;
        let loaded = entry::load(plan, self);
        self.loading -= 1;
        // Lifted, not put back: what the outer entry asks after a nested load sees every entry (§9.3).
        self.visible = None;
        if O::WATCHES {
            let seen = loaded.as_ref().map_err(|complaint| complaint.message.as_str());
            match seen {
                Ok(Loaded::Replace { value, .. } | Loaded::Merge(value)) => {
                    self.observer.entry(&plan.name, Ok(value))
                }
                Ok(Loaded::Nothing) => self.observer.entry(&plan.name, Err("not available")),
                Err(cause) => self.observer.entry(&plan.name, Err(cause)),
            }
        }
        let (fetched, weight) = match loaded? {
            Loaded::Nothing => return Ok(()),
            Loaded::Replace { value, weight } => {
                self.set(&plan.name, value);
                (None, weight)
            }
            Loaded::Merge(value) => {
                let weight = self.weigh(&value)?;
                merge(&mut self.tree, &[&plan.name], value.clone());
                (Some(value), weight)
            }
        };
        let depth = self.checkpoints.len();
        if let Some(registered) = self.entries.get_mut(position) {
            registered.state = State::Loaded {
                depth,
                fetched,
                weight,
            };
        }
        Ok(())
    }

    /// Asks the world.
    pub(crate) fn ask(&mut self, question: &Question<'_>) -> Answer {
        let answer = self.around.facts.ask(question);
        if answer == Answer::Unknown {
            self.unanswered.push(question.to_string());
        }
        answer
    }

    /// What a loader makes of a question that nobody answers: offline nothing at all, as if the entry were
    /// not there; otherwise an error.
    pub(crate) fn unanswered(&mut self, complaint: Complaint) -> Result<Loaded, Complaint> {
        match self.around.order {
            Order::KyvernoCli => {
                self.unanswered.pop();
                Ok(Loaded::Nothing)
            }
            Order::ApiServer => Err(complaint),
        }
    }

    /// The value of `images` for the resource.
    pub(crate) fn images(&self) -> Result<Loaded, Complaint> {
        let Some(resource) = self.around.resource else {
            return Ok(Loaded::Nothing);
        };
        let images = image::extract(resource, &ImageRules::kyverno())
            .map_err(|cause| Complaint::new("invalid-image", cause.to_string()))?;
        Ok(if images.is_empty() {
            Loaded::Nothing
        } else {
            Loaded::Merge(images.to_value())
        })
    }

    /// Compiles a query whose text is only known now.
    pub(crate) fn compile(&self, text: &str) -> Result<Query, String> {
        Query::compile(text, self.around.functions).map_err(|cause| cause.message())
    }

    /// The query of an entry.
    pub(crate) fn path<'q>(&mut self, entry: &str, path: &'q PathPlan) -> Result<Cow<'q, Query>, Complaint> {
        let template = match path {
            PathPlan::Ready(query) => return Ok(Cow::Borrowed(query)),
            PathPlan::Late(template) => template,
        };
        let value = self.fill(template, |cause| {
            format!(
                "failed to substitute variables in context entry {entry} {}: {cause}",
                print::go_text(template.written())
            )
        })?;
        let Value::String(text) = &value else {
            let shown = print::go_text(&value);
            let text = format!("jmespath value must be a string {entry} {shown}: <nil>");
            return Err(Complaint::new("context-entry", text));
        };
        self.compile(text)
            .map(Cow::Owned)
            .map_err(|cause| Complaint::new("context-entry", cause))
    }

    /// Evaluates a query on the tree, after loading what it mentions.
    pub(crate) fn query(&mut self, query: &Query) -> Result<Value, String> {
        self.prepare(query.text())
            .map_err(|complaint| complaint.message)?;
        let before = self.around.setting.limits.steps;
        let mut left = before;
        let found = match query.search_within(&self.tree, self.around.setting, &mut left) {
            Ok(found) => Ok(found.into_value()),
            Err(cause) => Err(format!("JMESPath query failed: {cause}")),
        };
        self.spend(before - left).map_err(|complaint| complaint.message)?;
        found
    }

    /// Substitutes the placeholders of a text that is only needed now.
    pub(crate) fn fill_text(&mut self, text: &str) -> Result<Value, Complaint> {
        if !text.contains("{{") && !text.contains("$(") {
            return Ok(Value::text(text));
        }
        let template = Template::compile(
            &Value::text(text),
            self.around.functions,
            self.around.setting.limits,
        );
        self.fill(&template, str::to_owned)
    }

    /// A field of `request`.
    pub(crate) fn request(&self, field: &str) -> Option<Value> {
        self.tree.at(&["request", field]).cloned()
    }

    /// Sets a field of `request`, or takes it out.
    pub(crate) fn set_request(&mut self, field: &str, value: Option<Value>) {
        let Value::Map(root) = &mut self.tree else { return };
        let Some(Value::Map(request)) = root.get_mut("request") else {
            return;
        };
        match value {
            Some(value) => request.insert(field, value),
            None => request.remove(field),
        };
    }

    /// Substitutes the placeholders of a document.
    pub(crate) fn fill(
        &mut self,
        template: &Template,
        failed: impl Fn(&str) -> String,
    ) -> Result<Value, Complaint> {
        let filled = template.fill(self).and_then(|value| {
            if template.fixed().is_none() {
                self.expect_light(&value)?;
            }
            Ok(value)
        });
        filled.map_err(|complaint| Complaint {
            message: failed(&complaint.message),
            ..complaint
        })
    }

    /// Refuses a filled document that is heavier than its policy and all entries: it names one of them again
    /// and again, and would take very long to be compared.
    fn expect_light(&mut self, value: &Value) -> Result<(), Complaint> {
        if !matches!(value, Value::List(_) | Value::Map(_)) {
            return Ok(());
        }
        let limit = self.around.limits.context_bytes;
        match sekisho_jmespath::weight(value, limit as usize) {
            Some(weight) => self.spend(weight as u64 / 8),
            None => {
                let text = format!("with its variables the value would have more than {limit} bytes");
                Err(Complaint::new(LIMIT_EXCEEDED, text))
            }
        }
    }
}

/// Merges a value into a tree below a path: maps into maps, anything else takes the place of what is there
/// (§9.2).
pub fn merge(tree: &mut Value, path: &[&str], value: Value) {
    if let Some((first, rest)) = path.split_first() {
        if tree.as_map().is_none() {
            *tree = Value::Map(Map::new());
        }
        if let Value::Map(map) = tree {
            merge(map.entry(first), rest, value);
        }
        return;
    }
    match (tree, value) {
        (Value::Map(old), Value::Map(new)) => {
            for (key, value) in &new {
                merge(old.entry(key), &[], value.clone());
            }
        }
        (tree, value) => *tree = value,
    }
}
