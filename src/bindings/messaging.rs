//! `internalBinding('messaging')`: copies of values by the structured clone algorithm. A [`Message`] is a value on its way: it belongs to
//! no isolate. V8 does the walking; what it cannot know is here: what is transferred, what is shared, and the objects that builtins made
//! cloneable. Those carry a private symbol, own a method under `messaging_clone_symbol` that gives `{ data, deserializeInfo }`, and are
//! made again by `internal/structured_clone`. It knows no ports and no threads.

use std::cell::RefCell;
use std::rc::Rc;

use v8::{ValueDeserializerHelper as _, ValueSerializerHelper as _};

use crate::binding::Binding;
use crate::inventory::Edge;
use crate::js;
use crate::loader;
use crate::realm::{Realm, Slot};

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// In the private symbol of an object that can be cloned.
const CLONEABLE: u32 = 1;

pub(super) fn binding() -> Binding {
    Binding::new("messaging").function("structuredClone", structured_clone).setup(|scope, object| {
        js::set(scope, object, "CLONEABLE", v8::Integer::new_from_unsigned(scope, CLONEABLE).into());
    })
}

/// A value on its way from one context to another.
#[derive(Default)]
struct Message {
    bytes: Vec<u8>,
    transferred: Vec<v8::SharedRef<v8::BackingStore>>,
    shared: Vec<v8::SharedRef<v8::BackingStore>>,
    modules: Vec<v8::CompiledWasmModule>,
    objects: Vec<Object>,
}

/// An object that a builtin made cloneable.
struct Object {
    /// Where it is made again: `module:Class`.
    maker: String,
    data: Message,
}

/// `structuredClone(value, transferList)`.
fn structured_clone<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let transfer = v8::Local::<v8::Array>::try_from(args.get(1)).ok();
    let value = args.get(0);
    if transfer.is_none() && !value.is_object() && !value.is_symbol() {
        return rv.set(value);
    }
    let Some(message) = serialize(scope, value, transfer) else { return };
    if let Some(value) = deserialize(scope, message) {
        rv.set(value);
    }
}

/// Throws a `DOMException` named `DataCloneError`.
fn throw_data_clone_error<'s>(scope: &mut Scope<'s, '_>, message: v8::Local<'s, v8::String>) {
    let realm = Realm::of(scope);
    let Some(exports) = loader::require(scope, &realm, "internal/domexception", None, Edge::Native) else { return };
    let Some(class) =
        v8::Local::<v8::Object>::try_from(exports).ok().and_then(|exports| js::get(scope, exports, "DOMException"))
    else {
        return;
    };
    let Ok(class) = v8::Local::<v8::Function>::try_from(class) else { return };
    let name = js::string(scope, "DataCloneError");
    if let Some(error) = class.new_instance(scope, &[message.into(), name.into()]) {
        scope.throw_exception(error.into());
    }
}

/// One of the symbols of builtins. A private symbol is no value of the language: it is handed on as what it is stored as.
fn symbol<'s>(scope: &Scope<'s, '_>, slot: Slot, name: &str) -> Option<v8::Local<'s, v8::Value>> {
    let symbols = v8::Local::<v8::Object>::try_from(Realm::of(scope).get(scope, slot)).ok()?;
    js::get(scope, symbols, name)
}

/// Whether a builtin said that a buffer is not to be transferred.
fn is_untransferable<'s>(scope: &Scope<'s, '_>, buffer: v8::Local<'s, v8::ArrayBuffer>) -> bool {
    let key = symbol(scope, Slot::PrivateSymbols, "untransferable_object_private_symbol");
    key.and_then(|key| buffer.get(scope, key)).is_some_and(|mark| !mark.is_undefined())
}

// ---- writing ---------------------------------------------------------------------------------------------------------------

/// What V8 asks about while it writes.
struct Writer<'s> {
    message: Rc<RefCell<Message>>,
    /// The objects of builtins that were met, in the order of their numbers.
    objects: Rc<RefCell<Vec<v8::Global<v8::Object>>>>,
    /// The symbol of cloneable objects: V8 asks of every plain object.
    mark: v8::Local<'s, v8::Value>,
}

