'use strict';

// How many columns of a terminal a text takes, and texts without their terminal sequences.
//
// Phase: run time, on every thread, loaded when a text that is not plain ASCII is measured or has styles in it; not in the
// startup image. It must not depend on anything but primordials.

const {
  ArrayPrototypePush,
  NumberParseInt,
  RegExp,
  RegExpPrototypeExec,
  StringFromCodePoint,
  StringPrototypeCharCodeAt,
  StringPrototypeCodePointAt,
  StringPrototypeIndexOf,
  StringPrototypeNormalize,
  StringPrototypeSlice,
} = primordials;

// The code points that take two columns (East Asian Width W or F, Unicode 16): the gap to the range before and, after a
// point, how many more follow; in base 36.
const wideTable =
  '3cw.2n 3i3.1 e.1 5b.3 4 3 ei.1 m.1 r.7 h.b 18 b.5 4 e 9.1 i.1 6.1 9 6 m 8.1 2 5 3 8 5.1 t 10 2 5.2 2 1q.2 p f nw.1 ' +
  '1g 5 mj.p 2.2g d.5x r.26 3.2d 3.2u 6.16 2.2l 2.2d a.1b 2.13 9.mkc 4.1i wq.s hw.8mb 6l9.e7 lt.9 n.y 2.i 2.3 46.2n ' +
  '3k.6 m4a.4 c.6 a.5p1 16.v 2q.36 6pq.3 2.6 2.1 2.82 g u.2 3 f.3 9.az 6bp.2e a.m 5n2 5n 5b 3.9 24.s e.17 5.8 8.1 f.5 ' +
  '4b.w d.8 2.1x 2.l d.16 5.4 d.g 4 4.1y 2 2.56 3.1q e.3 2.n j r.1 e 2f.2c 1d.1x 7 4.2 3.3 4.3 c.1 8.8 6c.b 5 7w.1a 2.9 ' +
  '2.54 35.c 4.a 4.1k 2 5.f 3.b 5.9 zs.1ekd 3.1ekd';

let wideStarts;
let wideEnds;

function readWideTable() {
  wideStarts = [];
  wideEnds = [];
  let last = 0;
  let position = 0;
  while (position < wideTable.length) {
    let end = StringPrototypeIndexOf(wideTable, ' ', position);
    if (end === -1) end = wideTable.length;
    const item = StringPrototypeSlice(wideTable, position, end);
    const point = StringPrototypeIndexOf(item, '.');
    const start = last + NumberParseInt(point === -1 ? item : StringPrototypeSlice(item, 0, point), 36);
    last = start + (point === -1 ? 0 : NumberParseInt(StringPrototypeSlice(item, point + 1), 36));
    ArrayPrototypePush(wideStarts, start);
    ArrayPrototypePush(wideEnds, last);
    position = end + 1;
  }
}

function isFullWidthCodePoint(code) {
  if (code < 0x1100) return false;
  if (wideStarts === undefined) readWideTable();
  let low = 0;
  let high = wideStarts.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < wideStarts[middle]) high = middle - 1;
    else if (code > wideEnds[middle]) low = middle + 1;
    else return true;
  }
  return false;
}

const zeroWidth = /[\p{Cc}\p{Cf}\p{Me}\p{Mn}]/u;

// Control characters, combining marks and format characters; the soft hyphen is seen.
function isZeroWidthCodePoint(code) {
  if (code < 0x7F) return code < 0x20;
  return code !== 0xAD && RegExpPrototypeExec(zeroWidth, StringFromCodePoint(code)) !== null;
}

function getStringWidth(text, removeControlChars = true) {
  if (removeControlChars) text = stripVTControlCharacters(text);
  let width = 0;
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    if (code >= 0x7F) return width + wideTextWidth(StringPrototypeNormalize(StringPrototypeSlice(text, i), 'NFC'));
    if (code >= 0x20) width++;
  }
  return width;
}

// Emoji that are joined to one picture count one by one, as terminals without that picture show them.
function wideTextWidth(text) {
  let width = 0;
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCodePointAt(text, i);
    if (code > 0xFFFF) i++;
    if (isFullWidthCodePoint(code)) width += 2;
    else if (!isZeroWidthCodePoint(code)) width++;
  }
  return width;
}

// A sequence begins with ESC or CSI and intermediates. It is either a string command (as a link), which has parameters and ends
// with BEL or ST, or a control with numeric parameters and a final character.
const parameter = '[-a-zA-Z\\d/#&.:=?%@~_]';
const stringCommand =
  `(?:(?:;${parameter}+)*|[a-zA-Z\\d]+(?:;${parameter}*)*)?(?:\\x07|\\x1B\\\\|\\x9C)`;
const control = '(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-nq-uy=><~]';
const sequence = new RegExp(`[\\x1B\\x9B][[\\]()#;?]*(?:${stringCommand}|${control})`, 'g');

function stripVTControlCharacters(text) {
  if (StringPrototypeIndexOf(text, '\x1B') === -1 && StringPrototypeIndexOf(text, '\x9B') === -1) return text;
  let result = '';
  let start = 0;
  sequence.lastIndex = 0;
  for (;;) {
    const match = RegExpPrototypeExec(sequence, text);
    if (match === null) break;
    result += StringPrototypeSlice(text, start, match.index);
    start = sequence.lastIndex;
  }
  return result + StringPrototypeSlice(text, start);
}

module.exports = {
  getStringWidth,
  isFullWidthCodePoint,
  isZeroWidthCodePoint,
  stripVTControlCharacters,
};
