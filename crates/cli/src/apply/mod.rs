//! `apply`: policies on resources. Objects are read, judged and told of one after the other.

mod needs;
mod payloads;
mod places;
mod stream;

use std::io;

use sekisho_chain::{Chain, Given};
use sekisho_diagnostics::{Diagnostic, Severity, Sources};
use sekisho_document::{Text, Value};
use sekisho_kubernetes::{Order, Profile, User, Verb};
use sekisho_parser::Policy;
use sekisho_report::{Event, Summary};

use crate::facts::World;
use crate::judge::{Judge, values_for};
use crate::load::files::{self, Folders, Found, Input, Located};
use crate::load::resources::{Loading, objects_of};
use crate::load::{Reader, empty_file, policies, side};

/// What `apply` is asked to do. Words are paths, globs or `-`.
#[derive(Debug, Clone)]
pub struct Options {
    pub policies: Vec<String>,
    pub resources: Vec<String>,
    /// Documents that are no resources, for the policies that judge such.
    pub payloads: Vec<String>,
    /// HTTP requests, for the policies that judge such.
    pub http_payloads: Vec<String>,
    /// Requests of Envoy.
    pub envoy_payloads: Vec<String>,
    pub exceptions: Vec<String>,
    pub exceptions_with_resources: bool,
    pub exceptions_with_policies: bool,
    pub values: Option<String>,
    /// Dotted paths and their values, as [`crate::judge::set_values`] reads them.
    pub set: Vec<(Text, Value)>,
    pub user_file: Option<String>,
    /// Where there is no file.
    pub user: Option<User>,
    pub facts: Vec<String>,
    /// Objects and images that CEL policies can look up, in Kyverno's format.
    pub context: Option<String>,
    /// Objects that bindings may give as parameters.
    pub params: Vec<String>,
    /// Objects that rules for existing objects may change.
    pub targets: Vec<String>,
    /// CustomResourceDefinitions.
    pub definitions: Vec<String>,
    pub operation: Option<Verb>,
    pub audit_warn: bool,
    pub profile: Profile,
    /// Threads that judge; 0 means as many as there are cores.
    pub jobs: usize,
    /// RFC 3339.
    pub now: Text,
    /// Whether to look for the parts of objects that are at fault: costs reading each such document again.
    pub wants_places: bool,
    /// Whether to name what `.gitignore` leaves out.
    pub names_ignored: bool,
}

/// Who is told what a run says. An error, such as a closed pipe, ends the run.
pub trait Sink {
    /// # Errors
    /// When nobody can be told any more.
    fn event(&mut self, event: &Event<'_>, sources: &Sources) -> io::Result<()>;
}

impl<F: FnMut(&Event<'_>, &Sources) -> io::Result<()>> Sink for F {
    fn event(&mut self, event: &Event<'_>, sources: &Sources) -> io::Result<()> {
        self(event, sources)
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    pub summary: Summary,
    /// Why Kyverno's command line stops before it judges anything; so does this.
    pub stopped: Option<String>,
    /// Errors in what was read.
    pub errors: u64,
    /// Policies that the load-time checks refuse.
    pub refused: u64,
    /// Policies that were read, whether they can be evaluated or not.
    pub policies: usize,
    /// What the words name, after looking.
    pub policy_files: usize,
    pub resource_files: usize,
}

/// Judges resources by policies.
///
/// ```no_run
/// use sekisho::apply::{Options, run};
/// use sekisho_report::Event;
///
/// let options = Options {
///     policies: vec!["policies/".to_owned()],
///     resources: vec!["deploy/".to_owned()],
///     ..Options::plain("2026-01-01T00:00:00Z")
/// };
/// let mut verdicts = 0;
/// let ending = run(&options, &mut |event: &Event<'_>, _: &_| {
///     if let Event::Judged(judged) = event {
///         verdicts += judged.answers.len();
///     }
///     Ok(())
/// });
/// ```
///
/// # Errors
/// Only those of the sink: everything else is an event.
pub fn run(options: &Options, sink: &mut impl Sink) -> io::Result<Ending> {
    let mut reader = Reader::new(&options.profile);
    let loaded = load(options, &mut reader);
    judge_all(options, reader, loaded, sink)
}

/// What is there before the first object is judged.
pub(crate) struct Loaded {
    pub(crate) policies: Vec<Policy>,
    pub(crate) policy_files: usize,
    /// How many policies there are, whether they can be evaluated or not.
    pub(crate) count: usize,
    pub(crate) given: Given,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) stopped: Option<String>,
}

impl Options {
    /// Nothing asked for, the newest servers, the order of a cluster.
    #[must_use]
    pub fn plain(now: &str) -> Options {
        Options {
            policies: Vec::new(),
            resources: Vec::new(),
            payloads: Vec::new(),
            http_payloads: Vec::new(),
            envoy_payloads: Vec::new(),
            exceptions: Vec::new(),
            exceptions_with_resources: false,
            exceptions_with_policies: false,
            values: None,
            set: Vec::new(),
            user_file: None,
            user: None,
            facts: Vec::new(),
            context: None,
            params: Vec::new(),
            targets: Vec::new(),
            definitions: Vec::new(),
            operation: None,
            audit_warn: false,
            profile: Profile::NEWEST,
            jobs: 0,
            now: Text::new(now),
            wants_places: false,
            names_ignored: false,
        }
    }

