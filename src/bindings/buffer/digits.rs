//! hex and base64, as leniently as Node reads them. V8 has these, too (`Uint8Array.prototype.toHex` and so on), but adds them to a
//! context only when an image is restored: primordials that were captured into the image do not have them.

use super::{Args, Return, Scope, Write, slice};

const HEX: &[u8; 16] = b"0123456789abcdef";
const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// No digit.
const NONE: u8 = 0xff;

/// The values of the digits of both alphabets.
const BASE64_VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut at = 0;
    while at < 64 {
        values[STANDARD[at] as usize] = at as u8;
        values[URL[at] as usize] = at as u8;
        at += 1;
    }
    values
};

const HEX_VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut at = 0;
    while at < 16 {
        values[HEX[at] as usize] = at as u8;
        values[HEX[at].to_ascii_uppercase() as usize] = at as u8;
        at += 1;
    }
    values
};

/// A string of ASCII that Rust made.
fn ascii<'s>(scope: &Scope<'s, '_>, text: &[u8]) -> Option<v8::Local<'s, v8::String>> {
    v8::String::new_from_one_byte(scope, text, v8::NewStringType::Normal)
}

/// The units of a text as bytes; what is no Latin-1 becomes 0, which is a digit nowhere.
fn latin1(scope: &Scope<'_, '_>, text: v8::Local<'_, v8::String>) -> Vec<u8> {
    if text.contains_only_onebyte() {
        let mut bytes = vec![0; text.length()];
        text.write_one_byte_v2(scope, 0, &mut bytes, v8::WriteFlags::empty());
        return bytes;
    }
    let mut units = vec![0; text.length()];
    text.write_v2(scope, 0, &mut units, v8::WriteFlags::empty());
    units.iter().map(|unit| u8::try_from(*unit).unwrap_or(0)).collect()
}

/// `hexSlice(view, start, end)`
pub(super) fn hex_slice<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'s>) {
    slice(scope, &args, rv, |scope, bytes| {
        let digits = |byte: &u8| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
        ascii(scope, &bytes.iter().flat_map(digits).collect::<Vec<u8>>())
    });
}

/// `base64Slice(view, start, end)`
pub(super) fn base64_slice<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'s>) {
    slice(scope, &args, rv, |scope, bytes| ascii(scope, &encode(bytes, STANDARD, true)));
}

/// `base64urlSlice(view, start, end)`
pub(super) fn base64url_slice<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, rv: Return<'s>) {
    slice(scope, &args, rv, |scope, bytes| ascii(scope, &encode(bytes, URL, false)));
}

/// `hexWrite(view, text, offset, length)`: the pairs of digits up to the first that is none.
pub(super) fn hex_write(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    let Some(write) = Write::new(scope, &args) else { return };
    write.put(&decode_hex(&latin1(scope, write.text), write.length), rv);
}

/// `base64Write(view, text, offset, length)`: either alphabet, whatever lies between the digits, up to the first `=`.
pub(super) fn base64_write(scope: &mut Scope<'_, '_>, args: Args<'_>, rv: Return<'_>) {
    let Some(write) = Write::new(scope, &args) else { return };
    write.put(&decode(&latin1(scope, write.text), write.length), rv);
}

fn decode_hex(text: &[u8], limit: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(limit.min(text.len() / 2));
    for [high, low] in text.as_chunks::<2>().0.iter().take(limit) {
        let (high, low) = (HEX_VALUES[usize::from(*high)], HEX_VALUES[usize::from(*low)]);
        if high == NONE || low == NONE {
            break;
        }
        bytes.push(high << 4 | low);
    }
    bytes
}

fn encode(bytes: &[u8], alphabet: &[u8; 64], padded: bool) -> Vec<u8> {
    let digit = |bits: u32| alphabet[(bits & 63) as usize];
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    let (groups, rest) = bytes.as_chunks::<3>();
    for [a, b, c] in groups {
        let bits = u32::from(*a) << 16 | u32::from(*b) << 8 | u32::from(*c);
        text.extend_from_slice(&[digit(bits >> 18), digit(bits >> 12), digit(bits >> 6), digit(bits)]);
    }
    match *rest {
        [a] => {
            let bits = u32::from(a) << 16;
            text.extend_from_slice(&[digit(bits >> 18), digit(bits >> 12)]);
        }
        [a, b] => {
            let bits = u32::from(a) << 16 | u32::from(b) << 8;
            text.extend_from_slice(&[digit(bits >> 18), digit(bits >> 12), digit(bits >> 6)]);
        }
        _ => {}
    }
    if padded {
        text.resize(text.len().div_ceil(4) * 4, b'=');
    }
    text
}

fn decode(text: &[u8], limit: usize) -> Vec<u8> {
    let value = |byte: &u8| BASE64_VALUES[usize::from(*byte)];
    let mut bytes = Vec::with_capacity(limit.min(text.len() / 4 * 3 + 3));
    // Whole groups of digits, as long as there are nothing but digits.
    let (groups, _) = text.as_chunks::<4>();
    let mut clean = 0;
    for group in groups {
        let [a, b, c, d] = [value(&group[0]), value(&group[1]), value(&group[2]), value(&group[3])];
        if (a | b | c | d) & 0x80 != 0 || bytes.len() + 3 > limit {
            break;
        }
        bytes.extend_from_slice(&[a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
        clean += 4;
    }
    let (mut bits, mut count) = (0u32, 0);
    for digit in text[clean..].iter().take_while(|byte| **byte != b'=').map(value).filter(|value| *value != NONE) {
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            if bytes.len() == limit {
                break;
            }
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::{STANDARD, URL, decode, decode_hex, encode};

    #[test]
    fn base64_is_written_in_both_alphabets() {
        for (bytes, standard, url) in [
            (&b""[..], "", ""),
            (b"f", "Zg==", "Zg"),
            (b"fo", "Zm8=", "Zm8"),
            (b"foo", "Zm9v", "Zm9v"),
            (b"\xfb\xff\xbf", "+/+/", "-_-_"),
        ] {
            assert_eq!(encode(bytes, STANDARD, true), standard.as_bytes());
            assert_eq!(encode(bytes, URL, false), url.as_bytes());
        }
    }

    #[test]
    fn digits_are_read_leniently() {
        for (text, limit, expected) in [
            ("Zm9v", 9, &b"foo"[..]),
            ("Zm9vYg==", 9, b"foob"),
            ("Zm\n9v Yg", 9, b"foob"),
            ("Zg==Zg==", 9, b"f"),
            ("-_+/", 9, b"\xfb\xff\xbf"),
            ("Z", 9, b""),
            ("Zm9vYmFy", 4, b"foob"),
            ("", 9, b""),
        ] {
            assert_eq!(decode(text.as_bytes(), limit), expected, "{text}");
        }
        assert_eq!(decode_hex(b"dEadbeefx", 9), [0xde, 0xad, 0xbe, 0xef]);
        assert_eq!(decode_hex(b"de-dbe", 9), [0xde]);
        assert_eq!(decode_hex(b"dead", 1), [0xde]);
    }
}
