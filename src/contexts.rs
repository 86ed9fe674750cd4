//! The contexts that a program makes beside its own: what each was made with, and what V8 asks about it. What is known of a context lives
//! in it and dies with it. How its global object behaves is the business of `internalBinding('contextify')`.

use std::rc::Rc;

use crate::engine::modules::allow_wasm;

/// The program's answer to `eval` and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeGeneration {
    pub(crate) strings: bool,
    pub(crate) wasm: bool,
}

/// Who runs the promise jobs of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Microtasks {
    /// The event loop, as those of the program.
    OfProgram,
    /// Each evaluation, when it is over.
    AfterEvaluate,
}

/// The part that is plain data. A context without it is the program's own.
struct Facts {
    code_generation: CodeGeneration,
    microtasks: Microtasks,
}

/// The place among V8's embedder data of the symbol that says who answers an `import()`.
const IMPORT_ID: i32 = 1;

/// A new context. The program may reach into it.
pub(crate) fn make<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    global_template: Option<v8::Local<'s, v8::ObjectTemplate>>,
    code_generation: CodeGeneration,
    microtasks: Microtasks,
    import_id: v8::Local<'s, v8::Value>,
) -> v8::Local<'s, v8::Context> {
    let token = scope.get_current_context().get_security_token(scope);
    // The context keeps its queue; the handle is only needed until it has it.
    let queue = (microtasks == Microtasks::AfterEvaluate)
        .then(|| v8::MicrotaskQueue::new(scope, v8::MicrotasksPolicy::Explicit));
    let microtask_queue = queue.as_deref().map(|queue| std::ptr::from_ref(queue).cast_mut());
    let options = v8::ContextOptions { global_template, microtask_queue, ..v8::ContextOptions::default() };
    let context = v8::Context::new(scope, options);
    context.set_security_token(token);
    context.set_allow_generation_from_strings(code_generation.strings);
    if !code_generation.wasm {
        scope.set_allow_wasm_code_generation_callback(allow_wasm);
    }
    context.set_slot(Rc::new(Facts { code_generation, microtasks }));
    context.set_embedder_data(IMPORT_ID, import_id);
    context
}

/// The context of an object; the program's own for anything else.
pub(crate) fn of<'s>(scope: &v8::PinScope<'s, '_>, value: v8::Local<'s, v8::Value>) -> v8::Local<'s, v8::Context> {
    let context = v8::Local::<v8::Object>::try_from(value).ok().and_then(|object| object.get_creation_context(scope));
    context.unwrap_or_else(|| scope.get_current_context())
}

/// The symbol that says who answers an `import()` of code that has none of its own.
pub(crate) fn import_id<'s>(
    scope: &v8::PinScope<'s, '_>,
    context: v8::Local<'s, v8::Context>,
) -> Option<v8::Local<'s, v8::Value>> {
    context.get_slot::<Facts>().and_then(|_| context.get_embedder_data(scope, IMPORT_ID))
}

/// An evaluation in a context is over: its promise jobs run, if that is when they do.
pub(crate) fn evaluated(scope: &mut v8::PinScope<'_, '_>, context: v8::Local<'_, v8::Context>) {
    let is_its_own = context.get_slot::<Facts>().is_some_and(|facts| facts.microtasks == Microtasks::AfterEvaluate);
    if let Some(queue) = context.get_microtask_queue().filter(|_| is_its_own) {
        queue.perform_checkpoint(scope);
    }
}

pub(crate) fn allows_wasm(context: v8::Local<'_, v8::Context>) -> bool {
    context.get_slot::<Facts>().is_none_or(|facts| facts.code_generation.wasm)
}
