//! Bytes between Rust and V8: reading and filling views, and arrays made of what Rust read. It knows no system call and no encoding.

/// V8 keeps the bytes of smaller arrays on its own heap; reading them takes room of this size.
pub(super) const ON_HEAP: usize = v8::TYPED_ARRAY_MAX_SIZE_IN_HEAP;

/// A view, whatever its kind of elements.
pub(super) fn view<'s>(value: v8::Local<'s, v8::Value>) -> Option<v8::Local<'s, v8::ArrayBufferView>> {
    v8::Local::try_from(value).ok()
}

/// Gives `read` the bytes of a view. No script may run meanwhile.
pub(super) fn with_bytes<T>(view: v8::Local<'_, v8::ArrayBufferView>, read: impl FnOnce(&[u8]) -> T) -> T {
    let mut room = [0; ON_HEAP];
    read(view.get_contents(&mut room))
}

/// Puts bytes into a view from `offset` on: as many as there is room for, which is the answer.
pub(super) fn fill(view: v8::Local<'_, v8::ArrayBufferView>, offset: usize, bytes: &[u8]) -> usize {
    let length = view.byte_length();
    let count = bytes.len().min(length.saturating_sub(offset));
    let Some(store) = view.get_backing_store().filter(|_| count > 0) else { return 0 };
    let start = view.byte_offset() + offset;
    let Some(cells) = store.get(start..start + count) else { return 0 };
    for (cell, byte) in cells.iter().zip(bytes) {
        cell.set(*byte);
    }
    count
}

/// A `Uint8Array` that owns the bytes.
pub(super) fn uint8_array<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    bytes: Vec<u8>,
) -> Option<v8::Local<'s, v8::Uint8Array>> {
    let length = bytes.len();
    let store = v8::ArrayBuffer::new_backing_store_from_vec(bytes).make_shared();
    let buffer = v8::ArrayBuffer::with_backing_store(scope, &store);
    v8::Uint8Array::new(scope, buffer, 0, length)
}

/// A number argument as an index; what is no such number counts as 0.
pub(super) fn index(scope: &v8::PinScope<'_, '_>, value: v8::Local<'_, v8::Value>) -> usize {
    match value.number_value(scope) {
        Some(number) if number > 0.0 && number <= v8::TypedArray::MAX_BYTE_LENGTH as f64 => number as usize,
        _ => 0,
    }
}
