//! The two ways out: results to standard output, remarks to standard error.

use std::io::Write as _;

use crate::Failure;

/// Writes a remark beside the data.
pub(crate) fn note(text: &str) {
    // When stderr is gone, nobody is left to tell.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Writes to standard output. A reader that went away has seen enough.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
