//! `internalBinding('serdes')`: V8's wire format, written and read a piece at a time. Most of its functions are the methods of
//! `v8.Serializer` and `v8.Deserializer` themselves; the object they are called on owns the state, and the methods `_writeHostObject`,
//! `_readHostObject`, `_getSharedArrayBufferId` and `_getDataCloneError` that a program may have given it are asked where V8 asks. The
//! bytes may come from anywhere: what they do not hold is an exception.

use v8::{ValueDeserializerHelper as _, ValueSerializerHelper as _};

use crate::binding::Binding;
use crate::bindings::bytes::{self, view, with_bytes};
use crate::bindings::owned;
use crate::js::{self, Class};

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    Binding::new("serdes")
        .function("makeSerializer", make_serializer)
        .function("writeHeader", write_header)
        .function("writeValue", write_value)
        .function("releaseBytes", release_bytes)
        .function("writeUint32", write_uint32)
        .function("writeUint64", write_uint64)
        .function("writeDouble", write_double)
        .function("writeRawBytes", write_raw_bytes)
        .function("_setTreatArrayBufferViewsAsHostObjects", treat_views_as_host_objects)
        .function("makeDeserializer", make_deserializer)
        .function("readHeader", read_header)
        .function("readValue", read_value)
        .function("getWireFormatVersion", get_wire_format_version)
        .function("readUint32", read_uint32)
        .function("readUint64", read_uint64)
        .function("readDouble", read_double)
        .function("_readRawBytes", read_raw_bytes)
        .function("transferArrayBuffer", transfer_array_buffer)
}

/// Throws an `Error` or `TypeError` without a code, as V8 and Node do at these places.
fn throw(scope: &Scope<'_, '_>, class: Class, message: &str) {
    let message = js::string(scope, message);
    let error = match class {
        Class::TypeError => v8::Exception::type_error(scope, message),
        _ => v8::Exception::error(scope, message),
    };
    scope.throw_exception(error);
}

/// The object that a constructor is to make into an instance of a class.
fn constructed<'s>(scope: &Scope<'s, '_>, args: &Args<'s>, class: &str) -> Option<v8::Local<'s, v8::Object>> {
    let object = v8::Local::<v8::Object>::try_from(args.get(0)).ok();
    if object.is_none() {
        let message = format!("Class constructor {class} cannot be invoked without 'new'");
        js::throw(scope, Class::TypeError, "ERR_CONSTRUCT_CALL_REQUIRED", message);
    }
    object
}

/// The state of the object that a method was called on.
fn receiver<'s, T: 'static>(scope: &mut Scope<'s, '_>, args: &Args<'s>) -> Option<std::rc::Rc<T>> {
    let state = owned::of::<T>(scope, args.this());
    if state.is_none() {
        throw(scope, Class::TypeError, "Illegal invocation");
    }
    state
}

/// The object that V8's questions go to. It is alive while one of its methods runs, and V8 asks at no other time.
struct Asked(v8::Weak<v8::Object>);

impl Asked {
    fn new<'s>(scope: &mut Scope<'s, '_>, object: v8::Local<'s, v8::Object>) -> Self {
        Asked(v8::Weak::new(scope, object))
    }

    /// Calls one of its methods. `Ok(None)` if it has no such method; `Err` leaves an exception pending.
    fn call<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        name: &str,
        arguments: &[v8::Local<'s, v8::Value>],
    ) -> Result<Option<v8::Local<'s, v8::Value>>, Pending> {
        let Some(object) = self.0.to_local(scope) else { return Ok(None) };
        let method = js::get(scope, object, name).ok_or(Pending)?;
        let Ok(method) = v8::Local::<v8::Function>::try_from(method) else { return Ok(None) };
        method.call(scope, object.into(), arguments).map(Some).ok_or(Pending)
    }
}

/// An exception is on its way.
struct Pending;

/// `transferArrayBuffer(id, buffer)` of both classes.
fn transfer_array_buffer<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let shared = v8::Local::<v8::SharedArrayBuffer>::try_from(args.get(1)).ok();
    let buffer = v8::Local::<v8::ArrayBuffer>::try_from(args.get(1)).ok();
    if let Some(serializer) = owned::of::<Serializer>(scope, args.this()) {
        let Some(id) = args.get(0).uint32_value(scope) else { return };
        match buffer {
            Some(buffer) => serializer.transfer_array_buffer(id, buffer),
            None => invalid(scope, "arrayBuffer must be an ArrayBuffer"),
        }
        return;
    }
    let Some(deserializer) = receiver::<Deserializer>(scope, &args) else { return };
    let Some(id) = args.get(0).uint32_value(scope) else { return };
    match (buffer, shared) {
        (Some(buffer), _) => deserializer.inner.transfer_array_buffer(id, buffer),
        (_, Some(shared)) => deserializer.inner.transfer_shared_array_buffer(id, shared),
        _ => invalid(scope, "arrayBuffer must be an ArrayBuffer or SharedArrayBuffer"),
    }
}

