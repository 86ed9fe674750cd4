//! Training: a program that is run while an image is made, so that the functions it calls are in the image with their bytecode. V8
//! compiles lazily; without training, a start from the image would parse and compile every function it calls outside bootstrap.
//!
//! The run happens in a context of its own that is thrown away. Only code survives it: the second context finds the same functions in
//! the isolate's compilation cache, already compiled. Nothing the run read (argv, environment, files) can reach the image.

/// An entry point and a script for it.
#[derive(Clone, Debug)]
pub struct Training {
    pub(crate) entry: String,
    pub(crate) script: String,
}

impl Training {
    /// Runs `entry` (`internal/main/*`) with the path of a file holding `script` as `process.argv[1]`.
    pub fn new(entry: impl Into<String>, script: impl Into<String>) -> Self {
        Training { entry: entry.into(), script: script.into() }
    }
}
