//! Where the dialects of JSON patches differ.

/// Whose reading of RFC 6902 is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JsonPatchDialect {
    /// The API server's, for the answers of webhooks and mutating admission policies.
    ApiServer,
    /// Kyverno's, for `patchesJson6902`.
    Kyverno,
    /// The standard's.
    Rfc6902,
}

/// The differences, one field each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// Operations are checked when the patch is read, not when they are reached.
    pub(super) checks_first: bool,
    /// `add` makes the lists and maps that are missing on the way.
    pub(super) makes_parents: bool,
    /// `remove` of what is not there does nothing.
    pub(super) forgives_removal: bool,
    /// A key that is not there is null to `replace` and `copy`.
    pub(super) absent_is_null: bool,
    /// An empty path leads to the whole document in every operation.
    pub(super) empty_path_is_root: bool,
    /// Indices are what Go reads as whole numbers; negative ones count from the end.
    pub(super) go_indices: bool,
    /// `test` compares the text of numbers: `1` is not `1.0`.
    pub(super) number_texts: bool,
    /// What a message says before the key that is not there.
    pub(super) no_key_to_get: &'static str,
    pub(super) no_key_to_remove: &'static str,
    /// Whether a message quotes the path that `copy` does not find.
    pub(super) quotes_from: bool,
}

impl JsonPatchDialect {
    pub(super) fn habits(self) -> &'static Habits {
        match self {
            JsonPatchDialect::ApiServer => &API_SERVER,
            JsonPatchDialect::Kyverno => &KYVERNO,
            JsonPatchDialect::Rfc6902 => &RFC6902,
        }
    }
}

const API_SERVER: Habits = Habits {
    checks_first: false,
    makes_parents: false,
    forgives_removal: false,
    absent_is_null: true,
    empty_path_is_root: false,
    go_indices: true,
    number_texts: true,
    no_key_to_get: "Unable to remove nonexistent key",
    no_key_to_remove: "Unable to remove nonexistent key",
    quotes_from: false,
};

const KYVERNO: Habits = Habits {
    checks_first: true,
    makes_parents: true,
    forgives_removal: true,
    absent_is_null: false,
    empty_path_is_root: true,
    go_indices: true,
    number_texts: true,
    no_key_to_get: "unable to get nonexistent key",
    no_key_to_remove: "unable to remove nonexistent key",
    quotes_from: true,
};

const RFC6902: Habits = Habits {
    checks_first: true,
    makes_parents: false,
    forgives_removal: false,
    absent_is_null: false,
    empty_path_is_root: true,
    go_indices: false,
    number_texts: false,
    no_key_to_get: "unable to get nonexistent key",
    no_key_to_remove: "unable to remove nonexistent key",
    quotes_from: true,
};
