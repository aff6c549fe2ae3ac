//! What Kubernetes knows without policies: requests, kinds, selectors, quantities, versions.

mod address;
pub mod cel;
pub mod certificate;
mod codes;
mod facts;
mod gvk;
mod hex;
pub mod image;
pub mod jmespath;
mod kind_selector;
mod kinds;
pub mod pod_security;
mod power;
mod profile;
mod quantity;
pub mod random;
mod request;
pub mod resource;
mod review;
pub mod schema;
pub mod selector;
pub mod semver;
pub mod time;
pub mod url;
pub mod validation;
mod version;
pub mod wildcard;

pub use codes::CODES;
pub use facts::{Answer, Facts, NoFacts, Question, Source};
pub use gvk::{Gvk, Gvr, join_api_version, split_api_version};
pub use kind_selector::KindSelector;
pub use kinds::{
    Action, Actions, ApiResource, Definition, DefinitionVersion, Kinds, Origin, Scope, Subresource,
    guess_plural,
};
pub use profile::{Limits, Order, Profile};
pub use quantity::{Format, LONGEST as LONGEST_QUANTITY, Quantity, QuantityError};
pub use request::{Request, Requested, User, Verb};
pub use review::{Review, ReviewVersion};
pub use schema::Schema;
pub use sekisho_document::duration::{Duration, DurationError};
pub use sekisho_document::regex;
pub use selector::{KyvernoSelector, Selector, SelectorError};
pub use version::Version;
