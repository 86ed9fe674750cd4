//! Small helpers between Rust and V8 values, for bindings: strings, own properties, errors with stable codes. No state.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// The constructor of an error that native code throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Class {
    /// `Error`.
    Error,
    /// `TypeError`.
    TypeError,
    /// `RangeError`.
    RangeError,
    /// `SyntaxError`.
    SyntaxError,
}

/// A string; texts that V8 cannot hold become empty.
pub fn string<'s>(scope: &v8::PinScope<'s, '_, ()>, text: &str) -> v8::Local<'s, v8::String> {
    v8::String::new(scope, text).unwrap_or_else(|| v8::String::empty(scope))
}

/// A string used as a property name.
pub fn key<'s>(scope: &v8::PinScope<'s, '_, ()>, text: &str) -> v8::Local<'s, v8::Name> {
    v8::String::new_from_utf8(scope, text.as_bytes(), v8::NewStringType::Internalized)
        .unwrap_or_else(|| v8::String::empty(scope))
        .into()
}

/// An own property of an object whose properties native code put there.
pub fn get<'s>(
    scope: &v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
    name: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    object.get(scope, key(scope, name).into())
}

/// Creates an own data property.
pub fn set(
    scope: &v8::PinScope<'_, '_>,
    object: v8::Local<'_, v8::Object>,
    name: &str,
    value: v8::Local<'_, v8::Value>,
) {
    object.create_data_property(scope, key(scope, name), value);
}

/// An object without prototype.
pub fn null_object<'s>(scope: &v8::PinScope<'s, '_>) -> v8::Local<'s, v8::Object> {
    let null = v8::null(scope).into();
    v8::Object::with_prototype_and_properties(scope, null, &[], &[])
}

/// Throws an error with a stable code.
pub fn throw(scope: &v8::PinScope<'_, '_>, class: Class, code: &str, message: impl fmt::Display) {
    let message = string(scope, &message.to_string());
    let error = match class {
        Class::Error => v8::Exception::error(scope, message),
        Class::TypeError => v8::Exception::type_error(scope, message),
        Class::RangeError => v8::Exception::range_error(scope, message),
        Class::SyntaxError => v8::Exception::syntax_error(scope, message),
    };
    if let Ok(object) = v8::Local::<v8::Object>::try_from(error) {
        set(scope, object, "code", string(scope, code).into());
    }
    scope.throw_exception(error);
}

/// A value as text without running user code where that can be avoided: for messages.
pub(crate) fn describe(scope: &v8::PinScope<'_, '_>, value: v8::Local<'_, v8::Value>) -> String {
    if value.is_string()
        || value.is_number()
        || value.is_boolean()
        || value.is_null_or_undefined()
        || value.is_big_int()
    {
        return value.to_rust_string_lossy(scope);
    }
    value.to_detail_string(scope).map_or_else(|| value.type_repr().to_owned(), |text| text.to_rust_string_lossy(scope))
}

/// What a caught exception says: its stack where it has one, else its text.
pub(crate) fn stack_of(scope: &v8::PinScope<'_, '_>, exception: v8::Local<'_, v8::Value>) -> String {
    let stack = v8::Local::<v8::Object>::try_from(exception)
        .ok()
        .filter(|object| object.is_native_error())
        .and_then(|object| get(scope, v8::Local::new(scope, object), "stack"))
        .filter(|stack| stack.is_string());
    match stack {
        Some(stack) => stack.to_rust_string_lossy(scope),
        None => describe(scope, exception),
    }
}

/// A caught exception as an error of the host, with the place it was thrown at in front of the stack.
pub(crate) fn error_of(
    scope: &v8::PinScope<'_, '_>,
    exception: Option<v8::Local<'_, v8::Value>>,
    message: Option<v8::Local<'_, v8::Message>>,
    what: &str,
) -> Error {
    // A termination shows itself as `null` without a place.
    let Some(exception) = exception.filter(|exception| !exception.is_null() || message.is_some()) else {
        return Error::new(
            ErrorKind::JavaScript,
            "ERR_TERMINATED",
            format!("{what} was terminated before it finished"),
        );
    };
    thrown(scope, stack_of(scope, exception), message, what)
}

