//! Recorded command lines as what they name.

use anyhow::{Context, bail};

/// What a run of `kyverno apply` is given: paths relative to the corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::conformance) struct Inputs {
    pub(in crate::conformance) policies: Vec<String>,
    pub(in crate::conformance) resources: Vec<String>,
    pub(in crate::conformance) payloads: Vec<String>,
    pub(in crate::conformance) exceptions: Vec<String>,
    pub(in crate::conformance) targets: Vec<String>,
    pub(in crate::conformance) parameters: Vec<String>,
    pub(in crate::conformance) values: Option<String>,
    pub(in crate::conformance) user: Option<String>,
    pub(in crate::conformance) context: Option<String>,
}

impl Inputs {
    /// The inputs that a command line names.
    pub(in crate::conformance) fn read(command: &str) -> anyhow::Result<Inputs> {
        let mut words = command.split_whitespace();
        if (words.next(), words.next()) != (Some("kyverno"), Some("apply")) {
            bail!("`{command}` does not begin with `kyverno apply`");
        }
        let mut inputs = Inputs::default();
        while let Some(word) = words.next() {
            if !word.starts_with('-') {
                inputs.policies.push(word.to_owned());
                continue;
            }
            let (flag, value) = match word.split_once('=') {
                Some((flag, value)) => (flag, value),
                None => (
                    word,
                    words.next().with_context(|| format!("`{word}` has no value"))?,
                ),
            };
            let value = value.to_owned();
            match flag {
                "-r" | "--resource" => inputs.resources.push(value),
                "--json" => inputs.payloads.push(value),
                "-e" | "--exception" => inputs.exceptions.push(value),
                "--target-resource" => inputs.targets.push(value),
                "--parameter-resource" => inputs.parameters.push(value),
                "-f" | "--values-file" => inputs.values = Some(value),
                "-u" | "--userinfo" => inputs.user = Some(value),
                "--context-file" => inputs.context = Some(value),
                _ => bail!("`{flag}` is no flag that this runner knows"),
            }
        }
        Ok(inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_names_its_inputs() {
        let inputs = Inputs::read("kyverno apply a.yaml -r b.yaml -r c.yaml --context-file=d.yaml -f e.yaml");
        let expected = Inputs {
            policies: vec!["a.yaml".to_owned()],
            resources: vec!["b.yaml".to_owned(), "c.yaml".to_owned()],
            context: Some("d.yaml".to_owned()),
            values: Some("e.yaml".to_owned()),
            ..Inputs::default()
        };
        assert_eq!(inputs.unwrap(), expected);
        assert!(Inputs::read("kyverno apply a.yaml --nope x").is_err());
        assert!(Inputs::read("kyverno test a").is_err());
    }
}
