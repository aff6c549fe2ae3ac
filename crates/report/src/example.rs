//! Small hand-made runs for the tests of formats.

use std::sync::Arc;

use sekisho_diagnostics::{Diagnostic, Label, Sources, Span, Style};
use sekisho_document::json::{Form, write};
use sekisho_document::yaml::Limits;
use sekisho_document::{Map, Numbers, Text, Value};
use sekisho_evaluator::{Phase, PolicyName, Reason, Status, Verdict};
use sekisho_kubernetes::resource::Identity;
use sekisho_kubernetes::{Gvk, Profile};

use crate::{
    Answer, Case, Counts, Detail, Encoding, Event, Format, Judged, Messages, ObjectPlace, Options, Process,
    Row, RowReason, RowResult, Rows, Skips, Summary, TestCounts, WebhookFailure,
};

/// Says the events of a run.
pub(crate) type Run = dyn Fn(&mut dyn FnMut(&Event<'_>, &Sources));

pub(crate) fn options(command: &'static str) -> Options {
    Options {
        command,
        version: "0.1.0",
        profile: Profile::NEWEST,
        began: None,
        style: Style::Plain,
        detail: Detail::Normal,
        rows: Rows::All,
        messages: Messages::Hidden,
        encoding: Encoding::Yaml,
    }
}

pub(crate) fn summary(command: &'static str) -> Summary {
    Summary {
        command,
        objects: 0,
        files: 0,
        policies: 0,
        rules: 0,
        exceptions: 0,
        counts: Counts::default(),
        skips: Skips::default(),
        changed: 0,
        not_judged: 0,
        tests: None,
        time: None,
    }
}

/// What a format makes of a run.
pub(crate) fn written(format: Format, options: Options, run: &Run) -> String {
    let mut report = format.report(options).unwrap();
    let mut out = Vec::new();
    report.begin(&mut out).unwrap();
    run(&mut |event, sources| report.event(event, sources, &mut out).unwrap());
    String::from_utf8(out).unwrap()
}

const POLICY: &str = "\
apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata:
  name: check-pods
spec:
  rules:
  - name: pinned
    validate:
      pattern:
        spec:
          containers:
          - name: \"*\"
            image: \"!*:latest\"
";

const POD: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: bad
  namespace: shop
spec:
  containers:
  - name: web
    image: nginx:latest
";

const TEST: &str = "results:\n- policy: check-pods\n  rule: pinned\n";

/// The span of a text in a source that holds it.
pub(crate) fn span(sources: &Sources, file: &str, needle: &str) -> Span {
    let source = sources.iter().find(|source| &*source.name == file).unwrap();
    let start = source.text.find(needle).unwrap();
    let offset = |at: usize| u32::try_from(at).unwrap();
    Span::new(source.id, offset(start), offset(start + needle.len()))
}

pub(crate) fn policy(name: &str) -> Arc<PolicyName> {
    Arc::new(PolicyName {
        kind: Text::new("ClusterPolicy"),
        namespace: Text::default(),
        name: Text::new(name),
        annotations: [
            ("policies.kyverno.io/category", Value::from("Hygiene")),
            ("policies.kyverno.io/severity", Value::from("high")),
        ]
        .into_iter()
        .collect::<Map>()
        .into(),
    })
}

pub(crate) fn verdict(policy: &Arc<PolicyName>, rule: &str, status: Status, message: &str) -> Verdict {
    Verdict {
        policy: policy.clone(),
        rule: Text::new(rule),
        phase: Phase::Validate,
        status,
        message: message.to_owned(),
        reason: Reason::Body,
        blame: Vec::new(),
        field: None,
        exceptions: Vec::new(),
        properties: Vec::new(),
        after: None,
        target: None,
        unanswered: Vec::new(),
    }
}

pub(crate) fn answer(verdict: &Verdict) -> Answer<'_> {
    Answer {
        verdict,
        status: verdict.status,
        audits: false,
        webhook: None,
        process: None,
        place: None,
        labels: Vec::new(),
        help: Vec::new(),
    }
}

/// A diagnostic, a Pod with an answer of every status, and a summary.
pub(crate) fn apply(say: &mut dyn FnMut(&Event<'_>, &Sources)) {
    let mut sources = Sources::new();
    sources.add("check.yaml", POLICY);
    let pod = sources.add("pods.yaml", POD);
    let diagnostic = Diagnostic::warning("some-code", "`pinned` is odd")
        .at(span(&sources, "check.yaml", "pinned"))
        .help("name it otherwise");
    say(&Event::Diagnostic(&diagnostic), &sources);

    let policy = policy("check-pods");
    let mut pinned = verdict(
        &policy,
        "pinned",
        Status::Fail,
        "validation error: latest is\nnot a version",
    );
    pinned.field = Some("/spec/containers/0/image/".to_owned());
    pinned.blame = vec![span(&sources, "check.yaml", "\"!*:latest\"")];
    let named = verdict(&policy, "named", Status::Pass, "validation rule 'named' passed.");
    let mut team = verdict(&policy, "team", Status::Skip, "preconditions not met");
    team.reason = Reason::Preconditions;
    let mut broken = verdict(&policy, "broken", Status::Error, "variable substitution failed");
    broken.reason = Reason::Trouble;
    let soft = verdict(&policy, "soft", Status::Fail, "validation error: no team");
    let object = Value::from(Map::new());
    let judged = Judged {
        identity: &Identity {
            kind: Gvk::new("", "v1", "Pod"),
            namespace: Text::new("shop"),
            name: Text::new("bad"),
        },
        object: &object,
        received: &object,
        place: ObjectPlace {
            file: "pods.yaml",
            document: 0,
            item: &[],
            span: Some(Span::new(pod.id, 0, u32::try_from(POD.len()).unwrap())),
        },
        answers: vec![
            Answer {
                webhook: Some(WebhookFailure::Closed),
                process: Some(Process::BackgroundScan),
                place: Some(span(&sources, "pods.yaml", "nginx:latest")),
                help: vec!["pin the image".to_owned()],
                ..answer(&pinned)
            },
            answer(&named),
            answer(&team),
            answer(&broken),
            Answer {
                status: Status::Warn,
                audits: true,
                ..answer(&soft)
            },
        ],
        changed: None,
    };
    say(&Event::Judged(&judged), &sources);
    let mut end = summary("apply");
    end.objects = 1;
    end.files = 1;
    end.policies = 1;
    end.rules = 5;
    for answer in &judged.answers {
        end.counts.add(answer.status);
    }
    end.skips.preconditions = 1;
    end.not_judged = 1;
    say(&Event::Summary(&end), &sources);
}

fn row(rule: &str, resource: &str, result: RowResult, reason: RowReason) -> Row {
    Row {
        policy: "check-pods".to_owned(),
        rule: rule.to_owned(),
        resource: resource.to_owned(),
        operation: String::new(),
        result,
        reason,
        message: String::new(),
        place: None,
        difference: None,
    }
}

/// A test document with a row of every result, and one that cannot be run.
pub(crate) fn test(say: &mut dyn FnMut(&Event<'_>, &Sources)) {
    let mut sources = Sources::new();
    sources.add("kyverno-test.yaml", TEST);
    let want = RowReason::Want {
        expected: Text::new("pass"),
        got: Status::Fail,
    };
    let mut failed = row("pinned", "v1/Pod/shop/bad", RowResult::Fail, want);
    "validation error: latest is not a version".clone_into(&mut failed.message);
    failed.place = Some(span(
        &sources,
        "kyverno-test.yaml",
        "policy: check-pods\n  rule: pinned",
    ));
    let case = Case {
        file: "kyverno-test.yaml".to_owned(),
        document: 0,
        name: "pods".to_owned(),
        rows: vec![
            row("named", "v1/Pod/shop/good", RowResult::Pass, RowReason::Ok),
            failed,
            row("other", "v1/Pod/shop/bad", RowResult::Pass, RowReason::Excluded),
        ],
        error: None,
    };
    say(&Event::Case(&case), &sources);
    let broken = Case {
        file: "broken/kyverno-test.yaml".to_owned(),
        document: 0,
        name: String::new(),
        rows: Vec::new(),
        error: Some("no policy".to_owned()),
    };
    say(&Event::Case(&broken), &sources);
    let mut end = summary("test");
    end.files = 2;
    end.tests = Some(TestCounts {
        cases: 2,
        passed: 2,
        failed: 1,
        excluded: 1,
        invalid: 0,
        broken: 1,
    });
    say(&Event::Summary(&end), &sources);
}

/// A text that breaks out of whatever does not escape it.
pub(crate) const EVIL: &str =
    "<evil>\u{1b}[2J\u{9b}0m\u{7f}\0]]>\"'`|\r\n</evil>&amp;\u{202e}\u{ffff}{{ x }}\t\u{2028}@all";

/// The run of [`apply`] where every text of users is [`EVIL`].
pub(crate) fn hostile(say: &mut dyn FnMut(&Event<'_>, &Sources)) {
    let mut sources = Sources::new();
    let source = sources.add(EVIL, EVIL);
    let everything = Span::new(source.id, 0, u32::try_from(EVIL.len()).unwrap());
    let diagnostic = Diagnostic::error("some-code", EVIL)
        .at(everything)
        .label(everything, EVIL)
        .cause(EVIL)
        .help(EVIL);
    say(&Event::Diagnostic(&diagnostic), &sources);
    let policy = Arc::new(PolicyName {
        namespace: Text::new(EVIL),
        ..(*policy(EVIL)).clone()
    });
    let evil: Value = [(EVIL, Value::from(EVIL))].into_iter().collect::<Map>().into();
    for status in [
        Status::Fail,
        Status::Error,
        Status::Warn,
        Status::Skip,
        Status::Pass,
    ] {
        let mut verdict = verdict(&policy, EVIL, status, EVIL);
        verdict.field = Some(EVIL.to_owned());
        verdict.blame = vec![everything];
        verdict.exceptions = vec![Text::new(EVIL)];
        verdict.properties = vec![(Text::new(EVIL), Text::new(EVIL))];
        verdict.unanswered = vec![EVIL.to_owned()];
        verdict.phase = Phase::Mutate;
        verdict.after = Some(Value::from(EVIL));
        verdict.target = (status == Status::Pass).then(|| evil.clone());
        let judged = Judged {
            identity: &Identity {
                kind: Gvk::new(EVIL, EVIL, EVIL),
                namespace: Text::new(EVIL),
                name: Text::new(EVIL),
            },
            object: &evil,
            received: &evil,
            place: ObjectPlace {
                file: EVIL,
                document: 0,
                item: &[0, 1],
                span: Some(everything),
            },
            answers: vec![Answer {
                place: Some(everything),
                help: vec![EVIL.to_owned()],
                ..answer(&verdict)
            }],
            changed: Some(&evil),
        };
        say(&Event::Judged(&judged), &sources);
    }
    say(&Event::Summary(&summary("apply")), &sources);
}

/// The run of [`test`] where every text of users is [`EVIL`].
pub(crate) fn hostile_test(say: &mut dyn FnMut(&Event<'_>, &Sources)) {
    let reasons = [
        RowReason::Ok,
        RowReason::Excluded,
        RowReason::NotFound,
        RowReason::InvalidPolicy,
        RowReason::ResourceError,
        RowReason::ResourceDiff,
        RowReason::Want {
            expected: Text::new(EVIL),
            got: Status::Pass,
        },
        RowReason::NotEvaluated,
    ];
    let evil: Value = [(EVIL, Value::from(EVIL))].into_iter().collect::<Map>().into();
    let rows = reasons.into_iter().map(|reason| Row {
        policy: EVIL.to_owned(),
        operation: EVIL.to_owned(),
        message: EVIL.to_owned(),
        difference: Some((evil.clone(), Value::Null)),
        ..row(EVIL, EVIL, RowResult::Fail, reason)
    });
    let case = Case {
        file: EVIL.to_owned(),
        document: 0,
        name: EVIL.to_owned(),
        rows: rows.collect(),
        error: Some(EVIL.to_owned()),
    };
    say(&Event::Case(&case), &Sources::new());
    let end = Summary {
        tests: Some(TestCounts::default()),
        ..summary("test")
    };
    say(&Event::Summary(&end), &Sources::new());
}

/// A Deployment that fails a rule made by autogen, and that another rule changed.
pub(crate) fn controller(say: &mut dyn FnMut(&Event<'_>, &Sources)) {
    let mut sources = Sources::new();
    sources.add("check.yaml", POLICY);
    sources.add("web.yaml", "kind: Deployment\n");
    let policy = Arc::new(PolicyName {
        kind: Text::new("Policy"),
        namespace: Text::new("shop"),
        ..(*policy("check-pods")).clone()
    });
    let mut verdict = verdict(&policy, "autogen-pinned", Status::Fail, "");
    verdict.blame = vec![span(&sources, "check.yaml", "\"!*:latest\"")];
    let object: Value = [("kind", Value::from("Deployment")), ("a", Value::from(1_i64))]
        .into_iter()
        .collect::<Map>()
        .into();
    let team: Map = [("team", Value::from("web"))].into_iter().collect();
    let after: Value = [
        ("a", Value::from(1_i64)),
        ("kind", Value::from("Deployment")),
        ("metadata", Value::Map(team)),
    ]
    .into_iter()
    .collect::<Map>()
    .into();
    let mut adds = self::verdict(
        &policy,
        "add-team",
        Status::Pass,
        "mutated Deployment/web in namespace shop",
    );
    adds.phase = Phase::Mutate;
    adds.after = Some(after.clone());
    let place = span(&sources, "web.yaml", "Deployment");
    let judged = Judged {
        identity: &Identity {
            kind: Gvk::new("apps", "v1", "Deployment"),
            namespace: Text::new("shop"),
            name: Text::new("web"),
        },
        object: &object,
        received: &object,
        place: ObjectPlace {
            file: "web.yaml",
            document: 0,
            item: &[],
            span: None,
        },
        answers: vec![
            answer(&adds),
            Answer {
                place: Some(place),
                labels: vec![
                    Label {
                        span: place,
                        text: "`image` is missing".to_owned(),
                    },
                    Label {
                        span: verdict.blame[0],
                        text: "required here".to_owned(),
                    },
                ],
                ..answer(&verdict)
            },
        ],
        changed: Some(&after),
    };
    say(&Event::Judged(&judged), &sources);
    say(&Event::Summary(&summary("apply")), &sources);
}

/// Passes of a policy without a namespace and of two with one.
pub(crate) fn namespaced(say: &mut dyn FnMut(&Event<'_>, &Sources)) {
    let object = Value::from(Map::new());
    for (namespace, name) in [("shop", "b"), ("", "b"), ("shop", "a"), ("shop", "a")] {
        let policy = Arc::new(PolicyName {
            namespace: Text::new(namespace),
            ..(*policy(name)).clone()
        });
        let verdict = verdict(&policy, "rule", Status::Pass, "");
        let judged = Judged {
            identity: &Identity {
                kind: Gvk::new("apps", "v1", "Deployment"),
                namespace: Text::new("shop"),
                name: Text::new("web"),
            },
            object: &object,
            received: &object,
            place: ObjectPlace {
                file: "web.yaml",
                document: 0,
                item: &[],
                span: None,
            },
            answers: vec![answer(&verdict)],
            changed: None,
        };
        say(&Event::Judged(&judged), &Sources::new());
    }
    say(&Event::Summary(&summary("apply")), &Sources::new());
}

/// The documents of a YAML stream that this crate wrote, as JSON values.
pub(crate) fn yaml_documents(yaml: &str) -> Vec<serde_json::Value> {
    let read = |text: &str| {
        let value = sekisho_document::yaml::read(text, &Limits::DEFAULT, Numbers::AsWritten).unwrap();
        serde_json::from_str(&write(&value, Form::COMPACT)).unwrap()
    };
    yaml.split("\n---\n").map(read).collect()
}
