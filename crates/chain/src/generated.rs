//! The ValidatingAdmissionPolicy, with its binding, that Kyverno generates from a policy whose rules are CEL, so
//! that the API server judges by itself.
//!
//! What cannot be said in that form is a diagnostic at its place. Exceptions and the variants for pod
//! controllers are no part of it: the API server knows neither.

use sekisho_diagnostics::{Diagnosed, Diagnostic, Span};
use sekisho_document::{Cursor, Map, Text, Value};
use sekisho_kubernetes::{ApiResource, Gvk, KindSelector, Kinds, wildcard};
use sekisho_parser::Policy;
use sekisho_parser::admission::{Mode, ValidatingPolicy};
use sekisho_parser::classic::{
    Action, Body, Cel, Check, ClassicPolicy, FailurePolicy, Filter, Filters, MatchBlock, Rule, Validate,
};

/// Policy and binding; nothing when some part of the policy has no place in them.
pub type Generated = Option<[Value; 2]>;

/// What Kyverno generates from a policy; nothing for kinds that it generates nothing from.
#[must_use]
pub fn generated(policy: &Policy, kinds: &Kinds) -> Option<Diagnosed<Generated>> {
    match policy {
        Policy::Validating(policy) => Some(of_validating(policy)),
        Policy::Classic(policy) => Some(of_classic(policy, kinds)),
        _ => None,
    }
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    let entries = entries.into_iter().filter(|(_, value)| !value.is_null());
    Value::Map(entries.collect::<Map>())
}

fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Value {
    Value::List(texts.into_iter().map(Value::text).collect())
}

/// The two objects with their names.
fn objects(name: &str, spec: Value, actions: Value, param_ref: Value) -> [Value; 2] {
    let object = |kind: &str, name: &str, spec: Value| {
        let labels = map([("app.kubernetes.io/managed-by", Value::from("kyverno"))]);
        map([
            ("apiVersion", Value::from("admissionregistration.k8s.io/v1")),
            ("kind", Value::from(kind)),
            ("metadata", map([("name", Value::text(name)), ("labels", labels)])),
            ("spec", spec),
        ])
    };
    let binding = map([
        ("policyName", Value::text(name)),
        ("paramRef", param_ref),
        ("validationActions", actions),
    ]);
    [
        object("ValidatingAdmissionPolicy", name, spec),
        object(
            "ValidatingAdmissionPolicyBinding",
            &format!("{name}-binding"),
            binding,
        ),
    ]
}

fn fault(what: &str, at: Span) -> Diagnostic {
    let message = format!("no ValidatingAdmissionPolicy can be generated: {what}");
    Diagnostic::error("no-admission-form", message).at(at)
}

fn of_validating(policy: &ValidatingPolicy) -> Diagnosed<Generated> {
    let spec = policy.spec();
    let at = policy.meta.name.span;
    let mut faults = Vec::new();
    if spec.mode != Mode::Kubernetes {
        faults.push(fault("it judges no resources", at));
    }
    if policy.is_namespaced() {
        faults.push(fault("a policy of a namespace has no form in the API server", at));
    }
    if !faults.is_empty() {
        return Diagnosed {
            output: None,
            diagnostics: faults,
        };
    }
    let part = |key: &str| spec.at.value.get(key).cloned().unwrap_or_default();
    let written = map([
        ("failurePolicy", Value::from(failure(spec.failure_policy))),
        ("matchConstraints", part("matchConstraints")),
        ("matchConditions", part("matchConditions")),
        ("variables", part("variables")),
        ("validations", part("validations")),
        ("auditAnnotations", part("auditAnnotations")),
    ]);
    let actions = match spec.actions.as_slice() {
        [] => texts(["Deny"]),
        actions => texts(actions.iter().map(|action| action.value)),
    };
    let name = format!("vpol-{}", policy.meta.name.value);
    Diagnosed {
        output: Some(objects(&name, written, actions, Value::Null)),
        diagnostics: Vec::new(),
    }
}

