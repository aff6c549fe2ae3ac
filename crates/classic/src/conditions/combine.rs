//! How conditions make one answer with one message (engine reference §4.2).

/// What the combination has to know of a condition.
pub trait Condition {
    /// The message as written; empty if there is none.
    fn message(&self) -> &str;
}

/// `any` and `all` side by side.
#[derive(Debug, Clone)]
pub struct AnyAll<C> {
    /// Nothing when the key is absent or null: that is not the same as an empty list.
    pub any: Option<Box<[C]>>,
    pub all: Option<Box<[C]>>,
}

/// The answer of several conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub holds: bool,
    /// The messages of the conditions that decided, joined; not substituted.
    pub message: String,
}

/// Decides an object of `any` and `all`: one of `any` holds, if there is `any`, and each of `all`.
/// `test` gets the position in the list. `all` is looked at even when `any` does not hold.
///
/// # Errors
/// The first error of a condition ends it.
pub fn any_all<'c, C: Condition, E>(
    set: &'c AnyAll<C>,
    mut test: impl FnMut(usize, &'c C) -> Result<bool, E>,
) -> Result<Decision, E> {
    let mut met: Vec<&str> = Vec::new();
    let mut unmet: Vec<&str> = Vec::new();
    let mut any_holds = set.any.is_none();
    for (index, condition) in set.any.iter().flatten().enumerate() {
        if test(index, condition)? {
            any_holds = true;
            met.push(condition.message());
            break;
        }
        unmet.push(condition.message());
    }
    if any_holds {
        unmet.clear();
    }
    let mut all_hold = true;
    for (index, condition) in set.all.iter().flatten().enumerate() {
        if !test(index, condition)? {
            all_hold = false;
            unmet.push(condition.message());
            break;
        }
        met.push(condition.message());
    }
    let holds = any_holds && all_hold;
    let messages = if holds { met } else { unmet };
    Ok(Decision {
        holds,
        message: joined(messages, "; "),
    })
}

/// Decides a bare list of conditions, the old form: each has to hold.
///
/// # Errors
/// The first error of a condition ends it.
pub fn every<'c, C: Condition, E>(
    conditions: &'c [C],
    mut test: impl FnMut(usize, &'c C) -> Result<bool, E>,
) -> Result<Decision, E> {
    for (index, condition) in conditions.iter().enumerate() {
        if !test(index, condition)? {
            return Ok(Decision {
                holds: false,
                message: condition.message().to_owned(),
            });
        }
    }
    Ok(Decision {
        holds: true,
        message: joined(conditions.iter().map(Condition::message), ";"),
    })
}

/// Decides a list of objects of `any` and `all`: each has to hold.
///
/// # Errors
/// The first error of a condition ends it.
pub fn every_set<'c, C: Condition, E>(
    sets: &'c [AnyAll<C>],
    mut test: impl FnMut(usize, &'c C) -> Result<bool, E>,
) -> Result<Decision, E> {
    let mut messages = Vec::new();
    for set in sets {
        let decision = any_all(set, &mut test)?;
        if !decision.holds {
            return Ok(decision);
        }
        messages.push(decision.message);
    }
    Ok(Decision {
        holds: true,
        message: joined(messages.iter().map(String::as_str), ";"),
    })
}

/// Decides the conditions of an exception or a cleanup policy: `all` first, then `any`, where an empty
/// `any` holds.
///
/// # Errors
/// The first error of a condition ends it.
pub fn all_then_any<'c, C, E>(
    set: &'c AnyAll<C>,
    mut test: impl FnMut(usize, &'c C) -> Result<bool, E>,
) -> Result<bool, E> {
    for (index, condition) in set.all.iter().flatten().enumerate() {
        if !test(index, condition)? {
            return Ok(false);
        }
    }
    let any = set.any.as_deref().unwrap_or_default();
    for (index, condition) in any.iter().enumerate() {
        if test(index, condition)? {
            return Ok(true);
        }
    }
    Ok(any.is_empty())
}

fn joined<'m>(messages: impl IntoIterator<Item = &'m str>, separator: &str) -> String {
    let messages = messages.into_iter().filter(|message| !message.is_empty());
    messages.collect::<Vec<&str>>().join(separator)
}
