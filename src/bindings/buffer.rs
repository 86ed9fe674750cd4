//! `internalBinding('buffer')`: what `Buffer` needs of native code. The list of functions with their arguments stands at the head of
//! `modules/internal/buffer.js`; ranges are checked there, and clamped again here. It knows bytes and text, not the class.

use crate::binding::Binding;
use crate::bindings::bytes::{self, index, view, with_bytes};
use crate::js::{self, Class};

mod digits;
mod search;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

pub(super) fn binding() -> Binding {
    Binding::new("buffer")
        .function("byteLengthUtf8", byte_length_utf8)
        .function("utf8Write", utf8_write)
        .function("latin1Write", latin1_write)
        .function("ucs2Write", ucs2_write)
        .function("utf8Slice", utf8_slice)
        .function("latin1Slice", latin1_slice)
        .function("asciiSlice", ascii_slice)
        .function("ucs2Slice", ucs2_slice)
        .function("hexWrite", digits::hex_write)
        .function("base64Write", digits::base64_write)
        .function("hexSlice", digits::hex_slice)
        .function("base64Slice", digits::base64_slice)
        .function("base64urlSlice", digits::base64url_slice)
        .function("compare", search::compare)
        .function("indexOf", search::index_of)
        .function("stringLengthUtf8", string_length_utf8)
        .function("isUtf8", is_utf8)
        .function("isAscii", is_ascii)
        .function("isLatin1", is_latin1)
        .setup(|scope, object| {
            let number = |value: usize| v8::Number::new(scope, value as f64).into();
            let (length, string) = (number(v8::TypedArray::MAX_BYTE_LENGTH), number(v8::String::MAX_LENGTH));
            js::set(scope, object, "kMaxLength", length);
            js::set(scope, object, "kStringMaxLength", string);
        })
}

/// Throws that a text would not fit in a string.
pub(super) fn throw_too_long(scope: &Scope<'_, '_>) {
    let message = format!("Cannot create a string longer than 0x{:x} characters", v8::String::MAX_LENGTH);
    js::throw(scope, Class::Error, "ERR_STRING_TOO_LONG", message);
}

fn text<'s>(args: &Args<'s>, at: i32) -> Option<v8::Local<'s, v8::String>> {
    v8::Local::try_from(args.get(at)).ok()
}

fn byte_length_utf8(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    rv.set_double(text(&args, 0).map_or(0, |text| text.utf8_length(scope)) as f64);
}

/// What a write has to do with: the view, the text, and the range of the view.
struct Write<'s> {
    view: v8::Local<'s, v8::ArrayBufferView>,
    text: v8::Local<'s, v8::String>,
    offset: usize,
    length: usize,
}

impl<'s> Write<'s> {
    fn new(scope: &Scope<'s, '_>, args: &Args<'s>) -> Option<Self> {
        let (view, text) = (view(args.get(0))?, text(args, 1)?);
        let offset = index(scope, args.get(2));
        let room = view.byte_length().saturating_sub(offset);
        Some(Write { view, text, offset, length: index(scope, args.get(3)).min(room) })
    }

    fn put(&self, bytes: &[u8], mut rv: Return<'_>) {
        rv.set_double(bytes::fill(self.view, self.offset, bytes) as f64);
    }
}

/// `utf8Write(view, text, offset, length)`: whole characters only.
fn utf8_write(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    let Some(write) = Write::new(scope, &args) else { return };
    // No unit takes more than three bytes.
    let mut bytes = vec![0; write.length.min(write.text.length() * 3)];
    let count = write.text.write_utf8_v2(scope, &mut bytes, v8::WriteFlags::kReplaceInvalidUtf8, None);
    write.put(&bytes[..count], rv);
}

/// `latin1Write(view, text, offset, length)`: the low byte of each unit.
fn latin1_write(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    let Some(write) = Write::new(scope, &args) else { return };
    let mut bytes = vec![0; write.length.min(write.text.length())];
    write.text.write_one_byte_v2(scope, 0, &mut bytes, v8::WriteFlags::empty());
    write.put(&bytes, rv);
}

/// `ucs2Write(view, text, offset, length)`: whole units, little-endian.
fn ucs2_write(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    let Some(write) = Write::new(scope, &args) else { return };
    let mut units = vec![0; (write.length / 2).min(write.text.length())];
    write.text.write_v2(scope, 0, &mut units, v8::WriteFlags::empty());
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    write.put(&bytes, rv);
}

/// Gives `make` the bytes of a slice and returns the string it makes.
fn slice<'s>(
    scope: &mut Scope<'s, '_>,
    args: &Args<'s>,
    mut rv: Return<'s>,
    make: impl FnOnce(&mut Scope<'s, '_>, &[u8]) -> Option<v8::Local<'s, v8::String>>,
) {
    let Some(view) = view(args.get(0)) else {
        return js::throw(scope, Class::TypeError, "ERR_INVALID_ARG_TYPE", "argument must be a buffer".to_owned());
    };
    let (start, end) = (index(scope, args.get(1)), index(scope, args.get(2)));
    let made = with_bytes(view, |bytes| {
        let end = end.min(bytes.len());
        make(scope, bytes.get(start..end).unwrap_or_default())
    });
    match made {
        Some(text) => rv.set(text.into()),
        None => throw_too_long(scope),
    }
}

fn utf8_slice<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'s>) {
    slice(scope, &args, rv, |scope, bytes| v8::String::new_from_utf8(scope, bytes, v8::NewStringType::Normal));
}

fn latin1_slice<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'s>) {
    slice(scope, &args, rv, |scope, bytes| v8::String::new_from_one_byte(scope, bytes, v8::NewStringType::Normal));
}

fn ascii_slice<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'s>) {
    slice(scope, &args, rv, |scope, bytes| {
        let low: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
        v8::String::new_from_one_byte(scope, &low, v8::NewStringType::Normal)
    });
}

fn ucs2_slice<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'s>) {
    slice(scope, &args, rv, |scope, bytes| {
        let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
        v8::String::new_from_two_byte(scope, &units, v8::NewStringType::Normal)
    });
}

/// `stringLengthUtf8(view)`: how many UTF-16 units `utf8Slice` would give.
fn string_length_utf8(_: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Some(view) = view(args.get(0)) else { return };
    let units = with_bytes(view, |bytes| {
        bytes
            .utf8_chunks()
            .map(|chunk| units_of(chunk.valid()) + usize::from(!chunk.invalid().is_empty()))
            .sum::<usize>()
    });
    rv.set_double(units as f64);
}

/// One for each first byte of a character, and one more for those that take a pair of surrogates.
fn units_of(text: &str) -> usize {
    text.bytes().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

/// `isLatin1(string)`.
fn is_latin1(_: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Ok(string) = v8::Local::<v8::String>::try_from(args.get(0)) {
        rv.set_bool(string.contains_only_onebyte());
    }
}

fn is_utf8(_: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Some(view) = view(args.get(0)) {
        rv.set_bool(with_bytes(view, |bytes| std::str::from_utf8(bytes).is_ok()));
    }
}

fn is_ascii(_: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Some(view) = view(args.get(0)) {
        rv.set_bool(with_bytes(view, <[u8]>::is_ascii));
    }
}
