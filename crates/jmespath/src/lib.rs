//! The JMESPath dialect of Kyverno over documents: queries, functions, and templates with `{{ }}` holes.