fn invalid(scope: &Scope<'_, '_>, message: &str) {
    js::throw(scope, Class::TypeError, "ERR_INVALID_ARG_TYPE", message);
}

// ---- writing ---------------------------------------------------------------------------------------------------------------

type Serializer = v8::ValueSerializer<'static>;

/// `makeSerializer(object)`: from now on the object is one. `undefined` stands for a call without `new`.
fn make_serializer<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(object) = constructed(scope, &args, "Serializer") else { return };
    let writer = Writer(Asked::new(scope, object));
    let serializer = v8::ValueSerializer::new(scope, Box::new(writer));
    owned::give::<Serializer>(scope, object, serializer);
}

fn write_header<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    if let Some(serializer) = receiver::<Serializer>(scope, &args) {
        serializer.write_header();
    }
}

/// `writeValue(value)`: `true`.
fn write_value<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(serializer) = receiver::<Serializer>(scope, &args) else { return };
    let context = scope.get_current_context();
    if let Some(written) = serializer.write_value(context, args.get(0)) {
        rv.set_bool(written);
    }
}

/// `releaseBytes()`: what was written since the last call, as a `Uint8Array`.
fn release_bytes<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(serializer) = receiver::<Serializer>(scope, &args) else { return };
    let written = serializer.release();
    if let Some(array) = bytes::uint8_array(scope, written) {
        rv.set(array.into());
    }
}

fn write_uint32<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(serializer) = receiver::<Serializer>(scope, &args) else { return };
    if let Some(value) = args.get(0).uint32_value(scope) {
        serializer.write_uint32(value);
    }
}

/// `writeUint64(high, low)`.
fn write_uint64<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(serializer) = receiver::<Serializer>(scope, &args) else { return };
    let Some(high) = args.get(0).uint32_value(scope) else { return };
    let Some(low) = args.get(1).uint32_value(scope) else { return };
    serializer.write_uint64(u64::from(high) << 32 | u64::from(low));
}

fn write_double<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(serializer) = receiver::<Serializer>(scope, &args) else { return };
    if let Some(value) = args.get(0).number_value(scope) {
        serializer.write_double(value);
    }
}

fn write_raw_bytes<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(serializer) = receiver::<Serializer>(scope, &args) else { return };
    match view(args.get(0)) {
        Some(source) => with_bytes(source, |bytes| serializer.write_raw_bytes(bytes)),
        None => invalid(scope, "source must be a TypedArray or a DataView"),
    }
}

fn treat_views_as_host_objects<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    if let Some(serializer) = receiver::<Serializer>(scope, &args) {
        serializer.set_treat_array_buffer_views_as_host_objects(args.get(0).boolean_value(scope));
    }
}

/// What V8 asks about while it writes.
struct Writer(Asked);

impl Writer {
    /// Throws what `_getDataCloneError(message)` gives.
    fn refuse<'s>(&self, scope: &mut Scope<'s, '_>, message: v8::Local<'s, v8::String>) {
        if let Ok(error) = self.0.call(scope, "_getDataCloneError", &[message.into()]) {
            let error = error.unwrap_or_else(|| v8::Exception::error(scope, message));
            scope.throw_exception(error);
        }
    }

    /// The same, in V8's words about an object.
    fn refuse_object<'s>(&self, scope: &mut Scope<'s, '_>, object: v8::Local<'s, v8::Value>) {
        let message = js::string(scope, &format!("{} could not be cloned.", js::describe(scope, object)));
        self.refuse(scope, message);
    }
}

// V8 takes for granted that an exception is pending where no number is given.
impl v8::ValueSerializerImpl for Writer {
    fn throw_data_clone_error<'s>(&self, scope: &mut Scope<'s, '_>, message: v8::Local<'s, v8::String>) {
        self.refuse(scope, message);
    }

    fn write_host_object<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
        _: &dyn v8::ValueSerializerHelper,
    ) -> Option<bool> {
        match self.0.call(scope, "_writeHostObject", &[object.into()]) {
            Ok(Some(_)) => Some(true),
            Ok(None) => {
                self.refuse_object(scope, object.into());
                None
            }
            Err(Pending) => None,
        }
    }

    fn get_shared_array_buffer_id<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        buffer: v8::Local<'s, v8::SharedArrayBuffer>,
    ) -> Option<u32> {
        match self.0.call(scope, "_getSharedArrayBufferId", &[buffer.into()]) {
            Ok(Some(id)) => id.uint32_value(scope),
            Ok(None) => {
                self.refuse_object(scope, buffer.into());
                None
            }
            Err(Pending) => None,
        }
    }

    fn get_wasm_module_transfer_id(
        &self,
        scope: &mut Scope<'_, '_>,
        module: v8::Local<'_, v8::WasmModuleObject>,
    ) -> Option<u32> {
        let module = v8::Local::new(scope, module);
        self.refuse_object(scope, module.into());
        None
    }
}

