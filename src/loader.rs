//! The loader: from an id to its exports. It compiles and runs a builtin at most once a realm, hands out partial exports in a cycle as
//! Node does, and leaves the state it found when a load fails. It never drains microtasks and holds no borrow while a builtin runs.

use std::rc::Rc;

use crate::inventory::Edge;
use crate::inventory::recorder::{Asker, Request, Target};
use crate::js::{self, Class};
use crate::lazy;
use crate::realm::{Realm, Slot};
use crate::registry::ModuleIndex;
use crate::registry::id::Area;
use crate::snapshot::watch::Watch;

pub(crate) mod binding;
pub(crate) mod compile;
pub(crate) mod state;

use self::state::State;

/// The `require` of one builtin; its data is the position of that builtin, so the asker is known however late the call comes.
pub(crate) fn require_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let realm = Realm::of(scope);
    let asker = ModuleIndex(args.data().uint32_value(scope).unwrap_or_default());
    let wanted = args.get(0);
    if !wanted.is_string() {
        let found = js::describe(scope, wanted);
        let message = format!("require() takes the id of a builtin, found {found}");
        return js::throw(scope, Class::TypeError, "ERR_INVALID_ARG_TYPE", message);
    }
    let id = wanted.to_rust_string_lossy(scope);
    if let Some(exports) = require(scope, &realm, &id, Some(asker), Edge::Require) {
        rv.set(exports);
    }
}

/// The exports of a builtin by id or alias, or `None` with an exception pending. `None` as the asker takes it from the stack.
pub(crate) fn require<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    id: &str,
    asker: Option<ModuleIndex>,
    edge: Edge,
) -> Option<v8::Local<'s, v8::Value>> {
    match realm.engine.registry().find(id) {
        Some(index) => load(scope, realm, index, Source::Known(asker, edge)),
        None => {
            throw_unknown(scope, realm, id);
            None
        }
    }
}

pub(crate) fn throw_unknown(scope: &v8::PinScope<'_, '_>, realm: &Realm, id: &str) {
    let hint = realm.engine.registry().did_you_mean(id);
    js::throw(scope, Class::Error, "ERR_UNKNOWN_BUILTIN_MODULE", format!("No such built-in module: {id}{hint}"));
}

/// Where a request comes from; the record of it costs a stack trace, so it is made only for a load.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    Host,
    /// A builtin, or whichever script the innermost frame belongs to.
    Known(Option<ModuleIndex>, Edge),
    /// The script below the frames of the module loader.
    User,
}

