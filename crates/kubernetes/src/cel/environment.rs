//! Which libraries, variables and rules an expression has, by the place where it stands: one row each.

use sekisho_cel::library::{self, estimate};
use sekisho_cel::{Environment, Estimate, Library, Limits, Release, Rules, Shape};

use super::authz::{self, AUTHORIZER, RESOURCE_CHECK};
use super::objects::{self, NAMESPACE, REQUEST};
use super::variables::VARIABLES;
use super::{JSON_PATCH, KUBERNETES, cidr, format, ip, jsonpatch, kyverno, quantity, semver, url};

/// Where an expression stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Validations, variables, match conditions and audit annotations of a ValidatingAdmissionPolicy.
    Validation,
    /// The same in a policy without `paramKind`.
    ValidationWithoutParameters,
    /// `messageExpression` of a ValidatingAdmissionPolicy.
    Message,
    /// The same in a policy without `paramKind`.
    MessageWithoutParameters,
    /// Match conditions of webhooks.
    WebhookCondition,
    /// Mutations, variables and match conditions of a MutatingAdmissionPolicy.
    Mutation,
    /// The same in a policy without `paramKind`.
    MutationWithoutParameters,
    /// `validate.cel` of a classic policy of Kyverno.
    Classic,
    /// The same in a policy without `paramKind`.
    ClassicWithoutParameters,
    /// Where the API server warns of expressions that do not fit the kinds they are for: the types of
    /// `object`, `oldObject` and `params` are declared anew for each kind.
    TypeCheck,
    /// A ValidatingPolicy of Kyverno.
    ValidatingPolicy,
    NamespacedValidatingPolicy,
    /// A ValidatingPolicy for requests of Envoy.
    EnvoyPolicy,
    /// A ValidatingPolicy for HTTP requests.
    HttpPolicy,
    /// A MutatingPolicy of Kyverno.
    MutatingPolicy,
    NamespacedMutatingPolicy,
    /// A GeneratingPolicy of Kyverno.
    GeneratingPolicy,
    NamespacedGeneratingPolicy,
    /// A DeletingPolicy of Kyverno.
    DeletingPolicy,
    NamespacedDeletingPolicy,
    /// An ImageValidatingPolicy of Kyverno.
    ImageValidatingPolicy,
    NamespacedImageValidatingPolicy,
}

/// What an expression in a place has.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub place: Place,
    pub libraries: &'static [&'static [&'static Library]],
    pub rules: Rules,
    pub limits: Limits,
    /// In the order of their slots: what an activation is asked for by number.
    pub variables: &'static [Variable],
    /// Declares the object types beside those of requests and namespaces.
    pub types: fn(&mut Environment),
    /// The newest release whose functions are there, for stored expressions too: libraries are those of the
    /// server that is linked in.
    pub newest: Release,
}

/// A variable of a place.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    pub name: &'static str,
    pub shape: Shape,
}

/// What an expression in a place may mention at a release; [`Release::STORED`] for expressions that are
/// stored already, which is what a cluster evaluates.
///
/// Building one costs about as much as compiling a few expressions: build it once for a set of policies and
/// share it. A policy with variables takes a clone and adds their types with
/// [`super::VariableTypes::declare`] after each variable that it compiles, because each may use those before
/// it. The slot of a variable is its position in [`Row::variables`]. On the API server a policy without
/// variables has no `variables` either.
#[must_use]
pub fn environment(place: Place, release: Release) -> Environment {
    let row = row(place);
    let libraries: Vec<&Library> = row.libraries.iter().copied().flatten().copied().collect();
    let mut environment = Environment::new(&libraries, release.min(row.newest), row.rules, row.limits);
    for variable in row.variables {
        environment.declare_variable(variable.name, variable.shape.to_type());
    }
    objects::declare(&mut environment);
    (row.types)(&mut environment);
    prepare(&mut environment);
    environment
}

/// Declares what the libraries of Kubernetes need besides their functions, for environments that are built
/// of them without a place.
pub fn prepare(environment: &mut Environment) {
    for (name, comparing) in COMPARING {
        environment.estimate_equality(name, *comparing);
    }
    for name in authz::TYPES {
        environment.estimate_equality(name, estimate::one);
    }
    for shape in [cidr::SHAPE, ip::SHAPE] {
        if let Shape::Opaque(name) = shape {
            environment.declare_type(name, shape.to_type());
        }
    }
}

