//! Web addresses.

mod is_url;
mod methods;
mod url_of_text;

use std::any::Any;

use sekisho_cel::{Bounds, CallEstimate, Function, Library, Opaque, Operands, Shape, Value};

use crate::url::{Url, UrlError};

/// Web addresses.
pub const URL: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    methods::GET_ESCAPED_PATH,
    methods::GET_HOST,
    methods::GET_HOSTNAME,
    methods::GET_PORT,
    methods::GET_QUERY,
    methods::GET_SCHEME,
    is_url::FUNCTION,
    url_of_text::FUNCTION,
];

/// The name of the type.
pub(super) const TYPE: &str = "kubernetes.URL";
const SHAPE: Shape = Shape::Object(TYPE);

/// An address as a value of an expression.
#[derive(Debug, Clone)]
pub struct UrlValue(pub Url);

impl Opaque for UrlValue {
    fn type_name(&self) -> &str {
        TYPE
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        let other: &UrlValue = other.as_opaque()?;
        Some(self.0.to_string() == other.0.to_string())
    }

    fn text(&self) -> Option<String> {
        Some(self.0.to_string())
    }

    fn bytes(&self) -> usize {
        let url = &self.0;
        let parts = [
            &url.scheme,
            &url.opaque,
            &url.user,
            &url.host,
            &url.path,
            &url.raw_path,
            &url.raw_query,
            &url.fragment,
            &url.raw_fragment,
        ];
        256 + parts.map(String::len).iter().sum::<usize>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What `==` of two addresses may cost: they are compared as texts.
pub(super) fn comparing(operands: &Operands<'_>) -> CallEstimate {
    let size = operands.size(0).or(operands.size(1));
    let texts = Bounds {
        least: 1,
        greatest: size.greatest,
    };
    CallEstimate::of(texts.times(0.1))
}

/// Reads an absolute address or an absolute path.
fn read(text: &str) -> Result<Url, UrlError> {
    Url::check_request(text)?;
    Url::parse(text)
}
