//! The binary `sekisho`: the library behind it does the work.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(sekisho::commands::run(std::env::args_os()))
}
