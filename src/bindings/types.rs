//! `internalBinding('types')`: what kind of object a value is, by V8's own brand and not by anything a program can forge.

use crate::binding::Binding;

/// One predicate; the callback cannot capture, so each is a function of its own.
macro_rules! predicates {
    ($($name:literal => $test:ident),* $(,)?) => {
        Binding::new("types")$(.function($name, |_: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>| {
            rv.set_bool(args.get(0).$test());
        }))*
    };
}

pub(super) fn binding() -> Binding {
    predicates! {
        "isExternal" => is_external,
        "isDate" => is_date,
        "isArgumentsObject" => is_arguments_object,
        "isBigIntObject" => is_big_int_object,
        "isBooleanObject" => is_boolean_object,
        "isNumberObject" => is_number_object,
        "isStringObject" => is_string_object,
        "isSymbolObject" => is_symbol_object,
        "isNativeError" => is_native_error,
        "isRegExp" => is_reg_exp,
        "isAsyncFunction" => is_async_function,
        "isGeneratorFunction" => is_generator_function,
        "isGeneratorObject" => is_generator_object,
        "isPromise" => is_promise,
        "isMap" => is_map,
        "isSet" => is_set,
        "isMapIterator" => is_map_iterator,
        "isSetIterator" => is_set_iterator,
        "isWeakMap" => is_weak_map,
        "isWeakSet" => is_weak_set,
        "isArrayBuffer" => is_array_buffer,
        "isDataView" => is_data_view,
        "isSharedArrayBuffer" => is_shared_array_buffer,
        "isProxy" => is_proxy,
        "isModuleNamespaceObject" => is_module_namespace_object,
    }
    .function("isAnyArrayBuffer", is_any_array_buffer)
    .function("isBoxedPrimitive", is_boxed_primitive)
}

fn is_any_array_buffer(
    _: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let value = args.get(0);
    rv.set_bool(value.is_array_buffer() || value.is_shared_array_buffer());
}

fn is_boxed_primitive(
    _: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let value = args.get(0);
    rv.set_bool(
        value.is_number_object()
            || value.is_string_object()
            || value.is_boolean_object()
            || value.is_big_int_object()
            || value.is_symbol_object(),
    );
}
