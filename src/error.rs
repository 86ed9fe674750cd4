//! The one error type of the library: an opaque struct over a private kind, so that what it holds can change without a new major
//! version. It knows how errors are worded and nothing of how they come about.

use std::fmt;

/// Everything that can go wrong between the host and the library.
///
/// It displays as one sentence (a list of them for [`ErrorKind::Registry`]): what was found, what was expected, what to do next.
/// Errors thrown by JavaScript keep their text and stack in [`Error::stack`].
///
/// ```
/// use lazuli::{ErrorKind, Image};
///
/// let error = Image::from_vec(b"not an image".to_vec()).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Image);
/// assert_eq!(error.code(), "ERR_IMAGE_FOREIGN");
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    code: &'static str,
    message: String,
    id: Option<String>,
    stack: Option<String>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The families of [`Error`]; [`Error::code`] names the single case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The registry has problems; the message lists all of them.
    Registry,
    /// A startup image was refused before V8 saw it, or could not be made.
    Image,
    /// Options contradict each other or came too late, or a second image met the first one in a process.
    Config,
    /// A builtin threw, does not compile, or does not exist.
    JavaScript,
    /// The heap limit was reached.
    OutOfMemory,
    /// A file could not be read or written.
    Io,
    /// A fault of lazuli itself; please report it.
    Bug,
}

/// The result of everything in this library that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Error(Box::new(Inner { kind, code, message: message.into(), id: None, stack: None, source: None }))
    }

    pub(crate) fn io(what: impl fmt::Display, source: std::io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io, "ERR_IO", format!("{what}: {source}"));
        error.0.source = Some(Box::new(source));
        error
    }

    pub(crate) fn bug(message: impl Into<String>) -> Self {
        let message = message.into();
        debug_assert!(false, "{message}");
        Self::new(ErrorKind::Bug, "ERR_BUG", message)
    }

    pub(crate) fn with_id(mut self, id: impl Into<String>) -> Self {
        self.0.id = Some(id.into());
        self
    }

    pub(crate) fn with_stack(mut self, stack: Option<String>) -> Self {
        self.0.stack = stack;
        self
    }

    /// The family of this error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// A stable code such as `ERR_IMAGE_TRUNCATED`; the text of an error may change, its code does not.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The id of the builtin the error is about, if it is about one.
    pub fn id(&self) -> Option<&str> {
        self.0.id.as_deref()
    }

    /// The JavaScript stack, if JavaScript threw: the text a runtime prints for an uncaught error.
    pub fn stack(&self) -> Option<&str> {
        self.0.stack.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.0.code, self.0.message)?;
        match &self.0.stack {
            Some(stack) => write!(f, "\n{stack}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}
