//! The bare V8 program that start-up is measured against: V8 from its default snapshot, one context, the script `;`.

use lazuli::v8;

fn main() {
    let platform = v8::new_default_platform(0, false).make_shared();
    v8::V8::initialize_platform(platform);
    v8::V8::initialize();
    let isolate = &mut v8::Isolate::new(v8::CreateParams::default());
    v8::scope!(let scope, isolate);
    let context = v8::Context::new(scope, v8::ContextOptions::default());
    let scope = &mut v8::ContextScope::new(scope, context);
    let source = v8::String::new(scope, ";").expect("a short string fits");
    let script = v8::Script::compile(scope, source, None).expect("`;` is a program");
    script.run(scope).expect("`;` does not throw");
}