/// What `==` of values of a type may cost, where it is not by their sizes.
const COMPARING: &[(&str, Estimate)] = &[
    (cidr::TYPE, estimate::one),
    (format::TYPE, format::comparing),
    (ip::TYPE, estimate::one),
    (quantity::TYPE, estimate::one),
    (semver::TYPE, estimate::one),
    (url::TYPE, url::comparing),
];

/// The row of a place.
#[must_use]
pub fn row(place: Place) -> &'static Row {
    let mut rows = PLACES.iter().chain(kyverno::PLACES);
    rows.find(|row| row.place == place).unwrap_or(&VALIDATION)
}

/// The rules of the API server.
pub(super) const CHECKED: Rules = Rules {
    homogeneous: true,
    literals: true,
};

pub(super) const BASE: &[&[&Library]] = &[library::KUBERNETES, KUBERNETES];

const fn variable(name: &'static str, shape: Shape) -> Variable {
    Variable { name, shape }
}

pub(super) const OBJECT: Variable = variable("object", Shape::Dyn);
pub(super) const OLD_OBJECT: Variable = variable("oldObject", Shape::Dyn);
pub(super) const ADMISSION_REQUEST: Variable = variable("request", Shape::Object(REQUEST));
pub(super) const NAMESPACE_OBJECT: Variable = variable("namespaceObject", Shape::Object(NAMESPACE));
pub(super) const POLICY_VARIABLES: Variable = variable("variables", Shape::Object(VARIABLES));
const PARAMETERS: Variable = variable("params", Shape::Dyn);
const THE_AUTHORIZER: Variable = variable("authorizer", AUTHORIZER);
/// One name with a dot in it, not a field.
const RESOURCE_OF_REQUEST: Variable = variable("authorizer.requestResource", RESOURCE_CHECK);

/// Kyverno links a function into the language that takes values without an option (CEL policies reference
/// §9.1).
const CLASSIC: &[&[&Library]] = &[library::KUBERNETES, KUBERNETES, &[&kyverno::OR_VALUE]];

const VALIDATION: Row = Row {
    place: Place::Validation,
    libraries: BASE,
    rules: CHECKED,
    limits: Limits::STANDARD,
    variables: &[
        OBJECT,
        OLD_OBJECT,
        ADMISSION_REQUEST,
        NAMESPACE_OBJECT,
        THE_AUTHORIZER,
        RESOURCE_OF_REQUEST,
        PARAMETERS,
    ],
    types: no_types,
    newest: Release::STORED,
};

const WITHOUT_PARAMETERS: &[Variable] = &[
    OBJECT,
    OLD_OBJECT,
    ADMISSION_REQUEST,
    NAMESPACE_OBJECT,
    THE_AUTHORIZER,
    RESOURCE_OF_REQUEST,
];

const MUTATION: Row = Row {
    place: Place::Mutation,
    libraries: &[library::KUBERNETES, KUBERNETES, &[&JSON_PATCH]],
    types: jsonpatch::declare,
    ..VALIDATION
};

const PLACES: &[Row] = &[
    VALIDATION,
    Row {
        place: Place::ValidationWithoutParameters,
        variables: WITHOUT_PARAMETERS,
        ..VALIDATION
    },
    Row {
        place: Place::Message,
        variables: &[
            OBJECT,
            OLD_OBJECT,
            ADMISSION_REQUEST,
            NAMESPACE_OBJECT,
            PARAMETERS,
        ],
        ..VALIDATION
    },
    Row {
        place: Place::MessageWithoutParameters,
        variables: &[OBJECT, OLD_OBJECT, ADMISSION_REQUEST, NAMESPACE_OBJECT],
        ..VALIDATION
    },
    Row {
        place: Place::WebhookCondition,
        variables: &[
            OBJECT,
            OLD_OBJECT,
            ADMISSION_REQUEST,
            NAMESPACE_OBJECT,
            THE_AUTHORIZER,
            RESOURCE_OF_REQUEST,
        ],
        ..VALIDATION
    },
    MUTATION,
    Row {
        place: Place::MutationWithoutParameters,
        variables: WITHOUT_PARAMETERS,
        ..MUTATION
    },
    Row {
        place: Place::Classic,
        libraries: CLASSIC,
        ..VALIDATION
    },
    Row {
        place: Place::ClassicWithoutParameters,
        libraries: CLASSIC,
        variables: WITHOUT_PARAMETERS,
        ..VALIDATION
    },
    Row {
        place: Place::TypeCheck,
        ..VALIDATION
    },
];

pub(super) fn no_types(_: &mut Environment) {}