impl Source {
    /// The builtin that is about to hold the exports. A lazy read is told by the stack, which is looked at only while it matters.
    fn taker(self, scope: &v8::PinScope<'_, '_>, realm: &Realm) -> Option<ModuleIndex> {
        match self {
            Source::Known(Some(asker), _) => Some(asker),
            Source::Known(None, edge) if realm.states.borrow().is_loading() => {
                match realm.request(scope, None, edge).asker {
                    Asker::Builtin(asker) => Some(asker),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn request(self, scope: &v8::PinScope<'_, '_>, realm: &Realm) -> Request {
        match self {
            Source::Host => Request::host(),
            Source::Known(asker, edge) => realm.request(scope, asker.map(Asker::Builtin), edge),
            Source::User => realm.user_request(scope),
        }
    }
}

/// The exports of a builtin, loaded if it is not yet.
pub(crate) fn load<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    index: ModuleIndex,
    source: Source,
) -> Option<v8::Local<'s, v8::Value>> {
    if let Some(taker) = source.taker(scope, realm) {
        realm.states.borrow_mut().took(taker, index);
    }
    let state = realm.states.borrow().get(index);
    if state != State::Unloaded {
        if realm.recorder.borrow().records_hits() {
            let request = source.request(scope, realm);
            realm.recorder.borrow_mut().hit(Target::Module(index), request);
        }
        return exports(scope, realm, index);
    }
    let request = source.request(scope, realm);
    realm.states.borrow_mut().begin(index);
    realm.recorder.borrow_mut().begin();
    // The phase is the one the load began in: evaluating an entry point moves on to the next.
    let phase = realm.phase.get();
    let compiled = {
        // The exception is held back while the state is undone: V8 drops a pending one when it is called again.
        v8::tc_scope!(let caught, scope);
        watched(caught, realm, |watch, handles| watch.begin(handles));
        let compiled = run(caught, realm, index);
        watched(caught, realm, |watch, handles| watch.end(index, handles));
        if compiled.is_none() {
            undo(caught, realm, index);
            caught.rethrow();
        }
        compiled?
    };
    realm.states.borrow_mut().finish(index);
    realm.recorder.borrow_mut().end(Some((Target::Module(index), phase, compiled, request)));
    lazy::forget_settled(realm);
    exports(scope, realm, index)
}

/// Tells the watch of a realm that an image is made of how much memory global handles take.
fn watched(scope: &mut v8::PinScope<'_, '_>, realm: &Realm, tell: impl FnOnce(&mut Watch, usize)) {
    if let Some(watch) = realm.watch.borrow_mut().as_mut() {
        tell(watch, scope.get_heap_statistics().used_global_handles_size());
    }
}

/// Unloads a builtin whose load failed, and those that fall with it.
fn undo(scope: &mut v8::PinScope<'_, '_>, realm: &Realm, index: ModuleIndex) {
    let fallen = realm.states.borrow_mut().fail(index);
    realm.recorder.borrow_mut().end(None);
    let modules = realm.array(scope, Slot::Modules);
    for module in &fallen {
        realm.recorder.borrow_mut().forget(*module);
        modules.set_index(scope, module.0, v8::undefined(scope).into());
    }
    lazy::unsettle(scope, realm, &fallen);
    lazy::forget_settled(realm);
}

/// The exports of a module that is loading or loaded.
fn exports<'s>(scope: &v8::PinScope<'s, '_>, realm: &Realm, index: ModuleIndex) -> Option<v8::Local<'s, v8::Value>> {
    let module = realm.array(scope, Slot::Modules).get_index(scope, index.0)?;
    js::get(scope, module.try_into().ok()?, "exports")
}

/// Compiles and calls a builtin with fresh exports. `None` leaves its exception pending.
fn run(
    scope: &mut v8::PinScope<'_, '_>,
    realm: &Rc<Realm>,
    index: ModuleIndex,
) -> Option<crate::inventory::recorder::Compiled> {
    let (function, compiled) = compile::compile(scope, realm, index)?;
    let exports = v8::Object::new(scope);
    let module = v8::Object::new(scope);
    let definition = realm.engine.registry().definition(index);
    js::set(scope, module, "id", js::string(scope, definition.id()).into());
    js::set(scope, module, "exports", exports.into());
    js::set(scope, module, "loaded", v8::Boolean::new(scope, false).into());
    realm.array(scope, Slot::Modules).set_index(scope, index.0, module.into());

    let slot = |slot| realm.get(scope, slot);
    let arguments: Vec<v8::Local<'_, v8::Value>> = match definition.area() {
        Area::PerContext => {
            vec![exports.into(), slot(Slot::Primordials), slot(Slot::PrivateSymbols), slot(Slot::PerIsolateSymbols)]
        }
        Area::Realm => {
            vec![
                slot(Slot::Process),
                slot(Slot::GetLinkedBinding),
                slot(Slot::InternalBinding),
                slot(Slot::Primordials),
            ]
        }
        Area::Bootstrap | Area::Main => {
            vec![
                slot(Slot::Process),
                require_for(scope, index)?.into(),
                slot(Slot::InternalBinding),
                slot(Slot::Primordials),
            ]
        }
        Area::Module => vec![
            exports.into(),
            require_for(scope, index)?.into(),
            module.into(),
            slot(Slot::Process),
            slot(Slot::InternalBinding),
            slot(Slot::Primordials),
        ],
    };
    let result = function.call(scope, v8::undefined(scope).into(), &arguments)?;
    // Bootstrap scripts have no `exports` parameter; what they return is what requiring them gives.
    if matches!(definition.area(), Area::Realm | Area::Bootstrap | Area::Main) && result.is_object() {
        js::set(scope, module, "exports", result);
    }
    js::set(scope, module, "loaded", v8::Boolean::new(scope, true).into());
    Some(compiled)
}

fn require_for<'s>(scope: &v8::PinScope<'s, '_>, index: ModuleIndex) -> Option<v8::Local<'s, v8::Function>> {
    let data = v8::Integer::new_from_unsigned(scope, index.0);
    let function = v8::Function::builder(require_callback)
        .data(data.into())
        .length(1)
        .constructor_behavior(v8::ConstructorBehavior::Throw)
        .build(scope)?;
    function.set_name(js::string(scope, "require"));
    Some(function)
}
