//! What Kubernetes knows without policies: requests, kinds, selectors, quantities, versions.

mod facts;
mod gvk;
mod profile;
mod request;
mod review;
mod version;

pub use facts::{Answer, Facts, NoFacts, Question};
pub use gvk::{Gvk, Gvr, join_api_version, split_api_version};
pub use profile::{Limits, Order, Profile};
pub use request::{Request, Requested, User, Verb};
pub use review::{Review, ReviewVersion};
pub use version::Version;
