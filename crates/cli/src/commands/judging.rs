//! Flags of the commands that judge objects, and how such a run ends.

use std::io::IsTerminal;
use std::time::Instant;

use sekisho_diagnostics::{Diagnostic, Sources};
use sekisho_document::Text;
use sekisho_kubernetes::{Profile, User, Verb};
use sekisho_report::Event;

use super::Failure;
use super::common::{self, Common, Telling};
use crate::apply::{Ending, Options, Sink};
use crate::exit::{Exit, FailOn};
use crate::judge::set_values;
use crate::objects::{Objects, Place};
use crate::output::{Output, Wanted};

#[derive(Debug, clap::Args)]
pub(crate) struct Judging {
    /// What is asked of the cluster
    #[arg(
        long,
        value_enum,
        value_name = "OPERATION",
        ignore_case = true,
        help_heading = "The request"
    )]
    operation: Option<Operation>,

    /// Name of the user who asks
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with = "userinfo",
        help_heading = "The request"
    )]
    user: Option<String>,

    /// A group of the user [repeatable]
    #[arg(long, value_name = "GROUP", requires = "user", help_heading = "The request")]
    group: Vec<String>,

    /// File with user, groups and roles, as for `kyverno`
    #[arg(short, long, value_name = "FILE", help_heading = "The request")]
    userinfo: Option<String>,

    /// File with values of variables, as for `kyverno`
    #[arg(short = 'f', long, value_name = "FILE", help_heading = "The world")]
    values_file: Option<String>,

    /// Values of variables [repeatable]
    #[arg(
        short,
        long,
        value_name = "KEY=VALUE",
        value_delimiter = ',',
        help_heading = "The world"
    )]
    set: Vec<String>,

    /// File with objects and answers that policies may ask for [repeatable]
    #[arg(long, value_name = "FILE", help_heading = "The world")]
    facts: Vec<String>,

    /// File with objects and images that CEL policies can look up, as for `kyverno`
    #[arg(long, value_name = "FILE", help_heading = "The world")]
    context_file: Option<String>,

    /// Files with objects that bindings give to policies as parameters [repeatable]
    #[arg(
        long,
        value_name = "FILE",
        value_delimiter = ',',
        alias = "parameter-resources",
        help_heading = "The world"
    )]
    parameter_resource: Vec<String>,

    /// Files with objects that rules for existing objects may change [repeatable]
    #[arg(
        long,
        value_name = "FILE",
        value_delimiter = ',',
        alias = "target-resources",
        help_heading = "The world"
    )]
    target_resource: Vec<String>,

    /// Files or folders with CustomResourceDefinitions [repeatable]
    #[arg(
        long,
        value_name = "PATH",
        value_delimiter = ',',
        alias = "crd-path",
        help_heading = "The world"
    )]
    crd_paths: Vec<String>,

    /// Version of the cluster [default: the newest known]
    #[arg(long, value_name = "VERSION", help_heading = "The world")]
    kubernetes: Option<String>,

    /// Files with exceptions [repeatable]
    #[arg(
        short,
        long = "exception",
        alias = "exceptions",
        value_name = "PATH",
        value_delimiter = ',',
        help_heading = "Exceptions"
    )]
    exceptions: Vec<String>,

    /// Take exceptions from the resources; `--exception` is not looked at
    #[arg(long, alias = "exceptions-within-resources", help_heading = "Exceptions")]
    exceptions_with_resources: bool,

    /// Failures of policies that only audit are warnings
    #[arg(long, help_heading = "What counts")]
    audit_warn: bool,

    /// The status from which on the run fails
    #[arg(long, value_enum, default_value_t = FailOn::Fail, value_name = "STATUS", help_heading = "What counts")]
    fail_on: FailOn,

    /// End with 0 also when rules fail
    #[arg(long, help_heading = "What counts")]
    exit_zero: bool,

    /// Exit code where nothing fails and something warns
    #[arg(
        long,
        value_name = "CODE",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "What counts"
    )]
    warn_exit_code: u8,

    /// Take a run in which nothing passes for one that warns
    #[arg(long, help_heading = "What counts")]
    warn_no_pass: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Operation {
    Create,
    Update,
    Delete,
}

