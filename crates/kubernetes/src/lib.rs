//! What Kubernetes knows without policies: requests, kinds, selectors, quantities, versions.
