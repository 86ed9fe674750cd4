//! Lazy properties: data properties that load a builtin on first read. They are V8's own lazy data properties, with the module
//! reference as the only callback data, so that they survive a snapshot.
//!
//! V8 aborts the process when such a property is read to completion, assigned, deleted or redefined while its own getter runs
//! (`CHECK_EQ(ACCESSOR, it.state())` in `ReplaceAccessorWithDataProperty`, read in 15.2). The getter therefore keeps a list of the
//! (holder, key) pairs being loaded, answers a nested read with an error, and before it returns makes sure that the key is still lazy.

use std::rc::Rc;

use crate::inventory::Edge;
use crate::js::{self, Class};
use crate::loader;
use crate::realm::{Realm, Slot};
use crate::registry::id::{Export, Reference, did_you_mean};
use crate::registry::{Enumerable, ModuleIndex};

/// A lazy property whose load is under way.
pub(crate) struct InProgress {
    holder: v8::Global<v8::Object>,
    key: v8::Global<v8::Name>,
    reference: String,
}

impl InProgress {
    fn is(&self, holder: v8::Local<'_, v8::Object>, key: v8::Local<'_, v8::Name>) -> bool {
        self.holder == holder && self.key == key
    }
}

/// A lazy property that became a value while some load was under way. If the builtin it took the value from falls with that load, the
/// value is dead and the property must be lazy again.
pub(crate) struct Settled {
    holder: v8::Global<v8::Object>,
    key: v8::Global<v8::Name>,
    value: v8::Global<v8::Value>,
    module: ModuleIndex,
    reference: String,
}

/// The getter of every lazy property.
pub(crate) fn get<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    key: v8::Local<'s, v8::Name>,
    args: v8::PropertyCallbackArguments<'s>,
    mut rv: v8::ReturnValue<'_, v8::Value>,
) {
    let realm = Realm::of(scope);
    let reference = args.data().to_rust_string_lossy(scope);
    if realm.lazy_probe.get() {
        // A probe asks whether the key is still lazy. Reaching this function is the answer; the throw keeps V8 from storing anything.
        realm.lazy_probe.set(false);
        scope.throw_exception(args.data());
        return;
    }
    let holder = args.holder();
    if realm.lazies.borrow().iter().any(|loading| loading.is(holder, key)) {
        return throw_cycle(scope, &realm, key, &reference);
    }
    // Builtins run in the context of their realm, whichever context runs now or made the holder (nodejs/node#57166).
    let value = match realm.record(scope).get_creation_context(scope) {
        Some(context) => {
            let scope = &mut v8::ContextScope::new(scope, context);
            load(scope, &realm, holder, key, &reference)
        }
        None => load(scope, &realm, holder, key, &reference),
    };
    if let Some(value) = value {
        rv.set(value);
    }
}

/// Loads and keeps V8's check satisfied. `None` leaves an exception pending, which V8 passes on before it checks anything.
fn load<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    holder: v8::Local<'s, v8::Object>,
    key: v8::Local<'s, v8::Name>,
    reference: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    let enumerable = enumerable_of(holder.get_property_attributes(scope, key.into())?);
    realm.lazies.borrow_mut().push(InProgress {
        holder: v8::Global::new(scope, holder),
        key: v8::Global::new(scope, key),
        reference: reference.to_owned(),
    });
    let loaded = resolve(scope, realm, holder, key, reference);
    let value = match loaded {
        Some(value) if !scope.is_execution_terminating() => {
            settle(scope, realm, holder, key, reference, value, enumerable)
        }
        _ => None,
    };
    realm.lazies.borrow_mut().pop();
    value
}

/// Notes which value a key takes, as long as the load it comes from may still fall.
fn note_settled(
    scope: &v8::PinScope<'_, '_>,
    realm: &Realm,
    holder: v8::Local<'_, v8::Object>,
    key: v8::Local<'_, v8::Name>,
    reference: &str,
    value: v8::Local<'_, v8::Value>,
) {
    if !realm.states.borrow().is_loading() {
        return;
    }
    if let Some(module) = realm.engine.registry().find(Reference::parse(reference).id) {
        realm.settled.borrow_mut().push(Settled {
            holder: v8::Global::new(scope, holder),
            key: v8::Global::new(scope, key),
            value: v8::Global::new(scope, value),
            module,
            reference: reference.to_owned(),
        });
    }
}

