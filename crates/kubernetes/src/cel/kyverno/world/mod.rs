//! The world as Kyverno's functions see it: from a call to a question of [`Facts`], and from its answer to a
//! value (CEL policies reference §9.5).

mod chance;
mod generator;
mod global_context;
mod http;
mod image_data;
mod resource;

use std::cell::RefCell;
use std::fmt;

use sekisho_cel::{Fault, Meter, Value};
use sekisho_document as document;
use sekisho_document::{Numbers, Text};

use super::objects;
use crate::{Answer, Facts, Question};

pub use http::refusal as http_refusal;

/// Answers the calls of one policy on one request. An activation hands on to it what it is asked.
pub struct World<'w> {
    facts: &'w dyn Facts,
    /// Where the policy lives, if it is a namespaced one.
    namespace: Option<&'w str>,
    unanswered: RefCell<Vec<String>>,
    made: RefCell<Vec<Made>>,
}

/// An object that a policy made with `generator.Apply`.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    pub namespace: Text,
    pub object: document::Value,
}

impl<'w> World<'w> {
    /// For a policy of the cluster.
    #[must_use]
    pub fn of_cluster(facts: &'w dyn Facts) -> World<'w> {
        World {
            facts,
            namespace: None,
            unanswered: RefCell::default(),
            made: RefCell::default(),
        }
    }

    /// For a policy that lives in a namespace, and sees that alone.
    #[must_use]
    pub fn of_namespace(facts: &'w dyn Facts, namespace: &'w str) -> World<'w> {
        World {
            namespace: Some(namespace),
            ..World::of_cluster(facts)
        }
    }

    /// Answers a call; nothing if the function is none of Kyverno's.
    pub fn answer<'a>(
        &self,
        function: &str,
        arguments: &[Value<'a>],
        meter: &mut Meter,
    ) -> Option<Result<Value<'a>, Fault>> {
        let receiver = arguments.first().map_or("", Value::type_name);
        let mut rows = ANSWERS.iter();
        let row = rows.find(|row| {
            row.functions.contains(&function) && (row.receiver.is_empty() || row.receiver == receiver)
        })?;
        let call = Call { function, arguments };
        Some((row.answer)(self, &call, meter).map(|value| value.unwrap_or(Value::Null)))
    }

    /// What nobody could answer, if that is what a fault says: a verdict names it.
    #[must_use]
    pub fn unanswered(&self, fault: &Fault) -> Option<String> {
        let text = fault.to_string();
        let questions = self.unanswered.borrow();
        let mut questions = questions.iter();
        questions
            .find(|question| text.strip_prefix(NOBODY) == Some(question))
            .cloned()
    }

    /// What the policy made so far; afterwards it has made nothing.
    pub fn take_made(&self) -> Vec<Made> {
        self.made.take()
    }

    fn ask(&self, question: &Question<'_>) -> Answer {
        self.facts.ask(question)
    }

    /// The fault of a question that nobody answers.
    fn nobody_answers(&self, question: &Question<'_>) -> Fault {
        let question = question.to_string();
        let fault = Fault::new(format!("{NOBODY}{question}"));
        let mut unanswered = self.unanswered.borrow_mut();
        if !unanswered.contains(&question) {
            unanswered.push(question);
        }
        fault
    }
}

const NOBODY: &str = "nobody answers the ";

impl fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "World({:?})", self.namespace)
    }
}

/// What a call is given. The receiver of a method is the first argument.
struct Call<'c, 'a> {
    function: &'c str,
    arguments: &'c [Value<'a>],
}

impl<'a> Call<'_, 'a> {
    fn get(&self, position: usize) -> Option<&Value<'a>> {
        self.arguments.get(position)
    }

    fn text(&self, position: usize) -> Result<&str, Fault> {
        let text = self.get(position).and_then(Value::as_str);
        text.ok_or_else(|| Fault::no_overload_of(self.function, self.arguments))
    }
}

/// How calls of a function are answered.
struct Row {
    /// The type of what the function is called on; empty for one that is called on nothing.
    receiver: &'static str,
    functions: &'static [&'static str],
    answer: Answering,
}

/// The value of an answer; nothing stands for null.
type Answering = for<'a> fn(&World<'_>, &Call<'_, 'a>, &mut Meter) -> Result<Option<Value<'a>>, Fault>;

const ANSWERS: &[Row] = &[
    Row {
        receiver: objects::GENERATOR,
        functions: &["Apply", "apply"],
        answer: generator::apply,
    },
    Row {
        receiver: objects::GLOBAL_CONTEXT,
        functions: &["Get", "get"],
        answer: global_context::get,
    },
    Row {
        receiver: objects::HTTP,
        functions: &["Client", "client"],
        answer: http::client,
    },
    Row {
        receiver: objects::HTTP,
        functions: &["Get", "get"],
        answer: http::get,
    },
    Row {
        receiver: objects::HTTP,
        functions: &["Post", "post"],
        answer: http::post,
    },
    Row {
        receiver: objects::IMAGE_DATA,
        functions: &["GetMetadata", "getMetadata"],
        answer: image_data::get_metadata,
    },
    Row {
        receiver: objects::RESOURCE,
        functions: &["Get", "get"],
        answer: resource::get,
    },
    Row {
        receiver: objects::RESOURCE,
        functions: &["List", "list"],
        answer: resource::list,
    },
    Row {
        receiver: objects::RESOURCE,
        functions: &["Post", "post", "ToGVR", "toGVR"],
        answer: resource::not_offline,
    },
    Row {
        receiver: "",
        functions: &["random", "random.random"],
        answer: chance::random,
    },
    Row {
        receiver: "",
        functions: &["time.now"],
        answer: chance::now,
    },
];

/// A value that came as JSON: all its numbers are doubles.
fn from_json<'a>(value: &document::Value) -> Value<'a> {
    Value::held(&value.renumber(Numbers::AllFloat))
}

#[cfg(test)]
mod tests;
