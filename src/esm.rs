//! The ES modules of a realm: native handles by number, and which of them each import leads to. Resolution, fetching and the order of
//! things are the business of `internal/modules/esm/*`; here a graph that JavaScript has put together is handed to V8.
//!
//! The handles live as long as the realm. A realm that an image is made of must have none.

use std::cell::RefCell;
use std::rc::Rc;

use crate::js;
use crate::realm::{Realm, Slot};

/// The modules of one realm.
#[derive(Default)]
pub(crate) struct Modules(RefCell<Vec<Entry>>);

struct Entry {
    module: v8::Global<v8::Module>,
    hash: i32,
    /// For each request, in V8's order, the module it leads to.
    links: Vec<usize>,
}

impl Modules {
    pub(crate) fn add(&self, scope: &v8::PinScope<'_, '_>, module: v8::Local<'_, v8::Module>) -> usize {
        let mut entries = self.0.borrow_mut();
        entries.push(Entry {
            module: v8::Global::new(scope, module),
            hash: module.get_identity_hash().get(),
            links: Vec::new(),
        });
        entries.len() - 1
    }

    pub(crate) fn get<'s>(&self, scope: &v8::PinScope<'s, '_>, number: usize) -> Option<v8::Local<'s, v8::Module>> {
        self.0.borrow().get(number).map(|entry| v8::Local::new(scope, &entry.module))
    }

    pub(crate) fn link(&self, number: usize, targets: Vec<usize>) {
        if let Some(entry) = self.0.borrow_mut().get_mut(number) {
            entry.links = targets;
        }
    }

    fn number_of(&self, module: v8::Local<'_, v8::Module>) -> Option<usize> {
        let hash = module.get_identity_hash().get();
        self.0.borrow().iter().position(|entry| entry.hash == hash && entry.module == module)
    }

    fn target(&self, number: usize, request: usize) -> Option<usize> {
        self.0.borrow().get(number)?.links.get(request).copied()
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
    let requests = (0..list.length()).filter_map(|at| list.get(scope, at)?.try_cast::<v8::ModuleRequest>().ok());
    requests
        .map(|request| Request {
            specifier: request.get_specifier(),
            phase: request.get_phase(),
            offset: request.get_source_offset(),
            // A request lists key, value and offset of each attribute.
            attributes: attributes(scope, request.get_import_attributes(), 3),
        })
        .collect()
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
    let same = |request: &Request<'_>| {
        request.specifier.strict_equals(specifier.into())
            && request.attributes.len() == wanted.len()
            && request
                .attributes
                .iter()
                .zip(&wanted)
                .all(|(a, b)| a.0.strict_equals(b.0.into()) && a.1.strict_equals(b.1.into()))
    };
    let target = realm.modules.number_of(referrer).and_then(|number| {
        let at = requests(scope, referrer).iter().position(same)?;
        realm.modules.target(number, at)
    });
    match target.and_then(|target| realm.modules.get(scope, target)) {
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

/// `import()` anywhere: JavaScript loads and gives a promise.
pub(crate) fn import_dynamically<'s>(
    scope: &mut v8::PinScope<'s, '_>,
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
    let promise = hook.call(scope, v8::undefined(scope).into(), &[specifier.into(), referrer, attributes, phase])?;
    promise.try_into().ok()
}

/// The first read of `import.meta` in a module.
pub(crate) fn initialize_import_meta(
    scope: &mut v8::PinScope<'_, '_>,
    module: v8::Local<'_, v8::Module>,
    meta: v8::Local<'_, v8::Object>,
) {
    let realm: Rc<Realm> = Realm::of(scope);
    let (Some(hook), Some(number)) =
        (realm.function(scope, Slot::InitializeImportMeta), realm.modules.number_of(module))
    else {
        return;
    };
    let number = v8::Integer::new(scope, number as i32).into();
    let meta = v8::Local::new(scope, meta).into();
    hook.call(scope, v8::undefined(scope).into(), &[number, meta]);
}