/// Makes lazy again what took its value from a builtin that fell with a failed load, unless somebody changed it since.
pub(crate) fn unsettle(scope: &mut v8::PinScope<'_, '_>, realm: &Realm, fallen: &[ModuleIndex]) {
    let dead: Vec<Settled> =
        realm.settled.borrow_mut().extract_if(.., |settled| fallen.contains(&settled.module)).collect();
    for settled in dead {
        let (holder, key) = (v8::Local::new(scope, &settled.holder), v8::Local::new(scope, &settled.key));
        let Own::Descriptor(descriptor) = own_property(scope, realm, holder, key) else { continue };
        let value = own(scope, descriptor, "value").filter(|value| settled.value == *value);
        let Some(attributes) = value.and_then(|_| holder.get_property_attributes(scope, key.into())) else { continue };
        if attributes.is_dont_delete() || !is_extensible(scope, realm, holder) {
            continue;
        }
        holder.delete(scope, key.into());
        define_one(scope, holder, key, &settled.reference, enumerable_of(attributes));
    }
}

/// Once no load is under way, none can fail any more.
pub(crate) fn forget_settled(realm: &Realm) {
    if !realm.states.borrow().is_loading() {
        realm.settled.borrow_mut().clear();
    }
}

/// The value a reference stands for.
fn resolve<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    holder: v8::Local<'s, v8::Object>,
    key: v8::Local<'s, v8::Name>,
    reference: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    let Reference { id, export } = Reference::parse(reference);
    let exports = loader::require(scope, realm, id, None, Edge::Lazy)?;
    let name: v8::Local<'_, v8::Name> = match export {
        Export::Whole => return Some(exports),
        Export::SameName => key,
        Export::Named(name) => js::key(scope, name),
    };
    if let Ok(object) = v8::Local::<v8::Object>::try_from(exports) {
        if object.has_own_property(scope, name)? {
            return object.get(scope, name.into());
        }
        if export == Export::SameName && object.is_function() {
            return Some(exports);
        }
    }
    throw_missing(scope, holder, name, id, exports);
    None
}

/// Makes sure that the key is lazy when V8 comes back to it. If the builtin replaced it meanwhile, the replacement wins.
fn settle<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    holder: v8::Local<'s, v8::Object>,
    key: v8::Local<'s, v8::Name>,
    reference: &str,
    mut value: v8::Local<'s, v8::Value>,
    enumerable: Enumerable,
) -> Option<v8::Local<'s, v8::Value>> {
    let mut wanted = reference.to_owned();
    let descriptor = loop {
        match own_property(scope, realm, holder, key) {
            Own::Lazy(found) if found == wanted => {
                note_settled(scope, realm, holder, key, &wanted, value);
                return Some(value);
            }
            // It was made lazy anew, for another builtin.
            Own::Lazy(found) => {
                value = resolve(scope, realm, holder, key, &found)?;
                wanted = found;
            }
            Own::Descriptor(descriptor) => break Some(descriptor),
            Own::Absent => break None,
            Own::Threw => return None,
        }
    };
    let attributes = holder.get_property_attributes(scope, key.into())?;
    let fixed = descriptor.is_some() && attributes.is_dont_delete();
    if fixed || !is_extensible(scope, realm, holder) {
        // It cannot be made lazy again, and returning would abort the process: the one honest answer left is an error.
        throw_cycle(scope, realm, key, reference);
        return None;
    }
    let enumerable = if descriptor.is_some() { enumerable_of(attributes) } else { enumerable };
    let current = match descriptor {
        None => value,
        Some(descriptor) => {
            match own(scope, descriptor, "get").and_then(|getter| v8::Local::<v8::Function>::try_from(getter).ok()) {
                Some(getter) => getter.call(scope, holder.into(), &[])?,
                None => own(scope, descriptor, "value").unwrap_or_else(|| v8::undefined(scope).into()),
            }
        }
    };
    holder.delete(scope, key.into());
    define_one(scope, holder, key, reference, enumerable)?;
    Some(current)
}

