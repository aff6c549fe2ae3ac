//! `parseServiceAccount`: name and namespace of a service account.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::super::objects::{Field, Record};

/// The type of a service account.
pub(in super::super) const SERVICE_ACCOUNT: &str = "user.ServiceAccount";

pub(super) const FUNCTION: Function = Function {
    name: "parseServiceAccount",
    overloads: &[Overload::function(
        "parse_service_account_string",
        &[Shape::String],
        Shape::Object(SERVICE_ACCOUNT),
        call,
    )],
    summary: "gives `Name` and `Namespace` of the service account that a user is, both empty for another user",
    examples: &[
        Example {
            expression: "parseServiceAccount('system:serviceaccount:shop:bot').Name",
            result: "'bot'",
        },
        Example {
            expression: "parseServiceAccount('alice').Namespace",
            result: "''",
        },
    ],
    ..Function::USUAL
};

/// The same with its name space.
pub(super) const PREFIXED: Function = Function {
    name: "user.parseServiceAccount",
    overloads: &[Overload::function(
        "user_parse_service_account_string",
        &[Shape::String],
        Shape::Object(SERVICE_ACCOUNT),
        call,
    )],
    examples: &[Example {
        expression: "user.parseServiceAccount('system:serviceaccount:shop:bot').Namespace",
        result: "'shop'",
    }],
    ..FUNCTION
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let account = arguments.text(0)?.strip_prefix("system:serviceaccount:");
    let parts = account.and_then(|account| account.split_once(':'));
    let (namespace, name) = parts.unwrap_or_default();
    Ok(Value::opaque(Record {
        type_name: SERVICE_ACCOUNT,
        fields: vec![
            Field {
                name: "Name",
                json: "name",
                value: Value::from(name.to_owned()),
            },
            Field {
                name: "Namespace",
                json: "namespace",
                value: Value::from(namespace.to_owned()),
            },
        ],
    }))
}
