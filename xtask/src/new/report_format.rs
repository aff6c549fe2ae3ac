//! A new report format: its file, its `mod` line, its arm in `enum Format`.

use anyhow::{Context, ensure};

use super::{change, check_name, create, format, insert};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Name as `--format` takes it: `sarif`
    name: String,
}

pub(super) fn write(arguments: &Arguments) -> anyhow::Result<()> {
    let name = &arguments.name;
    check_name(name)?;
    let file = format!("crates/report/src/{name}.rs");
    let (library, list) = ("crates/report/src/lib.rs", "crates/report/src/format.rs");
    create(&file, &source(name))?;
    change(library, |text| insert::module(text, name))?;
    change(list, |text| add(text, name))?;
    format(&[&file, library, list])?;
    println!("next: write `event`, and an expectation beside those of the other formats");
    Ok(())
}

/// Adds the variant where it is new; a planned one gets its entry.
fn add(text: &str, name: &str) -> anyhow::Result<String> {
    let variant = pascal(name);
    let arm = format!("            Format::{variant} => {name}::ENTRY,\n");
    let planned = format!("            Format::{variant} => planned(");
    let text = match text.find(&planned) {
        Some(start) => {
            let (before, behind) = text.split_at(start);
            let (_, behind) = behind.split_once('\n').context("an arm without end")?;
            format!("{before}{arm}{behind}")
        }
        None => {
            let entry = text
                .find("    fn entry(self) -> Entry {")
                .context("there is no `fn entry`")?;
            let (before, behind) = text.split_at(entry);
            let before = push(before, "pub enum Format {\n", "}\n", &format!("    {variant},\n"))?;
            let before = push(
                &before,
                "pub const ALL: &'static [Format] = &[\n",
                "    ];\n",
                &format!("        Format::{variant},\n"),
            )?;
            before + &push(behind, "match self {\n", "        }\n", &arm)?
        }
    };
    let import = format!(", {name}}};");
    let (before, behind) = text
        .split_once("use crate::{Event")
        .context("there is no `use crate::{Event, …};`")?;
    let (list, behind) = behind.split_once("};").context("an import without end")?;
    Ok(format!("{before}use crate::{{Event{list}{import}{behind}"))
}

/// Adds a line at the end of the block that an opening begins and a closing ends.
fn push(text: &str, opening: &str, closing: &str, line: &str) -> anyhow::Result<String> {
    let (before, behind) = text
        .split_once(opening)
        .with_context(|| format!("there is no `{}`", opening.trim()))?;
    let (block, behind) = behind.split_once(closing).context("a block without end")?;
    ensure!(!block.contains(line), "`{}` is there already", line.trim());
    Ok(format!("{before}{opening}{block}{line}{closing}{behind}"))
}

fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    };
    name.split('_').map(word).collect()
}

fn source(name: &str) -> String {
    format!(
        r#"//! `{name}`: say here what it is and who reads it.

use std::io::{{self, Write}};

use sekisho_diagnostics::Sources;

use crate::format::Entry;
use crate::{{Event, Options, Report}};

pub(crate) const ENTRY: Entry = Entry {{
    name: "{name}",
    summary: "say in one line what it is",
    make: Some(|options| Box::new(Writer {{ options }})),
}};

struct Writer {{
    options: Options,
}}

impl Report for Writer {{
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {{
        writeln!(out, "{{}}", self.options.command)
    }}

    fn event(&mut self, event: &Event<'_>, _sources: &Sources, _out: &mut dyn Write) -> io::Result<()> {{
        match event {{
            Event::Diagnostic(_) | Event::Judged(_) | Event::Case(_) | Event::Summary(_) => Ok(()),
        }}
    }}
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "use crate::{Event, json};\n\npub enum Format {\n    Json,\n    Sarif,\n}\n\nimpl Format {\n    \
                        pub const ALL: &'static [Format] = &[\n        Format::Json,\n        Format::Sarif,\n    ];\n\n    \
                        fn entry(self) -> Entry {\n        match self {\n            Format::Json => json::ENTRY,\n            \
                        Format::Sarif => planned(\"sarif\", \"x\"),\n        }\n    }\n}\n";

    #[test]
    fn a_planned_format_gets_its_entry() {
        let text = add(LIST, "sarif").unwrap();
        assert!(text.contains("use crate::{Event, json, sarif};"));
        assert!(text.contains("            Format::Sarif => sarif::ENTRY,\n        }\n"));
        assert_eq!(text.matches("Sarif").count(), 3);
    }

    #[test]
    fn a_new_format_gets_its_lines() {
        let text = add(LIST, "code_climate").unwrap();
        for line in [
            "    CodeClimate,\n}",
            "        Format::CodeClimate,\n    ];",
            "Format::CodeClimate => code_climate::ENTRY,",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
