//! The rows of Kyverno's policies in the table of environments (CEL policies reference §9.1, §9.3, §9.4).

use sekisho_cel::{Engine, Environment, Library, Limits, Release, Rules, Shape, library};
use sekisho_document::Text;

use super::{
    ENVOY, GENERATOR, GENERATOR_NAMESPACED, GLOBAL_CONTEXT, GZIP, HASH, HTTP, HTTP_ANSWERS, IMAGE,
    IMAGE_DATA, IMAGE_VERIFY, JSON, MATH, OR_VALUE, RANDOM, RESOURCE, RESOURCE_NAMESPACED, TIME, TRANSFORM,
    USER, X509, YAML, objects, traffic, user,
};
use crate::cel::environment::{
    ADMISSION_REQUEST, CHECKED, NAMESPACE_OBJECT, OBJECT, OLD_OBJECT, POLICY_VARIABLES, Place, Row, Variable,
};
use crate::cel::objects::{REQUEST, REQUEST_FIELDS};
use crate::cel::{JSON_PATCH, KUBERNETES, VariableTypes, WITHOUT_AUTHORIZER, jsonpatch};

/// Extensions of the language that Kubernetes leaves out.
const EXTENSIONS: &[&Library] = &[
    &library::BINDINGS,
    &library::ENCODERS,
    &library::MATH,
    &library::PROTOS,
    &library::REGEX,
];

/// What generating and deleting policies have of the language.
const LANGUAGE: &[&Library] = &[
    &library::STANDARD_NEWER,
    &library::STANDARD,
    &library::STRINGS,
    &library::OPTIONALS,
    &library::SETS,
    &library::LISTS,
];

/// Kyverno is built with a newer release of the language than the API server.
const NEWER: &[&Library] = &[&library::STANDARD_NEWER];

/// What all policies of Kyverno have.
const COMMON: &[&Library] = &[
    &GLOBAL_CONTEXT,
    &GZIP,
    &HASH,
    &HTTP,
    &IMAGE,
    &IMAGE_DATA,
    &JSON,
    &MATH,
    &RANDOM,
    &TIME,
    &TRANSFORM,
    &YAML,
];

const OF_CLUSTER: &[&Library] = &[&RESOURCE];
const OF_NAMESPACE: &[&Library] = &[&RESOURCE_NAMESPACED];

const fn receiver(name: &'static str, type_name: &'static str) -> Variable {
    Variable {
        name,
        shape: Shape::Object(type_name),
    }
}

const GLOBAL_CONTEXT_OBJECT: Variable = receiver("globalContext", objects::GLOBAL_CONTEXT);
const HTTP_OBJECT: Variable = receiver("http", objects::HTTP);
const IMAGE_OBJECT: Variable = receiver("image", objects::IMAGE_DATA);
const JSON_OBJECT: Variable = receiver("json", objects::JSON);
const RESOURCE_OBJECT: Variable = receiver("resource", objects::RESOURCE);
const YAML_OBJECT: Variable = receiver("yaml", objects::YAML);
const GENERATOR_OBJECT: Variable = receiver("generator", objects::GENERATOR);
const EXCEPTIONS: Variable = receiver("exceptions", objects::EXCEPTION);

/// The images of the object by the name of their extractor, and what the policy knows to verify them with.
const IMAGES: Variable = Variable {
    name: "images",
    shape: Shape::Map(&Shape::String, &Shape::List(&Shape::String)),
};
const ATTESTATIONS: Variable = Variable {
    name: "attestations",
    shape: Shape::Map(&Shape::String, &Shape::Dyn),
};
const ATTESTORS: Variable = Variable {
    name: "attestors",
    shape: Shape::Map(&Shape::String, &Shape::Dyn),
};

/// Of a type that nothing is known of, so that no field of it can be named.
const UNKNOWN_EXCEPTIONS: Variable = receiver("exceptions", "compiler.Exception");

const VARIABLES: &[Variable] = &[
    OBJECT,
    OLD_OBJECT,
    ADMISSION_REQUEST,
    NAMESPACE_OBJECT,
    POLICY_VARIABLES,
    EXCEPTIONS,
    GLOBAL_CONTEXT_OBJECT,
    HTTP_OBJECT,
    IMAGE_OBJECT,
    JSON_OBJECT,
    RESOURCE_OBJECT,
    YAML_OBJECT,
];

