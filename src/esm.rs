//! The ES modules of a realm, and which of them each import leads to. Resolution, fetching and the order of things are the business of
//! `internal/modules/esm/*` and `internal/vm/module`; here a graph that JavaScript has put together is handed to V8.
//!
//! The modules of the program go by number and live as long as the realm; one that an image is made of must have none. Those that the
//! program makes itself, with `vm`, go by a pin (`engine/pins.rs`) and live as long as somebody has them: here they are known weakly.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::contexts;
use crate::engine::pins;
use crate::js;
use crate::realm::{Realm, Slot};

/// The modules of one realm. V8 must not collect garbage while this is borrowed: what it finds dead is taken out.
#[derive(Default)]
pub(crate) struct Modules {
    numbered: RefCell<Vec<Entry>>,
    /// By the identity hash of the module.
    names: RefCell<HashMap<i32, Vec<Known>>>,
}

struct Entry {
    module: v8::Global<v8::Module>,
    /// For each request, in V8's order, the module it leads to.
    links: Vec<usize>,
    /// The request that V8 is expected to ask for next: it goes through them in order.
    next: usize,
}

enum Known {
    Number(usize),
    Pin(v8::Weak<v8::Object>),
}

/// What JavaScript calls a module by.
pub(crate) enum Name<'s> {
    Number(usize),
    Pin(v8::Local<'s, v8::Object>),
}

impl Modules {
    pub(crate) fn add(&self, scope: &v8::PinScope<'_, '_>, module: v8::Local<'_, v8::Module>) -> usize {
        let hash = module.get_identity_hash().get();
        let mut numbered = self.numbered.borrow_mut();
        numbered.push(Entry { module: v8::Global::new(scope, module), links: Vec::new(), next: 0 });
        let number = numbered.len() - 1;
        self.names.borrow_mut().entry(hash).or_default().push(Known::Number(number));
        number
    }

    pub(crate) fn add_pin(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        module: v8::Local<'_, v8::Module>,
        pin: v8::Local<'_, v8::Object>,
    ) {
        let hash = module.get_identity_hash().get();
        let forget = move |isolate: &mut v8::Isolate| {
            if let Some(realm) = isolate.get_slot::<Rc<Realm>>() {
                realm.modules.forget_dead(hash);
            }
        };
        let pin = v8::Weak::with_finalizer(scope, pin, Box::new(forget));
        self.names.borrow_mut().entry(hash).or_default().push(Known::Pin(pin));
    }

    fn forget_dead(&self, hash: i32) {
        let mut names = self.names.borrow_mut();
        let Some(known) = names.get_mut(&hash) else { return };
        known.retain(|known| !matches!(known, Known::Pin(pin) if pin.is_empty()));
        if known.is_empty() {
            names.remove(&hash);
        }
    }

    pub(crate) fn get<'s>(&self, scope: &v8::PinScope<'s, '_>, number: usize) -> Option<v8::Local<'s, v8::Module>> {
        self.numbered.borrow().get(number).map(|entry| v8::Local::new(scope, &entry.module))
    }

    pub(crate) fn link(&self, number: usize, targets: Vec<usize>) {
        if let Some(entry) = self.numbered.borrow_mut().get_mut(number) {
            entry.links = targets;
        }
    }

    fn name_of<'s>(&self, scope: &v8::PinScope<'s, '_>, module: v8::Local<'_, v8::Module>) -> Option<Name<'s>> {
        let hash = module.get_identity_hash().get();
        let names = self.names.borrow();
        names.get(&hash)?.iter().find_map(|known| match known {
            Known::Number(number) => (self.get(scope, *number)? == module).then_some(Name::Number(*number)),
            Known::Pin(pin) => {
                let pin = pin.to_local(scope)?;
                (pins::module(scope, pin.into())? == module).then_some(Name::Pin(pin))
            }
        })
    }

    /// Where the request leads to that `is_asked` says yes to.
    fn target(&self, number: usize, is_asked: impl Fn(usize) -> bool) -> Option<usize> {
        let mut entries = self.numbered.borrow_mut();
        let entry = entries.get_mut(number)?;
        let count = entry.links.len();
        let at = (entry.next..count).chain(0..entry.next.min(count)).find(|at| is_asked(*at))?;
        entry.next = at + 1;
        entry.links.get(at).copied()
    }
}

