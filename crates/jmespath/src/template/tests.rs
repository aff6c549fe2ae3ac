//! Templates by table: the compiled way and the passes of the reference must agree.

use proptest::prelude::*;
use sekisho_diagnostics::Complaint;
use sekisho_document::Map;
use sekisho_document::json::{self, Form as Layout, Rules};

use super::*;
use crate::error::LIMIT_EXCEEDED;
use crate::functions::STANDARD;

fn document(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::GO).unwrap()
}

/// Answers as a scope does, for the passes of the reference.
struct Answering<'v> {
    scope: Loaded<'v>,
    setting: Setting<'v>,
}

impl Answering<'_> {
    fn with<T>(&mut self, then: impl FnOnce(&mut Filling<'_, Loaded<'_>, Unobserved>) -> T) -> T {
        then(&mut Filling {
            scope: &mut self.scope,
            setting: self.setting,
            observer: &mut Unobserved,
            steps: self.setting.limits.steps,
            nesting: 0,
        })
    }
}

impl Resolver for Answering<'_> {
    fn resolve(&mut self, query: &str) -> Result<Value, Complaint> {
        self.with(|filling| filling.ask(query))
    }

    fn deletes(&self) -> bool {
        self.scope.deletes
    }

    fn has_target(&mut self) -> bool {
        self.with(|filling| filling.has_target())
    }
}

/// The filled document as JSON text, or the message of the failure; both ways.
fn both(template: &Value, context: &Value, deletes: bool, limits: &Limits) -> (String, String) {
    let functions = Functions::new(&[STANDARD]);
    let dialect = Dialect {
        functions: &functions,
        limits,
        entries: &[],
    };
    let mut scope = Loaded {
        root: context,
        functions: &functions,
        deletes,
    };
    let setting = Setting {
        world: &crate::Nowhere,
        limits,
    };
    let show = |result: Result<Value, FillError>| match result {
        Ok(value) => json::write(&value, Layout::CANONICAL),
        Err(error) => error.message,
    };
    let compiled = Skeleton::compile(template, &dialect).fill(&mut scope, setting);
    let walked = substitute(template, &mut Answering { scope, setting }, limits);
    (show(compiled), show(walked))
}

fn filled(template: &Value, context: &Value, deletes: bool) -> String {
    let (compiled, walked) = both(template, context, deletes, &Limits::STANDARD);
    assert_eq!(compiled, walked, "{template:?}");
    compiled
}

const CONTEXT: &str = r#"{"n":5,"o":{"b":1,"a":"<"},"nul":null,"s":"x","t":"{{ n }}","m":{"k":"{{ n }}"},"e":"",
    "bs":"\\","lb":"{","esc":"\\{{ n }}","bad":"{{ zz }}","loop":"x{{ loop }}","deep":{"k":"{{ deep }}"},
    "wide":{"a":"{{ wide }}","b":"{{ wide }}"},"grow":"{{ grow }}{{ grow }} {{ grow }}.",
    "request":{"operation":"DELETE","object":{"name":"new"},"oldObject":{"name":"old"}}}"#;

