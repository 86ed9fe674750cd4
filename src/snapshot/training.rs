//! Training: a program that is run while an image is made, so that the functions it calls are in the image with their bytecode. V8
//! compiles lazily; without training, a start from the image would parse and compile every function it calls outside bootstrap.
//!
//! The run happens in a context of its own that is thrown away, in the root folder. Only code survives it: the second context finds the
//! same functions in the isolate's compilation cache, already compiled. The strings that the run interned stay in V8's table of strings,
//! though, and so in the image (seen in 15.2, through two full collections): a training names no file of the machine it runs on.

use crate::runtime::RuntimeOptions;

/// An entry point and what it is started with.
#[derive(Clone, Debug)]
pub struct Training {
    pub(crate) entry: String,
    arguments: Vec<String>,
    options: Vec<(String, serde_json::Value)>,
}

impl Training {
    /// Runs an entry point (`internal/main/*`).
    pub fn new(entry: impl Into<String>) -> Self {
        Training { entry: entry.into(), arguments: Vec::new(), options: Vec::new() }
    }

    /// `process.argv` after the program. What it names must be the same on every machine: `/dev/null` is an empty script.
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }

    /// One entry of `internalBinding('options')`, as [`RuntimeOptions::option`].
    pub fn option(mut self, name: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    pub(crate) fn runtime_options(&self) -> RuntimeOptions {
        let program = "lazuli".to_owned();
        let mut options =
            RuntimeOptions::new().exec_path(&program).argv(std::iter::once(&program).chain(&self.arguments));
        for (name, value) in &self.options {
            options = options.option(name, value.clone());
        }
        options
    }
}
