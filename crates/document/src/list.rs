//! A list of values that is shared until it is edited.

use std::fmt;
use std::sync::Arc;

use crate::{Value, walk};

/// Values in order. A clone shares them; [`List::edit`] copies them only if they are shared.
#[derive(Clone, Default)]
pub struct List(Option<Arc<Vec<Value>>>);

impl List {
    #[must_use]
    pub fn new() -> List {
        List::default()
    }

    /// The items, to be changed in place.
    pub fn edit(&mut self) -> &mut Vec<Value> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// Whether both are clones of one another, which makes them equal.
    #[must_use]
    pub fn is_shared_with(&self, other: &List) -> bool {
        match (&self.0, &other.0) {
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            (None, None) => true,
            _ => false,
        }
    }

    /// Leaves the list empty, and gives its items if no other list shares them.
    pub(crate) fn take(&mut self) -> Option<std::vec::IntoIter<Value>> {
        Some(Arc::into_inner(self.0.take()?)?.into_iter())
    }
}

impl Drop for List {
    fn drop(&mut self) {
        if walk::holds_open(self.iter())
            && let Some(items) = self.take()
        {
            walk::release(items);
        }
    }
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        walk::equal_lists(self, other)
    }
}

impl std::ops::Deref for List {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        self.0.as_ref().map_or(&[], |items| items)
    }
}

impl From<Vec<Value>> for List {
    fn from(items: Vec<Value>) -> List {
        List(Some(Arc::new(items)))
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> List {
        List::from(Vec::from_iter(items))
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&Value::List(self.clone()), f)
    }
}