/// One `import` of a module, as V8 lists them.
pub(crate) struct Request<'s> {
    pub(crate) specifier: v8::Local<'s, v8::String>,
    pub(crate) phase: v8::ModuleImportPhase,
    pub(crate) offset: i32,
    /// Key and value of each attribute.
    pub(crate) attributes: Vec<(v8::Local<'s, v8::String>, v8::Local<'s, v8::String>)>,
}

/// The requests of a source text module, in the order that links are given in.
pub(crate) fn requests<'s>(scope: &v8::PinScope<'s, '_>, module: v8::Local<'s, v8::Module>) -> Vec<Request<'s>> {
    let list = module.get_module_requests();
    (0..list.length()).filter_map(|at| request(scope, list, at)).collect()
}

fn request<'s>(scope: &v8::PinScope<'s, '_>, list: v8::Local<'s, v8::FixedArray>, at: usize) -> Option<Request<'s>> {
    let request = list.get(scope, at)?.try_cast::<v8::ModuleRequest>().ok()?;
    Some(Request {
        specifier: request.get_specifier(),
        phase: request.get_phase(),
        offset: request.get_source_offset(),
        // A request lists key, value and offset of each attribute.
        attributes: attributes(scope, request.get_import_attributes(), 3),
    })
}

/// Key and value of each attribute of a list with `stride` elements an attribute.
pub(crate) fn attributes<'s>(
    scope: &v8::PinScope<'s, '_>,
    list: v8::Local<'s, v8::FixedArray>,
    stride: usize,
) -> Vec<(v8::Local<'s, v8::String>, v8::Local<'s, v8::String>)> {
    let text = |at: usize| list.get(scope, at)?.try_cast::<v8::String>().ok();
    (0..list.length()).step_by(stride).filter_map(|at| Some((text(at)?, text(at + 1)?))).collect()
}

/// An object without prototype from attributes.
pub(crate) fn attributes_object<'s>(
    scope: &v8::PinScope<'s, '_>,
    attributes: &[(v8::Local<'s, v8::String>, v8::Local<'s, v8::String>)],
) -> v8::Local<'s, v8::Object> {
    let object = js::null_object(scope);
    for (key, value) in attributes {
        object.create_data_property(scope, (*key).into(), (*value).into());
    }
    object
}

/// Node's names of the phases.
pub(crate) fn phase_name(phase: v8::ModuleImportPhase) -> &'static str {
    match phase {
        v8::ModuleImportPhase::kEvaluation => "evaluation",
        v8::ModuleImportPhase::kDefer => "defer",
        v8::ModuleImportPhase::kSource => "source",
    }
}

/// V8 asks which module an import means. JavaScript has linked the whole graph before, so an import without a target is its fault.
pub(crate) fn resolve<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    specifier: v8::Local<'s, v8::String>,
    attributes_list: v8::Local<'s, v8::FixedArray>,
    referrer: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Module>> {
    let realm = Realm::of(scope);
    let wanted = attributes(scope, attributes_list, 3);
    let list = referrer.get_module_requests();
    let is_asked = |at: usize| {
        let Some(request) = request(scope, list, at) else { return false };
        request.specifier.strict_equals(specifier.into())
            && request.attributes.len() == wanted.len()
            && request
                .attributes
                .iter()
                .zip(&wanted)
                .all(|(a, b)| a.0.strict_equals(b.0.into()) && a.1.strict_equals(b.1.into()))
    };
    let target = realm.modules.name_of(scope, referrer).and_then(|name| match name {
        Name::Number(number) => realm.modules.get(scope, realm.modules.target(number, is_asked)?),
        Name::Pin(pin) => pins::link(scope, pin, (0..list.length()).find(|at| is_asked(*at))?),
    });
    match target {
        Some(module) => Some(module),
        None => {
            let specifier = specifier.to_rust_string_lossy(scope);
            js::throw(
                scope,
                js::Class::Error,
                "ERR_VM_MODULE_LINK_FAILURE",
                format!("request for '{specifier}' is not yet fulfilled"),
            );
            None
        }
    }
}

