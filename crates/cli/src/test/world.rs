//! The world of a test: its mocks, and where it asks for it the cluster of its files (command line
//! reference A6.2, A6.4–A6.6).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::{Numbers, Value, yaml};
use sekisho_jmespath::Functions;
use sekisho_kubernetes::resource;
use sekisho_parser::cli_kinds::{ClusterResource, MockData, TestCase, decode_cluster_resource};
use sekisho_parser::{Located, Policy};

use super::case::Folder;
use crate::facts::{Absent, Global, World, responses_of};
use crate::load::files::Input;
use crate::load::resources::Loading;
use crate::load::{Reader, policies, side};

/// The cluster files of a test, read before the chain: their definitions say what kinds there are.
#[derive(Debug, Default)]
pub(super) struct ClusterFiles {
    pub(super) definitions: Vec<Policy>,
    pub(super) objects: Vec<Value>,
}

pub(super) fn cluster_files(
    case: &TestCase,
    folder: &Folder<'_>,
    reader: &mut Reader,
    said: &mut Vec<Diagnostic>,
) -> Result<ClusterFiles, String> {
    let mut files = ClusterFiles::default();
    for path in &case.cluster_resources {
        let read = side::side(reader, &folder.input(&path.value), decode_cluster_resource);
        said.extend(read.diagnostics);
        if let Some(refusal) = read.refusal {
            return Err(refusal);
        }
        let Some(ClusterResource { crds, resources }) = read.content else {
            continue;
        };
        files.objects.extend(resources);
        let inputs: Vec<Input> = crds.iter().map(|path| folder.input(&path.value)).collect();
        let read = policies::read(reader, &inputs, sekisho_kubernetes::Order::ApiServer);
        said.extend(read.diagnostics);
        let definitions = read.policies.into_iter();
        files
            .definitions
            .extend(definitions.filter(|policy| matches!(policy, Policy::Definition(_))));
    }
    Ok(files)
}

/// Fills the world. An error is the text with which the case ends.
pub(super) fn fill(
    world: &mut World,
    case: &TestCase,
    folder: &Folder<'_>,
    reader: &mut Reader,
    cluster: &ClusterFiles,
    given: &[Value],
) -> Result<(), Box<Diagnostic>> {
    let is_cluster = !case.cluster_resources.is_empty();
    for object in given.iter().chain(&cluster.objects) {
        world.cluster.add(object.clone(), &world.kinds);
    }
    world.absent = if is_cluster {
        Absent::IsKnown
    } else {
        Absent::IsUnknown
    };
    if !is_cluster {
        // Without a cluster only mocks answer, and the objects of the context file.
        world.cluster = crate::facts::Cluster::default();
        let context = case.context.as_ref().map(|path| folder.input(&path.value));
        crate::facts::read_context(reader, context.as_ref(), world)?;
    }
    world.responses = responses_of(&case.api_call_responses)
        .map_err(|fault| Box::new(Diagnostic::error("invalid-mock", fault.message).at(fault.at)))?;
    let functions = Functions::new(&[
        sekisho_jmespath::functions::STANDARD,
        sekisho_kubernetes::jmespath::KYVERNO,
    ]);
    for mock in &case.global_context_entries {
        let root = match &mock.data {
            MockData::Data(data) => data.clone(),
            MockData::Resources(objects) => Value::List(objects.iter().cloned().collect()),
            MockData::ResourceFiles(paths) => {
                Value::List(objects_of(paths, folder, reader, world)?.into_iter().collect())
            }
            MockData::Unclear => {
                let message = "exactly one of `data`, `resources` and `resourceFiles` is expected";
                return Err(Box::new(Diagnostic::error("invalid-mock", message).at(mock.span)));
            }
        };
        let global = Global::of_mock(mock, root, &functions);
        world.globals.insert(mock.name.value.clone(), global);
    }
    world.offers.config_maps = is_cluster;
    world.offers.api = is_cluster || !world.responses.is_empty();
    world.offers.global = !world.globals.is_empty();
    world.offers.images = false;
    Ok(())
}

/// The objects of files, with their whole numbers as written.
fn objects_of(
    paths: &[Located<sekisho_document::Text>],
    folder: &Folder<'_>,
    reader: &mut Reader,
    world: &World,
) -> Result<Vec<Value>, Box<Diagnostic>> {
    let mut objects = Vec::new();
    for path in paths {
        let source = reader.source(&folder.input(&path.value))?;
        let loading = Loading {
            kinds: &world.kinds,
            order: world.order,
            limits: &reader.limits,
            numbers: Numbers::AsWritten,
        };
        for document in yaml::documents(&source.text) {
            let value = document.and_then(|document| document.read(&reader.limits, Numbers::AsWritten));
            let value = value.map_err(|error| Box::new(error.diagnostic(source.id)))?;
            let items = resource::expand(&value).into_iter();
            objects.extend(
                items
                    .map(|item| item.object)
                    .filter(|object| !object.is_null())
                    .map(|object| loading.settled(object)),
            );
        }
    }
    Ok(objects)
}
