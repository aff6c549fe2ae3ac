//! `sekisho explain POLICY --vap`: the ValidatingAdmissionPolicies that Kyverno generates from policies.

use std::io::Write;

use sekisho_chain::{Chain, generated};
use sekisho_diagnostics::{Diagnostic, Severity, Style, render};
use sekisho_document::yaml;
use sekisho_kubernetes::{Kinds, Profile};

use super::Failure;
use crate::exit::Exit;
use crate::load::files::{self, Folders};
use crate::load::{Reader, policies};

/// Writes policies and bindings as YAML; what cannot be said so, and what the API server would not accept,
/// goes to standard error.
pub(super) fn run(word: &str) -> Result<u8, Failure> {
    let profile = Profile::NEWEST;
    let mut reader = Reader::new(&profile);
    let found = files::find(&[word.to_owned()], Folders::Everything);
    let mut said = found.complaints;
    let inputs: Vec<_> = found.inputs.into_iter().map(|located| located.input).collect();
    let mut read = policies::read(&mut reader, &inputs, profile.order);
    said.append(&mut read.diagnostics);
    let kinds = Kinds::builtin(profile.kubernetes);
    let mut text = String::new();
    let mut is_any = false;
    for policy in &read.policies {
        let Some(mut made) = generated(policy, &kinds) else {
            continue;
        };
        is_any = true;
        said.append(&mut made.diagnostics);
        for object in made.output.iter().flatten() {
            if !text.is_empty() {
                text.push_str("---\n");
            }
            text.push_str(&yaml::write(object));
        }
    }
    if !is_any
        && said
            .iter()
            .all(|diagnostic| diagnostic.severity != Severity::Error)
    {
        let message = "no ClusterPolicy or ValidatingPolicy is there that a ValidatingAdmissionPolicy could be generated from";
        return Err(Failure::Usage(message.to_owned(), None));
    }
    std::io::stdout().write_all(text.as_bytes())?;
    said.extend(refused(&mut reader, &text, profile));
    let mut err = std::io::stderr();
    for diagnostic in &said {
        err.write_all(render(diagnostic, &reader.sources, Style::Plain).as_bytes())?;
    }
    let is_wrong = said
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error);
    Ok(match is_wrong {
        true => Exit::NotJudged.code(),
        false => Exit::Fine.code(),
    })
}

/// What the API server would say of what was generated: it knows none of Kyverno's functions.
fn refused(reader: &mut Reader, text: &str, profile: Profile) -> Vec<Diagnostic> {
    let source = reader.sources.add("generated", text);
    let parsed = sekisho_parser::parse(&source, &reader.limits);
    let policies: Vec<_> = parsed
        .output
        .iter()
        .filter_map(|document| document.policy().cloned())
        .collect();
    let loaded = Chain::load(&policies, profile);
    parsed.diagnostics.into_iter().chain(loaded.diagnostics).collect()
}
