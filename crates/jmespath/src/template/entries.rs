//! Which context entries a query mentions, so that only those are loaded (engine reference §9.3).

use sekisho_document::Text;

/// Positions in a list of context entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntrySet(Box<[u32]>);

impl EntrySet {
    /// The entries that a query mentions.
    #[must_use]
    pub fn mentioned(query: &str, names: &[Text]) -> EntrySet {
        let positions = (0_u32..).zip(names).filter(|(_, name)| mentions(query, name));
        EntrySet(positions.map(|(position, _)| position).collect())
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The positions, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|position| *position as usize)
    }
}

/// Whether a name occurs in a query as a word that is not behind a dot: Kyverno's textual test, which takes
/// quotes, literals and `_` for what surrounds a word. A dot in the name stands for any character.
#[must_use]
pub fn mentions(query: &str, name: &str) -> bool {
    let Some(last) = name.chars().next_back() else {
        return false;
    };
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut before: Option<char> = None;
    for (position, character) in query.char_indices() {
        let begins = before.is_none_or(|it| it != '.' && !it.is_ascii_alphanumeric());
        before = Some(character);
        if !begins {
            continue;
        }
        let rest = query.get(position..).unwrap_or_default();
        let Some(behind) = without(rest, name) else {
            continue;
        };
        let next = behind.chars().next().is_some_and(is_word);
        let end = rest.len() - behind.len();
        let closing = rest
            .get(..end)
            .and_then(|it| it.chars().next_back())
            .unwrap_or(last);
        if is_word(closing) != next {
            return true;
        }
    }
    false
}

/// What follows a name at the start of a text.
fn without<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in name.chars() {
        let got = rest.next()?;
        if got != wanted && (wanted != '.' || got == '\n') {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_test() {
        let rows: &[(&str, &str, bool)] = &[
            ("foo", "foo", true),
            ("foo.x", "foo", true),
            ("x.foo", "foo", false),
            ("length(foo)", "foo", true),
            ("\"foo\"", "foo", true),
            ("foo-bar", "foo", true),
            ("'foo'", "foo", true),
            ("my_foo", "foo", true),
            ("myfoo", "foo", false),
            ("foot", "foo", false),
            ("foo_", "foo", false),
            ("a || foo", "foo", true),
            ("éfoo", "foo", true),
            ("fo.x foo", "foo", true),
            ("a.foo || b", "foo", false),
            ("my-cm.data", "my-cm", true),
            ("axb", "a.b", true),
            ("x-", "x-", false),
            ("x-y", "x-", true),
            ("", "foo", false),
            ("foo", "", false),
        ];
        for (query, name, expected) in rows {
            assert_eq!(mentions(query, name), *expected, "{name} in {query}");
        }
        let names = [Text::from("a"), Text::from("b"), Text::from("c")];
        let set = EntrySet::mentioned("c.b || a", &names);
        assert_eq!(set.iter().collect::<Vec<usize>>(), [0, 2]);
    }
}
