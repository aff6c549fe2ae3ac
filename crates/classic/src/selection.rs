//! `match` and `exclude`: whether a rule is for a resource (engine reference §2).

use sekisho_document::{Text, Value};
use sekisho_evaluator::Observer;
use sekisho_kubernetes::resource::Labels;
use sekisho_kubernetes::wildcard::Wildcard;
use sekisho_kubernetes::{Gvk, KindSelector, KyvernoSelector, User, Verb};
use sekisho_parser::classic::{self, Filters, MatchBlock};

/// What a filter is tried on.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    pub object: &'a Value,
    pub kind: &'a Gvk,
    pub subresource: &'a str,
    pub operation: Verb,
    /// Labels of the object's namespace; null when nothing is known of it.
    pub namespace_labels: &'a Value,
    /// Nothing, or an empty user, when nobody is known to make the request.
    pub user: Option<&'a User>,
}

/// A compiled `match` with its `exclude`.
#[derive(Debug, Clone)]
pub struct Selection {
    matched: Block,
    excluded: Block,
}

#[derive(Debug, Clone)]
enum Block {
    Any(Vec<Filter>),
    All(Vec<Filter>),
    Direct(Box<Filter>),
    Nothing,
}

/// One compiled filter: every criterion that is present must hold.
#[derive(Debug, Clone)]
struct Filter {
    /// Where it stands: `match.any[0]`.
    place: String,
    kinds: Vec<KindSelector>,
    name: Option<Wildcard>,
    names: Vec<Wildcard>,
    namespaces: Vec<Wildcard>,
    annotations: Vec<(Wildcard, Wildcard)>,
    /// One that can not be built holds for nothing.
    selector: Option<Option<KyvernoSelector>>,
    namespace_selector: Option<Option<KyvernoSelector>>,
    /// As written: a text that names no operation never holds.
    operations: Vec<Text>,
    roles: Vec<Text>,
    cluster_roles: Vec<Text>,
    subjects: Vec<Subject>,
}

#[derive(Debug, Clone)]
enum Subject {
    User(Wildcard),
    Group(Wildcard),
    /// The pattern of the whole user name.
    ServiceAccount(Wildcard),
    /// A kind that is none of the three: holds for nobody.
    Unknown,
}

/// How one filter is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Without user information, what asks for it is left out.
    Match,
    /// Asks for the user whether there is one or not.
    Exclude,
    /// As `Exclude`, without looking at operations, and with a selector of namespaces that a Namespace
    /// object passes (§10.1).
    Exception,
}

impl Selection {
    #[must_use]
    pub fn compile(matched: &MatchBlock<'_>, excluded: &MatchBlock<'_>) -> Selection {
        Selection {
            matched: Block::compile("match", matched),
            excluded: Block::compile("exclude", excluded),
        }
    }

    /// Whether the resource is selected.
    pub fn holds(&self, candidate: &Candidate<'_>, observer: &mut impl Observer) -> bool {
        if candidate
            .object
            .as_map()
            .is_none_or(sekisho_document::Map::is_empty)
        {
            return false;
        }
        self.matched.holds(candidate, Side::Match, observer)
            && !self.excluded.holds(candidate, Side::Exclude, observer)
    }

    /// Whether some filter of `match` asks who makes the request.
    #[must_use]
    pub fn asks_user(&self) -> bool {
        self.matched.filters().iter().any(|filter| {
            !(filter.roles.is_empty() && filter.cluster_roles.is_empty() && filter.subjects.is_empty())
        })
    }

    /// The kinds for which this can hold, for an index: nothing when any kind may be meant.
    #[must_use]
    pub fn kinds(&self) -> Option<Vec<&str>> {
        let filters = match &self.matched {
            // Each must hold, so the first one bounds them all.
            Block::All(filters) => filters.get(..1).unwrap_or_default(),
            other => other.filters(),
        };
        let mut kinds = Vec::new();
        for filter in filters {
            if filter.kinds.is_empty() {
                return None;
            }
            for selector in &filter.kinds {
                if !selector.kind.is_exact() {
                    return None;
                }
                kinds.push(selector.kind.pattern());
            }
        }
        Some(kinds)
    }
}

/// The `match` of an exception, which has rules of its own (§10.1).
#[derive(Debug, Clone)]
pub(crate) struct ExceptionSelection(Block);