/// An own property as it is.
enum Own<'s> {
    /// Lazy and not loaded, with its reference.
    Lazy(String),
    Descriptor(v8::Local<'s, v8::Object>),
    Absent,
    /// An exception is pending.
    Threw,
}

/// Asks for the descriptor of an own property with the probe flag up: a lazy getter answers by throwing its reference, and no getter of
/// the user runs.
fn own_property<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Realm,
    holder: v8::Local<'s, v8::Object>,
    key: v8::Local<'s, v8::Name>,
) -> Own<'s> {
    v8::tc_scope!(let scope, scope);
    realm.lazy_probe.set(true);
    let descriptor = holder.get_own_property_descriptor(scope, key);
    let reached = !realm.lazy_probe.replace(false);
    match descriptor {
        _ if reached => {
            let reference = scope.exception().map(|thrown| thrown.to_rust_string_lossy(scope)).unwrap_or_default();
            scope.reset();
            Own::Lazy(reference)
        }
        Some(descriptor) => v8::Local::<v8::Object>::try_from(descriptor).map_or(Own::Absent, Own::Descriptor),
        None => {
            scope.rethrow();
            Own::Threw
        }
    }
}

fn enumerable_of(attributes: v8::PropertyAttribute) -> Enumerable {
    if attributes.is_dont_enum() { Enumerable::No } else { Enumerable::Yes }
}

/// A property of a descriptor, past what a script may have put on `Object.prototype`.
fn own<'s>(
    scope: &v8::PinScope<'s, '_>,
    descriptor: v8::Local<'s, v8::Object>,
    name: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    let present = descriptor.has_own_property(scope, js::key(scope, name))?;
    if present { js::get(scope, descriptor, name) } else { None }
}

fn is_extensible<'s>(scope: &v8::PinScope<'s, '_>, realm: &Realm, object: v8::Local<'s, v8::Object>) -> bool {
    realm.function(scope, Slot::IsExtensible).is_none_or(|is_extensible| {
        is_extensible.call(scope, v8::undefined(scope).into(), &[object.into()]).is_none_or(|answer| answer.is_true())
    })
}

/// The reference of a property that is lazy and not loaded yet. Never loads and never runs user code.
pub(crate) fn peek<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
    key: v8::Local<'s, v8::Name>,
) -> Option<String> {
    // A proxy's trap would run; a proxy has no lazy properties of its own.
    if object.is_proxy() {
        return None;
    }
    let realm = Realm::of(scope);
    v8::tc_scope!(let scope, scope);
    realm.lazy_probe.set(true);
    object.get_own_property_descriptor(scope, key);
    let reached = !realm.lazy_probe.replace(false);
    let reference = scope.exception().filter(|_| reached).map(|thrown| thrown.to_rust_string_lossy(scope));
    scope.reset();
    reference
}

/// `defineLazyProperties(target, id, keys[, enumerable])` and `defineLazyProperties(target, { name: reference }[, enumerable])`.
pub(crate) fn define_callback<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    args: v8::FunctionCallbackArguments<'s>,
    _: v8::ReturnValue<'s>,
) {
    define_from_js(scope, &args);
}

