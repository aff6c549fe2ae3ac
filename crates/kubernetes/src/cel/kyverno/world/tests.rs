//! Answers of the world as values.

use sekisho_cel::{Limits, Meter, Value};

use super::*;
use crate::cel::kyverno::receiver;
use crate::{Answer, Facts, NoFacts, Question};

/// Answers whatever is asked alike.
struct Always(Answer);

impl Facts for Always {
    fn ask(&self, _: &Question<'_>) -> Answer {
        self.0.clone()
    }
}

fn call(world: &World<'_>, variable: &str, function: &str, texts: &[&str]) -> Result<String, String> {
    let mut arguments: Vec<Value<'_>> = receiver(variable).into_iter().collect();
    arguments.extend(texts.iter().map(|text| Value::text(*text)));
    let mut meter = Meter::new(Limits::STANDARD, None);
    let answer = world.answer(function, &arguments, &mut meter).unwrap();
    answer
        .map(|value| format!("{value:?}"))
        .map_err(|fault| fault.to_string())
}

#[test]
fn what_nobody_knows_is_named() {
    let world = World::of_cluster(&NoFacts);
    for (variable, function, texts, question) in [
        (
            "resource",
            "Get",
            &["v1", "configmaps", "shop", "cfg"][..],
            "object `cfg` of `v1 configmaps` in namespace `shop`",
        ),
        (
            "resource",
            "list",
            &["apps/v1", "deployments", ""],
            "list of `apps/v1 deployments`",
        ),
        (
            "http",
            "Get",
            &["https://example.com/a"],
            "answer to `GET https://example.com/a`",
        ),
        (
            "globalContext",
            "Get",
            &["limits"],
            "global context entry `limits`",
        ),
        (
            "image",
            "getMetadata",
            &["nginx"],
            "registry data of image `nginx`",
        ),
        ("", "time.now", &[], "current time"),
        ("", "random", &["[a-z]"], "random text like `[a-z]`"),
    ] {
        let text = call(&world, variable, function, texts).unwrap_err();
        assert_eq!(text, format!("nobody answers the {question}"));
        assert_eq!(world.unanswered(&Fault::new(text)).as_deref(), Some(question));
    }
    assert_eq!(world.unanswered(&Fault::fixed("division by zero")), None);
}

#[test]
fn failures_are_told_in_the_words_of_the_reference() {
    let failing = Always(Answer::Failed("forbidden".into()));
    let world = World::of_cluster(&failing);
    for (variable, function, texts, expected) in [
        (
            "resource",
            "Get",
            &["v1", "pods", "a", "b"][..],
            "failed to get resource: forbidden",
        ),
        (
            "resource",
            "Get",
            &["a/b/c", "pods", "a", "b"],
            "failed to get resource: unexpected GroupVersion string: a/b/c",
        ),
        (
            "resource",
            "List",
            &["v1", "pods", "a"],
            "failed to list resource: forbidden",
        ),
        ("http", "Get", &["http://a"], "request failed: forbidden"),
        (
            "globalContext",
            "Get",
            &["a"],
            "failed to get global reference: forbidden",
        ),
        (
            "image",
            "GetMetadata",
            &["a"],
            "failed to get image data: forbidden",
        ),
    ] {
        assert_eq!(call(&world, variable, function, texts), Err(expected.to_owned()));
    }
}

#[test]
fn namespaced_policies_see_their_namespace_and_call_nobody() {
    struct Echo;
    impl Facts for Echo {
        fn ask(&self, question: &Question<'_>) -> Answer {
            match question {
                Question::Response { .. } => Answer::Unknown,
                other => Answer::Is(other.to_string().into()),
            }
        }
    }
    let world = World::of_namespace(&Echo, "shop");
    assert_eq!(
        call(&world, "resource", "Get", &["v1", "configmaps", "cfg"]),
        Ok("\"object `cfg` of `v1 configmaps` in namespace `shop`\"".to_owned())
    );
    let refused = call(&world, "http", "Get", &["http://a.example"]).unwrap_err();
    assert!(
        refused.starts_with("http calls are not allowed in namespaced policies: "),
        "{refused}"
    );
}

#[test]
fn machines_and_their_neighbours_are_not_called() {
    for (url, expected) in [
        ("http://example.com/a", None),
        ("https://8.8.8.8/", None),
        (
            "http://[::1]:80/",
            Some(
                "request failed: Get \"http://[::1]:80/\": connection to [::1]:80 blocked: IP ::1 falls in blocked range ::1/128",
            ),
        ),
        (
            "https://10.1.2.3",
            Some(
                "request failed: Get \"https://10.1.2.3\": connection to 10.1.2.3:443 blocked: IP 10.1.2.3 falls in blocked range 10.0.0.0/8",
            ),
        ),
        (
            "http://METADATA.google.internal",
            Some(
                "URL \"http://METADATA.google.internal\" is blocked: hostname \"METADATA.google.internal\" is on the blocklist",
            ),
        ),
        (
            "http:///x",
            Some("request failed: Get \"http:///x\": http: no Host in request URL"),
        ),
        (
            "a b",
            Some("request failed: Get \"a%20b\": unsupported protocol scheme \"\""),
        ),
    ] {
        assert_eq!(http_refusal("GET", url).as_deref(), expected, "{url}");
    }
}

#[test]
fn what_policies_make_is_kept_until_it_is_taken() {
    let world = World::of_cluster(&NoFacts);
    let mut arguments: Vec<Value<'_>> = receiver("generator").into_iter().collect();
    arguments.push(Value::text("shop"));
    arguments.push(Value::list(vec![Value::text("object")]));
    let mut meter = Meter::new(Limits::STANDARD, None);
    let answer = world.answer("Apply", &arguments, &mut meter).unwrap();
    assert_eq!(answer.unwrap().as_bool(), Some(true));
    let expected = Made {
        namespace: "shop".into(),
        object: "object".into(),
    };
    assert_eq!(world.take_made(), [expected]);
    assert_eq!(world.take_made(), []);
}
