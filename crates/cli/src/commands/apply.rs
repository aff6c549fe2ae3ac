//! `sekisho apply`: resources judged by policies.

use sekisho_report::{Encoding, Format, Messages};

use super::Failure;
use super::common::{Common, Semantics, Telling};
use super::judging::Judging;
use crate::load::files::Input;
use crate::objects::Place;
use crate::output::Wanted;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  sekisho apply policies/ -r deploy/
  kubectl kustomize overlays/prod | sekisho apply policies/ -r -
  sekisho apply mutate.yaml -r deploy.yaml -o - | kubectl apply -f -
  sekisho apply policy.yaml -r 'deploy/**/*.yaml' --format junit=report.xml --format text")]
pub(crate) struct Arguments {
    /// Files, folders, globs, `-` or `builtin:NAME`
    #[arg(value_name = "POLICY")]
    policies: Vec<String>,

    /// Files, folders, globs or `-` [repeatable]
    ///
    /// Of a folder all YAML and JSON is read, in hidden files and folders too. What `.gitignore` leaves out is
    /// not read, and named with `-v`; links to folders are not followed.
    #[arg(
        short,
        long,
        alias = "resources",
        value_name = "RESOURCE",
        value_delimiter = ','
    )]
    resource: Vec<String>,

    /// JSON or YAML documents that are no resources, for policies that judge such [repeatable]
    #[arg(
        long,
        alias = "json-payload",
        value_name = "FILE",
        value_delimiter = ',',
        conflicts_with = "resource"
    )]
    json: Vec<String>,

    /// HTTP requests, for policies that judge such [repeatable]
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    http_payload: Vec<String>,

    /// Requests of Envoy, for policies that judge such [repeatable]
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    envoy_payload: Vec<String>,

    /// Whose rules of evaluation
    #[arg(long, value_enum, default_value_t = Semantics::Cluster, value_name = "WHOSE")]
    semantics: Semantics,

    #[command(flatten)]
    judging: Judging,

    /// Take exceptions from the policy files, which a cluster's rules always do
    #[arg(long, help_heading = "Exceptions")]
    exceptions_within_policies: bool,

    /// Write the objects as mutations leave them: a `.yaml` file, a folder, or `-`
    ///
    /// Every object is written, changed or not, and every target that is changed. They are new documents, without
    /// the comments of what was read. With `-` verdicts go to standard error.
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    output: Option<String>,

    /// As `--output -`
    #[arg(short = 'i', long, conflicts_with = "output", help_heading = "Output")]
    stdin: bool,

    /// As `--format table`
    #[arg(short, long, help_heading = "Output")]
    table: bool,

    /// As `--format openreports`
    #[arg(short, long, conflicts_with = "table", help_heading = "Output")]
    policy_report: bool,

    /// How policy reports are written
    #[arg(
        long,
        value_enum,
        value_name = "ENCODING",
        requires = "policy_report",
        help_heading = "Output"
    )]
    output_format: Option<ReportEncoding>,

    /// Show messages in tables
    #[arg(long, help_heading = "Output")]
    detailed_results: bool,

    /// Go on after an error; so it is always
    #[arg(long, hide = true)]
    continue_on_fail: bool,

    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ReportEncoding {
    Yaml,
    Json,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let common = &arguments.common;
    // `--continue-on-fail` asks for what is always done.
    let Arguments {
        policies,
        resource,
        continue_on_fail: _,
        ..
    } = arguments;
    if policies.is_empty() {
        return Err(Failure::Usage(
            "no policy is named".to_owned(),
            Some("name files or folders: `sekisho apply policies/ -r deploy/`; `builtin:all` is the built-in pack".to_owned()),
        ));
    }
    let payloads = [&arguments.json, &arguments.http_payload, &arguments.envoy_payload];
    if resource.is_empty() && payloads.into_iter().all(Vec::is_empty) {
        return Err(Failure::Usage(
            "no resource is named".to_owned(),
            Some("name files or folders with `-r`".to_owned()),
        ));
    }
    let is_input = |word: &String| Input::of(word) == Input::StandardInput;
    if policies.iter().any(is_input) && resource.iter().any(is_input) {
        return Err(Failure::usage(
            "standard input can be used for either policies or resources, not both",
        ));
    }
    let mut options = arguments.judging.options(common, arguments.semantics)?;
    options.policies.clone_from(policies);
    options.resources.clone_from(resource);
    options.payloads.clone_from(&arguments.json);
    options.http_payloads.clone_from(&arguments.http_payload);
    options.envoy_payloads.clone_from(&arguments.envoy_payload);
    options.exceptions_with_policies = arguments.exceptions_within_policies;
    let mut wanted = common.wanted(Format::Text)?;
    let short = match (arguments.table, arguments.policy_report) {
        (true, _) => Some(Format::Table),
        (false, true) => Some(Format::OpenReports),
        (false, false) => None,
    };
    if let Some(format) = short {
        wanted.retain(|wanted| wanted.file.is_some());
        wanted.insert(0, Wanted { format, file: None });
    }
    let objects = match (&arguments.output, arguments.stdin) {
        (Some(word), _) => Some(Place::of(word)),
        (None, true) => Some(Place::StandardOutput),
        (None, false) => None,
    };
    let telling = Telling {
        messages: if arguments.detailed_results {
            Messages::Shown
        } else {
            Messages::Hidden
        },
        encoding: match arguments.output_format {
            Some(ReportEncoding::Json) => Encoding::Json,
            Some(ReportEncoding::Yaml) | None => Encoding::Yaml,
        },
        ..Telling::plain("apply")
    };
    arguments.judging.run(options, &wanted, telling, common, objects)
}
