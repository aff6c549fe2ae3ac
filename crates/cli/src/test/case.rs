//! One test case: what it names is loaded, each resource is judged, rows are made (command line
//! reference A1.4).

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sekisho_chain::{Chain, Given};
use sekisho_diagnostics::{Diagnostic, Source, Span};
use sekisho_document::{Numbers, Text, Value};
use sekisho_kubernetes::{Answer, Facts, Gvk, Order, Question, Verb, resource};
use sekisho_parser::Policy;
use sekisho_parser::admission::Mode;
use sekisho_parser::cli_kinds::{ExpectedResult, TestCase};
use sekisho_report::Case;

use super::compare::ExpectedFiles;
use super::index::Index;
use super::rows::{self, Material};
use super::{CaseOutput, Options, RunOutput, warn, world};
use crate::facts::World;
use crate::judge::{Judge, values_for};
use crate::load::files::{self, Folders, Found, Input};
use crate::load::payloads::payloads;
use crate::load::policies::{self, Fatal, Policies};
use crate::load::resources::{self, Loading, Resource};
use crate::load::{Reader, side};

/// The folder of a test file: relative paths start there.
pub(super) struct Folder<'f>(pub(super) &'f Path);

impl Folder<'_> {
    pub(super) fn path(&self, text: &str) -> PathBuf {
        // Joining an absolute path gives that path.
        cleaned(&self.0.join(text))
    }

    pub(super) fn input(&self, text: &str) -> Input {
        Input::File(self.path(text))
    }
}

/// A path without `.` and without `..` behind a name, as people write it.
fn cleaned(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

pub(super) fn run(
    case: &TestCase,
    file: &str,
    document: usize,
    folder: &Path,
    options: &Options,
    reader: Reader,
    said: Vec<Diagnostic>,
) -> CaseOutput {
    let mut running = Running {
        case,
        folder: Folder(folder),
        options,
        reader,
        output: CaseOutput {
            case: Case {
                file: file.to_owned(),
                document,
                name: case
                    .name
                    .as_ref()
                    .map_or_else(String::new, |name| name.value.to_string()),
                rows: Vec::new(),
                error: None,
            },
            sources: sekisho_diagnostics::Sources::new(),
            diagnostics: said,
            runs: Vec::new(),
            policy_files: Vec::new(),
            chain: None,
        },
    };
    if let Err(Stop(error)) = running.run() {
        running.output.case.error = Some(error);
    }
    running.output.sources = running.reader.sources;
    running.output
}

/// Why a case ends before its rows.
struct Stop(String);

struct Running<'r> {
    case: &'r TestCase,
    folder: Folder<'r>,
    options: &'r Options,
    reader: Reader,
    output: CaseOutput,
}

