//! ImageValidatingPolicy: images, attestors and what is demanded of them.

use super::Type::{Boolean, Entries, List, Map, Text, Word};
use super::cel::{EVALUATION, MATCH_CONSTRAINTS, POD_CONTROLLERS, TIMEOUT};
use super::shared::{AUDIT_ANNOTATION, NAMED_EXPRESSION, REGISTRY_CREDENTIALS, VALIDATION};
use super::{Demand, Preset, Shape, field};

pub(super) static IMAGE_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&IMAGE_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static IMAGE_SPEC: Shape = Shape {
    fields: &[
        field(
            "attestations",
            List(&Map(&IMAGE_ATTESTATION)),
            "signed statements about the image and what they must say",
        ),
        field("attestors", List(&Map(&IMAGE_ATTESTOR)), "who must have signed").required(),
        field(
            "auditAnnotations",
            List(&Map(&AUDIT_ANNOTATION)),
            "annotations added to the audit event",
        ),
        field(
            "autogen",
            Map(&IMAGE_AUTOGEN),
            "policies that are derived from this one",
        ),
        field(
            "credentials",
            Map(&REGISTRY_CREDENTIALS),
            "how registries are logged in to",
        ),
        field(
            "evaluation",
            Map(&EVALUATION),
            "when and how the policy is evaluated",
        ),
        field(
            "failurePolicy",
            Word(&["Ignore", "Fail"]),
            "what an evaluation error does to the request",
        ),
        field(
            "images",
            List(&Map(&NAMED_EXPRESSION)),
            "where resources name their images",
        ),
        field(
            "matchConditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions that must hold before the policy is evaluated",
        ),
        field(
            "matchConstraints",
            Map(&MATCH_CONSTRAINTS),
            "requests the policy applies to",
        ),
        field(
            "matchImageReferences",
            List(&Map(&IMAGE_REFERENCE)),
            "images the policy applies to",
        ),
        field(
            "validationActions",
            List(&Word(&["Deny", "Audit", "Warn"])),
            "what a failure does",
        ),
        field(
            "validationConfigurations",
            Map(&IMAGE_DEMANDS),
            "what is demanded of images",
        )
        .or(Preset::EmptyMap),
        field(
            "validations",
            List(&Map(&VALIDATION)),
            "CEL validations, all must hold",
        )
        .required(),
        field(
            "variables",
            List(&Map(&NAMED_EXPRESSION)),
            "named CEL expressions",
        ),
        field("webhookConfiguration", Map(&TIMEOUT), "settings of the webhook"),
    ],
    demands: &[],
};

pub(super) static IMAGE_ATTESTATION: Shape = Shape {
    fields: &[
        field("intoto", Map(&STATEMENT), "statement in in-toto form"),
        field("name", Text, "its name").required(),
        field(
            "referrer",
            Map(&STATEMENT),
            "statement attached as an OCI referrer",
        ),
    ],
    demands: &[],
};

pub(super) static STATEMENT: Shape = Shape {
    fields: &[field("type", Text, "type of the statement").required()],
    demands: &[],
};

pub(super) static IMAGE_ATTESTOR: Shape = Shape {
    fields: &[
        field("cosign", Map(&COSIGN), "signatures made with cosign"),
        field("name", Text, "its name").required(),
        field("notary", Map(&NOTARY), "signatures made with notary"),
    ],
    demands: &[Demand::ExactlyOne(&["cosign", "notary"])],
};

pub(super) static COSIGN: Shape = Shape {
    fields: &[
        field(
            "annotations",
            Entries(&Text),
            "annotations the signature must carry",
        ),
        field(
            "certificate",
            Map(&COSIGN_CERTIFICATE),
            "a certificate to verify with",
        ),
        field("ctlog", Map(&COSIGN_LOG), "the certificate transparency log"),
        field("key", Map(&COSIGN_KEY), "a public key to verify with"),
        field("keyless", Map(&COSIGN_KEYLESS), "identities to verify with"),
        field("source", Map(&COSIGN_SOURCE), "where the signatures are"),
        field(
            "trustedRoot",
            Map(&VALUE_OR_EXPRESSION),
            "trusted root of sigstore",
        ),
        field("tuf", Map(&TUF), "TUF repository of the trusted root"),
    ],
    demands: &[],
};

