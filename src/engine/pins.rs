//! Objects that stand for what JavaScript cannot hold by itself, compiled scripts and modules. A pin keeps one of them in an internal
//! field, so that it lives as long as the pin and as whatever else refers to it, and no longer. Only this file makes such objects.

/// What each internal field holds.
#[derive(Clone, Copy)]
enum Field {
    /// A symbol that JavaScript never sees: no other object has it.
    Brand,
    /// The script or the module.
    Held,
    /// Of a module, the function that is asked what V8 asks about it.
    Answer,
    /// Of a module, an array of pins: what its requests lead to.
    Links,
}

const FIELDS: usize = Field::Links as usize + 1;

/// How the pins of an isolate are made and known.
struct Form {
    template: v8::Global<v8::ObjectTemplate>,
    brand: v8::Global<v8::Symbol>,
}

impl Form {
    fn new(scope: &mut v8::PinScope<'_, '_>) -> Self {
        let template = v8::ObjectTemplate::new(scope);
        template.set_internal_field_count(FIELDS);
        let brand = v8::Symbol::new(scope, None);
        Form { template: v8::Global::new(scope, template), brand: v8::Global::new(scope, brand) }
    }
}

fn pin<'s>(scope: &mut v8::PinScope<'s, '_>, held: v8::Local<'s, v8::Data>) -> Option<v8::Local<'s, v8::Object>> {
    if scope.get_slot::<Form>().is_none() {
        let form = Form::new(scope);
        scope.set_slot(form);
    }
    let form = scope.get_slot::<Form>()?;
    let pin = v8::Local::new(scope, &form.template).new_instance(scope)?;
    pin.set_internal_field(Field::Brand as usize, v8::Local::new(scope, &form.brand).into());
    pin.set_internal_field(Field::Held as usize, held);
    Some(pin)
}

/// An object of the current context that keeps a script.
pub(crate) fn pin_script<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    script: v8::Local<'s, v8::UnboundScript>,
) -> Option<v8::Local<'s, v8::Object>> {
    pin(scope, script.into())
}

/// An object of the current context that keeps a module.
pub(crate) fn pin_module<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    module: v8::Local<'s, v8::Module>,
    answer: v8::Local<'s, v8::Value>,
) -> Option<v8::Local<'s, v8::Object>> {
    let pin = pin(scope, module.into())?;
    pin.set_internal_field(Field::Answer as usize, answer.into());
    Some(pin)
}

/// A field of a value, if that is a pin.
fn field<'s>(
    scope: &v8::PinScope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
    field: Field,
) -> Option<v8::Local<'s, v8::Data>> {
    let object =
        v8::Local::<v8::Object>::try_from(value).ok().filter(|object| object.internal_field_count() == FIELDS)?;
    let brand = object.get_internal_field(scope, Field::Brand as usize)?.try_cast::<v8::Symbol>().ok()?;
    let is_pin = scope.get_slot::<Form>().is_some_and(|form| brand == form.brand);
    if is_pin { object.get_internal_field(scope, field as usize) } else { None }
}

/// The script that a pin keeps.
pub(crate) fn script<'s>(
    scope: &v8::PinScope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
) -> Option<v8::Local<'s, v8::UnboundScript>> {
    let held = field(scope, value, Field::Held).filter(|held| !held.is_module())?;
    // SAFETY: the object has the brand, so `pin` made it, for `pin_script` or `pin_module`; what is no module is the script of the first.
    // JavaScript cannot write internal fields, and nothing here writes this one again.
    Some(unsafe { v8::Local::<v8::UnboundScript>::cast_unchecked(held) })
}

/// The module that a pin keeps.
pub(crate) fn module<'s>(
    scope: &v8::PinScope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
) -> Option<v8::Local<'s, v8::Module>> {
    field(scope, value, Field::Held)?.try_cast().ok()
}

/// Whom to ask about the module of a pin.
pub(crate) fn answer<'s>(
    scope: &v8::PinScope<'s, '_>,
    pin: v8::Local<'s, v8::Object>,
) -> Option<v8::Local<'s, v8::Function>> {
    field(scope, pin.into(), Field::Answer)?.try_cast().ok()
}

/// Where the request of this place leads.
pub(crate) fn link<'s>(
    scope: &v8::PinScope<'s, '_>,
    pin: v8::Local<'s, v8::Object>,
    request: usize,
) -> Option<v8::Local<'s, v8::Module>> {
    let links: v8::Local<'s, v8::Array> = field(scope, pin.into(), Field::Links)?.try_cast().ok()?;
    let target = links.get_index(scope, u32::try_from(request).ok()?)?;
    module(scope, target)
}

/// Sets where the requests of a module lead: pins, in the order of the requests.
pub(crate) fn set_links<'s>(
    scope: &v8::PinScope<'s, '_>,
    pin: v8::Local<'s, v8::Value>,
    links: v8::Local<'s, v8::Array>,
) {
    if module(scope, pin).is_some()
        && let Ok(pin) = v8::Local::<v8::Object>::try_from(pin)
    {
        pin.set_internal_field(Field::Links as usize, links.into());
    }
}