fn failure(policy: FailurePolicy) -> &'static str {
    match policy {
        FailurePolicy::Fail => "Fail",
        FailurePolicy::Ignore => "Ignore",
    }
}

fn of_classic(policy: &ClassicPolicy, kinds: &Kinds) -> Diagnosed<Generated> {
    let at = policy.meta.name.span;
    let rules = policy.rules().output;
    let only = match rules.as_slice() {
        [rule] => match &rule.body {
            Body::Validate(validate) => match &validate.check {
                Check::Cel(cel) => Some((rule, validate, cel)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let Some((rule, validate, cel)) = only else {
        let fault = fault("it does not consist of one rule with `validate.cel`", at);
        return Diagnosed {
            output: None,
            diagnostics: vec![fault],
        };
    };
    let mut faults = misfits(policy, rule, validate);
    let constraints = constraints(rule, kinds, &mut faults);
    if !faults.is_empty() {
        return Diagnosed {
            output: None,
            diagnostics: faults,
        };
    }
    let spec = policy.spec();
    let of_webhook = spec.webhook.as_ref();
    let of_webhook = of_webhook.map(|webhook| webhook.match_conditions.as_slice());
    let conditions = of_webhook.unwrap_or_default().iter();
    let conditions = conditions.chain(&rule.cel_preconditions).map(|condition| {
        map([
            ("name", Value::text(condition.name.value)),
            ("expression", condition.expression.value.clone()),
        ])
    });
    let part = |key: &str| cel.at.value.get(key).cloned().unwrap_or_default();
    let written = map([
        (
            "failurePolicy",
            Value::from(failure(spec.effective_failure_policy())),
        ),
        ("paramKind", part("paramKind")),
        ("matchConstraints", constraints),
        ("matchConditions", some_list(conditions.collect())),
        ("variables", part("variables")),
        ("validations", validations(cel, validate)),
        ("auditAnnotations", part("auditAnnotations")),
    ]);
    let action = validate
        .failure_action
        .map_or(spec.failure_action, |action| action.value);
    let actions = match action {
        Action::Enforce => texts(["Deny"]),
        Action::Audit => texts(["Audit", "Warn"]),
    };
    let name = format!("cpol-{}", policy.meta.name.value);
    Diagnosed {
        output: Some(objects(&name, written, actions, part("paramRef"))),
        diagnostics: Vec::new(),
    }
}

fn some_list(items: Vec<Value>) -> Value {
    match items.is_empty() {
        true => Value::Null,
        false => Value::List(items.into_iter().collect()),
    }
}

/// Those without a message take that of the rule.
fn validations(cel: &Cel<'_>, validate: &Validate<'_>) -> Value {
    let message = validate.message.map(|message| message.value.clone());
    let items = cel.expressions.iter().map(|at| {
        let mut item = at.value.clone();
        if let (Value::Map(item), Some(message)) = (&mut item, &message)
            && !item.contains_key("message")
            && !item.contains_key("messageExpression")
        {
            item.insert("message", message.clone());
        }
        item
    });
    some_list(items.collect())
}

/// Parts of a policy that the API server has nothing like.
fn misfits(policy: &ClassicPolicy, rule: &Rule<'_>, validate: &Validate<'_>) -> Vec<Diagnostic> {
    let spec = policy.spec();
    let mut faults = Vec::new();
    if policy.is_namespaced() {
        let what = "a policy of a namespace has no form in the API server";
        faults.push(fault(what, policy.meta.name.span));
    }
    let overrides = spec.failure_action_overrides.iter();
    for entry in overrides.chain(&validate.failure_action_overrides) {
        faults.push(fault("its action depends on the namespace", entry.at.key_span()));
    }
    for key in ["context", "preconditions"] {
        if let Some(at) = rule.at.get(key) {
            let what = format!("`{key}` is none of what the API server evaluates");
            faults.push(fault(&what, at.key_span()));
        }
    }
    faults
}

/// `match` and `exclude` as `matchConstraints`.
fn constraints(rule: &Rule<'_>, kinds: &Kinds, faults: &mut Vec<Diagnostic>) -> Value {
    let matched = filters(&rule.matched, faults);
    let excluded = filters(&rule.excluded, faults);
    let is_alone = matched.len() == 1;
    let mut resource_rules = Vec::new();
    let mut namespaces: Vec<Value> = Vec::new();
    let (mut namespace_selector, mut object_selector) = (None, None);
    for filter in &matched {
        resource_rules.extend(rules(filter, kinds, faults));
        let narrows =
            !filter.namespaces.is_empty() || filter.selector.is_some() || filter.namespace_selector.is_some();
        if narrows && !is_alone {
            let what = "one of several filters selects by namespaces or labels";
            faults.push(fault(what, filter.at.key_span()));
            continue;
        }
        namespaces.extend(named(filter, "In", faults));
        namespace_selector = selector(filter.namespace_selector, faults);
        object_selector = selector(filter.selector, faults);
    }
    let mut exclude_rules = Vec::new();
    for filter in &excluded {
        if filter.selector.is_some() || filter.namespace_selector.is_some() {
            let what = "`exclude` selects by labels";
            faults.push(fault(what, filter.at.key_span()));
        }
        match (filter.kinds.is_empty(), filter.namespaces.is_empty()) {
            (true, false) => namespaces.extend(named(filter, "NotIn", faults)),
            (false, true) => exclude_rules.extend(rules(filter, kinds, faults)),
            (false, false) | (true, true) => {
                let what = "`exclude` takes more than kinds alone or namespaces alone";
                faults.push(fault(what, filter.at.key_span()));
            }
        }
    }
    map([
        ("resourceRules", some_list(resource_rules)),
        ("excludeResourceRules", some_list(exclude_rules)),
        ("namespaceSelector", with_terms(namespace_selector, namespaces)),
        ("objectSelector", object_selector.unwrap_or_default()),
    ])
}

/// The filters of a block of which one has to hold.
fn filters<'b, 't>(block: &'b MatchBlock<'t>, faults: &mut Vec<Diagnostic>) -> Vec<&'b Filter<'t>> {
    let filters: Vec<&Filter<'t>> = match block.filters() {
        Filters::Any(filters) => filters.iter().collect(),
        Filters::All([only]) | Filters::Direct(only) => vec![only],
        Filters::All(filters) => {
            let at = filters.first().map(|filter| filter.at.key_span());
            faults.extend(at.map(|at| fault("`all` holds several filters", at)));
            Vec::new()
        }
        Filters::None => Vec::new(),
    };
    for filter in &filters {
        if filter.asks_user() {
            faults.push(fault(
                "it asks for users, roles or subjects",
                filter.at.key_span(),
            ));
        }
        let annotations = filter
            .annotations
            .filter(|at| at.value.as_map().is_some_and(|map| !map.is_empty()));
        faults.extend(annotations.map(|at| fault("it matches by annotations", at.key_span())));
    }
    filters
}

/// One rule for each group and version of the kinds of a filter.
fn rules(filter: &Filter<'_>, kinds: &Kinds, faults: &mut Vec<Diagnostic>) -> Vec<Value> {
    let names = filter.names.iter().chain(&filter.name).copied();
    let names: Vec<&str> = names
        .map(|name| name.value)
        .filter(|name| !name.is_empty())
        .collect();
    if names.iter().any(|name| wildcard::is_pattern(name)) {
        faults.push(fault("names of objects have wildcards", filter.at.key_span()));
    }
    let operations = match filter.operations.as_slice() {
        [] => texts(["CREATE", "UPDATE"]),
        operations => texts(operations.iter().map(|operation| operation.value)),
    };
    let mut resources: Vec<(Text, Text, Vec<String>)> = Vec::new();
    for kind in &filter.kinds {
        let found = resources_of(kind.value, kinds);
        if found.is_empty() {
            let what = format!("kind `{}` is not known", kind.value);
            faults.push(fault(&what, kind.span));
        }
        for (group, version, plural) in found {
            let same = |(other, its, _): &&mut (Text, Text, Vec<String>)| *other == group && *its == version;
            match resources.iter_mut().find(same) {
                Some((_, _, plurals)) if plurals.contains(&plural) => {}
                Some((_, _, plurals)) => plurals.push(plural),
                None => resources.push((group, version, vec![plural])),
            }
        }
    }
    let rules = resources.into_iter().map(|(group, version, plurals)| {
        map([
            ("apiGroups", texts([group.as_str()])),
            ("apiVersions", texts([version.as_str()])),
            ("operations", operations.clone()),
            ("resources", texts(plurals.iter().map(String::as_str))),
            (
                "resourceNames",
                some_list(names.iter().map(Value::text).collect()),
            ),
        ])
    });
    rules.collect()
}

/// Group, version and plural, with the subresource, of everything that a kind selector means.
fn resources_of(kind: &str, kinds: &Kinds) -> Vec<(Text, Text, String)> {
    let selector = KindSelector::parse(kind);
    if selector.kind.pattern() == "*" && selector.subresource.pattern().is_empty() {
        let any = |pattern: &str| Text::new(pattern);
        let (group, version) = (selector.group.pattern(), selector.version.pattern());
        return vec![(any(group), any(version), "*".to_owned())];
    }
    let served = kinds.iter().filter(|row| row.is_served_by_default());
    let of_row = |row: &ApiResource| -> Vec<(Text, Text, String)> {
        let gvk: Gvk = row.gvk();
        let parts = row.subresources.iter().map(|part| part.name.as_str());
        let meant = [""]
            .into_iter()
            .chain(parts)
            .filter(|part| selector.matches(&gvk, part));
        let paths = meant.map(|part| match part {
            "" => row.plural.to_string(),
            part => format!("{}/{part}", row.plural),
        });
        paths
            .map(|path| (row.group.clone(), row.version.clone(), path))
            .collect()
    };
    served.flat_map(of_row).collect()
}

/// The namespaces of a filter as a term of a selector.
fn named(filter: &Filter<'_>, operator: &str, faults: &mut Vec<Diagnostic>) -> Option<Value> {
    let namespaces: Vec<&str> = filter
        .namespaces
        .iter()
        .map(|namespace| namespace.value)
        .collect();
    if namespaces.is_empty() {
        return None;
    }
    if let Some(pattern) = filter.namespaces.iter().find(|it| wildcard::is_pattern(it.value)) {
        faults.push(fault("names of namespaces have wildcards", pattern.span));
    }
    Some(map([
        ("key", Value::from("kubernetes.io/metadata.name")),
        ("operator", Value::from(operator)),
        ("values", texts(namespaces)),
    ]))
}

fn selector(at: Option<Cursor<'_>>, faults: &mut Vec<Diagnostic>) -> Option<Value> {
    let at = at?;
    let labels = at.get("matchLabels").and_then(|labels| labels.value.as_map());
    let mut labels = labels.into_iter().flatten();
    let is_pattern = |(key, value): (&Text, &Value)| {
        wildcard::is_pattern(key) || value.as_str().is_some_and(wildcard::is_pattern)
    };
    if labels.any(is_pattern) {
        faults.push(fault("a label selector has wildcards", at.key_span()));
    }
    Some(at.value.clone())
}

/// A selector with further terms; null when there is nothing to select by.
fn with_terms(selector: Option<Value>, terms: Vec<Value>) -> Value {
    if terms.is_empty() {
        return selector.unwrap_or_default();
    }
    let written = selector
        .as_ref()
        .and_then(|selector| selector.get("matchExpressions"));
    let written = written.and_then(Value::as_list).into_iter().flatten().cloned();
    let all: Vec<Value> = written.chain(terms).collect();
    let labels = selector.as_ref().and_then(|selector| selector.get("matchLabels"));
    map([
        ("matchLabels", labels.cloned().unwrap_or_default()),
        ("matchExpressions", some_list(all)),
    ])
}
