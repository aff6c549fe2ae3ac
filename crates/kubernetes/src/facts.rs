//! What a policy may ask about the world, and who answers.

use std::fmt;

use sekisho_document::{Text, Value};

use crate::{Gvk, Gvr, User};

/// The one door to the world. Synchronous: a live cluster runs the evaluation, collects the questions
/// answered [`Answer::Unknown`], fetches them together and evaluates again.
///
/// The same question must get the same answer throughout one request; the evaluation remembers answers,
/// an implementation need not.
pub trait Facts: Sync {
    fn ask(&self, question: &Question<'_>) -> Answer;

    /// Whether there is anybody to ask at all. Kyverno leaves out context entries that nobody could load,
    /// without an error (engine reference §9.4).
    fn offers(&self, _source: Source) -> bool {
        true
    }
}

/// Where the answers of context entries come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    ConfigMaps,
    /// The API server, and HTTP services, which Kyverno asks through the same client.
    Api,
    GlobalContext,
    Images,
}

/// Everything a policy may ask about the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Question<'a> {
    /// The Namespace object.
    Namespace { name: &'a str },
    /// The ConfigMap object.
    ConfigMap { namespace: &'a str, name: &'a str },
    /// One object of the cluster.
    Get {
        resource: &'a Gvr,
        namespace: &'a str,
        name: &'a str,
    },
    /// A List object of the cluster; an empty namespace means all, empty labels mean all.
    List {
        resource: &'a Gvr,
        namespace: &'a str,
        labels: &'a str,
    },
    /// The decoded body of an HTTP answer; of the API server when the URL is a path.
    Http {
        method: &'a str,
        url: &'a str,
        headers: &'a [(Text, Text)],
        body: Option<&'a Value>,
    },
    /// Status and decoded body of an HTTP answer, as Kyverno's expressions see them: `statusCode` beside
    /// `body`, or beside the fields of the answer.
    Response {
        method: &'a str,
        url: &'a str,
        headers: &'a [(Text, Text)],
        body: Option<&'a Value>,
    },
    /// The data of a GlobalContextEntry; an empty projection means the whole.
    GlobalContext { entry: &'a str, projection: &'a str },
    /// Manifest, configuration and digest of an image.
    Image { reference: &'a str },
    /// Whether and how an image is signed.
    Signature { image: &'a str, attestor: &'a Value },
    /// Whether a user may do something: the decision of the authorizer.
    Authorize { user: &'a User, attributes: &'a Value },
    /// The structural schema of a kind that is not built in.
    Schema { kind: &'a Gvk },
    /// The answer of a webhook to an AdmissionReview.
    Webhook { hook: &'a str, review: &'a Value },
    /// The time, as an RFC 3339 text.
    Now,
    /// A text that matches a pattern.
    Random { pattern: &'a str },
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Is(Value),
    /// It is known that there is no such thing.
    Absent,
    /// The world answered with a failure; policies may have a default for that.
    Failed(Text),
    /// Nobody knows. Never taken for a value: it becomes an error verdict that names the question.
    Unknown,
}

impl fmt::Display for Question<'_> {
    /// The question in a user's words, on one line: what an unanswered question is called in a verdict.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Namespace { name } => write!(f, "namespace `{name}`"),
            Question::ConfigMap { namespace, name } => write!(f, "config map `{namespace}/{name}`"),
            Question::Get {
                resource,
                namespace,
                name,
            } => {
                write!(f, "object `{name}` of {}", Place(resource, namespace))
            }
            Question::List {
                resource,
                namespace,
                labels,
            } => {
                write!(f, "list of {}", Place(resource, namespace))?;
                if labels.is_empty() {
                    return Ok(());
                }
                write!(f, " with labels `{labels}`")
            }
            Question::Http { method, url, .. } | Question::Response { method, url, .. } => {
                write!(f, "answer to `{method} {url}`")
            }
            Question::GlobalContext {
                entry,
                projection: "",
            } => {
                write!(f, "global context entry `{entry}`")
            }
            Question::GlobalContext { entry, projection } => {
                write!(f, "projection `{projection}` of global context entry `{entry}`")
            }
            Question::Image { reference } => write!(f, "registry data of image `{reference}`"),
            Question::Signature { image, .. } => write!(f, "signatures of image `{image}`"),
            Question::Authorize { user, .. } => write!(f, "authorization of user `{}`", user.name),
            Question::Schema { kind } => write!(f, "schema of `{}` `{}`", kind.api_version(), kind.kind),
            Question::Webhook { hook, .. } => write!(f, "answer of webhook `{hook}`"),
            Question::Now => f.write_str("current time"),
            Question::Random { pattern } => write!(f, "random text like `{pattern}`"),
        }
    }
}

struct Place<'a>(&'a Gvr, &'a str);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place(resource, namespace) = self;
        write!(f, "`{} {}`", resource.api_version(), resource.resource)?;
        if namespace.is_empty() {
            return Ok(());
        }
        write!(f, " in namespace `{namespace}`")
    }
}

/// A world of which nothing is known.
#[derive(Debug, Clone, Copy)]
pub struct NoFacts;

impl Facts for NoFacts {
    fn ask(&self, _question: &Question<'_>) -> Answer {
        Answer::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_named_in_the_words_of_a_user() {
        let pods = Gvr::new("", "v1", "pods");
        let get = Question::Get {
            resource: &pods,
            namespace: "shop",
            name: "web",
        };
        assert_eq!(get.to_string(), "object `web` of `v1 pods` in namespace `shop`");
        let list = Question::List {
            resource: &pods,
            namespace: "",
            labels: "app=web",
        };
        assert_eq!(list.to_string(), "list of `v1 pods` with labels `app=web`");
        assert_eq!(NoFacts.ask(&list), Answer::Unknown);
    }
}
