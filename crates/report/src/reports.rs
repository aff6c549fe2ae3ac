//! Reports of policies as Kubernetes objects, in either API group (engine reference §10.3, command line
//! reference A2.5).
//!
//! One report holds the results of all policies without a namespace and is written as it grows. Each
//! namespaced policy has a report of its own behind it, and its results are kept until then.

mod entry;
mod yaml;

use std::collections::BTreeMap;
use std::io::{self, Write};

use sekisho_diagnostics::{Diagnostic, Sources, render_line};
use sekisho_document::{Map, Text, Value};

use crate::quoted::{quoted, value_text};
use crate::{Counts, Encoding, Event, Judged, Options, Report};

/// What the two API groups call things.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    pub(crate) api_version: &'static str,
    pub(crate) cluster_kind: &'static str,
    pub(crate) namespaced_kind: &'static str,
    /// Whether a report names its source, besides its results.
    pub(crate) has_source: bool,
}

pub(crate) struct Reports {
    dialect: Dialect,
    options: Options,
    merged: Body,
    /// By namespace and name of the policy.
    namespaced: BTreeMap<(Text, Text), (Body, String)>,
}

/// How far a report is.
#[derive(Default)]
struct Body {
    results: u64,
    counts: Counts,
}

impl Reports {
    pub(crate) fn new(dialect: Dialect, options: Options) -> Reports {
        Reports {
            dialect,
            options,
            merged: Body::default(),
            namespaced: BTreeMap::new(),
        }
    }
}

impl Report for Reports {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let head = self.head(self.dialect.cluster_kind, "", "merged");
        out.write_all(head.as_bytes())
    }

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::Diagnostic(diagnostic) => self.comment(diagnostic, sources, out),
            Event::Judged(judged) => self.judged(judged, out),
            // No report is made for tests.
            Event::Case(_) => Ok(()),
            Event::Summary(_) => self.end(out),
        }
    }
}

impl Reports {
    /// Reports have no place for what is said about policies and files; YAML has comments.
    fn comment(&self, diagnostic: &Diagnostic, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        match self.options.encoding {
            // YAML allows these non-characters nowhere.
            Encoding::Yaml => {
                let line = render_line(diagnostic, sources);
                writeln!(out, "# {}", line.replace(['\u{fffe}', '\u{ffff}'], "?"))
            }
            Encoding::Json => Ok(()),
        }
    }