/// `None` leaves an exception pending; nothing is detached then.
fn serialize<'s>(
    scope: &mut Scope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
    transfer: Option<v8::Local<'s, v8::Array>>,
) -> Option<Message> {
    let buffers = transferable(scope, transfer)?;
    let message = Rc::new(RefCell::new(Message::default()));
    let objects = Rc::new(RefCell::new(Vec::new()));
    let context = scope.get_current_context();
    let bytes = {
        let mark = symbol(scope, Slot::PrivateSymbols, "transfer_mode_private_symbol")?;
        let serializer = v8::ValueSerializer::new(
            scope,
            Box::new(Writer { message: Rc::clone(&message), objects: Rc::clone(&objects), mark }),
        );
        serializer.write_header();
        for (id, buffer) in buffers.iter().enumerate() {
            serializer.transfer_array_buffer(id as u32, *buffer);
        }
        serializer.write_value(context, value).filter(|written| *written)?;
        serializer.release()
    };
    let mut message = message.take();
    message.bytes = bytes;
    for object in objects.take() {
        let object = v8::Local::new(scope, object);
        message.objects.push(serialize_object(scope, object)?);
    }
    for buffer in buffers {
        // Code that ran meanwhile may have detached it.
        if buffer.was_detached() {
            let text = js::string(scope, "An ArrayBuffer is detached and could not be cloned.");
            throw_data_clone_error(scope, text);
            return None;
        }
        message.transferred.push(buffer.get_backing_store());
        buffer.detach(None)?;
    }
    Some(message)
}

/// V8 runs no code while it reads a value, so what an object is made from travels apart from the value that holds it.
fn serialize_object<'s>(scope: &mut Scope<'s, '_>, object: v8::Local<'s, v8::Object>) -> Option<Object> {
    let key = symbol(scope, Slot::PerIsolateSymbols, "messaging_clone_symbol")?;
    let Ok(clone) = v8::Local::<v8::Function>::try_from(object.get(scope, key)?) else {
        let text = js::string(scope, "Cannot clone object of unsupported type.");
        throw_data_clone_error(scope, text);
        return None;
    };
    let parts: v8::Local<'s, v8::Object> = clone.call(scope, object.into(), &[])?.try_into().ok()?;
    let maker = js::get(scope, parts, "deserializeInfo")?.to_rust_string_lossy(scope);
    let data = js::get(scope, parts, "data")?;
    Some(Object { maker, data: serialize(scope, data, None)? })
}

/// The buffers of a transfer list, each once and still there.
fn transferable<'s>(
    scope: &mut Scope<'s, '_>,
    transfer: Option<v8::Local<'s, v8::Array>>,
) -> Option<Vec<v8::Local<'s, v8::ArrayBuffer>>> {
    let mut buffers = Vec::new();
    let Some(list) = transfer else { return Some(buffers) };
    for index in 0..list.length() {
        let item = list.get_index(scope, index)?;
        let problem = match v8::Local::<v8::ArrayBuffer>::try_from(item) {
            Err(_) => Some("Found invalid object in transferList"),
            Ok(buffer) if buffers.contains(&buffer) => Some("Transfer list contains duplicate ArrayBuffer"),
            Ok(buffer) if buffer.was_detached() => Some("An ArrayBuffer is detached and could not be cloned."),
            Ok(buffer) if !buffer.is_detachable() || is_untransferable(scope, buffer) => {
                Some("An ArrayBuffer in the transfer list cannot be transferred.")
            }
            Ok(buffer) => {
                buffers.push(buffer);
                None
            }
        };
        if let Some(problem) = problem {
            let text = js::string(scope, problem);
            throw_data_clone_error(scope, text);
            return None;
        }
    }
    Some(buffers)
}

