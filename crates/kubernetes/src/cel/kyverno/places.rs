//! The rows of Kyverno's policies in the table of environments (CEL policies reference §9.1, §9.3, §9.4).

use sekisho_cel::{Library, Limits, Release, Rules, library};

use crate::cel::environment::{
    ADMISSION_REQUEST, CHECKED, NAMESPACE_OBJECT, OBJECT, OLD_OBJECT, POLICY_VARIABLES, Place, Row, no_types,
};
use crate::cel::{KUBERNETES, WITHOUT_AUTHORIZER};

/// Extensions of the language that Kubernetes leaves out.
const EXTENSIONS: &[&Library] = &[
    &library::BINDINGS,
    &library::ENCODERS,
    &library::MATH,
    &library::REGEX,
];

/// What generating and deleting policies have of the language.
const LANGUAGE: &[&Library] = &[
    &library::STANDARD,
    &library::STRINGS,
    &library::OPTIONALS,
    &library::SETS,
    &library::LISTS,
];

const VALIDATING: Row = Row {
    place: Place::ValidatingPolicy,
    libraries: &[library::KUBERNETES, KUBERNETES, EXTENSIONS],
    rules: CHECKED,
    limits: Limits::STANDARD,
    budget: None,
    variables: &[
        OBJECT,
        OLD_OBJECT,
        ADMISSION_REQUEST,
        NAMESPACE_OBJECT,
        POLICY_VARIABLES,
    ],
    types: no_types,
    newest: Release(36),
};

const DELETING: Row = Row {
    place: Place::DeletingPolicy,
    libraries: &[LANGUAGE, WITHOUT_AUTHORIZER, EXTENSIONS],
    rules: Rules {
        homogeneous: true,
        literals: false,
    },
    limits: Limits::FREE,
    ..VALIDATING
};

const GENERATING: Row = Row {
    place: Place::GeneratingPolicy,
    rules: Rules {
        homogeneous: false,
        literals: false,
    },
    ..DELETING
};

pub(in crate::cel) const PLACES: &[Row] = &[
    VALIDATING,
    Row {
        place: Place::NamespacedValidatingPolicy,
        ..VALIDATING
    },
    Row {
        place: Place::MutatingPolicy,
        ..VALIDATING
    },
    Row {
        place: Place::NamespacedMutatingPolicy,
        ..VALIDATING
    },
    GENERATING,
    Row {
        place: Place::NamespacedGeneratingPolicy,
        ..GENERATING
    },
    DELETING,
    Row {
        place: Place::NamespacedDeletingPolicy,
        ..DELETING
    },
    Row {
        place: Place::ImageValidatingPolicy,
        ..VALIDATING
    },
    Row {
        place: Place::NamespacedImageValidatingPolicy,
        ..VALIDATING
    },
];
