//! `internalBinding('options')`: what the host was started with. Read in pre-execution, never before: an image must not hold options.

use crate::binding::Binding;
use crate::js;
use crate::realm::Realm;

pub(super) fn binding() -> Binding {
    Binding::new("options").function("getOptions", get_options)
}

/// `getOptions()`: an object without prototype.
fn get_options(scope: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let realm = Realm::of(scope);
    let object = js::null_object(scope);
    for (name, value) in &realm.host.options.options {
        let value: v8::Local<'_, v8::Value> = match value {
            serde_json::Value::Bool(value) => v8::Boolean::new(scope, *value).into(),
            serde_json::Value::Number(value) => v8::Number::new(scope, value.as_f64().unwrap_or_default()).into(),
            serde_json::Value::String(value) => js::string(scope, value).into(),
            other => {
                v8::json::parse(scope, js::string(scope, &other.to_string())).unwrap_or_else(|| v8::null(scope).into())
            }
        };
        js::set(scope, object, name, value);
    }
    rv.set(object.into());
}
