//! The value of `request` in Kyverno's own kinds: the admission request as JSON.

use sekisho_document::{Numbers, Value};
use sekisho_kubernetes::Request;

/// The request as expressions see it (CEL policies reference §9.3). Its objects went through JSON, so whole
/// numbers are whole, whatever they are in `object`.
#[must_use]
pub fn document(request: &Request) -> Value {
    let mut value = request.to_value();
    if let Value::Map(map) = &mut value {
        for key in ["object", "oldObject"] {
            if let Some(object) = map.get(key) {
                let object = object.renumber(Numbers::AsWritten);
                map.insert(key, object);
            }
        }
    }
    value
}

/// The request as the API server gives it to its own policies: without the objects.
#[must_use]
pub fn without_objects(request: &Request) -> Value {
    let mut value = Request {
        object: None,
        old_object: None,
        ..request.clone()
    }
    .to_value();
    if let Value::Map(map) = &mut value {
        for hidden in ["uid", "object", "oldObject"] {
            map.remove(hidden);
        }
    }
    value
}