impl Judging {
    /// The options of a run, without policies and resources.
    pub(crate) fn options(&self, common: &Common, semantics: common::Semantics) -> Result<Options, Failure> {
        let profile: Profile = common::profile(semantics, self.kubernetes.as_deref())?;
        Ok(Options {
            exceptions: self.exceptions.clone(),
            exceptions_with_resources: self.exceptions_with_resources,
            values: self.values_file.clone(),
            set: set_values(&self.set).map_err(Failure::usage)?,
            user_file: self.userinfo.clone(),
            user: self.user.as_ref().map(|name| User {
                name: Text::new(name),
                uid: Text::default(),
                groups: self.group.iter().map(Text::new).collect(),
                extra: Vec::new(),
                roles: Vec::new(),
                cluster_roles: Vec::new(),
            }),
            facts: self.facts.clone(),
            context: self.context_file.clone(),
            params: self.parameter_resource.clone(),
            targets: self.target_resource.clone(),
            definitions: self.crd_paths.clone(),
            operation: self.operation.map(|operation| match operation {
                Operation::Create => Verb::Create,
                Operation::Update => Verb::Update,
                Operation::Delete => Verb::Delete,
            }),
            audit_warn: self.audit_warn,
            profile,
            jobs: common.jobs,
            names_ignored: common.is_verbose(),
            now: common::now(),
            ..Options::plain("")
        })
    }

    /// Runs, tells, and gives the exit code.
    pub(crate) fn run(
        &self,
        mut options: Options,
        wanted: &[Wanted],
        telling: Telling,
        common: &Common,
        objects: Option<Place>,
    ) -> Result<u8, Failure> {
        let start = Instant::now();
        options.wants_places = wanted.iter().any(|wanted| wanted.format.shows_places());
        let objects = objects.map(Objects::open).transpose().map_err(Failure::usage)?;
        let is_terminal = match &objects {
            Some(objects) if objects.is_standard() => std::io::stderr().is_terminal(),
            _ => std::io::stdout().is_terminal(),
        };
        let report_options = common.options(telling, options.profile, is_terminal);
        let mut output = Output::open(wanted, report_options, objects).map_err(Failure::usage)?;
        output.begin()?;
        let mut ending = crate::apply::run(&options, &mut output)?;
        ending.summary.command = telling.command;
        let mut exit = Exit::Fine;
        if !common.allow_empty {
            for (diagnostic, cause) in empty(&ending) {
                exit = exit.max(cause);
                output.event(&Event::Diagnostic(&diagnostic), &Sources::new())?;
            }
        }
        let is_incomplete = ending.errors > 0 || ending.stopped.is_some();
        if is_incomplete && output.keep_files() {
            let message = "objects are not written: something could not be read";
            let diagnostic = Diagnostic::error("objects-not-written", message);
            output.event(&Event::Diagnostic(&diagnostic), &Sources::new())?;
        }
        if is_terminal {
            ending.summary.time = Some(start.elapsed());
        }
        output.end(&ending.summary)?;
        Ok(self.exit(exit, &ending))
    }

    fn exit(&self, exit: Exit, ending: &Ending) -> u8 {
        let summary = &ending.summary;
        let mut exit = exit;
        if ending.stopped.is_some() || summary.not_judged > 0 {
            exit = exit.max(Exit::NotJudged);
        }
        if self.fail_on.meets(&summary.counts) && !self.exit_zero {
            exit = exit.max(Exit::Violations);
        }
        let warns = summary.counts.warn > 0 || (self.warn_no_pass && summary.counts.pass == 0);
        match exit {
            Exit::Fine if warns => self.warn_exit_code,
            exit => exit.code(),
        }
    }
}

/// What is missing for a run that means something. Where files could not be read, that is why.
fn empty(ending: &Ending) -> Vec<(Diagnostic, Exit)> {
    let mut said = Vec::new();
    let exit = if ending.errors > 0 {
        Exit::NotJudged
    } else {
        Exit::Usage
    };
    let help = "`--allow-empty` takes this for a success";
    if ending.stopped.is_none() && ending.policies == 0 {
        let message = match ending.policy_files {
            0 => "no policy to judge by: no file was found".to_owned(),
            1 => "no policy to judge by: the file holds none".to_owned(),
            files => format!("no policy to judge by: none of {files} files holds one"),
        };
        said.push((Diagnostic::error("no-policies", message).help(help), exit));
    }
    if ending.stopped.is_none() && ending.summary.objects == 0 {
        let message = match ending.resource_files {
            0 => "no resource to judge: no file was found".to_owned(),
            1 => "no resource to judge: the file holds none".to_owned(),
            files => format!("no resource to judge: none of {files} files holds one"),
        };
        said.push((Diagnostic::error("no-resources", message).help(help), exit));
    }
    said
}
