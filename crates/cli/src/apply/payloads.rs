//! Documents that are no resources, judged by the policies for such documents.

use std::io;

use sekisho_diagnostics::{SourceId, Span};
use sekisho_document::Value;
use sekisho_kubernetes::resource;
use sekisho_parser::admission::Mode;
use sekisho_report::{Answer, Event, Judged, ObjectPlace};

use super::{Ending, Options, Sink};
use crate::judge::{Judge, Tally};
use crate::load::Reader;
use crate::load::files::{self, Folders};
use crate::load::payloads::payloads;

/// Judges every document of every file.
pub(super) fn judge(
    options: &Options,
    judge: &Judge,
    reader: &mut Reader,
    ending: &mut Ending,
    sink: &mut impl Sink,
) -> io::Result<()> {
    let all = [
        (Mode::Json, &options.payloads),
        (Mode::Http, &options.http_payloads),
        (Mode::Envoy, &options.envoy_payloads),
    ];
    let mut said = Vec::new();
    let mut tally = Tally::default();
    for (mode, words) in all {
        let mut found = files::find(words, Folders::Everything);
        said.append(&mut found.complaints);
        for located in found.inputs {
            let source = match reader.source(&located.input) {
                Ok(source) => source,
                Err(diagnostic) => {
                    said.push(*diagnostic);
                    continue;
                }
            };
            ending.summary.files += 1;
            let name = located.input.name();
            let documents = payloads(&source, mode, &reader.limits);
            for (position, document) in documents.into_iter().enumerate() {
                let payload = match document {
                    Ok(read) => read,
                    Err(diagnostic) => {
                        said.push(*diagnostic);
                        continue;
                    }
                };
                let place = ObjectPlace {
                    file: &name,
                    document: position,
                    item: &[],
                    span: Some(span(source.id, payload.range)),
                };
                ending.summary.objects += 1;
                one(judge, (mode, &payload.value), place, &mut tally, &mut |judged| {
                    sink.event(&Event::Judged(judged), &reader.sources)
                })?;
            }
        }
    }
    for diagnostic in &said {
        ending.errors += 1;
        sink.event(&Event::Diagnostic(diagnostic), &reader.sources)?;
    }
    let summary = &mut ending.summary;
    summary.counts = summary.counts.plus(tally.counts);
    summary.skips.preconditions += tally.skips.preconditions;
    summary.skips.exceptions += tally.skips.exceptions;
    summary.skips.others += tally.skips.others;
    summary.not_judged += tally.not_judged;
    Ok(())
}

fn span(source: SourceId, range: std::ops::Range<usize>) -> Span {
    let byte = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span::new(source, byte(range.start), byte(range.end))
}

fn one(
    judge: &Judge,
    (mode, payload): (Mode, &Value),
    place: ObjectPlace<'_>,
    tally: &mut Tally,
    tell: &mut dyn FnMut(&Judged<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let outcome = judge.chain.run_payload(payload, mode, &judge.world);
    let mut answers = Vec::new();
    for response in &outcome.responses {
        for verdict in &response.verdicts {
            let audits = judge.audits(response.plan, verdict, payload, &Value::Null);
            let status = judge.counted(verdict, audits);
            tally.add(verdict, status);
            answers.push(Answer {
                verdict,
                status,
                audits,
                webhook: judge.webhook(response.plan),
                process: judge.process(response.plan),
                place: None,
                labels: Vec::new(),
                help: Vec::new(),
            });
        }
    }
    let identity = resource::identity(payload);
    tell(&Judged {
        identity: &identity,
        object: payload,
        received: payload,
        place,
        answers,
        changed: None,
    })
}
