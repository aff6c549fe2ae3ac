//! Expressions made of a row of choices. They are of the types that they claim, so that only values differ.

/// The expression that a row of choices spells.
pub(crate) fn expression(choices: &[u8]) -> String {
    let mut maker = Maker {
        choices: choices.iter(),
        names: 0,
        numbers: Vec::new(),
    };
    match maker.choose(6) {
        0 => maker.int(5),
        1 => maker.text(5),
        2 => maker.list(5),
        3 => maker.double(4),
        4 => maker.uint(4),
        _ => maker.truth(6),
    }
}

struct Maker<'c> {
    choices: std::slice::Iter<'c, u8>,
    /// How many variables of macros there have been.
    names: usize,
    /// The variables of macros that are open; all are whole numbers.
    numbers: Vec<String>,
}

impl Maker<'_> {
    /// A number below `count`; zero when the choices are used up.
    fn choose(&mut self, count: u8) -> u8 {
        self.choices.next().map_or(0, |choice| choice % count)
    }

    fn int(&mut self, depth: u8) -> String {
        if depth == 0 {
            return match self.choose(5) {
                0 => "1".to_owned(),
                1 => self.choose(200).to_string(),
                2 => "9223372036854775807".to_owned(),
                3 => self.numbers.last().cloned().unwrap_or_else(|| "0".to_owned()),
                _ => format!("(-{})", self.choose(20)),
            };
        }
        let next = depth - 1;
        match self.choose(10) {
            0 => format!("({} + {})", self.int(next), self.int(next)),
            1 => format!("({} - {})", self.int(next), self.int(next)),
            2 => format!("({} * {})", self.int(next), self.int(next)),
            3 => format!("({} / {})", self.int(next), self.int(next)),
            4 => format!("({} % {})", self.int(next), self.int(next)),
            5 => format!("({} ? {} : {})", self.truth(next), self.int(next), self.int(next)),
            6 => format!("size({})", self.text(next)),
            7 => format!("size({})", self.list(next)),
            8 => format!("{}[{}]", self.list(next), self.int(next)),
            _ => self.int(0),
        }
    }

    fn uint(&mut self, depth: u8) -> String {
        if depth == 0 {
            return match self.choose(3) {
                0 => "0u".to_owned(),
                1 => "18446744073709551615u".to_owned(),
                _ => format!("{}u", self.choose(200)),
            };
        }
        let next = depth - 1;
        let operator = *["+", "-", "*", "/", "%"]
            .get(usize::from(self.choose(5)))
            .unwrap();
        format!("({} {operator} {})", self.uint(next), self.uint(next))
    }

    fn double(&mut self, depth: u8) -> String {
        if depth == 0 {
            return match self.choose(4) {
                0 => "0.5".to_owned(),
                1 => "1e300".to_owned(),
                2 => "(-2.25)".to_owned(),
                _ => format!("{}.125", self.choose(100)),
            };
        }
        let next = depth - 1;
        match self.choose(5) {
            0 => format!("double({})", self.int(next)),
            choice => {
                let operator = *["+", "-", "*", "/"].get(usize::from(choice - 1)).unwrap();
                format!("({} {operator} {})", self.double(next), self.double(next))
            }
        }
    }

    fn text(&mut self, depth: u8) -> String {
        if depth == 0 {
            return match self.choose(5) {
                0 => "'a'".to_owned(),
                1 => "'héllo'".to_owned(),
                2 => "''".to_owned(),
                3 => "object.name".to_owned(),
                _ => "'ab\\n\\u00e9'".to_owned(),
            };
        }
        let next = depth - 1;
        match self.choose(5) {
            0 => format!("({} + {})", self.text(next), self.text(next)),
            1 => format!("string({})", self.int(next)),
            2 => format!(
                "({} ? {} : {})",
                self.truth(next),
                self.text(next),
                self.text(next)
            ),
            3 => format!("string({})", self.uint(next.min(1))),
            _ => self.text(0),
        }
    }

    fn truth(&mut self, depth: u8) -> String {
        if depth == 0 {
            return match self.choose(4) {
                0 => "true".to_owned(),
                1 => "false".to_owned(),
                2 => "object.flag".to_owned(),
                _ => "has(object.labels.app)".to_owned(),
            };
        }
        let next = depth - 1;
        match self.choose(16) {
            0 => format!("({} && {})", self.truth(next), self.truth(next)),
            1 => format!("({} || {})", self.truth(next), self.truth(next)),
            2 => format!("!{}", self.truth(next)),
            3 => format!("({} == {})", self.int(next), self.int(next)),
            4 => format!("({} < {})", self.int(next), self.int(next)),
            5 => format!("({} >= {})", self.text(next), self.text(next)),
            6 => format!("({} != {})", self.list(next), self.list(next)),
            // In a literal without elements nothing is found, whatever is looked for has a value or not.
            7 => format!("({} in ({} + [7]))", self.int(next), self.list(next)),
            8 => format!("{}.contains({})", self.text(next), self.text(next)),
            9 => format!("{}.startsWith({})", self.text(next), self.text(next)),
            10 => format!("({} <= {})", self.double(next.min(2)), self.double(next.min(2))),
            11 => self.quantified("all", next),
            12 => self.quantified("exists", next),
            13 => self.quantified("exists_one", next),
            14 => format!("({} > {})", self.uint(next.min(2)), self.uint(next.min(2))),
            _ => self.truth(0),
        }
    }

    fn quantified(&mut self, name: &str, depth: u8) -> String {
        let range = self.list(depth);
        self.macro_over(&range, name, |maker| maker.truth(depth))
    }

    fn macro_over(&mut self, range: &str, name: &str, body: impl FnOnce(&mut Self) -> String) -> String {
        self.names += 1;
        let variable = format!("x{}", self.names);
        self.numbers.push(variable.clone());
        let body = body(self);
        self.numbers.pop();
        format!("{range}.{name}({variable}, {body})")
    }

    /// A list of whole numbers.
    fn list(&mut self, depth: u8) -> String {
        if depth == 0 {
            return match self.choose(3) {
                0 => "[1, 2, 3]".to_owned(),
                // Of `[]` no type is known, and what is done with an element first would decide.
                1 => "[7].filter(none, false)".to_owned(),
                _ => "[7]".to_owned(),
            };
        }
        let next = depth - 1;
        match self.choose(5) {
            0 => format!("({} + {})", self.list(next), self.list(next)),
            1 => format!("[{}, {}]", self.int(next), self.int(next)),
            2 => {
                let range = self.list(next);
                self.macro_over(&range, "map", |maker| maker.int(next))
            }
            3 => {
                let range = self.list(next);
                self.macro_over(&range, "filter", |maker| maker.truth(next))
            }
            _ => self.list(0),
        }
    }
}
