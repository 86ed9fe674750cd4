//! `internalBinding('promise_hooks')`: functions that V8 calls at the steps of every promise, in all contexts of the program. That they
//! must not throw is the affair of `internal/v8/promise_hooks`.

use crate::binding::Binding;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;

pub(super) fn binding() -> Binding {
    Binding::new("promise_hooks").function("set", set)
}

/// The hooks of an isolate, and where to set them beside the program's own context.
#[derive(Default)]
struct Hooks {
    /// For the beginning, before and after a reaction, and the settling of a promise.
    functions: [Option<v8::Global<v8::Function>>; 4],
    contexts: Vec<v8::Weak<v8::Context>>,
}

fn hooks(isolate: &mut v8::Isolate) -> &mut Hooks {
    if isolate.get_slot::<Hooks>().is_none() {
        isolate.set_slot(Hooks::default());
    }
    isolate.get_slot_mut().expect("the slot was filled above")
}

/// `set(init, before, after, settled)`: each a function, or `undefined` for none.
fn set<'s>(scope: &mut Scope<'s, '_>, args: v8::FunctionCallbackArguments<'s>, _: v8::ReturnValue<'s>) {
    let function = |at| v8::Local::<v8::Function>::try_from(args.get(at)).ok();
    let functions = [0, 1, 2, 3].map(function);
    let [init, before, after, settled] = functions;
    scope.set_promise_hooks(init, before, after, settled);
    let kept = functions.map(|function| function.map(|function| v8::Global::new(scope, function)));
    let hooks = hooks(scope);
    hooks.functions = kept;
    let contexts = hooks.contexts.clone();
    for context in contexts {
        if let Some(context) = context.to_local(scope) {
            let scope = &mut v8::ContextScope::new(scope, context);
            scope.set_promise_hooks(init, before, after, settled);
        }
    }
}

/// Lets the hooks of now and later work in a context that the program made.
pub(super) fn join<'s>(scope: &mut Scope<'s, '_>, context: v8::Local<'s, v8::Context>) {
    let joined = v8::Weak::new(scope, context);
    let hooks = hooks(scope);
    hooks.contexts.retain(|context| !context.is_empty());
    hooks.contexts.push(joined);
    let functions = hooks.functions.clone();
    if functions.iter().any(Option::is_some) {
        let [init, before, after, settled] =
            functions.map(|function| function.map(|function| v8::Local::new(scope, function)));
        let scope = &mut v8::ContextScope::new(scope, context);
        scope.set_promise_hooks(init, before, after, settled);
    }
}