#[test]
fn strings() {
    let rows: &[(&str, &str)] = &[
        ("{{ n }}", "5"),
        ("v{{ n }}", r#""v5""#),
        ("{{ n }}{{ n }}", r#""55""#),
        ("{{n}}{{n}}{{n}}", r#""555""#),
        ("{{n}}-{{s}}", r#""5-x""#),
        ("{{ nul }}", "null"),
        ("v:{{ nul }}", r#""v:null""#),
        ("v:{{ o }}", r#""v:{\"a\":\"\\u003c\",\"b\":1}""#),
        ("{{ zz || '' }}", r#""""#),
        ("{{ 's' }}{{ '' }}", r#""s""#),
        ("{{ e }}{{ n }}", "5"),
        ("{{ e }} {{ n }}", r#"" 5""#),
        ("{{ t }}", r#""{{ n }}""#),
        ("a {{ t }}", r#""a 5""#),
        ("a {{- t }}", r#""a {{ n }}""#),
        ("{{ m }}", r#"{"k":5}"#),
        ("\\{{ n }}", r#""{{ n }}""#),
        ("\\\\{{ n }}", r#""\\{{ n }}""#),
        ("\\{{ {{ n }} }}", r#""{{ 5 }}""#),
        ("{{ esc }}x", r#""{{ n }}x""#),
        ("{{ esc }}", r#""\\{{ n }}""#),
        ("{{ bs }}{{ n }}", r#""{{ n }}""#),
        ("x{{ lb }}{ n }}", r#""x5""#),
        ("{{ n }", r#""{{ n }""#),
        ("{{ a", r#""{{ a""#),
        ("}}{{n}}{{", r#""}}5{{""#),
        ("{{ {a: n} }}", r#"{"a":5}"#),
        ("{{ {a: {b: n}} }}", r#""{{ {a: {b: n}} }}""#),
        ("{{ '{{ s }}' }}", r#""x""#),
        ("{{}}", "failed to resolve  at path : invalid query (nil)"),
        ("{{ - }}", "failed to resolve  at path : invalid query (nil)"),
        (
            "{{ zz }}",
            "failed to resolve zz at path : JMESPath query failed: Unknown key \"zz\" in path",
        ),
        (
            "a {{ bad }}",
            "failed to resolve zz at path : JMESPath query failed: Unknown key \"zz\" in path",
        ),
        (
            "{{ f( }}",
            "failed to resolve f( at path : incorrect query f(: SyntaxError: Incomplete expression",
        ),
        (
            "x{{- n }}",
            "failed to resolve n at path : a placeholder with `-` inside of a text needs a string",
        ),
        ("x{{- nul }}", r#""xnull""#),
        (
            "x{{ to_number('nan') }}",
            "failed to resolve to_number('nan') at path : failed to marshal float64: NaN",
        ),
        (
            "é{{ n }}",
            "failed to resolve \u{fffd} n at path : incorrect query \u{fffd} n: SyntaxError: Unknown char: '\\ufffd'",
        ),
        ("é {{ n }}", r#""é 5""#),
    ];
    let context = document(CONTEXT);
    for (text, expected) in rows {
        assert_eq!(filled(&Value::text(text), &context, false), *expected, "{text}");
    }
}

#[test]
fn deletions_mean_the_old_object() {
    let context = document(CONTEXT);
    for (text, expected) in [
        ("{{ request.object.name }}", r#""old""#),
        ("x{{ request.object.name }}", r#""xold""#),
        ("{{ request.{{ 'object' }}.name }}", r#""old""#),
    ] {
        assert_eq!(filled(&Value::text(text), &context, true), expected, "{text}");
    }
}

#[test]
fn documents() {
    let rows: &[(&str, &str)] = &[
        (r#"{"k{{ n }}":1}"#, r#"{"k5":1}"#),
        (r#"{"{{ nul }}":1}"#, r#"{"{{ nul }}":1}"#),
        (
            r#"{"{{ n }}":1}"#,
            "expected string after substituting variables in key \"{{ n }}\"",
        ),
        (r#"{"{{ s }}":1,"x":2}"#, r#"{"x":1}"#),
        (r#"{"x":2,"{{ s }}":1}"#, r#"{"x":1}"#),
        (
            r#"{"a":[{"b/c":"{{ zz }}"}]}"#,
            "failed to resolve zz at path /a/0/b\\/c: JMESPath query failed: Unknown key \"zz\" in path",
        ),
        (
            r#"{"a":{"{{ zz }}":1}}"#,
            "failed to resolve zz at path /a: JMESPath query failed: Unknown key \"zz\" in path",
        ),
        (r#"{"a":{"b":"$(../c)","c":"{{ n }}"}}"#, r#"{"a":{"b":5,"c":5}}"#),
        (
            r#"["\\$(a)","\\{{ a }}",{"\\{{ a }}":"{{ n }}"}]"#,
            r#"["$(a)","{{ a }}",{"{{ a }}":5}]"#,
        ),
        (
            r#"{"a":"$(b)","c":"{{ zz }}"}"#,
            "got nil resolved variable $(b) at path /a: <nil>",
        ),
        (r#"{"a":{"b":"{{ @ }}"}}"#, r#"{"a":{"b":{"name":"new"}}}"#),
        (
            r#"{"v":{"p":{"name":"{{ @ }}-{{@}}"}}}"#,
            r#"{"v":{"p":{"name":"new-new"}}}"#,
        ),
    ];
    let context = document(CONTEXT);
    for (text, expected) in rows {
        assert_eq!(filled(&document(text), &context, false), *expected, "{text}");
    }
}

#[test]
fn what_is_decided_when_compiled() {
    let functions = Functions::new(&[STANDARD]);
    let names = [Text::from("cm"), Text::from("x"), Text::from("y")];
    let dialect = Dialect {
        functions: &functions,
        limits: &Limits::STANDARD,
        entries: &names,
    };
    let compile = |text: &str| Template::compile(text, &Path::ROOT, &dialect);
    assert_eq!(compile("a b"), Template::Literal("a b".into()));
    assert_eq!(compile("a \\{{ b"), Template::Literal("a {{ b".into()));
    assert!(matches!(compile("{{ a }}{{ b }}"), Template::Rescan(_)));
    assert!(matches!(compile("{{ a.{{ b }} }}"), Template::Rescan(_)));
    assert!(matches!(compile("\\{{ a }} {{ b }}"), Template::Rescan(_)));
    assert!(matches!(compile("{ {{ b }}"), Template::Rescan(_)));

    let text = "a {{ cm.data.a }} and {{-  y || request.object.b }}";
    let template = compile(text);
    let holes: Vec<&Hole> = template.holes().collect();
    let [first, second] = holes.as_slice() else {
        panic!("two holes, not {holes:?}");
    };
    let slice = |at: &std::ops::Range<u32>| &text[at.start as usize..at.end as usize];
    assert_eq!(slice(&first.at), "{{ cm.data.a }}");
    assert_eq!(slice(&first.query_at), "cm.data.a");
    assert_eq!(first.form.entries.iter().collect::<Vec<usize>>(), [0]);
    assert!(first.on_delete.is_none() && !first.shallow);
    assert_eq!(slice(&second.query_at), "y || request.object.b");
    assert_eq!(second.form.entries.iter().collect::<Vec<usize>>(), [2]);
    assert_eq!(
        &*second.on_delete.as_ref().unwrap().text,
        "y || request.oldObject.b"
    );
    assert!(second.shallow);

    let broken = compile("x {{ a. }}");
    let fault = &broken.holes().next().unwrap().form.query;
    assert!(
        matches!(fault, Err(FormFault::Syntax(error)) if error.at == (2..2)),
        "{fault:?}"
    );
}

#[test]
fn a_part_knows_where_it_stands() {
    let functions = Functions::new(&[STANDARD]);
    let dialect = Dialect {
        functions: &functions,
        limits: &Limits::STANDARD,
        entries: &[],
    };
    let rule = document(r#"{"name":"r","mutate":{"patch":{"a":"$(./../../../name)","name":["{{ @ }}"]}}}"#);
    let base = [Segment::Key("mutate".into()), Segment::Key("patch".into())];
    let skeleton = Skeleton::compile_below(&rule, &base, &dialect);
    let mut seen = Vec::new();
    skeleton.each_template(&mut |path, template| {
        seen.push(format!("{path} {}", template.holes().next().unwrap().form.text));
    });
    assert_eq!(seen, ["/mutate/patch/name/0 request.object.name[0]"]);
    let context = document(r#"{"request":{"object":{"name":["b"]}}}"#);
    let mut scope = Loaded {
        root: &context,
        functions: &functions,
        deletes: false,
    };
    let filled = skeleton.fill(&mut scope, Setting::ALONE);
    assert_eq!(filled, Ok(document(r#"{"a":"r","name":["b"]}"#)));
    let context = document("{}");
    let mut scope = Loaded {
        root: &context,
        functions: &functions,
        deletes: false,
    };
    let error = skeleton.fill(&mut scope, Setting::ALONE).unwrap_err();
    let place: Vec<Segment> = ["mutate", "patch", "name"]
        .map(|key| Segment::Key(key.into()))
        .to_vec();
    assert_eq!(error.place, [place.as_slice(), &[Segment::Index(0)]].concat());
    assert_eq!(error.at, Some(0..7));
}

/// Loads what is mentioned, once.
struct Lazy<'v> {
    root: Value,
    names: &'v [Text],
    functions: &'v Functions,
    loads: Vec<String>,
}

impl Scope for Lazy<'_> {
    fn root(&mut self, wanted: Wanted<'_>) -> Result<&Value, Complaint> {
        let made;
        let entries = match wanted.entries {
            Some(entries) => entries,
            None => {
                made = EntrySet::mentioned(wanted.query, self.names);
                &made
            }
        };
        for position in entries.iter() {
            let name = &self.names[position];
            if name == "broken" {
                return Err(Complaint::new("unreachable", "no such config map"));
            }
            if self.root.get(name).is_none() {
                self.loads.push(name.to_string());
                if let Value::Map(map) = &mut self.root {
                    map.insert(name.clone(), format!("value of {name}").into());
                }
            }
        }
        Ok(&self.root)
    }

    fn functions(&self) -> &Functions {
        self.functions
    }

    fn deletes(&self) -> bool {
        false
    }
}

#[test]
fn entries_are_loaded_when_they_are_mentioned() {
    let functions = Functions::new(&[STANDARD]);
    let names = ["a", "b", "c", "broken"].map(Text::from);
    let dialect = Dialect {
        functions: &functions,
        limits: &Limits::STANDARD,
        entries: &names,
    };
    let rows: &[(&str, &str, &[&str])] = &[
        ("{{ b }}", r#""value of b""#, &["b"]),
        ("{{ c }} {{ a }}", r#""value of c value of a""#, &["c", "a"]),
        ("{{ '{{ b }}' }}", r#""value of b""#, &["b"]),
        ("{{ x.b || 'none' }}", r#""none""#, &[]),
        (
            "{{ broken }}",
            "failed to resolve broken at path : no such config map",
            &[],
        ),
        (
            "{{ broken. }}",
            "failed to resolve broken. at path : no such config map",
            &[],
        ),
    ];
    for (text, expected, loads) in rows {
        let mut scope = Lazy {
            root: document("{}"),
            names: &names,
            functions: &functions,
            loads: Vec::new(),
        };
        let template = Template::compile(text, &Path::ROOT, &dialect);
        let got = match template.fill(&Path::ROOT, &mut scope, Setting::ALONE) {
            Ok(value) => json::write(&value, Layout::GO),
            Err(error) => error.message,
        };
        assert_eq!(got, *expected, "{text}");
        assert_eq!(scope.loads, *loads, "{text}");
    }
}

#[test]
fn endless_templates_end() {
    let small = Limits {
        text_bytes: 5_000,
        steps: 50_000,
        ..Limits::STANDARD
    };
    let context = document(CONTEXT);
    for text in [
        "a {{ loop }}",
        "a {{ grow }}",
        "{{ deep }}",
        "{{ wide }}",
        "a {{ m.k }} {{ deep }} {{ wide }}",
    ] {
        let functions = Functions::new(&[STANDARD]);
        let dialect = Dialect {
            functions: &functions,
            limits: &small,
            entries: &[],
        };
        let mut scope = Loaded {
            root: &context,
            functions: &functions,
            deletes: false,
        };
        let setting = Setting {
            world: &crate::Nowhere,
            limits: &small,
        };
        let skeleton = Skeleton::compile(&Value::text(text), &dialect);
        let code = skeleton.fill(&mut scope, setting).map_err(|error| error.code);
        assert_eq!(code, Err(LIMIT_EXCEEDED), "{text}");
    }
}

#[test]
fn deep_and_wide_documents_end() {
    let deep = (0..600).fold(Value::text("{{ n }}"), |inner, _| Value::List(vec![inner].into()));
    let message = filled(&deep, &document(CONTEXT), false);
    assert_eq!(
        message,
        "lists and maps lie more than 256 levels deep in one another"
    );
    let item = |n: usize| (format!("k{n}"), Value::text("$(./../big) $(./../big)"));
    let mut items: Map = (0..2_000).map(item).collect();
    items.insert("big", Value::text("x".repeat(9_000_000)));
    let message = filled(&Value::Map(items), &Value::Null, false);
    assert_eq!(
        message,
        "the text at path /k0 would have more than 16777216 bytes"
    );
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{{ n }}",
        "{{ s }}",
        "{{ t }}",
        "{{- t }}",
        "{{ e }}",
        "{{ nul }}",
        "{{ o }}",
        "{{ m }}",
        "{{ bs }}",
        "{{ lb }}",
        "{{ esc }}",
        "{{ zz }}",
        "{{ '",
        "' }}",
        "{{ ",
        " }}",
        "{{",
        "}}",
        "{",
        "}",
        "\\",
        "n",
        "s",
        " ",
        "é",
        "\\{{",
        "{{ {a: n} }}",
        "{{- s }}",
        "{{ zz || '' }}",
        "{{ '{{ s }}' }}",
        "$(a)",
        "\\$(a)",
        "-",
    ]);
    prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat())
}

fn any_document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => pieces().prop_map(Value::from),
        1 => Just(Value::Int(1)),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|items| Value::List(items.into())),
            prop::collection::vec(
                (
                    prop_oneof![Just("a".to_owned()), Just("x".to_owned()), pieces()],
                    inner
                ),
                0..3
            )
            .prop_map(|entries| Value::Map(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_compiled_way_is_the_way_of_the_reference(template in any_document(), deletes in any::<bool>()) {
        let (compiled, walked) = both(&template, &document(CONTEXT), deletes, &Limits::STANDARD);
        prop_assert_eq!(compiled, walked);
    }
}
