//! The steps from the authorizer to a question.

use std::sync::Arc;

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::Text;

use super::values::{Authorizer, GroupCheck, PathCheck, ResourceCheck};
use super::{AUTHORIZER, GROUP_CHECK, PATH_CHECK, RESOURCE_CHECK, SINCE};
use crate::{User, validation};

pub(super) const GROUP: Function = Function {
    name: "group",
    since: SINCE,
    overloads: &[Overload::method(
        "authorizer_group",
        &[AUTHORIZER, Shape::String],
        GROUP_CHECK,
        group,
    )],
    summary: "asks about an API group",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const NAME: Function = Function {
    name: "name",
    since: SINCE,
    overloads: &[Overload::method(
        "resourcecheck_name",
        &[RESOURCE_CHECK, Shape::String],
        RESOURCE_CHECK,
        name,
    )],
    summary: "asks about one object by its name",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const NAMESPACE: Function = Function {
    name: "namespace",
    since: SINCE,
    overloads: &[Overload::method(
        "resourcecheck_namespace",
        &[RESOURCE_CHECK, Shape::String],
        RESOURCE_CHECK,
        namespace,
    )],
    summary: "asks about one namespace",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const PATH: Function = Function {
    name: "path",
    since: SINCE,
    overloads: &[Overload::method(
        "authorizer_path",
        &[AUTHORIZER, Shape::String],
        PATH_CHECK,
        path,
    )],
    summary: "asks about a path of the API server that is no resource",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const RESOURCE: Function = Function {
    name: "resource",
    since: SINCE,
    overloads: &[Overload::method(
        "groupcheck_resource",
        &[GROUP_CHECK, Shape::String],
        RESOURCE_CHECK,
        resource,
    )],
    summary: "asks about a resource of an API group",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const SERVICE_ACCOUNT: Function = Function {
    name: "serviceAccount",
    since: SINCE,
    overloads: &[Overload::method(
        "authorizer_serviceaccount",
        &[AUTHORIZER, Shape::String, Shape::String],
        AUTHORIZER,
        service_account,
    )],
    summary: "asks about a service account, by namespace and name, in place of the user of the request",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const SUBRESOURCE: Function = Function {
    name: "subresource",
    since: SINCE,
    overloads: &[Overload::method(
        "resourcecheck_subresource",
        &[RESOURCE_CHECK, Shape::String],
        RESOURCE_CHECK,
        subresource,
    )],
    summary: "asks about a subresource, such as `status`",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

/// No example can be run without an authorizer.
pub(super) const NEEDS_AN_AUTHORIZER: &[Example] = &[];

fn text(arguments: &Arguments<'_, '_>, position: usize) -> Result<Text, Fault> {
    arguments.text(position).map(Text::new)
}

fn path<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (authorizer, path) = (arguments.opaque::<Authorizer>(0)?.clone(), text(arguments, 1)?);
    match path.trim() {
        "" => Err(Fault::fixed("path must not be empty")),
        _ => Ok(Value::opaque(PathCheck { authorizer, path })),
    }
}

fn group<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (authorizer, group) = (arguments.opaque::<Authorizer>(0)?.clone(), text(arguments, 1)?);
    Ok(Value::opaque(GroupCheck { authorizer, group }))
}

fn service_account<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    arguments.opaque::<Authorizer>(0)?;
    let (namespace, name) = (arguments.text(1)?, arguments.text(2)?);
    if !validation::dns1123_subdomain(name).is_empty() {
        return Err(Fault::fixed("Invalid service account name"));
    }
    if !validation::dns1123_label(namespace).is_empty() {
        return Err(Fault::fixed("Invalid service account namespace"));
    }
    let user = User {
        name: Text::from(format!("system:serviceaccount:{namespace}:{name}")),
        groups: vec![
            Text::const_new("system:serviceaccounts"),
            Text::from(format!("system:serviceaccounts:{namespace}")),
        ],
        ..User::default()
    };
    Ok(Value::opaque(Authorizer {
        user: Some(Arc::new(user)),
    }))
}

fn resource<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (check, resource) = (arguments.opaque::<GroupCheck>(0)?, text(arguments, 1)?);
    if resource.trim().is_empty() {
        return Err(Fault::fixed("resource must not be empty"));
    }
    Ok(Value::opaque(ResourceCheck {
        authorizer: check.authorizer.clone(),
        group: check.group.clone(),
        resource,
        ..ResourceCheck::default()
    }))
}

fn subresource<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (check, subresource) = (arguments.opaque::<ResourceCheck>(0)?.clone(), text(arguments, 1)?);
    Ok(Value::opaque(ResourceCheck { subresource, ..check }))
}

fn namespace<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (check, namespace) = (arguments.opaque::<ResourceCheck>(0)?.clone(), text(arguments, 1)?);
    Ok(Value::opaque(ResourceCheck { namespace, ..check }))
}

fn name<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (check, name) = (arguments.opaque::<ResourceCheck>(0)?.clone(), text(arguments, 1)?);
    Ok(Value::opaque(ResourceCheck { name, ..check }))
}