/// An error that ended a program, in the words it is to be told.
pub(crate) fn uncaught_error(
    scope: &v8::PinScope<'_, '_>,
    text: String,
    message: Option<v8::Local<'_, v8::Message>>,
    is_error: bool,
) -> Error {
    // Node leaves a line free between the excerpt and a stack, and for a plain value before the excerpt.
    let text = if is_error { format!("\n{text}") } else { text };
    let error = thrown(scope, text, message, "the program");
    match error.stack().filter(|_| !is_error).map(|stack| format!("\n{stack}")) {
        Some(stack) => error.with_stack(Some(stack)),
        None => error,
    }
}

fn thrown(
    scope: &v8::PinScope<'_, '_>,
    stack: String,
    message: Option<v8::Local<'_, v8::Message>>,
    what: &str,
) -> Error {
    let place = message.and_then(|message| place_of(scope, message));
    let first = stack.trim_start().lines().next().unwrap_or_default().to_owned();
    let (sentence, text) = match place {
        // `vm` has told the place already.
        Some((place, _)) if stack.trim_start().starts_with(&place) => {
            (format!("{what} threw at {place}"), stack.trim_start().to_owned())
        }
        Some((place, excerpt)) => (format!("{what} threw at {place}: {first}"), format!("{excerpt}{stack}")),
        None => (format!("{what} threw: {first}"), stack),
    };
    Error::new(ErrorKind::JavaScript, "ERR_BUILTIN_THREW", sentence).with_stack(Some(text))
}

/// Runs what compiles or calls a program's code. An error of the language that comes of it gets the place of `message` in front of its
/// stack, once: file, line and a mark under the column.
pub(crate) fn decorated<'s, T>(
    scope: &mut v8::PinScope<'s, '_>,
    run: impl FnOnce(&mut v8::PinScope<'s, '_>) -> Option<T>,
) -> Option<T> {
    v8::tc_scope!(let caught, scope);
    let result = run(caught);
    if result.is_none() && caught.can_continue() {
        if let (Some(exception), Some(message)) = (caught.exception(), caught.message()) {
            decorate(caught, exception, message);
        }
        caught.rethrow();
    }
    result
}

fn decorate<'s>(
    scope: &v8::PinScope<'s, '_>,
    exception: v8::Local<'s, v8::Value>,
    message: v8::Local<'s, v8::Message>,
) {
    let Some(error) = v8::Local::<v8::Object>::try_from(exception).ok().filter(|error| error.is_native_error()) else {
        return;
    };
    let Some(stack) = get(scope, error, "stack").filter(|stack| stack.is_string()) else { return };
    let Some((place, excerpt)) = place_of(scope, message) else { return };
    let stack = stack.to_rust_string_lossy(scope);
    // It may pass through several of these calls.
    if !stack.starts_with(&place) {
        error.set(scope, key(scope, "stack").into(), string(scope, &format!("{excerpt}\n{stack}")).into());
    }
}

/// `file:line` and an excerpt of that line with a mark under the column, as Node prints it.
pub(crate) fn place_of(scope: &v8::PinScope<'_, '_>, message: v8::Local<'_, v8::Message>) -> Option<(String, String)> {
    let file = message.get_script_resource_name(scope).filter(|name| name.is_string())?.to_rust_string_lossy(scope);
    let line = message.get_line_number(scope)?;
    let place = format!("{file}:{line}");
    let Some(text) = message.get_source_line(scope) else { return Some((place.clone(), place)) };
    let text = text.to_rust_string_lossy(scope);
    // A script that begins in the middle of a line counts its columns from there, the text does not.
    let shift =
        message.get_start_column().saturating_sub(usize::try_from(message.get_start_position()).unwrap_or(usize::MAX));
    let (start, end) = (message.get_start_column() - shift, message.get_end_column().saturating_sub(shift));
    let mark: String = text
        .chars()
        .take(start)
        .map(|character| if character == '\t' { '\t' } else { ' ' })
        .chain(std::iter::repeat_n('^', end.saturating_sub(start).max(1)))
        .collect();
    Some((place.clone(), format!("{place}\n{text}\n{mark}\n")))
}
