//! The stacks of errors. V8 would write the message into a stack that an error was made with; as in Node, it is the one the error has
//! when its stack is first read. A program's own `Error.prepareStackTrace` comes first, which V8 leaves to the host that writes stacks.

use crate::js;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;

/// What `error.stack` shall be. V8 must get a value whatever happens here.
pub(crate) fn prepare<'s>(
    scope: &mut Scope<'s, '_>,
    error: v8::Local<'s, v8::Value>,
    sites: v8::Local<'s, v8::Array>,
) -> v8::Local<'s, v8::Value> {
    v8::tc_scope!(let scope, scope);
    if let Some((class, prepare)) = own_preparation(scope) {
        if let Some(prepared) = prepare.call(scope, class.into(), &[error, sites.into()]) {
            return prepared;
        }
        // There is no way to hand on what it threw: the stack is written as if it were not there.
        scope.reset();
    }
    let mut text = header(scope, error).unwrap_or_else(|| "<error>".to_owned());
    scope.reset();
    for index in 0..sites.length() {
        let site = sites.get_index(scope, index).and_then(|site| site.to_string(scope));
        text.push_str("\n    at ");
        text.push_str(&site.map_or_else(|| "<unknown>".to_owned(), |site| site.to_rust_string_lossy(scope)));
        scope.reset();
    }
    js::string(scope, &text).into()
}

/// `Error` and the function that the program has put on it.
fn own_preparation<'s>(scope: &mut Scope<'s, '_>) -> Option<(v8::Local<'s, v8::Object>, v8::Local<'s, v8::Function>)> {
    let global = scope.get_current_context().global(scope);
    let class = v8::Local::<v8::Object>::try_from(js::get(scope, global, "Error")?).ok()?;
    let prepare = v8::Local::<v8::Function>::try_from(js::get(scope, class, "prepareStackTrace")?).ok()?;
    Some((class, prepare))
}

/// As `Error.prototype.toString` does it. `None` if the error does not let itself be read.
fn header(scope: &mut Scope<'_, '_>, error: v8::Local<'_, v8::Value>) -> Option<String> {
    let error = v8::Local::<v8::Object>::try_from(error).ok()?;
    let name = part(scope, error, "name", "Error")?;
    let message = part(scope, error, "message", "")?;
    Some(match (name.is_empty(), message.is_empty()) {
        (_, true) => name,
        (true, false) => message,
        (false, false) => format!("{name}: {message}"),
    })
}

fn part(scope: &mut Scope<'_, '_>, error: v8::Local<'_, v8::Object>, key: &str, default: &str) -> Option<String> {
    let value = js::get(scope, error, key)?;
    if value.is_undefined() {
        return Some(default.to_owned());
    }
    Some(value.to_string(scope)?.to_rust_string_lossy(scope))
}
