//! Typed looks at entries of a map, which say when something else stands there.

use sekisho_diagnostics::Diagnostic;
use sekisho_document::Cursor;

use crate::codes;
use crate::policy::Located;

/// The entry of a map. Null is how Go's decoder sees an absent field, so it is one here.
pub(crate) fn entry<'t>(at: Cursor<'t>, key: &str) -> Option<Cursor<'t>> {
    at.get(key).filter(|cursor| !cursor.value.is_null())
}

/// Reads entries and collects what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Look {
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Look {
    pub(crate) fn text<'t>(&mut self, at: Cursor<'t>, key: &str) -> Option<Located<&'t str>> {
        let cursor = entry(at, key)?;
        match cursor.value.as_str() {
            Some(value) => Some(Located {
                value,
                span: cursor.span(),
            }),
            None => self.complain(key, "a string", cursor),
        }
    }

    /// The text, or an empty one at the place of the map.
    pub(crate) fn text_or_empty<'t>(&mut self, at: Cursor<'t>, key: &str) -> Located<&'t str> {
        self.text(at, key).unwrap_or(Located {
            value: "",
            span: at.span(),
        })
    }

    /// The entry, if a text stands there.
    pub(crate) fn template<'t>(&mut self, at: Cursor<'t>, key: &str) -> Option<Cursor<'t>> {
        self.text(at, key)?;
        at.get(key)
    }

    pub(crate) fn flag(&mut self, at: Cursor<'_>, key: &str) -> Option<Located<bool>> {
        let cursor = entry(at, key)?;
        match cursor.value.as_bool() {
            Some(value) => Some(Located {
                value,
                span: cursor.span(),
            }),
            None => self.complain(key, "a boolean", cursor),
        }
    }

    pub(crate) fn number(&mut self, at: Cursor<'_>, key: &str) -> Option<Located<i64>> {
        let cursor = entry(at, key)?;
        match cursor.value.as_i64() {
            Some(value) => Some(Located {
                value,
                span: cursor.span(),
            }),
            None => self.complain(key, "a whole number", cursor),
        }
    }

    pub(crate) fn map<'t>(&mut self, at: Cursor<'t>, key: &str) -> Option<Cursor<'t>> {
        let cursor = entry(at, key)?;
        match cursor.value.as_map() {
            Some(_) => Some(cursor),
            None => self.complain(key, "a map", cursor),
        }
    }

    pub(crate) fn list<'t>(&mut self, at: Cursor<'t>, key: &str) -> Option<Cursor<'t>> {
        let cursor = entry(at, key)?;
        match cursor.value.as_list() {
            Some(_) => Some(cursor),
            None => self.complain(key, "a list", cursor),
        }
    }

    /// The items of a list; none when it is absent.
    pub(crate) fn items<'t>(&mut self, at: Cursor<'t>, key: &str) -> Vec<Cursor<'t>> {
        self.list(at, key)
            .map(|list| list.items().collect())
            .unwrap_or_default()
    }

    /// The items of a list of maps.
    pub(crate) fn maps<'t>(&mut self, at: Cursor<'t>, key: &str) -> Vec<Cursor<'t>> {
        let mut maps = Vec::new();
        for item in self.items(at, key) {
            match item.value.as_map() {
                Some(_) => maps.push(item),
                None => self.complain(key, "a list of maps", item).unwrap_or(()),
            }
        }
        maps
    }

    /// The items of a list of texts, when the list is there.
    pub(crate) fn texts_if_any<'t>(&mut self, at: Cursor<'t>, key: &str) -> Option<Vec<Located<&'t str>>> {
        let list = self.list(at, key)?;
        let mut texts = Vec::new();
        for item in list.items() {
            match item.value.as_str() {
                Some(value) => texts.push(Located {
                    value,
                    span: item.span(),
                }),
                None => self.complain(key, "a list of strings", item).unwrap_or(()),
            }
        }
        Some(texts)
    }

    pub(crate) fn texts<'t>(&mut self, at: Cursor<'t>, key: &str) -> Vec<Located<&'t str>> {
        self.texts_if_any(at, key).unwrap_or_default()
    }

    fn complain<T>(&mut self, key: &str, expected: &str, found: Cursor<'_>) -> Option<T> {
        self.diagnostics.push(codes::wrong_type(key, expected, found));
        None
    }
}