impl ExceptionSelection {
    pub(crate) fn compile(matched: &MatchBlock<'_>) -> ExceptionSelection {
        ExceptionSelection(Block::compile("match", matched))
    }

    pub(crate) fn holds(&self, candidate: &Candidate<'_>, observer: &mut impl Observer) -> bool {
        self.0.holds(candidate, Side::Exception, observer)
    }
}

impl Block {
    fn compile(side: &str, block: &MatchBlock<'_>) -> Block {
        let list = |group: &str, filters: &[classic::Filter<'_>]| {
            let place = |idx: usize| format!("{side}.{group}[{idx}]");
            filters
                .iter()
                .enumerate()
                .map(|(idx, filter)| Filter::compile(place(idx), filter))
                .collect()
        };
        match block.filters() {
            Filters::Any(filters) => Block::Any(list("any", filters)),
            Filters::All(filters) => Block::All(list("all", filters)),
            Filters::Direct(filter) => Block::Direct(Box::new(Filter::compile(side.to_owned(), filter))),
            Filters::None => Block::Nothing,
        }
    }

    fn filters(&self) -> &[Filter] {
        match self {
            Block::Any(filters) | Block::All(filters) => filters,
            Block::Direct(filter) => std::slice::from_ref(filter),
            Block::Nothing => &[],
        }
    }

    fn holds(&self, candidate: &Candidate<'_>, side: Side, observer: &mut impl Observer) -> bool {
        match self {
            Block::Any(filters) => filters
                .iter()
                .any(|filter| filter.tried(candidate, side, observer)),
            Block::All(filters) => filters
                .iter()
                .all(|filter| filter.tried(candidate, side, observer)),
            Block::Direct(filter) => filter.tried(candidate, side, observer),
            Block::Nothing => false,
        }
    }
}

impl Filter {
    fn compile(place: String, filter: &classic::Filter<'_>) -> Filter {
        let texts =
            |list: &[sekisho_parser::Located<&str>]| list.iter().map(|text| Text::new(text.value)).collect();
        let wildcards = |list: &[sekisho_parser::Located<&str>]| {
            list.iter().map(|text| Wildcard::new(text.value)).collect()
        };
        let annotations = filter
            .annotations
            .into_iter()
            .flat_map(|annotations| annotations.entries());
        Filter {
            place,
            kinds: filter
                .kinds
                .iter()
                .map(|kind| KindSelector::parse(kind.value))
                .collect(),
            name: filter
                .name
                .filter(|name| !name.value.is_empty())
                .map(|name| Wildcard::new(name.value)),
            names: wildcards(&filter.names),
            namespaces: wildcards(&filter.namespaces),
            annotations: annotations
                .map(|(key, value)| {
                    (
                        Wildcard::new(key),
                        Wildcard::new(value.value.as_str().unwrap_or_default()),
                    )
                })
                .collect(),
            selector: filter
                .selector
                .map(|selector| KyvernoSelector::read(selector.value).ok()),
            namespace_selector: filter
                .namespace_selector
                .map(|selector| KyvernoSelector::read(selector.value).ok()),
            operations: texts(&filter.operations),
            roles: texts(&filter.roles),
            cluster_roles: texts(&filter.cluster_roles),
            subjects: filter.subjects.iter().map(Subject::compile).collect(),
        }
    }

    fn tried(&self, candidate: &Candidate<'_>, side: Side, observer: &mut impl Observer) -> bool {
        let obstacle = self.obstacle(candidate, side);
        observer.filter(&self.place, obstacle.is_none(), obstacle.unwrap_or_default());
        obstacle.is_none()
    }

