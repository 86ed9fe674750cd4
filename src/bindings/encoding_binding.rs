//! `internalBinding('encoding_binding')`: the encodings of the web. A decoder that waits for the rest of its text is kept in a table of
//! the isolate, not on the V8 side, and leaves it with the object that owns it. It knows bytes and text, not the classes.

use std::collections::HashMap;

use encoding_rs::{CoderResult, Decoder, DecoderResult, Encoding, UTF_8};

use crate::binding::Binding;
use crate::bindings::buffer::throw_too_long;
use crate::bindings::bytes::{self, view, with_bytes};
use crate::js;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// Malformed bytes are an error instead of U+FFFD.
const FATAL: u32 = 1;
/// A byte order mark is text like any other.
const IGNORE_BOM: u32 = 2;

pub(super) fn binding() -> Binding {
    Binding::new("encoding_binding")
        .function("nameOf", name_of)
        .function("encode", encode)
        .function("encodeInto", encode_into)
        .function("decode", decode)
        .function("openStream", open_stream)
        .function("decodeStream", decode_stream)
        .setup(|scope, object| {
            for (name, flag) in [("FATAL", FATAL), ("IGNORE_BOM", IGNORE_BOM)] {
                js::set(scope, object, name, v8::Integer::new_from_unsigned(scope, flag).into());
            }
        })
}

/// The decoders whose text is not at its end.
#[derive(Default)]
struct Streams {
    last: u32,
    open: HashMap<u32, Stream>,
}

struct Stream {
    decoder: Decoder,
    fatal: bool,
    // Held for its finalizer.
    _owner: v8::Weak<v8::Object>,
}

/// `nameOf(label)`: the name of an encoding in lower case, or `undefined`.
fn name_of(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Some(encoding) = encoding_of(scope, &args, 0) {
        rv.set(js::string(scope, &encoding.name().to_ascii_lowercase()).into());
    }
}

fn encoding_of(scope: &Scope<'_, '_>, args: &Args<'_>, at: i32) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(args.get(at).to_rust_string_lossy(scope).as_bytes())
}

/// `encode(text)`: UTF-8.
fn encode(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Ok(text) = v8::Local::<v8::String>::try_from(args.get(0)) else { return };
    let mut bytes = vec![0; text.utf8_length(scope)];
    let written = text.write_utf8_v2(scope, &mut bytes, v8::WriteFlags::kReplaceInvalidUtf8, None);
    bytes.truncate(written);
    if let Some(array) = bytes::uint8_array(scope, bytes) {
        rv.set(array.into());
    }
}

/// `encodeInto(text, view)`: `[units read, bytes written]`, whole characters only.
fn encode_into(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let (Ok(text), Some(view)) = (v8::Local::<v8::String>::try_from(args.get(0)), view(args.get(1))) else { return };
    // No unit takes more than three bytes.
    let mut bytes = vec![0; view.byte_length().min(text.length() * 3)];
    let mut read = 0;
    let written = text.write_utf8_v2(scope, &mut bytes, v8::WriteFlags::kReplaceInvalidUtf8, Some(&mut read));
    bytes::fill(view, 0, &bytes[..written]);
    let pair = [read, written].map(|count| v8::Number::new(scope, count as f64).into());
    rv.set(v8::Array::new_with_elements(scope, &pair).into());
}

/// `decode(name, flags, view)`: the text of bytes that are all there; `undefined` if they are malformed and that is an error.
fn decode<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let (Some(encoding), Some(view)) = (encoding_of(scope, &args, 0), view(args.get(2))) else { return };
    let flags = args.get(1).uint32_value(scope).unwrap_or(0);
    let fatal = flags & FATAL != 0;
    let text = with_bytes(view, |bytes| {
        if encoding == UTF_8 {
            return decode_utf8(scope, bytes, flags);
        }
        let units = run(&mut decoder(encoding, flags), bytes, fatal, true)?;
        Some(string_of(scope, &units))
    });
    match text {
        Some(Some(text)) => rv.set(text.into()),
        Some(None) => throw_too_long(scope),
        None => {}
    }
}

