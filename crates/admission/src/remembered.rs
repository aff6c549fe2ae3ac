//! Answers of the world, remembered for one request; questions that nobody answered, kept.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use sekisho_kubernetes::{Answer, Facts, Question, Source};

/// Facts that are asked each question once.
pub struct Remembered<'f> {
    facts: &'f dyn Facts,
    // Held only for a look; the requests of one evaluation come one after the other.
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    answers: BTreeMap<String, Answer>,
    unanswered: Vec<String>,
}

impl<'f> Remembered<'f> {
    #[must_use]
    pub fn new(facts: &'f dyn Facts) -> Remembered<'f> {
        Remembered {
            facts,
            memory: Mutex::default(),
        }
    }

    /// The questions that nobody answered, in a user's words, in the order in which they were asked.
    #[must_use]
    pub fn unanswered(self) -> Vec<String> {
        self.memory
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .unanswered
    }
}

impl Facts for Remembered<'_> {
    fn ask(&self, question: &Question<'_>) -> Answer {
        let key = format!("{question:?}");
        let known = |memory: &Memory| memory.answers.get(&key).cloned();
        if let Some(answer) = known(&self.memory.lock().unwrap_or_else(PoisonError::into_inner)) {
            return answer;
        }
        let answer = self.facts.ask(question);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if answer == Answer::Unknown {
            memory.unanswered.push(question.to_string());
        }
        memory.answers.insert(key, answer.clone());
        answer
    }

    fn offers(&self, source: Source) -> bool {
        self.facts.offers(source)
    }
}

impl std::fmt::Debug for Remembered<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Remembered").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Counting(AtomicUsize);

    impl Facts for Counting {
        fn ask(&self, question: &Question<'_>) -> Answer {
            self.0.fetch_add(1, Ordering::Relaxed);
            match question {
                Question::Namespace { name: "a" } => Answer::Absent,
                _ => Answer::Unknown,
            }
        }
    }

    #[test]
    fn each_question_is_asked_once() {
        let facts = Counting(AtomicUsize::new(0));
        let remembered = Remembered::new(&facts);
        for name in ["a", "b", "a", "b"] {
            let expected = if name == "a" {
                Answer::Absent
            } else {
                Answer::Unknown
            };
            assert_eq!(remembered.ask(&Question::Namespace { name }), expected);
        }
        assert_eq!(remembered.unanswered(), ["namespace `b`"]);
        assert_eq!(facts.0.into_inner(), 2);
    }
}
