//! A new JMESPath function.

use super::{change, check_name, create, format, insert};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Name as queries call it: `to_upper`
    name: String,
    /// One of the functions of the JMESPath specification; without it, one of Kyverno's own
    #[arg(long)]
    standard: bool,
}

pub(super) fn write(arguments: &Arguments) -> anyhow::Result<()> {
    let name = &arguments.name;
    check_name(name)?;
    let (folder, import) = if arguments.standard {
        ("crates/jmespath/src/functions", "crate")
    } else {
        ("crates/kubernetes/src/jmespath", "sekisho_jmespath")
    };
    let (file, list) = (format!("{folder}/{name}.rs"), format!("{folder}/mod.rs"));
    create(&file, &source(name, import))?;
    change(&list, |text| {
        insert::entry(&insert::module(text, name)?, name, "FUNCTION")
    })?;
    format(&[&file, &list])?;
    let case = format!("tests/cases/functions/{name}");
    create(&format!("{case}/policy.yaml"), &policy(name))?;
    create(&format!("{case}/resource.yaml"), RESOURCE)?;
    println!("next: fill in the entry, then `BLESS=1 cargo cases functions/{name}` and `cargo xtask docs`");
    Ok(())
}

fn source(name: &str, import: &str) -> String {
    format!(
        r#"//! `{name}`: say here what it returns.

use sekisho_diagnostics::Complaint;
use {import}::{{Arguments, Example, Found, Function, Parameter, Type}};

pub(super) const FUNCTION: Function = Function {{
    name: "{name}",
    parameters: &[Parameter {{ name: "text", types: &[Type::String], summary: "the text to change" }}],
    returns: &[Type::String],
    summary: "returns the text as it is",
    examples: &[Example {{ expression: "{name}('pod')", result: "\"pod\"" }}],
    call,
    ..Function::USUAL
}};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {{
    Ok(Found::from(arguments.text(0)?.to_owned()))
}}
"#
    )
}

fn policy(name: &str) -> String {
    format!(
        r#"# What `{name}` gives, and why it matters here.
apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata:
  name: {dashed}
spec:
  rules:
  - name: {dashed}
    match:
      any:
      - resources:
          kinds: [ConfigMap]
    validate:
      message: "{{{{ {name}(request.object.data.text) }}}}"
      deny: {{}}
"#,
        dashed = name.replace('_', "-")
    )
}

const RESOURCE: &str = "\
apiVersion: v1
kind: ConfigMap
metadata:
  name: text
data:
  text: pod
";
