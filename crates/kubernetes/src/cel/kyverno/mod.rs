//! What Kyverno adds: its libraries, the places of expressions in its policies, and the answers of the world
//! to its functions.

mod generator;
mod global_context;
mod go;
mod gzip;
mod hash;
mod http;
mod image;
mod image_data;
mod image_verify;
mod json;
mod math;
mod objects;
mod or_value;
mod places;
mod random;
mod reading;
mod resource;
mod time;
mod traffic;
mod transform;
mod user;
mod world;
mod x509;
mod yaml;

pub use generator::{GENERATOR, GENERATOR_NAMESPACED};
pub use global_context::GLOBAL_CONTEXT;
pub use gzip::GZIP;
pub use hash::HASH;
pub use http::HTTP;
pub use image::IMAGE;
pub use image_data::IMAGE_DATA;
pub use image_verify::IMAGE_VERIFY;
pub use json::JSON;
pub use math::MATH;
pub use objects::{Field, Record, exceptions, receiver};
pub use or_value::OR_VALUE;
pub use random::RANDOM;
pub use resource::{RESOURCE, RESOURCE_NAMESPACED};
pub use time::TIME;
pub use traffic::{
    ENVOY, ENVOY_RESPONSE, HTTP_ANSWERS, HTTP_RESPONSE, Refusal, TrafficAnswer, envoy_request, http_request,
};
pub use transform::TRANSFORM;
pub use user::USER;
pub use world::{Made, World, http_refusal};
pub use x509::X509;
pub use yaml::YAML;

pub(super) use places::PLACES;

#[cfg(test)]
mod tests;
