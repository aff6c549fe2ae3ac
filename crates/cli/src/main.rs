//! The command line of sekisho.

fn main() {}
