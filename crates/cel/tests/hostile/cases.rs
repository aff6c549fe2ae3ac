//! Expressions that want to do harm, and how each ends. The bench `hostile` times the same.

use sekisho_cel::Limits;
use sekisho_document as document;

/// An expression, the object it is evaluated over, and how it ends.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    pub(crate) object: Object,
    pub(crate) limits: Limits,
    pub(crate) end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Object {
    Nothing,
    /// With [`KEYS`].
    LargeMap,
    /// A list in a list, 500 times.
    Deep,
    /// A text of a million code points, or a tenth of that.
    LongText,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// As `Debug` shows the value.
    Value(&'static str),
    /// The fault contains these words.
    Fault(&'static str),
}

impl Object {
    pub(crate) fn make(self) -> document::Value {
        match self {
            Object::Nothing => document::Value::Null,
            Object::LargeMap => {
                let entries = (0..KEYS).map(|number| (format!("key-{number}"), document::Value::Int(number)));
                document::Value::Map(entries.collect())
            }
            Object::Deep => {
                let mut deep = document::Value::Int(1);
                for _ in 0..500 {
                    deep = document::Value::List(vec![deep].into());
                }
                deep
            }
            Object::LongText => document::Value::String("aß".repeat(500_000 / PART as usize).into()),
        }
    }
}

/// Code that is not optimised is given less to do, with limits that are as much lower.
const PART: u64 = if cfg!(debug_assertions) { 10 } else { 1 };

const KEYS: i64 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

const LIMITS: Limits = Limits {
    steps: Limits::STANDARD.steps / PART,
    ..Limits::STANDARD
};

const COST: End = End::Fault("operation cancelled: actual cost limit exceeded");
/// Too much for a tenth of the limits, not for the whole of them.
const AFFORDABLE: End = if cfg!(debug_assertions) {
    STEPS
} else {
    End::Value("true")
};

const STEPS: End = End::Fault("operation cancelled: too many steps");
const SIZE: End = End::Fault("expression code point size exceeds limit");
const LONG: End = End::Fault("max recursion depth exceeded");
const DEEP: End = End::Fault("expression recursion limit exceeded: 250");

pub(crate) fn nested(open: &str, inner: &str, close: &str, count: usize) -> String {
    [open.repeat(count), inner.to_owned(), close.repeat(count)].concat()
}

pub(crate) fn cases() -> Vec<Case> {
    let plain = |name, text: String, end| Case {
        name,
        text,
        object: Object::Nothing,
        limits: LIMITS,
        end,
    };
    let over = |name, object, text: &str, end| Case {
        object,
        ..plain(name, text.to_owned(), end)
    };
    let growing = |name, text: String, end| Case {
        limits: Limits {
            room: LIMITS.room / PART,
            ..LIMITS
        },
        ..plain(name, text, end)
    };
    let unpriced = |name, text: String, end| Case {
        limits: Limits {
            cost: u64::MAX,
            room: LIMITS.room / PART,
            ..LIMITS
        },
        ..plain(name, text, end)
    };
    let grown = |start: &str, link: &str, count: usize| format!("{start}{}", link.repeat(count));
    vec![
        // Chains: as long as a text may be, and longer.
        plain("100,000 selections", grown("object", ".a", 100_000), SIZE),
        plain("49,000 selections", grown("object", ".a", 49_000), LONG),
        plain("33,000 indexes", grown("object", "[0]", 33_000), LONG),
        plain("49,000 sums", grown("1", "+1", 49_000), LONG),
        plain("14,000 methods", grown("'a'", ".trim()", 14_000), LONG),
        plain("49,000 relations", grown("1", "<1", 49_000), LONG),
        plain("16,000 terms", grown("true", "&&true", 16_000), End::Value("true")),
        plain(
            "90,000 negations",
            format!("{}true", "!".repeat(90_000)),
            End::Value("true"),
        ),
        plain("20,000 optional steps", grown("object", ".?a", 20_000), LONG),
        // Nesting: as deep as it may be, and deeper.
        plain("249 parentheses", nested("(", "1", ")", 249), End::Value("1")),
        plain("250 parentheses", nested("(", "1", ")", 250), DEEP),
        plain("50,000 parentheses", nested("(", "1", ")", 49_000), DEEP),
        plain(
            "249 lists",
            format!("size({})", nested("[", "1", "]", 248)),
            End::Value("1"),
        ),
        plain("50,000 open lists", "[".repeat(50_000), End::Fault("ERROR")),
        plain(
            "249 maps",
            format!("size({})", nested("{'a': ", "1", "}", 248)),
            End::Value("1"),
        ),
        plain("30,000 open maps", "{1:".repeat(30_000), End::Fault("ERROR")),
        plain("250 calls", nested("size([", "1", "])", 125), DEEP),
        plain(
            "249 conditionals",
            nested("true ? 1 : ", "1", "", 249),
            End::Value("1"),
        ),
        plain("10,000 conditionals", nested("true ? 1 : ", "1", "", 8_000), DEEP),
        plain(
            "120 macros in one another",
            format!("size({})", nested("[1].map(x, ", "x", ")", 120)),
            End::Value("1"),
        ),
        // Literals.
        plain("a text of 1 MB", format!("'{}'", "a".repeat(1 << 20)), SIZE),
        plain("bytes of 1 MB", format!("b'{}'", "\\x00".repeat(1 << 18)), SIZE),
        plain(
            "a text of 99,000 escapes",
            format!("size('{}')", "\\n".repeat(49_500)),
            End::Value("49500"),
        ),
        plain(
            "a list of 45,000 numbers",
            format!("[{}1].size()", "1,".repeat(45_000)),
            End::Value("45001"),
        ),
        plain(
            "a map of 6,000 equal keys",
            format!("{{{}'a': 1}}.size()", "'a': 1, ".repeat(6_000)),
            End::Value("1"),
        ),
        plain(
            "a number of 90,000 digits",
            "9".repeat(90_000),
            End::Fault("invalid int literal"),
        ),
        plain("40,000 strays", "@ ".repeat(40_000), End::Fault("more errors were truncated")),
        plain(
            "9,000 unknown names",
            format!("[{}x]", "unknown_, ".repeat(9_000)),
            End::Fault("undeclared reference"),
        ),
        // Loops.
        plain(
            "six macros over 20 elements",
            nested("lists.range(20).all(x, ", "true", ")", 6),
            COST,
        ),
        plain("a range of 10⁹", "lists.range(1000000000)".to_owned(), COST),
        plain(
            "the longest range",
            "lists.range(9223372036854775807).all(x, true)".to_owned(),
            COST,
        ),
        plain(
            "a range each",
            "lists.range(90000).map(x, lists.range(90000)).size()".to_owned(),
            COST,
        ),
        plain("distinct", "lists.range(5000).distinct()".to_owned(), COST),
        plain("sorted by keys", "lists.range(5000).sortBy(x, -x)".to_owned(), COST),
        plain(
            "sets",
            "sets.equivalent(lists.range(3000), lists.range(3000))".to_owned(),
            COST,
        ),
        plain(
            "flattened without end",
            "[[1]].flatten(9223372036854775807).size()".to_owned(),
            COST,
        ),
        unpriced(
            "six macros without a price",
            nested("lists.range(20).all(x, ", "true", ")", 6),
            End::Fault("operation cancelled"),
        ),
        // What grows.
        plain("a text doubled in a chain", grown("['a']", ".map(t, t + t)", 200), COST),
        growing(
            "a text replaced by itself",
            grown("'aaaaaaaa'", ".replace('a', 'aaaaaaaa')", 30),
            End::Fault("operation cancelled"),
        ),
        growing(
            "a text between all of its letters",
            grown("'aaaaaaaa'", ".replace('', 'aaaaaaaa')", 30),
            End::Fault("operation cancelled"),
        ),
        growing(
            "a format of formats",
            nested("'%s%s%s%s'.format([", "'aaaaaaaaaa'", "].map(x, [x, x, x, x])[0])", 20),
            End::Fault("operation cancelled"),
        ),
        unpriced(
            "a text doubled without a price",
            grown("optional.of('aaaaaaaaaa')", ".optMap(t, t + t)", 60),
            End::Fault("operation cancelled: values too large"),
        ),
        unpriced(
            "a list doubled without a price",
            grown("optional.of([1])", ".optMap(l, l + l)", 60),
            End::Fault("operation cancelled: values too large"),
        ),
        unpriced(
            "shared lists compared",
            format!(
                "{0} == {0}",
                grown("optional.of([1])", ".optMap(l, [l, l])", 60)
            ),
            End::Fault("operation cancelled: too many steps"),
        ),
        unpriced(
            "joined texts",
            "lists.range(9000).map(i, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').join(lists.range(500).map(i, 'aaaaaaaaaaaaaaaa').join()).size()".to_owned(),
            End::Fault("operation cancelled: values too large"),
        ),
        // Patterns.
        plain(
            "counted repeats in one another",
            "'a'.matches('((a{100}){100}){100}')".to_owned(),
            End::Fault("invalid matches argument"),
        ),
        plain(
            "counted repeats at run time",
            "'a'.matches('((a{100}){100}){100}' + '')".to_owned(),
            End::Fault(""),
        ),
        Case {
            limits: Limits::STANDARD,
            ..over(
                "stars in one another",
                Object::LongText,
                "object.matches('^(a*ß*)*c$')",
                End::Value("false"),
            )
        },
        over(
            "a text as its own pattern",
            Object::LongText,
            "object.matches(object)",
            End::Fault(""),
        ),
        plain(
            "forty large patterns",
            (200..240).map(|count| format!("'a'.matches('(a|\\\\pL){{{count}}}') || ")).collect::<String>() + "true",
            End::Value("true"),
        ),
        plain(
            "3,000 large patterns",
            (0..3_000).map(|count| format!("'a'.matches('(a|b){{{count}}}')||")).collect::<String>() + "true",
            End::Fault("patterns exceed limit"),
        ),
        plain(
            "patterns of all characters whatever their case",
            "matches('(?i)\\\\pL','a')&&".repeat(3_500) + "true",
            End::Fault("patterns exceed limit"),
        ),
        plain(
            "constant patterns of all characters",
            "'a'.matches('\\\\pL|\\\\pN')&&".repeat(3_500) + "true",
            End::Fault("patterns exceed limit"),
        ),
        plain(
            "patterns made in a loop",
            "lists.range(300).all(i, 'a'.matches('(a|\\\\pL){' + string(200+i) + '}') || true)".to_owned(),
            AFFORDABLE,
        ),
        plain(
            "patterns made in a long loop",
            "lists.range(9000).all(i, !'a'.matches('(?i)[^\\\\pL\\\\pN]{900}x' + string(i)))".to_owned(),
            STEPS,
        ),
        plain(
            "patterns that are none in a loop",
            "lists.range(9000).all(i, 'a'.matches('\\\\pL'.replace('L', 'L\\\\pN\\\\pL\\\\pN') + '(' + string(i)) || true)".to_owned(),
            STEPS,
        ),
        over(
            "large patterns over a long text",
            Object::LongText,
            "object.matches('\\\\pL{200}[cd]')",
            STEPS,
        ),
        over(
            "patterns that remember",
            Object::LongText,
            "object.matches('[ab].{900}[cd]')",
            STEPS,
        ),
        over(
            "a pattern that looks to the end each time",
            Object::LongText,
            "object.split('ß').join().matches('(a.*b|a)*c')",
            End::Value("false"),
        ),
        plain(
            "many short searches",
            "lists.range(9000).all(i, !('abaabbabababbaaa' + string(i)).matches('[ab].{500}[cd]$'))".to_owned(),
            AFFORDABLE,
        ),
        // Work that costs little.
        over(
            "a long text measured in a loop",
            Object::LongText,
            "lists.range(90000).all(i, object.size() > 0)",
            STEPS,
        ),
        over(
            "the beginning of a long text in a loop",
            Object::LongText,
            "lists.range(90000).all(i, object.startsWith('a'))",
            STEPS,
        ),
        over(
            "a long text among constants in a loop",
            Object::LongText,
            "lists.range(90000).all(i, !(object in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q']))",
            STEPS,
        ),
        over(
            "a long text as a key in a loop",
            Object::LongText,
            "[{'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1, 'g': 1, 'h': 1, 'i': 1, 'j': 1, 'k': 1, 'l': 1, 'm': 1, 'n': 1, 'o': 1, 'p': 1, 'q': 1}].all(m, lists.range(90000).all(i, !m[?object].hasValue()))",
            STEPS,
        ),
        over(
            "lists of a long text compared",
            Object::LongText,
            "[lists.range(5000).map(i, object)].all(l, l == lists.range(5000).map(i, object))",
            STEPS,
        ),
        over(
            "a long text told as a fault in a loop",
            Object::LongText,
            "lists.range(9000).all(i, {'a': 1}[object] == 1 || true)",
            // Whether the work or the texts of the faults end it depends on the limits.
            End::Fault("operation cancelled"),
        ),
        over(
            "a long text that is no number in a loop",
            Object::LongText,
            "lists.range(9000).all(i, int(object) == 1 || true)",
            End::Fault("operation cancelled"),
        ),
        over(
            "a long text that is no time in a loop",
            Object::LongText,
            "lists.range(9000).all(i, timestamp(object) == timestamp(0) || duration(object) == duration('1s') || true)",
            End::Fault("operation cancelled"),
        ),
        over(
            "a long text as bytes and back in a loop",
            Object::LongText,
            "lists.range(9000).map(i, string(bytes(object)))",
            End::Fault("operation cancelled"),
        ),
        over(
            "a long text in its letters in a loop",
            Object::LongText,
            "lists.range(9000).map(i, object.charAt(i + 90000)).size() > 0",
            End::Fault("operation cancelled"),
        ),
        over(
            "pieces of a long text in a loop",
            Object::LongText,
            "lists.range(9000).all(i, object.substring(i + 90000, i + 90001).size() == 1 && object.lastIndexOf('x') < 0)",
            End::Fault("operation cancelled"),
        ),
        over(
            "a long text in a format in a loop",
            Object::LongText,
            "lists.range(9000).all(i, '%s'.format([object]) != '' && strings.quote(object) != '')",
            End::Fault("operation cancelled"),
        ),
        // Numbers and times.
        plain(
            "a format with 70,000 digits",
            "'%.70000f'.format([1.0]).size() > 0".to_owned(),
            End::Value("true"),
        ),
        plain(
            "a format with 2³¹ digits",
            "'%.2147483648f'.format([1.0])".to_owned(),
            End::Value("\"%!(NOVERB)\""),
        ),
        plain(
            "the earliest time",
            "timestamp(-9223372036854775807)".to_owned(),
            End::Fault("invalid timestamp argument"),
        ),
        plain(
            "the longest duration twice",
            "duration('2562047h47m16s') + duration('2562047h47m16s')".to_owned(),
            End::Fault("integer overflow"),
        ),
        // Documents.
        over(
            "a large map compared with itself",
            Object::LargeMap,
            "object == object",
            End::Value("true"),
        ),
        over(
            "a large map gone over",
            Object::LargeMap,
            "object.all(k, object[k] >= 0)",
            End::Value("true"),
        ),
        over(
            "a large map made anew",
            Object::LargeMap,
            "object.transformMap(k, v, object.size() + v).size() > 1000",
            End::Value("true"),
        ),
        over(
            "a deep list compared with itself",
            Object::Deep,
            "object == object",
            End::Value("true"),
        ),
        over(
            "a deep list made flat",
            Object::Deep,
            "object.flatten(1000).size()",
            End::Value("1"),
        ),
        over(
            "a long text in a long text",
            Object::LongText,
            "object.contains(object)",
            COST,
        ),
        over(
            "a long text taken apart",
            Object::LongText,
            "object.split('').size() >= 100000",
            End::Value("true"),
        ),
        over(
            "a long text asked for each of its letters",
            Object::LongText,
            "object.split('a').all(t, object.contains(t))",
            COST,
        ),
    ]
}
