//! Objects as mutations leave them, written where `-o` says.
//!
//! What is written is a new document: neither comments nor layout of the file that it was read from are in it.
//! Files appear when the run ends, so that a run may write over what it reads.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sekisho_document::{Value, yaml};
use sekisho_kubernetes::resource;
use sekisho_report::{Judged, arranged};

/// Where objects go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    StandardOutput,
    File(PathBuf),
    /// A file for each name.
    Folder(PathBuf),
}

impl Place {
    /// `-`, a name that ends in `.yaml` or `.yml`, or a folder.
    pub(crate) fn of(word: &str) -> Place {
        let path = PathBuf::from(word);
        let is_yaml = path
            .extension()
            .is_some_and(|extension| extension == "yaml" || extension == "yml");
        match word {
            "-" => Place::StandardOutput,
            _ if is_yaml && !path.is_dir() => Place::File(path),
            _ => Place::Folder(path),
        }
    }
}

/// The objects of one run.
#[derive(Debug)]
pub(crate) struct Objects {
    place: Place,
    standard: BufWriter<io::Stdout>,
    /// How many objects each file holds so far; standard output has an empty path.
    files: BTreeMap<PathBuf, u64>,
    /// Objects beside those that are judged, as they were changed last.
    targets: Vec<Value>,
}

impl Objects {
    /// Looks whether the place can be written.
    ///
    /// # Errors
    /// The text of a usage error.
    pub(crate) fn open(place: Place) -> Result<Objects, String> {
        let said = |path: &Path, cause: io::Error| format!("cannot write `{}`: {cause}", path.display());
        let mut objects = Objects {
            place: place.clone(),
            standard: BufWriter::new(io::stdout()),
            files: BTreeMap::new(),
            targets: Vec::new(),
        };
        match place {
            Place::StandardOutput => {}
            Place::File(file) => {
                File::create(part(&file)).map_err(|cause| said(&file, cause))?;
                objects.files.insert(file, 0);
            }
            Place::Folder(folder) => fs::create_dir_all(&folder).map_err(|cause| said(&folder, cause))?,
        }
        Ok(objects)
    }

    /// Whether standard output is taken.
    pub(crate) fn is_standard(&self) -> bool {
        self.place == Place::StandardOutput
    }

    /// Writes an object as it is after all mutations, changed or not, and keeps the targets that were changed.
    pub(crate) fn add(&mut self, judged: &Judged<'_>) -> io::Result<()> {
        for answer in &judged.answers {
            if let (Some(target), Some(after)) = (&answer.verdict.target, &answer.verdict.after) {
                let identity = resource::identity(after);
                let after = arranged(after, target);
                let known = self.targets.iter_mut();
                match known
                    .into_iter()
                    .find(|known| resource::identity(known) == identity)
                {
                    Some(known) => *known = after,
                    None => self.targets.push(after),
                }
            }
        }
        // A document that is no resource is judged, not changed.
        if judged.identity.kind.kind.is_empty() {
            return Ok(());
        }
        match judged.changed {
            Some(changed) => self.write(&arranged(changed, judged.object)),
            None => self.write(judged.object),
        }
    }

    fn write(&mut self, object: &Value) -> io::Result<()> {
        let file = match &self.place {
            Place::StandardOutput => PathBuf::new(),
            Place::File(file) => file.clone(),
            Place::Folder(folder) => folder.join(file_name(object)),
        };
        let count = self.files.entry(file.clone()).or_default();
        let mut text = String::new();
        if *count > 0 {
            text += "---\n";
        }
        text += &yaml::write(object);
        *count += 1;
        if self.place == Place::StandardOutput {
            return self.standard.write_all(text.as_bytes());
        }
        let mut options = OpenOptions::new();
        let options = match *count {
            1 => options.create(true).write(true).truncate(true),
            _ => options.append(true),
        };
        options.open(part(&file))?.write_all(text.as_bytes())
    }

    /// Writes the targets, and gives the files their names.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        for target in std::mem::take(&mut self.targets) {
            self.write(&target)?;
        }
        self.standard.flush()?;
        if self.place != Place::StandardOutput {
            for file in std::mem::take(&mut self.files).into_keys() {
                fs::rename(part(&file), &file)?;
            }
        }
        Ok(())
    }
}

impl Drop for Objects {
    /// Of a run that did not end nothing is left.
    fn drop(&mut self) {
        if self.place != Place::StandardOutput {
            for file in self.files.keys() {
                // It may be gone already.
                let _ = fs::remove_file(part(file));
            }
        }
    }
}

/// The name of a file while it is written.
fn part(file: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    file.with_file_name(name)
}

/// As Kyverno's command line names it (command line reference A2.3). A name that could lead out of the folder
/// is made harmless.
fn file_name(object: &Value) -> String {
    let generated = object.str_at(&["metadata", "generateName"]);
    let name = match resource::name(object) {
        "" => generated.trim_end_matches('-'),
        name => name,
    };
    let plain: String = name
        .chars()
        .take(200)
        .map(|character| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' => character,
            _ => '_',
        })
        .collect();
    let plain = match plain.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => plain,
    };
    match plain.as_str() {
        "" => "mutated.yaml".to_owned(),
        plain => format!("{plain}-mutated.yaml"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sekisho_document::json::{self, Rules};

    #[test]
    fn names_of_files_stay_in_their_folder() {
        let rows = [
            (r#"{"metadata": {"name": "web"}}"#, "web-mutated.yaml"),
            (r#"{"metadata": {"generateName": "job-"}}"#, "job-mutated.yaml"),
            (
                r#"{"metadata": {"name": "../../etc/x"}}"#,
                "_._.._etc_x-mutated.yaml",
            ),
            (r#"{"metadata": {"name": ".hidden"}}"#, "_hidden-mutated.yaml"),
            (r#"{"metadata": {"name": "a:b"}}"#, "a_b-mutated.yaml"),
            ("{}", "mutated.yaml"),
        ];
        for (object, expected) in rows {
            let object = json::read(object.as_bytes(), Rules::KUBERNETES).unwrap();
            assert_eq!(file_name(&object), expected);
        }
    }

    #[test]
    fn words_name_places() {
        for (word, expected) in [
            ("-", Place::StandardOutput),
            ("out.yaml", Place::File("out.yaml".into())),
            ("a/out.yml", Place::File("a/out.yml".into())),
            ("out", Place::Folder("out".into())),
            ("out.json", Place::Folder("out.json".into())),
        ] {
            assert_eq!(Place::of(word), expected);
        }
    }
}
