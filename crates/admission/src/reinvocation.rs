//! Who is asked again, exactly (admission reference §1.7).

use std::collections::BTreeSet;

use sekisho_document::{Text, Value};

/// Whether a hook or policy is asked again when others have changed what it saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reinvocation {
    Never,
    IfNeeded,
}

impl Reinvocation {
    /// The policy of a word; every other word means never.
    #[must_use]
    pub fn of(word: &str) -> Reinvocation {
        match word {
            "IfNeeded" => Reinvocation::IfNeeded,
            _ => Reinvocation::Never,
        }
    }
}

/// What one plugin remembers of a request: webhooks have one of these, policies another.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// Invoked since somebody changed the object, and willing to be asked again.
    previous: BTreeSet<Text>,
    /// To be asked in the second pass.
    again: BTreeSet<Text>,
    /// The object when the plugin was done.
    last: Option<Value>,
}

impl Memory {
    /// A hook was invoked. Its own change is no reason to ask it again.
    pub fn ran(&mut self, key: &Text, policy: Reinvocation, has_changed: bool) {
        if has_changed {
            self.flag();
        }
        if policy == Reinvocation::IfNeeded {
            self.previous.insert(key.clone());
        }
    }

    /// All that ran so far have to look at what changed.
    pub fn flag(&mut self) {
        let mut previous = std::mem::take(&mut self.previous);
        self.again.append(&mut previous);
    }

    /// The second pass begins with an object that others may have changed since.
    pub fn begin_again(&mut self, object: &Value, equal: impl Fn(&Value, &Value) -> bool) {
        let changed = self.last.as_ref().is_some_and(|last| !equal(last, object));
        if changed {
            self.flag();
        }
    }

    pub fn end(&mut self, object: &Value) {
        self.last = Some(object.clone());
    }

    #[must_use]
    pub fn wants(&self, key: &Text) -> bool {
        self.again.contains(key)
    }
}