pub(super) static COSIGN_CERTIFICATE: Shape = Shape {
    fields: &[
        field("cert", Map(&VALUE_OR_EXPRESSION), "the certificate, in PEM"),
        field(
            "certChain",
            Map(&VALUE_OR_EXPRESSION),
            "the chain of certificates, in PEM",
        ),
    ],
    demands: &[],
};

pub(super) static COSIGN_LOG: Shape = Shape {
    fields: &[
        field("ctLogPubKey", Text, "public key of the certificate log"),
        field(
            "insecureIgnoreSCT",
            Boolean,
            "do not ask for a certificate timestamp",
        ),
        field(
            "insecureIgnoreTlog",
            Boolean,
            "do not ask for an entry in the transparency log",
        ),
        field("rekorPubKey", Text, "public key of the transparency log"),
        field("tsaCertChain", Text, "certificates of the timestamp authority"),
        field("url", Text, "address"),
    ],
    demands: &[],
};

pub(super) static COSIGN_KEY: Shape = Shape {
    fields: &[
        field("data", Text, "the public key"),
        field("expression", Text, "a CEL expression"),
        field("hashAlgorithm", Text, "hash the signature is made over"),
        field("kms", Text, "reference of a key in a key management service"),
    ],
    demands: &[],
};

pub(super) static COSIGN_KEYLESS: Shape = Shape {
    fields: &[
        field(
            "additionalExtensions",
            Entries(&Text),
            "certificate extensions that must be present, with their values",
        ),
        field("identities", List(&Map(&IDENTITY)), "who may have signed").required(),
        field("roots", Text, "root certificates, in PEM"),
    ],
    demands: &[],
};

pub(super) static IDENTITY: Shape = Shape {
    fields: &[
        field("issuer", Text, "issuer of the identity"),
        field("issuerRegExp", Text, "regular expression for the issuer"),
        field("subject", Text, "subject of the identity"),
        field("subjectExpression", Text, "CEL expression for the subject"),
        field("subjectRegExp", Text, "regular expression for the subject"),
    ],
    demands: &[],
};

pub(super) static COSIGN_SOURCE: Shape = Shape {
    fields: &[
        field(
            "PullSecrets",
            List(&Map(&PULL_SECRET)),
            "secrets with the credentials of the registry",
        ),
        field("repository", Text, "where the signatures are"),
        field("tagPrefix", Text, "prefix of signature tags"),
    ],
    demands: &[],
};

pub(super) static PULL_SECRET: Shape = Shape {
    fields: &[field("name", Text, "its name").or(Preset::Text(""))],
    demands: &[],
};

pub(super) static TUF: Shape = Shape {
    fields: &[
        field("mirror", Text, "mirror of the TUF repository"),
        field("root", Map(&TUF_ROOT), "trusted root of the TUF repository"),
    ],
    demands: &[],
};

pub(super) static TUF_ROOT: Shape = Shape {
    fields: &[
        field("data", Text, "the root file itself, in base64"),
        field("path", Text, "where the root file lies"),
    ],
    demands: &[],
};

pub(super) static NOTARY: Shape = Shape {
    fields: &[
        field("certs", Map(&VALUE_OR_EXPRESSION), "certificates to verify with"),
        field(
            "tsaCerts",
            Map(&VALUE_OR_EXPRESSION),
            "certificates of the timestamp authority",
        ),
    ],
    demands: &[],
};

pub(super) static VALUE_OR_EXPRESSION: Shape = Shape {
    fields: &[
        field("expression", Text, "a CEL expression"),
        field("value", Text, "the value"),
    ],
    demands: &[Demand::ExactlyOne(&["value", "expression"])],
};

pub(super) static IMAGE_AUTOGEN: Shape = Shape {
    fields: &[field(
        "podControllers",
        Map(&POD_CONTROLLERS),
        "derived policies for pod controllers",
    )],
    demands: &[],
};

pub(super) static IMAGE_REFERENCE: Shape = Shape {
    fields: &[
        field("expression", Text, "a CEL expression"),
        field("glob", Text, "wildcard pattern for image references"),
    ],
    demands: &[Demand::ExactlyOne(&["glob", "expression"])],
};

pub(super) static IMAGE_DEMANDS: Shape = Shape {
    fields: &[
        field("mutateDigest", Boolean, "whether tags are replaced by digests").or(Preset::Boolean(true)),
        field("required", Boolean, "whether an image without verification fails").or(Preset::Boolean(true)),
        field("verifyDigest", Boolean, "whether images must be named by digest").or(Preset::Boolean(true)),
    ],
    demands: &[],
};
