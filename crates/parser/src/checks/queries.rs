//! Which queries a rule may ask: predefined words, functions, and the names it declares.

use std::ops::Range;

use sekisho_diagnostics::{Diagnostic, nearest};
use sekisho_jmespath::{Functions, Query};
use sekisho_kubernetes::wildcard;

use super::texts::{Leaf, placeholders, query_of};
use crate::classic::{Body, Check as Checks, ContextEntry, EntrySource, Patch, Rule};

/// Which predefined words may be used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowed {
    pub(super) background: bool,
    pub(super) targets: bool,
}

impl Allowed {
    fn words(self) -> &'static [&'static str] {
        match (self.background, self.targets) {
            (false, false) => &[
                "request",
                "serviceAccountName",
                "serviceAccountNamespace",
                "element",
                "elementIndex",
                "@",
                "images",
                "image",
            ],
            (true, false) => &[
                "request.",
                "element",
                "elementIndex",
                "@",
                "images",
                "images.",
                "image.",
            ],
            (false, true) => &[
                "request.",
                "serviceAccountName",
                "serviceAccountNamespace",
                "element",
                "elementIndex",
                "@",
                "images",
                "images.",
                "image.",
                "target.",
            ],
            (true, true) => &[
                "request.",
                "element",
                "elementIndex",
                "@",
                "images",
                "images.",
                "image.",
                "target.",
            ],
        }
    }

    fn allows(self, query: &str) -> bool {
        self.words().iter().any(|word| query.contains(word)) || has_call(query)
    }

    /// The words as Kyverno's regular expression.
    fn expression(self) -> String {
        let words: Vec<String> = self.words().iter().map(|word| word.replace('.', "\\.")).collect();
        format!("{}|([a-z_0-9]+\\()[^{{}}]", words.join("|"))
    }
}

/// `name(` and then something that is no brace.
fn has_call(query: &str) -> bool {
    let bytes = query.as_bytes();
    let is_name = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_';
    bytes.windows(3).any(|window| match window {
        [name, b'(', after] => is_name(name) && !matches!(after, b'{' | b'}'),
        _ => false,
    })
}

/// The names a rule declares.
pub(super) struct Names {
    patterns: Vec<String>,
    entries: Vec<String>,
    pub(super) targets: bool,
}

impl Names {
    pub(super) fn of(rule: &Rule<'_>) -> Names {
        let mut names = Names {
            patterns: Vec::new(),
            entries: Vec::new(),
            targets: false,
        };
        names.add(&rule.context);
        match &rule.body {
            Body::Validate(validate) => {
                if let Checks::Foreach(loops) = &validate.check {
                    loops.iter().for_each(|each| names.add(&each.context));
                }
            }
            Body::Mutate(mutate) => {
                if let Patch::Foreach(loops) = &mutate.patch {
                    loops.iter().for_each(|each| names.add(&each.context));
                }
                names.targets = !mutate.targets.is_empty();
                mutate
                    .targets
                    .iter()
                    .for_each(|target| names.add(&target.context));
            }
            Body::VerifyImages(entries) => {
                let attestations = entries.iter().flat_map(|entry| &entry.attestations);
                let given = attestations.filter_map(|at| at.value.get("name")?.as_str());
                names.patterns.extend(given.map(|name| format!("{name}*")));
            }
            Body::Generate(_) | Body::Missing | Body::Several(_) => {}
        }
        names
    }

    fn add(&mut self, context: &[ContextEntry<'_>]) {
        for entry in context {
            let name = entry.name.value;
            self.entries.push(name.to_owned());
            match &entry.source {
                EntrySource::ConfigMap { .. } => {
                    let forms = [".data", ".metadata", ".data.*", ".metadata.*"];
                    self.patterns.extend(forms.map(|form| format!("{name}{form}")));
                }
                EntrySource::Variable { .. }
                | EntrySource::ApiCall(_)
                | EntrySource::GlobalReference { .. }
                | EntrySource::ImageRegistry { .. }
                | EntrySource::Missing
                | EntrySource::Several(_) => self.patterns.push(format!("{name}*")),
            }
        }
    }
}

/// Goes through a text as the substitution would, with null for every allowed query; the first fault ends it.
pub(super) fn check_text(leaf: &Leaf<'_>, scope: &Scope<'_>) -> Option<(Diagnostic, String)> {
    let mut text = leaf.text.to_owned();
    for _ in 0..PASSES {
        let ranges = placeholders(&text);
        let mut next = String::new();
        let mut copied = 0;
        for range in &ranges {
            let placeholder = text.get(range.clone()).unwrap_or_default();
            let query = query_of(placeholder);
            if let Some(fault) = check_query(&query, scope) {
                // After a replacement the offsets are no longer those of the source.
                let place = if text == leaf.text {
                    fault.place(range, placeholder, &query)
                } else {
                    0..leaf.text.len()
                };
                return Some((fault.diagnostic.at(leaf.span(place)), fault.text));
            }
            next.push_str(text.get(copied..range.start).unwrap_or_default());
            next.push_str("null");
            copied = range.end;
        }
        let is_whole = ranges.first().is_some_and(|range| *range == (0..text.len()));
        if ranges.is_empty() || is_whole {
            return None;
        }
        next.push_str(text.get(copied..).unwrap_or_default());
        text = next;
    }
    None
}

/// Placeholders inside placeholders are looked at so deep; evaluation has a limit of its own.
pub(super) const PASSES: usize = 100;

/// What a query may use.
pub(super) struct Scope<'s> {
    pub(super) functions: &'s Functions,
    pub(super) allowed: Allowed,
    pub(super) names: &'s Names,
}

