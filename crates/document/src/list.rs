//! A list of values that is shared until it is edited.

use std::fmt;
use std::sync::Arc;

use crate::Value;

/// Values in order. A clone shares them; [`List::edit`] copies them only if they are shared.
#[derive(Clone, Default, PartialEq)]
pub struct List(Arc<Vec<Value>>);

impl List {
    #[must_use]
    pub fn new() -> List {
        List::default()
    }

    /// The items, to be changed in place.
    pub fn edit(&mut self) -> &mut Vec<Value> {
        Arc::make_mut(&mut self.0)
    }
}

impl std::ops::Deref for List {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl From<Vec<Value>> for List {
    fn from(items: Vec<Value>) -> List {
        List(Arc::new(items))
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> List {
        List(Arc::new(items.into_iter().collect()))
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}