// ---- reading ---------------------------------------------------------------------------------------------------------------

struct Deserializer {
    // Reads `bytes` where they are, and so is declared, and dropped, before them.
    inner: v8::ValueDeserializer<'static>,
    /// A copy: V8 relies on what it has checked once, and JavaScript could write to the original meanwhile.
    bytes: Box<[u8]>,
}

/// `makeDeserializer(object, view)`: from now on the object is one. `undefined` stands for a call without `new`.
fn make_deserializer<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, _: Return<'s>) {
    let Some(object) = constructed(scope, &args, "Deserializer") else { return };
    let Some(source) = view(args.get(1)) else {
        return invalid(scope, "buffer must be a TypedArray or a DataView");
    };
    let bytes: Box<[u8]> = with_bytes(source, |bytes| bytes.into());
    let reader = Reader(Asked::new(scope, object));
    let inner = v8::ValueDeserializer::new(scope, Box::new(reader), &bytes);
    owned::give(scope, object, Deserializer { inner, bytes });
}

/// `readHeader()`: `true`.
fn read_header<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(deserializer) = receiver::<Deserializer>(scope, &args) else { return };
    let context = scope.get_current_context();
    if let Some(read) = deserializer.inner.read_header(context) {
        rv.set_bool(read);
    }
}

fn read_value<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(deserializer) = receiver::<Deserializer>(scope, &args) else { return };
    let context = scope.get_current_context();
    if let Some(value) = deserializer.inner.read_value(context) {
        rv.set(value);
    }
}

fn get_wire_format_version<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    if let Some(deserializer) = receiver::<Deserializer>(scope, &args) {
        rv.set_uint32(deserializer.inner.get_wire_format_version());
    }
}

fn read_uint32<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(deserializer) = receiver::<Deserializer>(scope, &args) else { return };
    let mut value = 0;
    if !deserializer.inner.read_uint32(&mut value) {
        return throw(scope, Class::Error, "ReadUint32() failed");
    }
    rv.set_uint32(value);
}

/// `readUint64()`: `[high, low]`.
fn read_uint64<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(deserializer) = receiver::<Deserializer>(scope, &args) else { return };
    let mut value = 0;
    if !deserializer.inner.read_uint64(&mut value) {
        return throw(scope, Class::Error, "ReadUint64() failed");
    }
    let halves = [(value >> 32) as u32, value as u32].map(|half| v8::Integer::new_from_unsigned(scope, half).into());
    rv.set(v8::Array::new_with_elements(scope, &halves).into());
}

fn read_double<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(deserializer) = receiver::<Deserializer>(scope, &args) else { return };
    let mut value = 0.0;
    if !deserializer.inner.read_double(&mut value) {
        return throw(scope, Class::Error, "ReadDouble() failed");
    }
    rv.set_double(value);
}

/// `_readRawBytes(length)`: the offset of the bytes that were passed over.
fn read_raw_bytes<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Some(deserializer) = receiver::<Deserializer>(scope, &args) else { return };
    let Some(length) = args.get(0).integer_value(scope) else { return };
    match usize::try_from(length).ok().and_then(|length| deserializer.inner.read_raw_bytes(length)) {
        Some(read) => {
            let offset = read.as_ptr().addr() - deserializer.bytes.as_ptr().addr();
            rv.set_double(offset as f64);
        }
        None => throw(scope, Class::Error, "ReadRawBytes() failed"),
    }
}

/// What V8 asks about while it reads.
struct Reader(Asked);

impl Reader {
    fn ask<'s>(&self, scope: &mut Scope<'s, '_>) -> Option<v8::Local<'s, v8::Object>> {
        // V8 forbids scripts while it reads a value, except here.
        v8::allow_javascript_execution_scope!(let scope, scope);
        // Without such a method, V8 throws.
        let answer = self.0.call(scope, "_readHostObject", &[]).ok()??;
        let object = v8::Local::<v8::Object>::try_from(answer);
        if object.is_err() {
            throw(scope, Class::TypeError, "readHostObject must return an object");
        }
        object.ok()
    }
}

impl v8::ValueDeserializerImpl for Reader {
    fn read_host_object<'s>(
        &self,
        scope: &mut Scope<'s, '_>,
        _: &dyn v8::ValueDeserializerHelper,
    ) -> Option<v8::Local<'s, v8::Object>> {
        self.ask(scope)
    }

    // Nothing travels beside the bytes; V8 says that it cannot read them.
    fn get_shared_array_buffer_from_id<'s>(
        &self,
        _: &mut Scope<'s, '_>,
        _: u32,
    ) -> Option<v8::Local<'s, v8::SharedArrayBuffer>> {
        None
    }

    fn get_wasm_module_from_id<'s>(
        &self,
        _: &mut Scope<'s, '_>,
        _: u32,
    ) -> Option<v8::Local<'s, v8::WasmModuleObject>> {
        None
    }
}
