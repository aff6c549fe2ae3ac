//! Compares the suite of the language in the environment of the API server.

use sekisho_cel::{Limits, Release, Rules, library};
use sekisho_kubernetes::cel;

use super::check;
use super::judge::{Compared, Verdict};
use super::suite::Suite;

pub(crate) fn compare(suite: &Suite) -> Vec<Compared> {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let libraries: Vec<_> = library::KUBERNETES
        .iter()
        .chain(cel::KUBERNETES)
        .copied()
        .collect();
    let mut base = sekisho_cel::Environment::new(&libraries, Release::STORED, rules, Limits::STANDARD);
    cel::prepare(&mut base);
    let mut made = Vec::new();
    for row in &suite.rows {
        let group = row.id.split('/').next().unwrap_or_default().to_owned();
        let verdict = |judged: Result<(), String>| match judged {
            Ok(()) => Verdict::Same,
            Err(fault) => Verdict::Different {
                input: row.expression().to_owned(),
                expected: row.golden["k8s_env"].to_string(),
                found: fault,
            },
        };
        made.push(Compared {
            id: row.id.clone(),
            group,
            verdict: verdict(check::judge(row, &base)),
        });
        if let Some(judged) = check::judge_estimate(row, &base) {
            made.push(Compared {
                id: format!("{}@estimate", row.id),
                group: "estimates".to_owned(),
                verdict: verdict(judged),
            });
        }
    }
    made
}