fn define_from_js<'s>(scope: &mut v8::PinScope<'s, '_>, args: &v8::FunctionCallbackArguments<'s>) -> Option<()> {
    let target = args.get(0);
    let mut properties: Vec<(v8::Local<'s, v8::Name>, String)> = Vec::new();
    let enumerable = if args.get(1).is_string() {
        let reference = args.get(1).to_rust_string_lossy(scope);
        let Ok(keys) = v8::Local::<v8::Array>::try_from(args.get(2)) else {
            return throw_argument(scope, "keys", "an array of property names", args.get(2));
        };
        for index in 0..keys.length() {
            properties.push((property_key(scope, keys.get_index(scope, index)?)?, reference.clone()));
        }
        args.get(3)
    } else if let Ok(map) = v8::Local::<v8::Object>::try_from(args.get(1)) {
        let own = v8::GetPropertyNamesArgs {
            mode: v8::KeyCollectionMode::OwnOnly,
            property_filter: v8::PropertyFilter::ONLY_ENUMERABLE,
            index_filter: v8::IndexFilter::IncludeIndices,
            key_conversion: v8::KeyConversionMode::ConvertToString,
        };
        let names = map.get_own_property_names(scope, own)?;
        for index in 0..names.length() {
            let name = property_key(scope, names.get_index(scope, index)?)?;
            let reference = map.get(scope, name.into())?;
            if !reference.is_string() {
                return throw_argument(scope, "references", "an object whose values are module references", reference);
            }
            properties.push((name, reference.to_rust_string_lossy(scope)));
        }
        args.get(2)
    } else {
        return throw_argument(scope, "id", "a module reference or an object of them", args.get(1));
    };
    let Ok(object) = v8::Local::<v8::Object>::try_from(target) else {
        return throw_argument(scope, "target", "an object", target);
    };
    let hidden = !enumerable.is_undefined() && !enumerable.boolean_value(scope);
    define(scope, object, &properties, if hidden { Enumerable::No } else { Enumerable::Yes })
}

/// Defines lazy properties on any object of a runtime, all of them or none: each is a name and a module reference (`id`, `id#export` or
/// `id#*`). They look like data and load on first read, as those that [`Layer::lazy`](crate::Layer::lazy) declares.
///
/// Gives `None`, with a JavaScript exception pending, when a builtin is unknown or the target cannot take a property.
///
/// # Panics
///
/// When the isolate of the scope was not made by this library.
///
/// ```
/// use lazuli::{Engine, Enumerable, Layer, Registry, Runtime, RuntimeOptions, define_lazy_properties};
///
/// let layer = Layer::new("app").module("answer", "exports.answer = 42;");
/// let engine = Engine::builder(Registry::builder().layer(layer).build()?).build()?;
/// let mut runtime = Runtime::new(&engine, RuntimeOptions::new())?;
/// runtime.with_scope(|scope| {
///     let global = scope.get_current_context().global(scope);
///     define_lazy_properties(scope, global, &[("answer", "answer")], Enumerable::Yes)
/// });
/// assert_eq!(runtime.execute_script("main.js", "answer")?, "42");
/// # Ok::<(), lazuli::Error>(())
/// ```
pub fn define_lazy_properties<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    target: v8::Local<'s, v8::Object>,
    properties: &[(&str, &str)],
    enumerable: Enumerable,
) -> Option<()> {
    let properties: Vec<_> =
        properties.iter().map(|(name, reference)| (js::key(scope, name), (*reference).to_owned())).collect();
    define(scope, target, &properties, enumerable)
}