const VALIDATING: Row = Row {
    place: Place::ValidatingPolicy,
    libraries: &[
        NEWER,
        library::KUBERNETES,
        KUBERNETES,
        EXTENSIONS,
        COMMON,
        OF_CLUSTER,
        &[&OR_VALUE, &USER, &X509],
    ],
    rules: CHECKED,
    limits: Limits::STANDARD,
    variables: VARIABLES,
    types: declare,
    newest: NEWEST,
};

const NAMESPACED_VALIDATING: Row = Row {
    place: Place::NamespacedValidatingPolicy,
    libraries: &[
        NEWER,
        library::KUBERNETES,
        KUBERNETES,
        EXTENSIONS,
        COMMON,
        OF_NAMESPACE,
        &[&OR_VALUE, &USER, &X509],
    ],
    ..VALIDATING
};

/// Kyverno is built with the libraries of Kubernetes 1.36.
const NEWEST: Release = Release(36);

const DELETING: Row = Row {
    place: Place::DeletingPolicy,
    libraries: &[
        LANGUAGE,
        WITHOUT_AUTHORIZER,
        EXTENSIONS,
        COMMON,
        OF_CLUSTER,
        &[&OR_VALUE, &X509],
    ],
    rules: Rules {
        homogeneous: true,
        literals: false,
    },
    limits: Limits::FREE,
    types: declare_with_patches,
    variables: &[
        OBJECT,
        OLD_OBJECT,
        ADMISSION_REQUEST,
        NAMESPACE_OBJECT,
        POLICY_VARIABLES,
        UNKNOWN_EXCEPTIONS,
        GLOBAL_CONTEXT_OBJECT,
        HTTP_OBJECT,
        IMAGE_OBJECT,
        JSON_OBJECT,
        RESOURCE_OBJECT,
        YAML_OBJECT,
    ],
    ..VALIDATING
};

const GENERATING: Row = Row {
    place: Place::GeneratingPolicy,
    libraries: &[
        LANGUAGE,
        WITHOUT_AUTHORIZER,
        EXTENSIONS,
        COMMON,
        OF_CLUSTER,
        &[&GENERATOR, &OR_VALUE, &X509],
    ],
    rules: Rules {
        homogeneous: false,
        literals: false,
    },
    variables: &[
        OBJECT,
        OLD_OBJECT,
        ADMISSION_REQUEST,
        NAMESPACE_OBJECT,
        POLICY_VARIABLES,
        EXCEPTIONS,
        GENERATOR_OBJECT,
        GLOBAL_CONTEXT_OBJECT,
        HTTP_OBJECT,
        IMAGE_OBJECT,
        JSON_OBJECT,
        RESOURCE_OBJECT,
        YAML_OBJECT,
    ],
    types: declare,
    ..DELETING
};

const IMAGE_VALIDATING: Row = Row {
    place: Place::ImageValidatingPolicy,
    libraries: &[
        NEWER,
        library::KUBERNETES,
        KUBERNETES,
        EXTENSIONS,
        COMMON,
        OF_CLUSTER,
        &[&IMAGE_VERIFY, &USER],
    ],
    variables: &[
        OBJECT,
        OLD_OBJECT,
        ADMISSION_REQUEST,
        NAMESPACE_OBJECT,
        POLICY_VARIABLES,
        ATTESTATIONS,
        ATTESTORS,
        GLOBAL_CONTEXT_OBJECT,
        HTTP_OBJECT,
        IMAGE_OBJECT,
        IMAGES,
        JSON_OBJECT,
        RESOURCE_OBJECT,
        YAML_OBJECT,
    ],
    ..VALIDATING
};

