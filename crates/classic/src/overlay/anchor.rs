//! Anchors: the decorations of a pattern key, `(name)`, `=(name)`, `^(name)`, `X(name)`, `<(name)`, `+(name)`.

/// What the decoration of a pattern key asks for (engine reference §5.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Anchor {
    /// `(name)`: if it does not match, the pattern does not apply.
    Conditional,
    /// `=(name)`: matched only if the key is present.
    Equality,
    /// `^(name)`: at least one item of the list matches.
    Existence,
    /// `X(name)`: the key must be absent.
    Negation,
    /// `<(name)`: if the key is present and does not match, the whole pattern does not apply.
    Global,
    /// `+(name)`: add if missing; a matter of mutation only.
    AddIfAbsent,
}

impl Anchor {
    /// Splits a key into its anchor and the name inside; nothing for a plain key.
    #[must_use]
    pub fn split(key: &str) -> Option<(Anchor, &str)> {
        if !key.contains('(') {
            return None;
        }
        let key = key.trim();
        let (anchor, rest) = match key.as_bytes().first()? {
            b'(' => (Anchor::Conditional, key),
            b'=' => (Anchor::Equality, key.get(1..)?),
            b'^' => (Anchor::Existence, key.get(1..)?),
            b'X' => (Anchor::Negation, key.get(1..)?),
            b'<' => (Anchor::Global, key.get(1..)?),
            b'+' => (Anchor::AddIfAbsent, key.get(1..)?),
            _ => return None,
        };
        let name = rest.strip_prefix('(')?.strip_suffix(')')?;
        // The reference reads keys with a regular expression whose dot stops at a line break.
        let readable = !name.is_empty() && !name.contains('\n');
        readable.then_some((anchor, name))
    }

    /// The anchored key with this name: `=(name)`.
    #[must_use]
    pub fn around(self, name: &str) -> String {
        format!("{}({name})", self.mark())
    }

    /// What stands before the parenthesis.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Anchor::Conditional => "",
            Anchor::Equality => "=",
            Anchor::Existence => "^",
            Anchor::Negation => "X",
            Anchor::Global => "<",
            Anchor::AddIfAbsent => "+",
        }
    }

    /// Whether patterns know it; `+(name)` is a plain key to them.
    #[must_use]
    pub fn is_for_patterns(self) -> bool {
        self != Anchor::AddIfAbsent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_split_into_anchor_and_name() {
        let rows = [
            ("(name)", Some((Anchor::Conditional, "name"))),
            ("=(name)", Some((Anchor::Equality, "name"))),
            ("^(a)", Some((Anchor::Existence, "a"))),
            ("X(a)", Some((Anchor::Negation, "a"))),
            ("<(a)", Some((Anchor::Global, "a"))),
            ("+(a)", Some((Anchor::AddIfAbsent, "a"))),
            (" (a) ", Some((Anchor::Conditional, "a"))),
            ("((a))", Some((Anchor::Conditional, "(a)"))),
            ("()", None),
            ("x(a)", None),
            ("(a", None),
            ("(a\nb)", None),
            ("a", None),
            ("", None),
            ("é(a)", None),
        ];
        for (key, expected) in rows {
            assert_eq!(Anchor::split(key), expected, "{key}");
            if let Some((anchor, name)) = expected {
                assert_eq!(anchor.around(name), key.trim());
            }
        }
    }
}
