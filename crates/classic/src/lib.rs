//! The classic Kyverno language: compiles ClusterPolicy, Policy and PolicyException, evaluates them.
