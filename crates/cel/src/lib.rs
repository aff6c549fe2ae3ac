//! CEL, the Common Expression Language, as Kubernetes and Kyverno run it, over documents.
