//! `internalBinding(name)`: from the name of a binding to its native object, which is made at first use and lives in the realm's record.

use std::rc::Rc;
use std::time::Duration;

use crate::inventory::recorder::{Compiled, Target};
use crate::inventory::{Edge, Origin};
use crate::js::{self, Class};
use crate::realm::{Realm, Slot};
use crate::registry::id::did_you_mean;

pub(crate) fn internal_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let name = args.get(0).to_rust_string_lossy(scope);
    if let Some(object) = load(scope, &Realm::of(scope), &name) {
        rv.set(object.into());
    }
}

/// `process._linkedBinding(name)`: only bindings that were declared for users.
pub(crate) fn linked_callback(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let name = args.get(0).to_rust_string_lossy(scope);
    let realm = Realm::of(scope);
    let registry = realm.engine.registry();
    if !registry.binding_index(&name).is_some_and(|index| registry.binding_at(index).is_linked()) {
        return js::throw(scope, Class::Error, "ERR_INVALID_MODULE", format!("No such binding: {name}"));
    }
    if let Some(object) = load(scope, &realm, &name) {
        rv.set(object.into());
    }
}

/// The object of a binding, or `None` with an exception pending.
pub(crate) fn load<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    realm: &Rc<Realm>,
    name: &str,
) -> Option<v8::Local<'s, v8::Object>> {
    let registry = Rc::clone(realm);
    let registry = registry.engine.registry();
    let Some(index) = registry.binding_index(name) else {
        let hint = did_you_mean(name, registry.bindings().map(crate::Binding::name));
        js::throw(scope, Class::Error, "ERR_INVALID_MODULE", format!("No such binding: {name}{hint}"));
        return None;
    };
    let bindings = realm.array(scope, Slot::Bindings);
    let known =
        bindings.get_index(scope, index as u32).and_then(|object| v8::Local::<v8::Object>::try_from(object).ok());
    if let Some(object) = known {
        if realm.recorder.borrow().records_hits() {
            let request = realm.request(scope, None, Edge::Require);
            realm.recorder.borrow_mut().hit(Target::Binding(index), request);
        }
        return Some(object);
    }
    let request = realm.request(scope, None, Edge::Require);
    realm.recorder.borrow_mut().begin();
    let object = js::null_object(scope);
    let binding = registry.binding_at(index);
    for (name, callback) in binding.functions() {
        let name = js::string(scope, name);
        let function =
            v8::Function::builder_raw(*callback).constructor_behavior(v8::ConstructorBehavior::Throw).build(scope);
        if let Some(function) = function {
            function.set_name(name);
            object.create_data_property(scope, name.into(), function.into());
        }
    }
    binding.run_setup(scope, object);
    bindings.set_index(scope, index as u32, object.into());
    let made = Compiled { origin: Origin::Source, rejected: None, time: Duration::ZERO };
    realm.recorder.borrow_mut().end(Some((Target::Binding(index), realm.phase.get(), made, request)));
    Some(object)
}