    /// [`Options::plain`] with the order of Kyverno's command line.
    #[must_use]
    pub fn kyverno(now: &str) -> Options {
        Options {
            profile: Profile {
                order: Order::KyvernoCli,
                ..Profile::NEWEST
            },
            ..Options::plain(now)
        }
    }
}

fn load(options: &Options, reader: &mut Reader) -> Loaded {
    let order = options.profile.order;
    let folders = match order {
        Order::KyvernoCli => Folders::Visible,
        Order::ApiServer => Folders::Everything,
    };
    let mut diagnostics = Vec::new();
    let inputs = inputs(&options.policies, folders, options, &mut diagnostics);
    let mut read = policies::read(reader, &inputs, order);
    diagnostics.append(&mut read.diagnostics);
    if order == Order::KyvernoCli && !options.exceptions_with_policies {
        read.policies
            .retain(|policy| !matches!(policy, Policy::Exception(_) | Policy::CelException(_)));
    }
    let policy_files = inputs.len();
    let is_judge = |policy: &&Policy| {
        matches!(
            policy,
            Policy::Classic(_) | Policy::Validating(_) | Policy::Mutating(_) | Policy::Admission(_)
        ) || policy.comes_later()
    };
    let count = read.policies.iter().filter(is_judge).count();
    read.policies
        .extend(exceptions(options, reader, &mut diagnostics));
    read.policies
        .extend(definitions(options, reader, &mut diagnostics));
    let mut loaded = Loaded {
        policies: read.policies,
        policy_files,
        count,
        given: Given::default(),
        diagnostics,
        stopped: None,
    };
    give(options, reader, &mut loaded);
    loaded
}

fn exceptions(options: &Options, reader: &mut Reader, diagnostics: &mut Vec<Diagnostic>) -> Vec<Policy> {
    if options.exceptions_with_resources {
        return Vec::new();
    }
    let inputs = inputs(&options.exceptions, Folders::Everything, options, diagnostics);
    let mut read = policies::read_exceptions(reader, &inputs);
    diagnostics.append(&mut read.diagnostics);
    read.policies
}

/// The definitions of custom kinds.
fn definitions(options: &Options, reader: &mut Reader, diagnostics: &mut Vec<Diagnostic>) -> Vec<Policy> {
    let inputs = inputs(&options.definitions, Folders::Everything, options, diagnostics);
    let mut read = policies::read(reader, &inputs, Order::ApiServer);
    diagnostics.append(&mut read.diagnostics);
    read.policies
        .retain(|policy| matches!(policy, Policy::Definition(_)));
    if let ([input, ..], true) = (inputs.as_slice(), read.policies.is_empty()) {
        diagnostics.push(empty_file(input, "CustomResourceDefinition"));
    }
    read.policies
}

/// What words name; what is said of the search is added.
fn inputs(
    words: &[String],
    folders: Folders,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Input> {
    let mut found = files::find(words, folders);
    diagnostics.append(&mut said_of(&mut found, options));
    found.inputs.into_iter().map(|located| located.input).collect()
}

fn said_of(found: &mut Found, options: &Options) -> Vec<Diagnostic> {
    let mut said = std::mem::take(&mut found.complaints);
    if options.names_ignored {
        said.append(&mut found.ignored);
    }
    said
}

/// Values and user.
fn give(options: &Options, reader: &mut Reader, loaded: &mut Loaded) {
    let mut values = None;
    if let Some(file) = &options.values {
        let mut read = side::values(reader, &Input::of(file));
        loaded.diagnostics.append(&mut read.diagnostics);
        loaded.stopped = read.refusal;
        values = read
            .content
            .map(|values| values_for(values, options.profile.order));
    }
    let mut user = options.user.clone();
    if let Some(file) = &options.user_file {
        let mut read = side::user(reader, &Input::of(file));
        loaded.diagnostics.append(&mut read.diagnostics);
        if loaded.stopped.is_none() {
            loaded.stopped = read.refusal;
        }
        user = read.content.as_ref().map(Given::user_of);
    }
    loaded.given = Given::new(values.as_ref(), &options.set, user);
}

fn judge_all(
    options: &Options,
    mut reader: Reader,
    mut loaded: Loaded,
    sink: &mut impl Sink,
) -> io::Result<Ending> {
    let order = options.profile.order;
    let mut found = files::find(&options.resources, Folders::Everything);
    loaded.diagnostics.append(&mut said_of(&mut found, options));
    let inputs: Vec<Located> = found.inputs;
    if options.exceptions_with_resources {
        let read = needs::exceptions(&mut reader, &inputs);
        loaded.policies.extend(read.output);
        loaded.diagnostics.extend(read.diagnostics);
    }
    let chain = Chain::load(&loaded.policies, options.profile);
    let (mut said, chain) = (chain.diagnostics, chain.output);
    said.extend(refusals(&chain, &loaded.policies, &said));
    let mut world = World::empty(order, chain.kinds().clone(), options.now.clone());
    for file in &options.facts {
        let mut said = crate::facts::read_facts(&mut reader, &Input::of(file), &mut world);
        loaded.diagnostics.append(&mut said);
    }
    needs::fill(&mut world, &mut reader, &loaded.policies, &inputs);
    if order == Order::KyvernoCli || options.context.is_some() {
        let context = options.context.as_ref().map(|word| Input::of(word));
        if let Err(diagnostic) = crate::facts::read_context(&mut reader, context.as_ref(), &mut world) {
            loaded.stopped = Some(diagnostic.message.clone());
            loaded.diagnostics.push(*diagnostic);
        }
    }
    let params = objects(
        &options.params,
        options,
        &chain,
        &mut reader,
        &mut loaded.diagnostics,
    );
    let targets = objects(
        &options.targets,
        options,
        &chain,
        &mut reader,
        &mut loaded.diagnostics,
    );
    for object in &targets {
        world.add(object.clone(), &reader.limits);
    }
    if loaded.policies.iter().any(needs::changes_existing) {
        loaded.given.targets = needs::targets(&chain, order, &mut reader, &inputs);
        loaded.given.targets.extend(targets.iter().cloned());
    }
    loaded.given.only_targets = targets;
    if order == Order::ApiServer {
        for object in &params {
            world.add(object.clone(), &reader.limits);
        }
    }
    loaded.given.params = params;
    let mut errors = 0;
    for diagnostic in &loaded.diagnostics {
        errors += u64::from(diagnostic.severity == Severity::Error);
        sink.event(&Event::Diagnostic(diagnostic), &reader.sources)?;
    }
    for diagnostic in &said {
        // A refused policy counts as one, however much is said of it.
        errors += u64::from(diagnostic.code == "not-evaluated-yet" && diagnostic.severity == Severity::Error);
        sink.event(&Event::Diagnostic(diagnostic), &reader.sources)?;
    }
    let refused = chain.refused().len() as u64;
    let mut summary = Summary {
        policies: chain.plans().len() as u64,
        rules: chain.rule_count() as u64,
        exceptions: chain.exceptions() as u64,
        ..Summary::nothing("apply")
    };
    if order == Order::KyvernoCli {
        summary.counts.error += refused;
    }
    let unsupported = loaded
        .policies
        .iter()
        .filter(|policy| is_unsupported(policy))
        .count() as u64;
    let judge = Judge {
        chain,
        given: loaded.given,
        world,
        audit_warn: options.audit_warn,
    };
    let mut ending = Ending {
        summary,
        stopped: loaded.stopped,
        errors,
        refused,
        policies: loaded.count,
        policy_files: loaded.policy_files,
        resource_files: inputs.len(),
    };
    if ending.stopped.is_none() {
        stream::judge(options, &judge, &mut reader, &inputs, &mut ending, sink)?;
        payloads::judge(options, &judge, &mut reader, &mut ending, sink)?;
    }
    ending.summary.not_judged += ending.errors + ending.refused + unsupported;
    Ok(ending)
}

/// The objects of the files that words name.
fn objects(
    words: &[String],
    options: &Options,
    chain: &Chain,
    reader: &mut Reader,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Value> {
    let mut objects = Vec::new();
    for input in inputs(words, Folders::Everything, options, diagnostics) {
        let source = match reader.source(&input) {
            Ok(source) => source,
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                continue;
            }
        };
        let before = objects.len() + diagnostics.len();
        let loading = Loading::of_resources(chain.kinds(), options.profile.order, &reader.limits);
        for object in objects_of(&source, &loading, diagnostics) {
            match object {
                Ok(resource) => objects.push(resource.object),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        if objects.len() + diagnostics.len() == before {
            diagnostics.push(empty_file(&input, "object"));
        }
    }
    objects
}

/// The refusals that nothing said so far explains.
fn refusals(chain: &Chain, policies: &[Policy], said: &[Diagnostic]) -> Vec<Diagnostic> {
    let refused = chain.refused().iter().filter_map(|refused| {
        let name = &refused.policy;
        let meta = policies
            .iter()
            .map(Policy::meta)
            .find(|meta| meta.name.value == name.name && meta.namespace == name.namespace);
        let is_explained = meta.is_some_and(|meta| {
            let whole = meta.root().span();
            said.iter().any(|diagnostic| {
                diagnostic.severity == Severity::Error
                    && diagnostic.primary.is_some_and(|at| {
                        at.source == whole.source && (whole.start..=whole.end).contains(&at.start)
                    })
            })
        });
        let message = format!("policy `{}` is refused: {}", name.key(), refused.text);
        let diagnostic = Diagnostic::error("refused-policy", message).cause(refused.consequence());
        (!is_explained).then(|| diagnostic.maybe_at(meta.map(|meta| meta.name.span)))
    });
    refused.collect()
}

/// A policy that would judge and is not evaluated yet. Its warning was given when it was read.
fn is_unsupported(policy: &Policy) -> bool {
    let kind = policy.meta().gvk.kind.as_str();
    policy.comes_later() && kind != "PolicyException" && !kind.ends_with("Binding")
}