/// V8 decodes UTF-8 by the same rules, and faster. `None` is malformed, `Some(None)` too long.
fn decode_utf8<'s>(scope: &mut Scope<'s, '_>, bytes: &[u8], flags: u32) -> Option<Option<v8::Local<'s, v8::String>>> {
    let bytes = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) if flags & IGNORE_BOM == 0 => rest,
        _ => bytes,
    };
    if flags & FATAL != 0 && !v8::simdutf::validate_utf8(bytes) {
        return None;
    }
    Some(v8::String::new_from_utf8(scope, bytes, v8::NewStringType::Normal))
}

/// `openStream(owner, name, flags)`: the number of a decoder that lives until its text is at its end, or its owner dies.
fn open_stream<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Ok(owner) = v8::Local::<v8::Object>::try_from(args.get(0)) else { return };
    let Some(encoding) = encoding_of(scope, &args, 1) else { return };
    let flags = args.get(2).uint32_value(scope).unwrap_or(0);
    let id = {
        let streams = streams(scope);
        streams.last = streams.last.wrapping_add(1);
        streams.last
    };
    let forget = move |isolate: &mut v8::Isolate| {
        streams(isolate).open.remove(&id);
    };
    let owner = v8::Weak::with_finalizer(scope, owner, Box::new(forget));
    let stream = Stream { decoder: decoder(encoding, flags), fatal: flags & FATAL != 0, _owner: owner };
    streams(scope).open.insert(id, stream);
    rv.set_uint32(id);
}

/// `decodeStream(id, view, last)`: the text of some more bytes, or `undefined` if they are malformed and that is an error. The decoder
/// is gone after the last bytes and after an error.
fn decode_stream(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Some(view) = view(args.get(1)) else { return };
    let id = args.get(0).uint32_value(scope).unwrap_or(0);
    let last = args.get(2).boolean_value(scope);
    let Some(mut stream) = streams(scope).open.remove(&id) else { return };
    let Some(units) = with_bytes(view, |bytes| run(&mut stream.decoder, bytes, stream.fatal, last)) else { return };
    if !last {
        streams(scope).open.insert(id, stream);
    }
    match string_of(scope, &units) {
        Some(text) => rv.set(text.into()),
        None => throw_too_long(scope),
    }
}

fn streams(isolate: &mut v8::Isolate) -> &mut Streams {
    if isolate.get_slot::<Streams>().is_none() {
        isolate.set_slot(Streams::default());
    }
    isolate.get_slot_mut().expect("the slot was filled above")
}

fn decoder(encoding: &'static Encoding, flags: u32) -> Decoder {
    if flags & IGNORE_BOM != 0 {
        encoding.new_decoder_without_bom_handling()
    } else {
        encoding.new_decoder_with_bom_removal()
    }
}

/// The UTF-16 of some bytes; `None` if they are malformed and that is an error.
fn run(decoder: &mut Decoder, mut bytes: &[u8], fatal: bool, last: bool) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    loop {
        let written = units.len();
        let room = decoder.max_utf16_buffer_length(bytes.len())?;
        units.resize(written + room, 0);
        let (read, more, full) = if fatal {
            match decoder.decode_to_utf16_without_replacement(bytes, &mut units[written..], last) {
                (DecoderResult::InputEmpty, read, more) => (read, more, false),
                (DecoderResult::OutputFull, read, more) => (read, more, true),
                (DecoderResult::Malformed(..), ..) => return None,
            }
        } else {
            let (result, read, more, _) = decoder.decode_to_utf16(bytes, &mut units[written..], last);
            (read, more, result == CoderResult::OutputFull)
        };
        units.truncate(written + more);
        bytes = &bytes[read..];
        if !full {
            return Some(units);
        }
    }
}

/// A string of UTF-16, in one byte a unit where that is enough. `None` is too long.
fn string_of<'s>(scope: &Scope<'s, '_>, units: &[u16]) -> Option<v8::Local<'s, v8::String>> {
    if encoding_rs::mem::is_utf16_latin1(units) {
        let narrow: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
        return v8::String::new_from_one_byte(scope, &narrow, v8::NewStringType::Normal);
    }
    v8::String::new_from_two_byte(scope, units, v8::NewStringType::Normal)
}
