//! The global object of a context made over an object of the user: every property is looked up on that object first, and every
//! declaration and assignment lands there, too. The behaviour is Node's. The data of the handlers is an array that holds the object once
//! the context is made; there is no other state.

use v8::{IndexedPropertyHandlerConfiguration, Intercepted, NamedPropertyHandlerConfiguration, PropertyAttribute};

use crate::js;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::PropertyCallbackArguments<'s>;
type Return<'s, T> = v8::ReturnValue<'s, T>;
type Name<'s> = v8::Local<'s, v8::Name>;
type Object<'s> = v8::Local<'s, v8::Object>;

/// The template of a global object over the first element of `holder`. That must be `undefined` until V8 has set the context up: it looks
/// for built-ins through the handlers meanwhile, and must find its own.
pub(super) fn template<'s>(
    scope: &mut Scope<'s, '_>,
    holder: v8::Local<'s, v8::Array>,
) -> v8::Local<'s, v8::ObjectTemplate> {
    let template = v8::ObjectTemplate::new(scope);
    template.set_named_property_handler(
        NamedPropertyHandlerConfiguration::new()
            .getter(get)
            .setter(set)
            .query(query)
            .deleter(delete)
            .enumerator(enumerate)
            .definer(define)
            .descriptor(describe)
            .data(holder.into())
            .flags(v8::PropertyHandlerFlags::HAS_NO_SIDE_EFFECT),
    );
    template.set_indexed_property_handler(
        IndexedPropertyHandlerConfiguration::new()
            .getter(get_at)
            .setter(set_at)
            .query(query_at)
            .deleter(delete_at)
            .enumerator(enumerate_indices)
            .definer(define_at)
            .descriptor(describe_at)
            .data(holder.into())
            .flags(v8::PropertyHandlerFlags::HAS_NO_SIDE_EFFECT),
    );
    template
}

fn name_of<'s>(scope: &mut Scope<'s, '_>, index: u32) -> Name<'s> {
    js::key(scope, &index.to_string())
}

/// The user's object and the global object itself.
fn objects<'s>(scope: &Scope<'s, '_>, args: &Args<'s>) -> Option<(Object<'s>, Object<'s>)> {
    let holder = v8::Local::<v8::Array>::try_from(args.data()).ok()?;
    Some((holder.get_index(scope, 0)?.try_into().ok()?, args.holder()))
}

fn get<'s>(scope: &mut Scope<'s, '_>, name: Name<'s>, args: Args<'s>, mut rv: Return<'_, v8::Value>) -> Intercepted {
    let Some((sandbox, global)) = objects(scope, &args) else { return Intercepted::kNo };
    let value = sandbox.get_real_named_property(scope, name).or_else(|| global.get_real_named_property(scope, name));
    let Some(value) = value else { return Intercepted::kNo };
    // An object that refers to itself means the global object in there.
    if value == sandbox {
        rv.set(global.into());
    } else {
        rv.set(value);
    }
    Intercepted::kYes
}

fn set<'s>(
    scope: &mut Scope<'s, '_>,
    name: Name<'s>,
    value: v8::Local<'s, v8::Value>,
    args: Args<'s>,
    mut rv: Return<'_, v8::Boolean>,
) -> Intercepted {
    let Some((sandbox, global)) = objects(scope, &args) else { return Intercepted::kNo };
    let on_global = global.get_real_named_property_attributes(scope, name);
    let on_sandbox = sandbox.get_real_named_property_attributes(scope, name);
    if [&on_global, &on_sandbox].into_iter().flatten().any(|attributes| attributes.is_read_only()) {
        return Intercepted::kNo;
    }
    let is_declared = on_global.is_some() || on_sandbox.is_some();
    // `x = 1` in strict code, without `x`: left alone, V8 throws. A function is a declaration.
    if !is_declared && args.should_throw_on_error() && !value.is_function() && is_plain_name(scope, name) {
        return Intercepted::kNo;
    }
    if !is_declared && name.is_symbol() {
        return Intercepted::kNo;
    }
    if sandbox.set(scope, name.into(), value).is_none() {
        return Intercepted::kYes;
    }
    // A setter has had its value; data is written to the global object as well.
    if on_sandbox.is_some() && is_accessor(scope, sandbox, name) {
        rv.set_bool(true);
        return Intercepted::kYes;
    }
    Intercepted::kNo
}