    fn judged(&mut self, judged: &Judged<'_>, out: &mut dyn Write) -> io::Result<()> {
        for answer in &judged.answers {
            let result = entry::result(answer, judged, self.options.began);
            let policy = &answer.verdict.policy;
            if policy.namespace.is_empty() {
                self.merged.counts.add(answer.status);
                let text = self.merged.next(&result, self.options.encoding);
                out.write_all(text.as_bytes())?;
            } else {
                let key = (policy.namespace.clone(), policy.name.clone());
                let (body, text) = self.namespaced.entry(key).or_default();
                body.counts.add(answer.status);
                *text += &body.next(&result, self.options.encoding);
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.tail(&self.merged).as_bytes())?;
        for ((namespace, name), (body, results)) in std::mem::take(&mut self.namespaced) {
            if self.options.encoding == Encoding::Yaml {
                out.write_all(b"---\n")?;
            }
            let head = self.head(self.dialect.namespaced_kind, &namespace, &name);
            for text in [head, results, self.tail(&body)] {
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Everything before the results.
    fn head(&self, kind: &str, namespace: &str, name: &str) -> String {
        let mut metadata = vec![("name", Value::from(name))];
        if !namespace.is_empty() {
            metadata.push(("namespace", Value::from(namespace)));
        }
        let metadata: Map = metadata.into_iter().collect();
        let head: Map = [
            ("apiVersion", Value::from(self.dialect.api_version)),
            ("kind", Value::from(kind)),
            ("metadata", metadata.into()),
        ]
        .into_iter()
        .collect();
        match self.options.encoding {
            Encoding::Yaml => yaml::fields(&head, 0),
            Encoding::Json => {
                let text = value_text(&Value::from(head));
                format!("{},\"results\":[", text.strip_suffix('}').unwrap_or(&text))
            }
        }
    }

    /// Everything behind the results.
    fn tail(&self, body: &Body) -> String {
        let counts = &body.counts;
        let numbers = [
            ("error", counts.error),
            ("fail", counts.fail),
            ("pass", counts.pass),
            ("skip", counts.skip),
            ("warn", counts.warn),
        ];
        let yaml = self.options.encoding == Encoding::Yaml;
        let mut text = String::from(match self.options.encoding {
            Encoding::Yaml if body.results == 0 => "results: []\n",
            Encoding::Yaml => "",
            Encoding::Json => "]",
        });
        if self.dialect.has_source {
            text += if yaml {
                "source: \"\"\n"
            } else {
                ",\"source\":\"\""
            };
        }
        let lines = numbers.map(|(name, number)| match self.options.encoding {
            Encoding::Yaml => format!("  {name}: {number}\n"),
            Encoding::Json => format!("{}:{number}", quoted(name)),
        });
        match self.options.encoding {
            Encoding::Yaml => text += &format!("summary:\n{}", lines.concat()),
            Encoding::Json => text += &format!(",\"summary\":{{{}}}}}\n", lines.join(",")),
        }
        text
    }
}

impl Body {
    /// The text of one more result.
    fn next(&mut self, result: &Map, encoding: Encoding) -> String {
        self.results += 1;
        let first = self.results == 1;
        match encoding {
            Encoding::Yaml => {
                let before = if first { "results:\n" } else { "" };
                format!("{before}{}", yaml::item(result))
            }
            Encoding::Json => {
                let before = if first { "" } else { "," };
                format!("{before}{}", value_text(&Value::from(result.clone())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Format, example};

    fn options(encoding: Encoding) -> Options {
        Options {
            encoding,
            began: Some(Duration::from_secs(7)),
            ..example::options("apply")
        }
    }

    #[test]
    fn a_report_as_kyverno_prints_it() {
        let text = example::written(Format::OpenReports, options(Encoding::Yaml), &example::apply);
        let second = text.match_indices("- category").nth(1).unwrap().0;
        assert_eq!(
            &text[..second],
            "\
apiVersion: openreports.io/v1alpha1
kind: ClusterReport
metadata:
  name: merged
# check.yaml:7:11: warning[some-code]: `pinned` is odd
results:
- category: Hygiene
  message: \"validation error: latest is\\nnot a version\"
  policy: check-pods
  properties:
    process: background scan
  resources:
  - apiVersion: v1
    kind: Pod
    name: bad
    namespace: shop
  result: fail
  rule: pinned
  scored: true
  severity: high
  source: kyverno
  timestamp:
    nanos: 0
    seconds: 7
"
        );
        assert!(
            text.ends_with(
                "source: \"\"\nsummary:\n  error: 1\n  fail: 1\n  pass: 1\n  skip: 1\n  warn: 1\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn namespaced_policies_have_reports_of_their_own() {
        let text = example::written(
            Format::PolicyReport,
            options(Encoding::Json),
            &example::namespaced,
        );
        let lines: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let shown: Vec<String> = lines
            .iter()
            .map(|report| {
                format!(
                    "{} {} {} {}",
                    report["apiVersion"], report["kind"], report["metadata"], report["summary"]["pass"]
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                r#""wgpolicyk8s.io/v1alpha2" "ClusterPolicyReport" {"name":"merged"} 1"#,
                r#""wgpolicyk8s.io/v1alpha2" "PolicyReport" {"name":"a","namespace":"shop"} 2"#,
                r#""wgpolicyk8s.io/v1alpha2" "PolicyReport" {"name":"b","namespace":"shop"} 1"#,
            ]
        );
        assert_eq!(lines[1]["results"][0]["policy"], "shop/a");
    }

    #[test]
    fn both_encodings_say_the_same_whatever_the_texts() {
        for run in [
            &example::hostile as &example::Run,
            &example::apply,
            &example::namespaced,
        ] {
            let yaml = example::written(Format::OpenReports, options(Encoding::Yaml), run);
            let json = example::written(Format::OpenReports, options(Encoding::Json), run);
            let from_json: Vec<serde_json::Value> = json
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert_eq!(example::yaml_documents(&yaml), from_json, "{yaml}");
        }
    }
}
