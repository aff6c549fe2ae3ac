//! Recorded answers of the API server and of HTTP services (command line reference A6.5).

use sekisho_document::{Text, Value, print};
use sekisho_kubernetes::Answer;
use sekisho_parser::cli_kinds::{ApiCallResponse, MockAddress};

/// One recorded answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// Empty: any.
    pub method: Text,
    /// A URL, or a path of the API.
    pub address: Text,
    pub status: i64,
    pub body: Value,
}

impl Response {
    pub(crate) fn answer(&self) -> Answer {
        if (200..300).contains(&self.status) {
            return Answer::Is(self.body.clone());
        }
        let body = print::go_text(&self.body);
        Answer::Failed(Text::from(format!("HTTP {} {body}", self.status)))
    }

    /// Status and body, whatever the status is.
    pub(crate) fn whole(&self) -> Value {
        let fields = [
            (Text::const_new("statusCode"), Value::Int(self.status)),
            (Text::const_new("body"), self.body.clone()),
        ];
        Value::Map(fields.into_iter().collect())
    }
}

/// The answer to a call: one for exactly its method goes before one for any.
pub(crate) fn find<'r>(responses: &'r [Response], method: &str, address: &str) -> Option<&'r Response> {
    let for_method = |method: &str| {
        responses
            .iter()
            .find(|response| response.address == address && response.method == method)
    };
    for_method(method).or_else(|| for_method(""))
}

/// Why a mock is refused, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MockFault {
    pub at: sekisho_diagnostics::Span,
    pub message: String,
}

/// The mocks of a test.
///
/// # Errors
/// The first that is refused.
pub fn responses_of(mocks: &[ApiCallResponse]) -> Result<Vec<Response>, MockFault> {
    let mut responses: Vec<Response> = Vec::new();
    for mock in mocks {
        let response = response_of(mock).map_err(|message| MockFault {
            at: mock.span,
            message,
        })?;
        let same = |other: &Response| other.address == response.address && other.method == response.method;
        if responses.iter().any(same) {
            return Err(MockFault {
                at: mock.span,
                message: format!("`{}` is answered twice", response.address),
            });
        }
        responses.push(response);
    }
    Ok(responses)
}

fn response_of(mock: &ApiCallResponse) -> Result<Response, String> {
    let address = match &mock.address {
        MockAddress::Url(url) => {
            let rest = ["http://", "https://"]
                .iter()
                .find_map(|scheme| url.value.strip_prefix(scheme));
            if rest.is_none_or(|rest| rest.is_empty() || rest.starts_with('/')) {
                return Err(format!("`{}` is no absolute http(s) URL", url.value));
            }
            &url.value
        }
        MockAddress::Path(path) if path.value.starts_with('/') => &path.value,
        MockAddress::Path(path) => return Err(format!("`{}` does not begin with `/`", path.value)),
        MockAddress::Unclear => {
            return Err("exactly one of `url` and `urlPath` is expected".to_owned());
        }
    };
    if !["", "GET", "POST"].contains(&mock.method.as_str()) {
        return Err(format!("`{}` is no method of an API call", mock.method));
    }
    if !(100..600).contains(&mock.status_code) {
        return Err(format!("{} is no status code", mock.status_code));
    }
    if mock.body.as_map().is_none() {
        let found = mock.body.kind().with_article();
        return Err(format!("`response.body` is expected to be a map, found {found}"));
    }
    Ok(Response {
        method: mock.method.clone(),
        address: address.clone(),
        status: mock.status_code,
        body: mock.body.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_for_the_method_goes_first() {
        let response = |method: &str, status: i64| Response {
            method: Text::new(method),
            address: Text::new("/api/v1/pods"),
            status,
            body: Value::from("x"),
        };
        let responses = [response("", 500), response("GET", 200)];
        let answer = |method: &str| find(&responses, method, "/api/v1/pods").map(Response::answer);
        assert_eq!(answer("GET"), Some(Answer::Is(Value::from("x"))));
        assert_eq!(answer("POST"), Some(Answer::Failed(Text::new("HTTP 500 x"))));
        assert_eq!(find(&responses, "GET", "/api/v1/nodes"), None);
    }
}
