'use strict';

// Regular expressions in colours: what belongs together has one, and what is inside of it the next.
//
// Phase: run time, on every thread, loaded by the first regular expression that is shown in colours; not in the startup image.
// It takes the text as V8 writes it and does not check it.

const {
  ArrayPrototypePush,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;

// The escapes that go on in brackets, by their letter; outside of a class there is one more.
const bracketed = { __proto__: null, u: '{', p: '{', P: '{' };

function isDigit(text, index) {
  const code = StringPrototypeCharCodeAt(text, index);
  return code >= 0x30 && code <= 0x39;
}

class Painter {
  constructor(text, palette) {
    this.text = text;
    this.palette = palette;
    this.position = 0;
    this.depth = 0;
    this.result = '';
  }

  // Writes `part`, wherever it is from, in the colour of a depth.
  write(part, deeper = 0) {
    const color = this.palette[(this.depth + deeper) % this.palette.length] ?? this.palette[0];
    this.result += `\u001b[${color[0]}m${part}\u001b[${color[1]}m`;
  }

  peek(offset = 0) {
    return this.text[this.position + offset];
  }

  // Takes the next `length` characters.
  take(length) {
    const start = this.position;
    this.position += length;
    return StringPrototypeSlice(this.text, start, this.position);
  }

  takeDigits() {
    let length = 0;
    while (isDigit(this.text, this.position + length)) length++;
    return this.take(length);
  }

  // `start` is written already or about to be, what goes up to `end` is one deeper.
  group(start, end, shallower) {
    const close = StringPrototypeIndexOf(this.text, end, this.position);
    if (close === -1) {
      this.write(start, 1);
      return;
    }
    this.depth -= shallower;
    this.write(start);
    this.write(this.take(close - this.position), 1);
    this.write(this.take(1));
    this.depth += shallower;
  }

  escape(inClass) {
    const letter = this.peek(1);
    const sequence = this.take(2);
    if (bracketed[letter] !== undefined && this.peek() === bracketed[letter]) {
      this.group(`${sequence}${this.take(1)}`, '}', 0);
    } else if (letter === 'k' && !inClass && this.peek() === '<') {
      this.group(`${sequence}${this.take(1)}`, '>', 1);
    } else {
      let rest = '';
      if (letter === 'x') rest = this.take(2);
      else if (!inClass && isDigit(sequence, 1)) rest = this.takeDigits();
      this.write(sequence + rest, inClass ? 0 : 1);
    }
  }

  // The characters between brackets, and the closing one.
  characterClass() {
    this.write(this.take(1));
    this.depth++;
    while (this.position < this.text.length) {
      const character = this.peek();
      if (character === '\\') {
        this.escape(true);
      } else if (character === ']') {
        this.depth--;
        this.write(this.take(1));
        return;
      } else {
        const range = character === '-' && this.peek(-1) !== '[' && this.peek(1) !== undefined && this.peek(1) !== ']';
        this.write(this.take(1), range ? 1 : 0);
      }
    }
  }

  openGroup() {
    this.write(this.take(1));
    this.depth++;
    if (this.peek() !== '?') return;
    const kind = this.peek(1);
    if (kind === ':' || kind === '=' || kind === '!') {
      this.write(this.take(2), -1);
    } else if (kind !== '<') {
      this.write(this.take(1));
    } else if (this.peek(2) === '=' || this.peek(2) === '!') {
      this.write(this.take(3), -1);
    } else {
      this.write(this.take(2), -1);
      const close = StringPrototypeIndexOf(this.text, '>', this.position);
      this.write(this.take((close === -1 ? this.text.length : close) - this.position));
      if (close !== -1) this.write(this.take(1), -1);
    }
  }

  quantifier() {
    const brace = this.take(1);
    const least = this.takeDigits();
    const comma = this.peek() === ',';
    if (least === '' && !comma) {
      this.write(brace, 1);
      return;
    }
    this.write(brace);
    this.depth++;
    if (least !== '') this.write(least, 1);
    if (comma) this.write(this.take(1));
    const most = this.takeDigits();
    if (most !== '') this.write(most, 1);
    if (this.peek() === '}') {
      this.depth--;
      this.write(this.take(1));
    }
    if (this.peek() === '?') this.write(this.take(1), 3);
  }

  paint() {
    this.write(this.take(1));
    this.depth++;
    while (this.position < this.text.length && this.peek() !== '/') {
      const character = this.peek();
      if (character === '[') {
        this.characterClass();
      } else if (character === '(') {
        this.openGroup();
      } else if (character === ')') {
        this.depth--;
        this.write(this.take(1));
      } else if (character === '\\') {
        this.escape(false);
      } else if (character === '{') {
        this.quantifier();
      } else {
        let deeper = 1;
        if (character === '.') deeper = 2;
        else if (StringPrototypeIncludes('|+*?,^$', character)) deeper = 3;
        this.write(this.take(1), deeper);
      }
    }
    this.write('/', -1);
    this.position++;
    if (this.position < this.text.length) this.write(StringPrototypeSlice(this.text, this.position));
    return this.result;
  }
}

function paintRegExp(text, names, colors) {
  const palette = [];
  for (let i = 0; i < names.length; i++) {
    if (colors[names[i]]) ArrayPrototypePush(palette, colors[names[i]]);
  }
  return palette.length === 0 ? text : new Painter(text, palette).paint();
}

module.exports = { paintRegExp };
