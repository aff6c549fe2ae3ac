//! YAML text to policies with places.