/// A fault of a query, and where in it.
struct QueryFault {
    diagnostic: Diagnostic,
    text: String,
    /// Bytes of the query; all of it when nothing.
    within: Option<Range<usize>>,
}

impl QueryFault {
    /// The bytes of the text in which the placeholder stands.
    fn place(&self, range: &Range<usize>, placeholder: &str, query: &str) -> Range<usize> {
        let Some(start) = placeholder.find(query).filter(|_| !query.is_empty()) else {
            return range.clone();
        };
        let start = range.start + start;
        match &self.within {
            Some(within) => start + within.start..start + within.end,
            None => start..start + query.len(),
        }
    }
}

fn check_query(query: &str, scope: &Scope<'_>) -> Option<QueryFault> {
    if query == "@" {
        return None;
    }
    if query.is_empty() {
        let diagnostic = Diagnostic::error("bad-query", "an empty `{{ }}` asks nothing")
            .help("write a query, or `\\{{` for the braces themselves");
        return Some(QueryFault {
            diagnostic,
            text: "invalid query (nil)".to_owned(),
            within: None,
        });
    }
    if let Err(error) = Query::compile(query, scope.functions) {
        let diagnostic = Diagnostic::error(
            "bad-query",
            format!("this query can not be read: {}", error.message()),
        )
        .help("a text in a query is quoted with `'`, a name with a dash or dot with `\"`");
        let text = format!("invalid JMESPath query {query}: {error}");
        let within = Some(error.at.start as usize..error.at.end as usize);
        return Some(QueryFault {
            diagnostic,
            text,
            within,
        });
    }
    let bare = query.replace('"', "");
    let is_declared = || {
        let patterns = &scope.names.patterns;
        patterns.iter().any(|pattern| wildcard::matches(pattern, &bare))
    };
    if scope.allowed.allows(&bare) || is_declared() {
        return None;
    }
    Some(unknown(query, &bare, scope))
}

fn unknown(query: &str, bare: &str, scope: &Scope<'_>) -> QueryFault {
    const PREDEFINED: [&str; 6] = [
        "request",
        "images",
        "element",
        "elementIndex",
        "serviceAccountName",
        "target",
    ];
    let is_name = |character: &char| character.is_alphanumeric() || matches!(character, '_' | '-');
    let first: String = query.chars().take_while(is_name).collect();
    let known = scope.names.entries.iter().map(String::as_str);
    let message = match first.as_str() {
        "target" => "`target` is known only to mutate rules with `targets`".to_owned(),
        "" => format!("`{query}` asks nothing that a policy knows"),
        _ => format!("no variable named `{first}`"),
    };
    let diagnostic = Diagnostic::error("unknown-variable", message);
    let diagnostic = match nearest(&first, known.chain(PREDEFINED)) {
        Some(name) if name != first => diagnostic.help(format!("did you mean `{name}`?")),
        Some(name) if scope.names.entries.iter().any(|entry| entry == name) => diagnostic.help(format!(
            "a ConfigMap has `data` and `metadata`: write `{name}.data.KEY`"
        )),
        Some(_) | None => diagnostic.help("declare it in `context`, or begin with `request.object`"),
    };
    let patterns = scope.names.patterns.join(" ");
    let expression = scope.allowed.expression();
    let text = format!("variable {bare} must match regex \"{expression}\" or patterns [{patterns}]");
    QueryFault {
        diagnostic,
        text,
        within: None,
    }
}