/// Defines lazy properties on any object, all of them or none. `None` leaves a `TypeError` pending.
pub(crate) fn define<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    target: v8::Local<'s, v8::Object>,
    properties: &[(v8::Local<'s, v8::Name>, String)],
    enumerable: Enumerable,
) -> Option<()> {
    let realm = Realm::of(scope);
    if target.is_proxy() || target.is_module_namespace_object() {
        return throw_argument(
            scope,
            "target",
            "an object that is neither a proxy nor a module namespace",
            target.into(),
        );
    }
    let extensible = is_extensible(scope, &realm, target);
    for (key, reference) in properties {
        let id = Reference::parse(reference).id;
        if !realm.engine.registry().contains(id) {
            loader::throw_unknown(scope, &realm, id);
            return None;
        }
        let exists = target.has_own_property(scope, *key)?;
        let fixed = exists && target.get_property_attributes(scope, (*key).into())?.is_dont_delete();
        if fixed || (!exists && !extensible) {
            let name = js::describe(scope, (*key).into());
            let why = if fixed { "it is there and not configurable" } else { "the object is not extensible" };
            js::throw(
                scope,
                Class::TypeError,
                "ERR_INVALID_ARG_VALUE",
                format!("Cannot define lazy property '{name}': {why}"),
            );
            return None;
        }
    }
    // The prototype of an object that nobody keeps. V8 turns an object into a dictionary for each lazy property that is defined and for each
    // that is replaced by its value, and leaves it one; what is a prototype it makes fast again when it is read from. So a loaded property
    // is read as quickly as any other (1.2 and not 9 ns where others are still lazy, 2026-11-30), and 95 are defined in 45 us, not 700.
    v8::Object::with_prototype_and_properties(scope, target.into(), &[], &[]);
    for (key, reference) in properties {
        define_one(scope, target, *key, reference, enumerable)?;
    }
    Some(())
}

fn define_one<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    target: v8::Local<'s, v8::Object>,
    key: v8::Local<'s, v8::Name>,
    reference: &str,
    enumerable: Enumerable,
) -> Option<()> {
    let data = js::string(scope, reference);
    use v8::SideEffectType::HasSideEffect;
    let attributes = match enumerable {
        Enumerable::Yes => v8::PropertyAttribute::NONE,
        Enumerable::No => v8::PropertyAttribute::DONT_ENUM,
    };
    match target.set_lazy_data_property_with_data(
        scope,
        key,
        get,
        data.into(),
        attributes,
        HasSideEffect,
        HasSideEffect,
    ) {
        Some(true) => Some(()),
        Some(false) => {
            let name = js::describe(scope, key.into());
            js::throw(
                scope,
                Class::TypeError,
                "ERR_INVALID_ARG_VALUE",
                format!("Cannot define lazy property '{name}'"),
            );
            None
        }
        None => None,
    }
}

fn property_key<'s>(scope: &v8::PinScope<'s, '_>, value: v8::Local<'s, v8::Value>) -> Option<v8::Local<'s, v8::Name>> {
    match v8::Local::<v8::Name>::try_from(value) {
        Ok(name) => Some(name),
        Err(_) => throw_argument(scope, "keys", "an array of property names", value),
    }
}

fn throw_argument<T>(
    scope: &v8::PinScope<'_, '_>,
    name: &str,
    expected: &str,
    found: v8::Local<'_, v8::Value>,
) -> Option<T> {
    let found = js::describe(scope, found);
    let message = format!("The \"{name}\" argument of defineLazyProperties must be {expected}, found {found}");
    js::throw(scope, Class::TypeError, "ERR_INVALID_ARG_TYPE", message);
    None
}

fn throw_missing<'s>(
    scope: &v8::PinScope<'s, '_>,
    holder: v8::Local<'s, v8::Object>,
    name: v8::Local<'s, v8::Name>,
    id: &str,
    exports: v8::Local<'s, v8::Value>,
) {
    let wanted = js::describe(scope, name.into());
    let target = holder.get_constructor_name().to_rust_string_lossy(scope);
    let names: Vec<String> = v8::Local::<v8::Object>::try_from(exports)
        .ok()
        .and_then(|exports| exports.get_own_property_names(scope, v8::GetPropertyNamesArgs::default()))
        .map(|names| {
            (0..names.length()).filter_map(|i| Some(names.get_index(scope, i)?.to_rust_string_lossy(scope))).collect()
        })
        .unwrap_or_default();
    let hint = did_you_mean(&wanted, names.iter().map(String::as_str));
    let message = format!(
        "Lazy property '{wanted}' of {target} refers to builtin '{id}', which has no export of that name{hint}"
    );
    js::throw(scope, Class::Error, "ERR_LAZY_EXPORT_MISSING", message);
}

fn throw_cycle(scope: &v8::PinScope<'_, '_>, realm: &Realm, key: v8::Local<'_, v8::Name>, reference: &str) {
    let path: Vec<String> = realm.lazies.borrow().iter().map(|loading| loading.reference.clone()).collect();
    let message = format!(
        "Lazy property '{}' was used while it was being loaded: {} -> {reference}; read it later, or require the builtin",
        js::describe(scope, key.into()),
        path.join(" -> ")
    );
    js::throw(scope, Class::Error, "ERR_LAZY_CYCLE", message);
}