fn is_accessor<'s>(scope: &Scope<'s, '_>, object: Object<'s>, name: Name<'s>) -> bool {
    let descriptor = object.get_own_property_descriptor(scope, name);
    let Some(descriptor) = descriptor.and_then(|descriptor| Object::try_from(descriptor).ok()) else { return false };
    ["get", "set"].iter().any(|part| descriptor.has_own_property(scope, js::key(scope, part)) == Some(true))
}

/// Whether the running code assigns to a name, not to a property of an object. V8 does not tell, so the text at its place does: no `.`
/// and no `]` there, `name = …`.
fn is_plain_name<'s>(scope: &Scope<'s, '_>, name: Name<'s>) -> bool {
    if name.is_symbol() {
        return false;
    }
    let here = v8::Exception::error(scope, v8::String::empty(scope));
    let message = v8::Exception::create_message(scope, here);
    let Some(line) = message.get_source_line(scope) else { return false };
    let units: Vec<u16> = line.to_rust_string_lossy(scope).encode_utf16().take(message.get_start_column()).collect();
    let before = String::from_utf16_lossy(&units);
    let name = name.to_rust_string_lossy(scope);
    match before.trim_end().strip_suffix(name.as_str()) {
        Some(rest) => !rest.trim_end().ends_with('.'),
        // The place may also be where the name begins.
        None => !before.trim_end().ends_with(['.', ']']),
    }
}

fn query<'s>(
    scope: &mut Scope<'s, '_>,
    name: Name<'s>,
    args: Args<'s>,
    mut rv: Return<'_, v8::Integer>,
) -> Intercepted {
    let Some((sandbox, global)) = objects(scope, &args) else { return Intercepted::kNo };
    let attributes = match sandbox.get_real_named_property_attributes(scope, name) {
        Some(attributes) => attributes,
        None if global.has_real_named_property(scope, name) == Some(true) => {
            match global.get_real_named_property_attributes(scope, name) {
                Some(attributes) => attributes,
                None => return Intercepted::kNo,
            }
        }
        None => return Intercepted::kNo,
    };
    rv.set_int32(attributes.as_u32() as i32);
    Intercepted::kYes
}

fn delete<'s>(
    scope: &mut Scope<'s, '_>,
    name: Name<'s>,
    args: Args<'s>,
    mut rv: Return<'_, v8::Boolean>,
) -> Intercepted {
    let Some((sandbox, _)) = objects(scope, &args) else { return Intercepted::kNo };
    if sandbox.delete(scope, name.into()) == Some(true) {
        return Intercepted::kNo;
    }
    rv.set_bool(false);
    Intercepted::kYes
}

fn enumerate<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'_, v8::Array>) {
    names(scope, &args, v8::IndexFilter::SkipIndices, rv);
}

fn names<'s>(scope: &mut Scope<'s, '_>, args: &Args<'s>, index_filter: v8::IndexFilter, mut rv: Return<'_, v8::Array>) {
    let Some((sandbox, _)) = objects(scope, args) else { return };
    let names = sandbox.get_property_names(
        scope,
        v8::GetPropertyNamesArgs {
            mode: v8::KeyCollectionMode::OwnOnly,
            property_filter: v8::PropertyFilter::ALL_PROPERTIES,
            index_filter,
            key_conversion: v8::KeyConversionMode::KeepNumbers,
        },
    );
    if let Some(names) = names {
        rv.set(names);
    }
}

fn enumerate_indices<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'_, v8::Array>) {
    let Some((sandbox, _)) = objects(scope, &args) else { return };
    let names = sandbox.get_own_property_names(
        scope,
        v8::GetPropertyNamesArgs {
            key_conversion: v8::KeyConversionMode::KeepNumbers,
            ..v8::GetPropertyNamesArgs::default()
        },
    );
    let Some(names) = names else { return };
    let indices: Vec<_> =
        (0..names.length()).filter_map(|at| names.get_index(scope, at)).filter(|name| name.is_number()).collect();
    rv.set(v8::Array::new_with_elements(scope, &indices));
}

