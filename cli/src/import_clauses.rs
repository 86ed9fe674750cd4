//! `internalBinding('import_clauses')`: what a source imports and exports, for the loader of ES modules.

use lazuli::{Binding, js, v8};

#[path = "commonjs.rs"]
mod commonjs;
#[path = "imports.rs"]
mod imports;

use self::commonjs::commonjs_exports;
use self::imports::analyze;

pub(crate) fn binding() -> Binding {
    Binding::new("import_clauses").function("analyze", analyze_callback).function("cjsExports", cjs_exports_callback)
}

/// `analyze(source)`: `{ imports, dynamicImports }`, which are names by specifier. Null is all names.
fn analyze_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let clauses = analyze(&args.get(0).to_rust_string_lossy(scope));
    let result = js::null_object(scope);
    for (key, asked) in [("imports", &clauses.imports), ("dynamicImports", &clauses.dynamic_imports)] {
        let object = js::null_object(scope);
        for (specifier, names) in asked {
            let names = names.as_ref().map_or_else(|| v8::null(scope).into(), |names| texts(scope, names).into());
            js::set(scope, object, specifier, names);
        }
        js::set(scope, result, key, object.into());
    }
    rv.set(result.into());
}

/// `cjsExports(source, filename)`: `{ exports, reexports }`.
fn cjs_exports_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let found = commonjs_exports(&args.get(0).to_rust_string_lossy(scope));
    let result = js::null_object(scope);
    js::set(scope, result, "exports", texts(scope, &found.exports).into());
    js::set(scope, result, "reexports", texts(scope, &found.reexports).into());
    rv.set(result.into());
}

fn texts<'s, 't>(
    scope: &v8::PinScope<'s, '_>,
    texts: impl IntoIterator<Item = &'t String>,
) -> v8::Local<'s, v8::Array> {
    let texts: Vec<v8::Local<'_, v8::Value>> = texts.into_iter().map(|text| js::string(scope, text).into()).collect();
    v8::Array::new_with_elements(scope, &texts)
}
