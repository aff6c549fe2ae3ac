//! Context entries: named values that queries of a rule may use.

use sekisho_document::Cursor;

use crate::policy::Located;

/// One entry of a `context` (engine reference §9).
#[derive(Debug, Clone)]
pub struct ContextEntry<'t> {
    pub at: Cursor<'t>,
    pub name: Located<&'t str>,
    pub source: EntrySource<'t>,
}

/// Where the value comes from. Texts may hold `{{ }}`. A null counts as absent.
#[derive(Debug, Clone)]
pub enum EntrySource<'t> {
    Variable {
        value: Option<Cursor<'t>>,
        jmes_path: Option<Cursor<'t>>,
        default: Option<Cursor<'t>>,
    },
    ConfigMap {
        name: Option<Cursor<'t>>,
        namespace: Option<Cursor<'t>>,
    },
    ApiCall(ApiCall<'t>),
    GlobalReference {
        name: Option<Cursor<'t>>,
        jmes_path: Option<Cursor<'t>>,
    },
    ImageRegistry {
        reference: Option<Cursor<'t>>,
        jmes_path: Option<Cursor<'t>>,
    },
    /// No source; refused by the checks.
    Missing,
    /// More than one source, by their field names; refused by the checks.
    Several(Vec<&'static str>),
}

/// A call of the Kubernetes API (`url_path`) or of an HTTP service.
#[derive(Debug, Clone, Copy)]
pub struct ApiCall<'t> {
    /// The whole `apiCall`: variables are substituted in all of it.
    pub at: Cursor<'t>,
    pub url_path: Option<Cursor<'t>>,
    /// `url`, `headers`, `caBundle`.
    pub service: Option<Cursor<'t>>,
    /// `GET` or `POST`.
    pub method: Option<Located<&'t str>>,
    /// List of `key`, `value`.
    pub data: Option<Cursor<'t>>,
    pub jmes_path: Option<Cursor<'t>>,
    pub default: Option<Cursor<'t>>,
}
