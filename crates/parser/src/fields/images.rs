//! Image verification in a classic rule: images, attestors, attestations.

use super::Type::{Any, AtLeast, Boolean, Entries, List, Map, Text, Word};
use super::bodies::DENY;
use super::shared::{LEGACY_CONDITIONS, REGISTRY_CREDENTIALS};
use super::{Preset, Shape, field};

pub(super) static VERIFY_IMAGES: Shape = Shape {
    fields: &[
        field(
            "additionalExtensions",
            Entries(&Text),
            "certificate extensions that must be present, with their values",
        ),
        field(
            "annotations",
            Entries(&Text),
            "deprecated, use the annotations of an attestor",
        ),
        field(
            "attestations",
            List(&Map(&ATTESTATION)),
            "signed statements about the image and what they must say",
        ),
        field("attestors", List(&Map(&ATTESTORS)), "who must have signed"),
        field("cosignOCI11", Boolean, "look for signatures as OCI 1.1 referrers"),
        field(
            "failureAction",
            Word(&["Audit", "Enforce"]),
            "what a failure does: refuse (`Enforce`) or report (`Audit`)",
        ),
        field("image", Text, "deprecated, use imageReferences"),
        field(
            "imageReferences",
            List(&Text),
            "wildcard patterns for the images to verify",
        ),
        field(
            "imageRegistryCredentials",
            Map(&REGISTRY_CREDENTIALS),
            "how registries are logged in to",
        ),
        field("issuer", Text, "deprecated, use a keyless attestor"),
        field("key", Text, "deprecated, use attestors"),
        field("mutateDigest", Boolean, "whether tags are replaced by digests").or(Preset::Boolean(true)),
        field("repository", Text, "where the signatures are"),
        field("required", Boolean, "whether an image without verification fails").or(Preset::Boolean(true)),
        field("roots", Text, "deprecated, use a keyless attestor"),
        field(
            "skipImageReferences",
            List(&Text),
            "wildcard patterns for the images to leave out",
        ),
        field("subject", Text, "deprecated, use a keyless attestor"),
        field(
            "type",
            Word(&["Cosign", "SigstoreBundle", "Notary"]),
            "format of the signatures",
        ),
        field("useCache", Boolean, "whether verified images are remembered").or(Preset::Boolean(true)),
        field(
            "validate",
            Map(&IMAGE_VALIDATE),
            "conditions the image metadata must not meet",
        ),
        field("verifyDigest", Boolean, "whether images must be named by digest").or(Preset::Boolean(true)),
    ],
    demands: &[],
};

pub(super) static BETA_VERIFY_IMAGES: Shape = Shape {
    fields: &[
        field(
            "attestations",
            List(&Map(&ATTESTATION)),
            "signed statements about the image and what they must say",
        ),
        field("attestors", List(&Map(&ATTESTORS)), "who must have signed"),
        field(
            "failureAction",
            Word(&["Audit", "Enforce"]),
            "what a failure does: refuse (`Enforce`) or report (`Audit`)",
        ),
        field(
            "imageReferences",
            List(&Text),
            "wildcard patterns for the images to verify",
        ),
        field(
            "imageRegistryCredentials",
            Map(&REGISTRY_CREDENTIALS),
            "how registries are logged in to",
        ),
        field("mutateDigest", Boolean, "whether tags are replaced by digests").or(Preset::Boolean(true)),
        field("repository", Text, "where the signatures are"),
        field("required", Boolean, "whether an image without verification fails").or(Preset::Boolean(true)),
        field(
            "skipImageReferences",
            List(&Text),
            "wildcard patterns for the images to leave out",
        ),
        field(
            "type",
            Word(&["Cosign", "SigstoreBundle", "Notary"]),
            "format of the signatures",
        ),
        field("useCache", Boolean, "whether verified images are remembered").or(Preset::Boolean(true)),
        field(
            "validate",
            Map(&IMAGE_VALIDATE),
            "conditions the image metadata must not meet",
        ),
        field("verifyDigest", Boolean, "whether images must be named by digest").or(Preset::Boolean(true)),
    ],
    demands: &[],
};

