//! Answers that API calls and global context entries get in a test.

use sekisho_diagnostics::{Diagnostic, Span};
use sekisho_document::{Cursor, Text, Value};

use super::{owned, text, texts};
use crate::look::{Look, entry};
use crate::policy::Located;

/// One entry of `apiCallResponses` (command line reference A6.5).
#[derive(Debug, Clone)]
pub struct ApiCallResponse {
    pub span: Span,
    pub address: MockAddress,
    /// `GET`, `POST`, or empty: any.
    pub method: Text,
    /// 200 when it is not said.
    pub status_code: i64,
    pub body: Value,
}

/// What the call asks.
#[derive(Debug, Clone)]
pub enum MockAddress {
    /// An HTTP service.
    Url(Located<Text>),
    /// A path of the Kubernetes API.
    Path(Located<Text>),
    /// Neither or both; refused.
    Unclear,
}

impl MockAddress {
    /// The address or the path.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            MockAddress::Url(text) | MockAddress::Path(text) => Some(&text.value),
            MockAddress::Unclear => None,
        }
    }
}

/// One entry of `globalContextEntries` (A6.6).
#[derive(Debug, Clone)]
pub struct GlobalEntryMock {
    pub span: Span,
    pub name: Located<Text>,
    pub data: MockData,
    /// JMESPath that picks the value.
    pub field_path: Option<Located<Text>>,
    pub projections: Vec<ProjectionMock>,
}

/// Where the value comes from.
#[derive(Debug, Clone)]
pub enum MockData {
    Data(Value),
    Resources(Vec<Value>),
    ResourceFiles(Vec<Located<Text>>),
    /// None or several; refused.
    Unclear,
}

/// A named part of the value.
#[derive(Debug, Clone)]
pub struct ProjectionMock {
    pub name: Located<Text>,
    pub path: Located<Text>,
}

/// What is wrong with the mocks of a test (A6.5, A6.6).
pub(super) fn faults(responses: &[ApiCallResponse], entries: &[GlobalEntryMock]) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut said = |message: String, span: Span, help: &str| {
        faults.push(Diagnostic::error("bad-mock", message).at(span).help(help));
    };
    for (index, response) in responses.iter().enumerate() {
        match &response.address {
            MockAddress::Unclear => said(
                "the answer is for neither or both of `url` and `urlPath`".to_owned(),
                response.span,
                "keep `urlPath` for the Kubernetes API, `url` for another server",
            ),
            MockAddress::Url(url) if !is_url(&url.value) => {
                said(
                    format!("`{}` is no HTTP address", url.value),
                    url.span,
                    "write `https://host/…`",
                );
            }
            MockAddress::Path(path) if !path.value.starts_with('/') => {
                said(
                    format!("the path `{}` does not begin with `/`", path.value),
                    path.span,
                    "write `/api/…`",
                );
            }
            MockAddress::Url(_) | MockAddress::Path(_) => {}
        }
        if response.body.as_map().is_none() {
            let message = format!(
                "the body of the answer is {}, expected a map",
                response.body.kind().with_article()
            );
            said(
                message,
                response.span,
                "write the whole answer: a list of the API is `{items: […]}`",
            );
        }
        if !(100..=599).contains(&response.status_code) {
            let message = format!("{} is no HTTP status", response.status_code);
            said(message, response.span, "write a status from 100 to 599");
        }
        let same = |other: &&ApiCallResponse| {
            other.method == response.method && other.address.text() == response.address.text()
        };
        let is_clear = response.address.text().is_some();
        if is_clear && responses.iter().take(index).any(|other| same(&other)) {
            said(
                "the same call is answered twice".to_owned(),
                response.span,
                "keep one of the answers",
            );
        }
    }
    for entry in entries
        .iter()
        .filter(|entry| matches!(entry.data, MockData::Unclear))
    {
        said(
            format!(
                "the entry `{}` has no data, or several sorts of it",
                entry.name.value
            ),
            entry.span,
            "keep one of `data`, `resources` and `resourceFiles`",
        );
    }
    faults
}

fn is_url(text: &str) -> bool {
    ["http://", "https://"]
        .into_iter()
        .filter_map(|scheme| text.strip_prefix(scheme))
        .any(|rest| !rest.is_empty() && !rest.starts_with('/'))
}

pub(super) fn api_call_responses(look: &mut Look, at: Cursor<'_>) -> Vec<ApiCallResponse> {
    let maps = look.maps(at, "apiCallResponses");
    maps.into_iter().map(|at| api_call_response(look, at)).collect()
}

fn api_call_response(look: &mut Look, at: Cursor<'_>) -> ApiCallResponse {
    let response = look.map(at, "response");
    let address = match (text(look, at, "url"), text(look, at, "urlPath")) {
        (Some(url), None) => MockAddress::Url(url),
        (None, Some(path)) => MockAddress::Path(path),
        (None, None) | (Some(_), Some(_)) => MockAddress::Unclear,
    };
    ApiCallResponse {
        span: at.span(),
        address,
        method: Text::new(look.text_or_empty(at, "method").value),
        status_code: response
            .and_then(|response| look.number(response, "statusCode"))
            .map_or(200, |code| code.value),
        body: response
            .and_then(|response| entry(response, "body"))
            .map(|body| body.value.clone())
            .unwrap_or_default(),
    }
}

pub(super) fn global_context_entries(look: &mut Look, at: Cursor<'_>) -> Vec<GlobalEntryMock> {
    let maps = look.maps(at, "globalContextEntries");
    maps.into_iter()
        .map(|at| global_context_entry(look, at))
        .collect()
}

fn global_context_entry(look: &mut Look, at: Cursor<'_>) -> GlobalEntryMock {
    let projections = look.maps(at, "projections");
    let data = entry(at, "data").map(|data| data.value.clone());
    let resources = look.list(at, "resources");
    let files = look.list(at, "resourceFiles");
    let data = match (data, resources, files) {
        (Some(data), None, None) => MockData::Data(data),
        (None, Some(list), None) => {
            MockData::Resources(list.items().map(|item| item.value.clone()).collect())
        }
        (None, None, Some(_)) => MockData::ResourceFiles(texts(look, at, "resourceFiles")),
        _ => MockData::Unclear,
    };
    GlobalEntryMock {
        span: at.span(),
        name: owned(look.text_or_empty(at, "name")),
        data,
        field_path: text(look, at, "fieldPath"),
        projections: projections
            .into_iter()
            .map(|at| ProjectionMock {
                name: owned(look.text_or_empty(at, "name")),
                path: owned(look.text_or_empty(at, "path")),
            })
            .collect(),
    }
}