impl Running<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let order = self.options.profile.order;
        let policies = self.policies(order)?;
        let cluster = world::cluster_files(
            self.case,
            &self.folder,
            &mut self.reader,
            &mut self.output.diagnostics,
        )
        .map_err(Stop)?;
        let mut given = self.given(order)?;
        let all: Vec<Policy> = policies.iter().chain(&cluster.definitions).cloned().collect();
        let chain = Chain::load(&all, self.options.profile);
        self.output.diagnostics.extend(chain.diagnostics);
        let chain = chain.output;
        if order == Order::KyvernoCli {
            uncompiled(&chain).map_or(Ok(()), |text| Err(Stop(text)))?;
        }
        let kinds = chain.kinds().clone();
        let resources = self.resources(&chain)?;
        let mut objects: Vec<Value> = resources
            .iter()
            .map(|(_, resource)| resource.object.clone())
            .collect();
        let limits = self.reader.limits;
        let as_written = Loading {
            kinds: &kinds,
            order,
            limits: &limits,
            numbers: Numbers::AsWritten,
        };
        let written = |object: &Value| object.renumber(Numbers::AsWritten);
        given.targets.extend(objects.iter().map(written));
        for path in &self.case.target_resources {
            let read = self.objects(&self.folder.path(&path.value), path.span, &as_written)?;
            let read = read.into_iter().map(|resource| resource.object);
            given.only_targets.extend(read);
        }
        given.targets.extend(given.only_targets.iter().cloned());
        objects.extend(given.only_targets.iter().cloned());
        for path in &self.case.param_resources {
            let read = self.objects(&self.folder.path(&path.value), path.span, &as_written)?;
            given
                .params
                .extend(read.into_iter().map(|resource| resource.object));
        }
        objects.extend(given.params.iter().cloned());
        let mut world = World::empty(order, kinds.clone(), self.options.now.clone());
        world::fill(
            &mut world,
            self.case,
            &self.folder,
            &mut self.reader,
            &cluster,
            &objects,
        )
        .map_err(|diagnostic| self.said(*diagnostic))?;
        let judge = Judge {
            chain,
            given,
            world,
            audit_warn: false,
        };
        self.judge(&judge, resources)?;
        self.payloads(&judge)?;
        let targets = rows::targets(&self.output.runs);
        let index = Index::new(&self.output.runs, &targets, &policies, &judge);
        let material = Material {
            case: self.case,
            folder: &self.folder,
            index: &index,
        };
        let mut files = ExpectedFiles::new(&mut self.reader, judge.chain.kinds());
        let rows = rows::of(&material, &mut files);
        self.output.diagnostics.append(&mut files.said);
        self.output.diagnostics.extend(warn::all(&material, &rows));
        self.output.case.rows = rows;
        self.output.chain = Some(judge.chain);
        Ok(())
    }

    /// Remembers a diagnostic and ends the case with its message.
    fn said(&mut self, diagnostic: Diagnostic) -> Stop {
        let text = diagnostic.message.clone();
        self.output.diagnostics.push(diagnostic);
        Stop(text)
    }

    fn policies(&mut self, order: Order) -> Result<Vec<Policy>, Stop> {
        let read = self.policy_files(order)?;
        let uses_native = read.iter().any(|policy| {
            let gvk = &policy.meta().gvk;
            gvk.kind == "ValidatingAdmissionPolicy"
        });
        let exceptions = self.case.exceptions.iter();
        let inputs: Vec<Input> = exceptions.map(|path| self.folder.input(&path.value)).collect();
        let read_exceptions = policies::read_exceptions(&mut self.reader, &inputs);
        let exceptions = self.kept(read_exceptions)?;
        let is_classic = |policy: &Policy| matches!(policy, Policy::Exception(_));
        if uses_native && exceptions.iter().any(is_classic) {
            return Err(Stop(
                "use of exceptions with ValidatingAdmissionPolicies is not supported".to_owned(),
            ));
        }
        let mut policies = read;
        policies.retain(|policy| {
            order == Order::ApiServer || !matches!(policy, Policy::Exception(_) | Policy::CelException(_))
        });
        policies.extend(exceptions);
        Ok(policies)
    }

    fn policy_files(&mut self, order: Order) -> Result<Vec<Policy>, Stop> {
        let mut inputs: Vec<Input> = Vec::new();
        for path in &self.case.policies {
            let word = self.folder.path(&path.value).display().to_string();
            let found = files::find(&[word], Folders::Visible);
            if let Some(complaint) = found.complaints.into_iter().next() {
                return Err(self.said(complaint.at(path.span)));
            }
            let new = found.inputs.into_iter().map(|located| located.input);
            inputs.extend(
                new.filter(|input| !inputs.contains(input))
                    .collect::<Vec<Input>>(),
            );
        }
        let read = policies::read(&mut self.reader, &inputs, order);
        self.kept(read)
    }

    /// The policies of files, unless Kyverno's command line refuses one of them.
    fn kept(&mut self, mut read: Policies) -> Result<Vec<Policy>, Stop> {
        self.output.policy_files.append(&mut read.files);
        self.output.diagnostics.append(&mut read.diagnostics);
        match read.fatal.first() {
            Some(Fatal { file, text }) => Err(Stop(format!("failed to load policies: {file}: {text}"))),
            None => Ok(read.policies),
        }
    }

    fn given(&mut self, order: Order) -> Result<Given, Stop> {
        let values = match (&self.case.values, &self.case.variables) {
            (Some(values), _) => Some(values.clone()),
            (None, Some(path)) => {
                let read = side::values(&mut self.reader, &self.folder.input(&path.value));
                self.output.diagnostics.extend(read.diagnostics);
                if let Some(refusal) = read.refusal {
                    return Err(Stop(format!("failed to load values: {}: {refusal}", path.value)));
                }
                read.content
            }
            (None, None) => None,
        };
        let values = values.map(|values| values_for(values, order));
        let mut user = None;
        if let Some(path) = &self.case.userinfo {
            let read = side::user(&mut self.reader, &self.folder.input(&path.value));
            self.output.diagnostics.extend(read.diagnostics);
            if let Some(refusal) = read.refusal {
                return Err(Stop(format!(
                    "failed to load user info: {}: {refusal}",
                    path.value
                )));
            }
            user = read.content.as_ref().map(Given::user_of);
        }
        Ok(Given::new(values.as_ref(), &[], user))
    }

    /// The resources, each once (A1.4, A4).
    fn resources(&mut self, chain: &Chain) -> Result<Vec<(String, Resource)>, Stop> {
        let limits = self.reader.limits;
        let loading = Loading::of_resources(chain.kinds(), self.options.profile.order, &limits);
        let paths = self.resource_files();
        let mut seen = HashSet::new();
        let mut resources = Vec::new();
        for (position, (path, at)) in paths.iter().enumerate() {
            if position > 0 && !path.is_file() {
                let message = format!("`{}` is no file and is left out", path.display());
                let diagnostic = Diagnostic::error("no-such-file", message).at(*at);
                self.output.diagnostics.push(diagnostic);
                continue;
            }
            for resource in self.objects(path, *at, &loading)? {
                let identity = &resource.identity;
                let key = (
                    identity.kind.group.clone(),
                    identity.kind.kind.clone(),
                    identity.namespace.clone(),
                    identity.name.clone(),
                );
                if seen.insert(key) {
                    resources.push((path.display().to_string(), resource));
                } else {
                    let message = format!("{identity} comes again; only the first is judged");
                    let diagnostic = Diagnostic::warning("duplicate-resource", message).at(*at);
                    self.output.diagnostics.push(diagnostic);
                }
            }
        }
        Ok(resources)
    }

    /// Where resources are read from. A folder in the first place is all that is read (A4).
    fn resource_files(&mut self) -> Vec<(PathBuf, Span)> {
        let paths = self.case.resources.iter();
        let all: Vec<(PathBuf, Span)> = paths
            .map(|path| (self.folder.path(&path.value), path.span))
            .collect();
        let Some(((folder, at), others)) = all.split_first() else {
            return all;
        };
        if !folder.is_dir() {
            return all;
        }
        for (path, at) in others {
            let message = format!(
                "`{}` is not read: the first path, `{}`, is a folder",
                path.display(),
                folder.display()
            );
            let diagnostic = Diagnostic::warning("ignored-path", message).at(*at);
            self.output.diagnostics.push(diagnostic);
        }
        let mut found = Found::default();
        let files = files::walk(folder, Folders::Flat, &mut found);
        let said = found.complaints.into_iter();
        self.output
            .diagnostics
            .extend(said.map(|diagnostic| diagnostic.at(*at)));
        files.into_iter().map(|file| (file, *at)).collect()
    }

    /// The objects of one file; any fault ends the case.
    fn objects(&mut self, path: &Path, at: Span, loading: &Loading<'_>) -> Result<Vec<Resource>, Stop> {
        let source = match self.reader.source(&Input::File(path.to_path_buf())) {
            Ok(source) => source,
            Err(diagnostic) => return Err(self.said(diagnostic.at(at))),
        };
        objects_of(&source, loading, &mut self.output.diagnostics)
            .map_err(|diagnostic| self.said(*diagnostic))
    }

    /// Documents that are no resources, each judged by the policies for such documents.
    fn payloads(&mut self, judge: &Judge) -> Result<(), Stop> {
        let lists = [
            (Mode::Json, &self.case.json_payloads),
            (Mode::Http, &self.case.http_payloads),
            (Mode::Envoy, &self.case.envoy_payloads),
        ];
        for (mode, paths) in lists {
            for path in paths {
                let file = self.folder.path(&path.value);
                let read = payload(&mut self.reader, &file, mode);
                let object = read.map_err(|diagnostic| self.said(*diagnostic))?;
                let outcome = judge.chain.run_payload(&object, mode, &judge.world);
                self.output.runs.push(RunOutput {
                    file: file.display().to_string(),
                    resource: Resource {
                        object,
                        identity: resource::Identity {
                            kind: Gvk::new("", "", ""),
                            namespace: Text::default(),
                            name: path.value.clone(),
                        },
                        document: 0,
                        item: Vec::new(),
                        range: 0..0,
                        request: None,
                    },
                    payload: Some(mode),
                    operation: None,
                    outcome,
                });
            }
        }
        Ok(())
    }

    fn judge(&mut self, judge: &Judge, resources: Vec<(String, Resource)>) -> Result<(), Stop> {
        let mut operations = vec![None];
        for entry in &self.case.results {
            // The place was said when the entry was read.
            let operation = operation_of(entry).map_err(Stop)?;
            if !operations.contains(&operation) {
                operations.push(operation);
            }
        }
        let is_cluster = !self.case.cluster_resources.is_empty();
        for (file, resource) in resources {
            if is_cluster {
                has_namespace(judge, &resource).map_err(Stop)?;
            }
            for operation in &operations {
                let (_, mut outcome) = judge.ask(&resource, *operation);
                if let Some(text) = outcome.stopped.take() {
                    return Err(Stop(text));
                }
                self.output.runs.push(RunOutput {
                    file: file.clone(),
                    resource: resource.clone(),
                    payload: None,
                    operation: *operation,
                    outcome,
                });
            }
        }
        Ok(())
    }
}