pub(super) static IMAGE_VALIDATE: Shape = Shape {
    fields: &[
        field(
            "deny",
            Map(&DENY),
            "conditions under which the request is refused",
        ),
        field("message", Text, "what is said on failure"),
    ],
    demands: &[],
};

pub(super) static ATTESTATION: Shape = Shape {
    fields: &[
        field("attestors", List(&Map(&ATTESTORS)), "who must have signed"),
        field(
            "conditions",
            List(&Map(&LEGACY_CONDITIONS)),
            "conditions, `any` and `all` or a list",
        ),
        field("name", Text, "its name"),
        field("predicateType", Text, "deprecated, use type"),
        field("type", Text, "type of the statement"),
    ],
    demands: &[],
};

pub(super) static ATTESTORS: Shape = Shape {
    fields: &[
        field(
            "count",
            AtLeast(1),
            "how many of the entries must verify; all when absent",
        ),
        field("entries", List(&Map(&ATTESTOR)), "the attestors"),
    ],
    demands: &[],
};

pub(super) static ATTESTOR: Shape = Shape {
    fields: &[
        field(
            "annotations",
            Entries(&Text),
            "annotations the signature must carry",
        ),
        field("attestor", Any, "a nested attestor"),
        field("certificates", Map(&CERTIFICATES), "a certificate to verify with"),
        field("keyless", Map(&KEYLESS), "identities to verify with"),
        field("keys", Map(&KEYS), "public keys to verify with"),
        field("repository", Text, "where the signatures are"),
        field("signatureAlgorithm", Text, "hash the signature is made over").or(Preset::Text("sha256")),
    ],
    demands: &[],
};

pub(super) static CERTIFICATES: Shape = Shape {
    fields: &[
        field("cert", Text, "the certificate, in PEM"),
        field("certChain", Text, "the chain of certificates, in PEM"),
        field("ctlog", Map(&CERTIFICATE_LOG), "the certificate transparency log"),
        field("rekor", Map(&TRANSPARENCY_LOG), "the transparency log"),
    ],
    demands: &[],
};

pub(super) static KEYLESS: Shape = Shape {
    fields: &[
        field(
            "additionalExtensions",
            Entries(&Text),
            "certificate extensions that must be present, with their values",
        ),
        field("ctlog", Map(&CERTIFICATE_LOG), "the certificate transparency log"),
        field("issuer", Text, "issuer of the identity"),
        field("issuerRegExp", Text, "regular expression for the issuer"),
        field("rekor", Map(&TRANSPARENCY_LOG), "the transparency log"),
        field("roots", Text, "root certificates, in PEM"),
        field("subject", Text, "subject of the identity"),
        field("subjectRegExp", Text, "regular expression for the subject"),
    ],
    demands: &[],
};

pub(super) static KEYS: Shape = Shape {
    fields: &[
        field("ctlog", Map(&CERTIFICATE_LOG), "the certificate transparency log"),
        field("kms", Text, "reference of a key in a key management service"),
        field(
            "publicKeys",
            Text,
            "public keys in PEM, or a reference to a secret or key service",
        ),
        field("rekor", Map(&TRANSPARENCY_LOG), "the transparency log"),
        field("secret", Map(&KEY_SECRET), "secret with the public key"),
        field("signatureAlgorithm", Text, "hash the signature is made over").or(Preset::Text("sha256")),
    ],
    demands: &[],
};

pub(super) static KEY_SECRET: Shape = Shape {
    fields: &[
        field("name", Text, "its name").required(),
        field("namespace", Text, "its namespace").required(),
    ],
    demands: &[],
};

pub(super) static CERTIFICATE_LOG: Shape = Shape {
    fields: &[
        field("ignoreSCT", Boolean, "do not ask for a certificate timestamp"),
        field("pubkey", Text, "public key of the log"),
        field("tsaCertChain", Text, "certificates of the timestamp authority"),
    ],
    demands: &[],
};

pub(super) static TRANSPARENCY_LOG: Shape = Shape {
    fields: &[
        field(
            "ignoreTlog",
            Boolean,
            "do not ask for an entry in the transparency log",
        ),
        field("pubkey", Text, "public key of the log"),
        field("url", Text, "address"),
    ],
    demands: &[],
};