fn define<'s>(
    scope: &mut Scope<'s, '_>,
    name: Name<'s>,
    descriptor: &v8::PropertyDescriptor,
    args: Args<'s>,
    _: Return<'_, v8::Boolean>,
) -> Intercepted {
    let Some((sandbox, global)) = objects(scope, &args) else { return Intercepted::kNo };
    let fixed = |attributes: PropertyAttribute| attributes.is_read_only() && attributes.is_dont_delete();
    if global.get_real_named_property_attributes(scope, name).is_some_and(fixed) {
        return Intercepted::kNo;
    }
    let undefined: v8::Local<'_, v8::Value> = v8::undefined(scope).into();
    let mut copy = if descriptor.has_get() || descriptor.has_set() {
        let get = if descriptor.has_get() { descriptor.get() } else { undefined };
        let set = if descriptor.has_set() { descriptor.set() } else { undefined };
        v8::PropertyDescriptor::new_from_get_set(get, set)
    } else {
        let value = if descriptor.has_value() { descriptor.value() } else { undefined };
        if descriptor.has_writable() {
            v8::PropertyDescriptor::new_from_value_writable(value, descriptor.writable())
        } else {
            v8::PropertyDescriptor::new_from_value(value)
        }
    };
    if descriptor.has_enumerable() {
        copy.set_enumerable(descriptor.enumerable());
    }
    if descriptor.has_configurable() {
        copy.set_configurable(descriptor.configurable());
    }
    sandbox.define_property(scope, name, &copy);
    // It is also defined on the global object.
    Intercepted::kNo
}

fn describe<'s>(
    scope: &mut Scope<'s, '_>,
    name: Name<'s>,
    args: Args<'s>,
    mut rv: Return<'_, v8::Value>,
) -> Intercepted {
    let Some((sandbox, _)) = objects(scope, &args) else { return Intercepted::kNo };
    if sandbox.has_own_property(scope, name) != Some(true) {
        return Intercepted::kNo;
    }
    let Some(descriptor) = sandbox.get_own_property_descriptor(scope, name) else { return Intercepted::kNo };
    rv.set(descriptor);
    Intercepted::kYes
}

fn set_at<'s>(
    scope: &mut Scope<'s, '_>,
    index: u32,
    value: v8::Local<'s, v8::Value>,
    args: Args<'s>,
    rv: Return<'_, v8::Boolean>,
) -> Intercepted {
    let name = name_of(scope, index);
    set(scope, name, value, args, rv)
}

fn define_at<'s>(
    scope: &mut Scope<'s, '_>,
    index: u32,
    descriptor: &v8::PropertyDescriptor,
    args: Args<'s>,
    rv: Return<'_, v8::Boolean>,
) -> Intercepted {
    let name = name_of(scope, index);
    define(scope, name, descriptor, args, rv)
}

fn get_at<'s>(scope: &mut Scope<'s, '_>, index: u32, args: Args<'s>, rv: Return<'_, v8::Value>) -> Intercepted {
    let name = name_of(scope, index);
    get(scope, name, args, rv)
}

fn query_at<'s>(scope: &mut Scope<'s, '_>, index: u32, args: Args<'s>, rv: Return<'_, v8::Integer>) -> Intercepted {
    let name = name_of(scope, index);
    query(scope, name, args, rv)
}

fn delete_at<'s>(scope: &mut Scope<'s, '_>, index: u32, args: Args<'s>, rv: Return<'_, v8::Boolean>) -> Intercepted {
    let name = name_of(scope, index);
    delete(scope, name, args, rv)
}

fn describe_at<'s>(scope: &mut Scope<'s, '_>, index: u32, args: Args<'s>, rv: Return<'_, v8::Value>) -> Intercepted {
    let name = name_of(scope, index);
    describe(scope, name, args, rv)
}