/// A policy with CEL that does not compile ends the command (command line reference A1.4).
fn uncompiled(chain: &Chain) -> Option<String> {
    let mut refused = chain.refused().iter();
    let first = refused.find(|refused| refused.policy.kind.ends_with("ValidatingPolicy"))?;
    Some(format!("failed to run test ({})", first.text))
}

/// The one document of a payload file.
fn payload(reader: &mut Reader, file: &Path, mode: Mode) -> Result<Value, Box<Diagnostic>> {
    let source = reader.source(&Input::File(file.to_path_buf()))?;
    let mut documents = payloads(&source, mode, &reader.limits).into_iter();
    match (documents.next().transpose()?, documents.next()) {
        (Some(payload), None) if payload.value.as_map().is_some() => Ok(payload.value),
        _ => {
            let message = format!("the payload `{}` must be a top-level object", file.display());
            Err(Box::new(Diagnostic::error("unreadable-file", message)))
        }
    }
}

/// On a cluster, a namespace must be there unless the values say its labels (A4).
fn has_namespace(judge: &Judge, resource: &Resource) -> Result<(), String> {
    let name = resource::namespace(&resource.object);
    if name.is_empty() || judge.given.given_labels(name).is_some() {
        return Ok(());
    }
    match judge.world.ask(&Question::Namespace { name }) {
        Answer::Is(_) => Ok(()),
        Answer::Absent | Answer::Failed(_) | Answer::Unknown => Err(format!(
            "failed to apply policies on resource {} (failed to get the resource's namespace (namespaces \"{name}\" not found))",
            resource::name(&resource.object)
        )),
    }
}

/// The operation that an entry asks for.
pub(super) fn operation_of(entry: &ExpectedResult) -> Result<Option<Verb>, String> {
    let Some(text) = &entry.operation else {
        return Ok(None);
    };
    match text.value.as_str() {
        "CREATE" => Ok(Some(Verb::Create)),
        "UPDATE" => Ok(Some(Verb::Update)),
        "DELETE" => Ok(Some(Verb::Delete)),
        other => Err(format!(
            "invalid operation \"{other}\", must be one of CREATE, UPDATE, DELETE"
        )),
    }
}

/// The objects of a source. The first fault ends it; what is no fault is said.
pub(super) fn objects_of(
    source: &Source,
    loading: &Loading<'_>,
    said: &mut Vec<Diagnostic>,
) -> Result<Vec<Resource>, Box<Diagnostic>> {
    resources::objects_of(source, loading, said).into_iter().collect()
}