    /// The first criterion that does not hold.
    fn obstacle(&self, candidate: &Candidate<'_>, side: Side) -> Option<&'static str> {
        let named_user = candidate.user.filter(|user| !user.is_empty());
        let asks_user = side != Side::Match || named_user.is_some();
        if self.is_empty(asks_user) {
            return Some("the filter is empty");
        }
        let wanted = candidate.operation.as_str();
        if side != Side::Exception
            && !self.operations.is_empty()
            && !self.operations.iter().any(|text| text == wanted)
        {
            return Some("operation does not match");
        }
        let kind_fits =
            |selector: &KindSelector| selector.matches_in_policy(candidate.kind, candidate.subresource);
        if !self.kinds.is_empty() && !self.kinds.iter().any(kind_fits) {
            return Some("kind does not match");
        }
        let metadata = candidate.object.get("metadata");
        let text = |key: &str| {
            metadata
                .and_then(|metadata| metadata.get(key))
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let name = Some(text("name"))
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| text("generateName"));
        if self.name.as_ref().is_some_and(|pattern| !pattern.matches(name)) {
            return Some("name does not match");
        }
        if !self.names.is_empty() && !self.names.iter().any(|pattern| pattern.matches(name)) {
            return Some("none of the names match");
        }
        let is_namespace = candidate.kind.kind == "Namespace";
        let namespace = if is_namespace {
            text("name")
        } else {
            text("namespace")
        };
        if !self.namespaces.is_empty() && !self.namespaces.iter().any(|pattern| pattern.matches(namespace)) {
            return Some("namespace does not match");
        }
        let annotations = metadata
            .and_then(|metadata| metadata.get("annotations"))
            .unwrap_or(&Value::Null);
        if !self.annotations.iter().all(|pair| has_pair(annotations, pair)) {
            return Some("annotations does not match");
        }
        let labels = metadata
            .and_then(|metadata| metadata.get("labels"))
            .unwrap_or(&Value::Null);
        if self
            .selector
            .as_ref()
            .is_some_and(|selector| !selects(selector, labels))
        {
            return Some("selector does not match");
        }
        if let Some(selector) = &self.namespace_selector {
            let holds = match (is_namespace, side) {
                (true, Side::Exception) => true,
                (true, Side::Match | Side::Exclude) => false,
                (false, _) => selects(selector, candidate.namespace_labels),
            };
            if !holds {
                return Some("namespace selector does not match labels");
            }
        }
        if asks_user && !self.fits_user(candidate.user) {
            return Some("user info does not match");
        }
        None
    }

    fn is_empty(&self, asks_user: bool) -> bool {
        let resources = self.kinds.is_empty()
            && self.name.is_none()
            && self.names.is_empty()
            && self.namespaces.is_empty()
            && self.annotations.is_empty()
            && self.selector.is_none()
            && self.namespace_selector.is_none()
            && self.operations.is_empty();
        let user = self.roles.is_empty() && self.cluster_roles.is_empty() && self.subjects.is_empty();
        resources && (user || !asks_user)
    }

    fn fits_user(&self, user: Option<&User>) -> bool {
        let nobody = User::default();
        let user = user.unwrap_or(&nobody);
        let meets = |wanted: &[Text], given: &[Text]| {
            wanted.is_empty() || wanted.iter().any(|role| given.contains(role))
        };
        meets(&self.roles, &user.roles)
            && meets(&self.cluster_roles, &user.cluster_roles)
            && (self.subjects.is_empty() || self.subjects.iter().any(|subject| subject.is(user)))
    }
}

fn selects(selector: &Option<KyvernoSelector>, labels: &Value) -> bool {
    selector
        .as_ref()
        .is_some_and(|selector| selector.matches(Labels::of(Some(labels))))
}

fn has_pair(annotations: &Value, (key, value): &(Wildcard, Wildcard)) -> bool {
    let entries = annotations.as_map().into_iter().flatten();
    entries
        .filter_map(|(name, text)| Some((name, text.as_str()?)))
        .any(|(name, text)| key.matches(name) && value.matches(text))
}

impl Subject {
    fn compile(subject: &classic::Subject<'_>) -> Subject {
        match subject.kind.value {
            "User" => Subject::User(Wildcard::new(subject.name.value)),
            "Group" => Subject::Group(Wildcard::new(subject.name.value)),
            "ServiceAccount" => {
                let namespace = subject
                    .namespace
                    .map(|namespace| namespace.value)
                    .unwrap_or_default();
                let pattern = format!("system:serviceaccount:{namespace}:{}", subject.name.value);
                Subject::ServiceAccount(Wildcard::new(pattern))
            }
            _ => Subject::Unknown,
        }
    }

    fn is(&self, user: &User) -> bool {
        match self {
            Subject::User(pattern) | Subject::ServiceAccount(pattern) => pattern.matches(&user.name),
            Subject::Group(pattern) => user.groups.iter().any(|group| pattern.matches(group)),
            Subject::Unknown => false,
        }
    }
}