/// No module has an object for the source phase.
pub(crate) fn resolve_source<'s>(
    scope: &v8::PinScope<'s, '_>,
    specifier: v8::Local<'s, v8::String>,
) -> Option<v8::Local<'s, v8::Object>> {
    let specifier = specifier.to_rust_string_lossy(scope);
    let message = format!("The module '{specifier}' has no object for the source phase");
    js::throw(scope, js::Class::SyntaxError, "ERR_SOURCE_PHASE_NOT_DEFINED", message);
    None
}

/// The exports of a numbered module are set from outside; whoever made another one sets them now.
pub(crate) fn evaluate_synthetic<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    module: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Value>> {
    let undefined = v8::undefined(scope).into();
    match Realm::of(scope).modules.name_of(scope, module) {
        Some(Name::Number(_)) => {}
        Some(Name::Pin(pin)) => {
            if let Some(answer) = pins::answer(scope, pin) {
                answer.call(scope, undefined, &[])?;
            }
        }
        // A namespace whose reading evaluates it can outlive all else.
        None => {
            let message = "The synthetic module is gone, and with it what was to set its exports";
            js::throw(scope, js::Class::Error, "ERR_VM_MODULE_STATUS", message);
            return None;
        }
    }
    let resolver = v8::PromiseResolver::new(scope)?;
    resolver.resolve(scope, undefined);
    Some(resolver.get_promise(scope).into())
}

/// The symbol that `vm` compiled the running code with, or made its context with: it says who answers its `import()`.
fn import_id<'s>(scope: &v8::PinScope<'s, '_>, options: v8::Local<'s, v8::Data>) -> Option<v8::Local<'s, v8::Value>> {
    let own = v8::Local::<v8::FixedArray>::try_from(options).ok().and_then(|options| options.get(scope, 0));
    let own = own.and_then(|symbol| symbol.try_cast::<v8::Symbol>().ok()).map(v8::Local::into);
    own.or_else(|| contexts::import_id(scope, scope.get_current_context()))
}

/// `import()` anywhere: JavaScript loads and gives a promise.
pub(crate) fn import_dynamically<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    options: v8::Local<'s, v8::Data>,
    referrer: v8::Local<'s, v8::Value>,
    specifier: v8::Local<'s, v8::String>,
    phase: v8::ModuleImportPhase,
    attributes_list: v8::Local<'s, v8::FixedArray>,
) -> Option<v8::Local<'s, v8::Promise>> {
    let realm = Realm::of(scope);
    let Some(hook) = realm.function(scope, Slot::ImportModuleDynamically) else {
        js::throw(
            scope,
            js::Class::TypeError,
            "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING",
            "import() is not available in this runtime",
        );
        return None;
    };
    let attributes = attributes(scope, attributes_list, 2);
    let attributes = attributes_object(scope, &attributes).into();
    let phase = js::string(scope, phase_name(phase)).into();
    let undefined = v8::undefined(scope).into();
    let id = import_id(scope, options).unwrap_or(undefined);
    let promise = hook.call(scope, undefined, &[specifier.into(), referrer, attributes, phase, id])?;
    promise.try_into().ok()
}

/// The first read of `import.meta` in a module.
pub(crate) fn initialize_import_meta(
    scope: &mut v8::PinScope<'_, '_>,
    module: v8::Local<'_, v8::Module>,
    meta: v8::Local<'_, v8::Object>,
) {
    let realm = Realm::of(scope);
    let undefined = v8::undefined(scope).into();
    let meta = v8::Local::new(scope, meta).into();
    match realm.modules.name_of(scope, module) {
        Some(Name::Number(number)) => {
            if let Some(hook) = realm.function(scope, Slot::InitializeImportMeta) {
                let number = v8::Integer::new(scope, number as i32).into();
                hook.call(scope, undefined, &[number, meta]);
            }
        }
        Some(Name::Pin(pin)) => {
            if let Some(answer) = pins::answer(scope, pin) {
                answer.call(scope, undefined, &[meta]);
            }
        }
        None => {}
    }
}