impl v8::ValueSerializerImpl for Writer<'_> {
    fn throw_data_clone_error<'s>(&self, scope: &mut Scope<'s, '_>, message: v8::Local<'s, v8::String>) {
        throw_data_clone_error(scope, message);
    }

    fn has_custom_host_object(&self, _: &v8::Isolate) -> bool {
        true
    }

    fn is_host_object<'s>(&self, scope: &mut Scope<'s, '_>, object: v8::Local<'s, v8::Object>) -> Option<bool> {
        object.get(scope, self.mark).map(|mark| !mark.is_undefined())
    }

    fn write_host_object<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
        writer: &dyn v8::ValueSerializerHelper,
    ) -> Option<bool> {
        let mut objects = self.objects.borrow_mut();
        writer.write_uint32(objects.len() as u32);
        objects.push(v8::Global::new(scope, object));
        Some(true)
    }

    fn get_shared_array_buffer_id<'s>(
        &self,
        _: &mut Scope<'s, '_>,
        buffer: v8::Local<'s, v8::SharedArrayBuffer>,
    ) -> Option<u32> {
        // V8 asks once for each object.
        let shared = &mut self.message.borrow_mut().shared;
        shared.push(buffer.get_backing_store());
        Some(shared.len() as u32 - 1)
    }

    fn get_wasm_module_transfer_id(
        &self,
        _: &mut Scope<'_, '_>,
        module: v8::Local<'_, v8::WasmModuleObject>,
    ) -> Option<u32> {
        let modules = &mut self.message.borrow_mut().modules;
        modules.push(module.get_compiled_module());
        Some(modules.len() as u32 - 1)
    }
}

// ---- reading ---------------------------------------------------------------------------------------------------------------

/// What V8 asks about while it reads.
struct Reader<'s> {
    objects: Vec<v8::Local<'s, v8::Object>>,
    shared: Vec<v8::SharedRef<v8::BackingStore>>,
    modules: Vec<v8::CompiledWasmModule>,
}

/// `None` leaves an exception pending.
fn deserialize<'s>(scope: &mut Scope<'s, '_>, message: Message) -> Option<v8::Local<'s, v8::Value>> {
    let Message { bytes, transferred, shared, modules, objects } = message;
    let objects = objects.into_iter().map(|object| deserialize_object(scope, object)).collect::<Option<Vec<_>>>()?;
    let context = scope.get_current_context();
    let buffers: Vec<_> = transferred.iter().map(|store| v8::ArrayBuffer::with_backing_store(scope, store)).collect();
    let deserializer = v8::ValueDeserializer::new(scope, Box::new(Reader { objects, shared, modules }), &bytes);
    for (id, buffer) in buffers.into_iter().enumerate() {
        deserializer.transfer_array_buffer(id as u32, buffer);
    }
    deserializer.read_header(context)?;
    deserializer.read_value(context)
}

fn deserialize_object<'s>(scope: &mut Scope<'s, '_>, object: Object) -> Option<v8::Local<'s, v8::Object>> {
    let data = deserialize(scope, object.data)?;
    let realm = Realm::of(scope);
    let exports = loader::require(scope, &realm, "internal/structured_clone", None, Edge::Native)?;
    let exports = v8::Local::<v8::Object>::try_from(exports).ok()?;
    let make = v8::Local::<v8::Function>::try_from(js::get(scope, exports, "deserialize")?).ok()?;
    let maker = js::string(scope, &object.maker);
    let undefined = v8::undefined(scope).into();
    make.call(scope, undefined, &[maker.into(), data])?.try_into().ok()
}

impl v8::ValueDeserializerImpl for Reader<'_> {
    fn read_host_object<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        reader: &dyn v8::ValueDeserializerHelper,
    ) -> Option<v8::Local<'s, v8::Object>> {
        let mut index = 0;
        if !reader.read_uint32(&mut index) {
            return None;
        }
        self.objects.get(index as usize).map(|object| v8::Local::new(scope, object))
    }

    fn get_shared_array_buffer_from_id<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        id: u32,
    ) -> Option<v8::Local<'s, v8::SharedArrayBuffer>> {
        Some(v8::SharedArrayBuffer::with_backing_store(scope, self.shared.get(id as usize)?))
    }

    fn get_wasm_module_from_id<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        id: u32,
    ) -> Option<v8::Local<'s, v8::WasmModuleObject>> {
        v8::WasmModuleObject::from_compiled_module(scope, self.modules.get(id as usize)?)
    }
}