/// What policies for requests have: the request, and what they answer to it.
const TRAFFIC: Row = Row {
    place: Place::EnvoyPolicy,
    libraries: &[
        NEWER,
        library::KUBERNETES,
        KUBERNETES,
        EXTENSIONS,
        COMMON,
        OF_CLUSTER,
        &[&ENVOY, &OR_VALUE, &USER, &X509],
    ],
    variables: &[
        OBJECT,
        POLICY_VARIABLES,
        GLOBAL_CONTEXT_OBJECT,
        HTTP_OBJECT,
        IMAGE_OBJECT,
        JSON_OBJECT,
        RESOURCE_OBJECT,
        YAML_OBJECT,
    ],
    types: declare_answers,
    ..VALIDATING
};

pub(in crate::cel) const PLACES: &[Row] = &[
    VALIDATING,
    NAMESPACED_VALIDATING,
    TRAFFIC,
    Row {
        place: Place::HttpPolicy,
        libraries: &[
            NEWER,
            library::KUBERNETES,
            KUBERNETES,
            EXTENSIONS,
            COMMON,
            OF_CLUSTER,
            &[&HTTP_ANSWERS, &OR_VALUE, &USER, &X509],
        ],
        ..TRAFFIC
    },
    Row {
        place: Place::MutatingPolicy,
        libraries: &[
            NEWER,
            library::KUBERNETES,
            KUBERNETES,
            EXTENSIONS,
            COMMON,
            OF_CLUSTER,
            &[&JSON_PATCH, &OR_VALUE, &USER, &X509],
        ],
        types: declare_with_patches,
        ..VALIDATING
    },
    Row {
        place: Place::NamespacedMutatingPolicy,
        libraries: &[
            NEWER,
            library::KUBERNETES,
            KUBERNETES,
            EXTENSIONS,
            COMMON,
            OF_NAMESPACE,
            &[&JSON_PATCH, &OR_VALUE, &USER, &X509],
        ],
        types: declare_with_patches,
        ..VALIDATING
    },
    GENERATING,
    Row {
        place: Place::NamespacedGeneratingPolicy,
        libraries: &[
            LANGUAGE,
            WITHOUT_AUTHORIZER,
            EXTENSIONS,
            COMMON,
            OF_NAMESPACE,
            &[&GENERATOR_NAMESPACED, &OR_VALUE, &X509],
        ],
        ..GENERATING
    },
    DELETING,
    Row {
        place: Place::NamespacedDeletingPolicy,
        libraries: &[
            LANGUAGE,
            WITHOUT_AUTHORIZER,
            EXTENSIONS,
            COMMON,
            OF_NAMESPACE,
            &[&OR_VALUE, &X509],
        ],
        ..DELETING
    },
    IMAGE_VALIDATING,
    Row {
        place: Place::NamespacedImageValidatingPolicy,
        libraries: &[
            NEWER,
            library::KUBERNETES,
            KUBERNETES,
            EXTENSIONS,
            COMMON,
            OF_NAMESPACE,
            &[&IMAGE_VERIFY, &USER],
        ],
        ..IMAGE_VALIDATING
    },
];

/// Answers to requests, too.
fn declare_answers(environment: &mut Environment) {
    declare(environment);
    for name in traffic::TYPES {
        environment.declare_object(name, []);
    }
}

/// What mutations write, too.
fn declare_with_patches(environment: &mut Environment) {
    declare(environment);
    jsonpatch::declare(environment);
}

/// Requests show their objects, which those of the API server do not; and the types of Kyverno's own.
fn declare(environment: &mut Environment) {
    environment.engine = Engine::V031;
    VariableTypes::default().declare(environment);
    const OBJECTS: &[(&str, Shape)] = &[("object", Shape::Dyn), ("oldObject", Shape::Dyn)];
    let texts = Shape::List(&Shape::String);
    let mut declare = |name: &str, fields: &[(&'static str, Shape)]| {
        let fields = fields.iter();
        environment.declare_object(
            name,
            fields.map(|(field, shape)| (Text::const_new(field), shape.to_type())),
        );
    };
    declare(REQUEST, &[REQUEST_FIELDS, OBJECTS].concat());
    declare(
        objects::EXCEPTION,
        &[("allowedImages", texts), ("allowedValues", texts)],
    );
    declare(
        user::SERVICE_ACCOUNT,
        &[("Name", Shape::String), ("Namespace", Shape::String)],
    );
    for (_, type_name) in objects::RECEIVERS {
        declare(type_name, &[]);
    }
}
