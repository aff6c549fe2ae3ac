//! The world of the query language, answered from facts.

use sekisho_diagnostics::Complaint;
use sekisho_document::Text;
use sekisho_jmespath::{Moment, World};
use sekisho_kubernetes::time::{RFC3339, Time};
use sekisho_kubernetes::{Answer, Facts, Question};

/// Time and random texts as facts answer them.
#[expect(missing_debug_implementations, reason = "it borrows a trait object")]
#[derive(Clone, Copy)]
pub struct FactsWorld<'f>(pub &'f dyn Facts);

impl World for FactsWorld<'_> {
    fn now(&self) -> Result<Moment, Complaint> {
        let text = text(self.0.ask(&Question::Now), &Question::Now)?;
        let time = Time::parse(RFC3339, &text).map_err(|cause| {
            Complaint::new(
                "invalid-fact",
                format!("the current time is no RFC 3339 text: {cause}"),
            )
        })?;
        Ok(Moment {
            seconds: time.unix_seconds(),
            nanoseconds: time.nanosecond(),
            offset: time.zone().offset,
        })
    }

    fn random(&self, pattern: &str) -> Result<Text, Complaint> {
        let question = Question::Random { pattern };
        text(self.0.ask(&question), &question)
    }
}

fn text(answer: Answer, question: &Question<'_>) -> Result<Text, Complaint> {
    match answer {
        Answer::Is(value) => value
            .as_str()
            .map(Text::new)
            .ok_or_else(|| Complaint::new("invalid-fact", format!("the {question} is no text"))),
        Answer::Failed(cause) => Err(Complaint::new(
            "failed-question",
            format!("the {question}: {cause}"),
        )),
        Answer::Absent | Answer::Unknown => Err(Complaint::new(
            "unanswered-question",
            format!("nobody answers the {question}"),
        )),
    }
}
