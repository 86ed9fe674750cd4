'use strict';

// `process.stdout` and `process.stderr`: a writable that writes at once and waits until everything is written.
//
// Phase: run time, main thread, at the first read of one of them; not in the startup image. It stands on `events` alone, not on
// `stream`: a duck that `pipe`, `pipeline` and `finished` take for a writable. An error of a write is told in the next tick,
// to the callback and then as 'error', and does not close the stream: the descriptor belongs to the process.

const {
  ArrayPrototypePush,
  FunctionPrototypeCall,
  ObjectDefineProperty,
  Promise,
  SymbolAsyncDispose,
  TypedArrayPrototypeGetByteLength,
  Uint8Array,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_FD,
    ERR_STREAM_ALREADY_FINISHED,
    ERR_STREAM_CANNOT_PIPE,
    ERR_STREAM_DESTROYED,
    ERR_STREAM_NULL_VALUES,
    ERR_STREAM_WRITE_AFTER_END,
    ERR_TTY_INIT_FAILED,
    ERR_UNKNOWN_ENCODING,
  },
  ErrnoException,
} = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { normalizeEncoding } = require('internal/util');
const EventEmitter = require('events');

const stdio = internalBinding('stdio');
const { guessHandleType } = internalBinding('util');

const kHighWaterMark = 16384;

function nop() {}

class StdioWritable extends EventEmitter {
  #corked = 0;
  #pending = []; // while corked: chunk, encoding, callback
  #encoding = 'utf8';
  #ending = false;
  #finished = false;
  #destroyed = false;
  #closed = false;
  #errored = null;

  constructor(fd, type) {
    super();
    this.fd = fd;
    this._type = type;
    this._isStdio = true;
  }

  get writable() {
    return !this.#ending && !this.#destroyed;
  }

  get writableEnded() {
    return this.#ending;
  }

  get writableFinished() {
    return this.#finished;
  }

  get writableLength() {
    return 0;
  }

  get writableHighWaterMark() {
    return kHighWaterMark;
  }

  get writableObjectMode() {
    return false;
  }

  get writableNeedDrain() {
    return false;
  }

  get writableCorked() {
    return this.#corked;
  }

  get destroyed() {
    return this.#destroyed;
  }

  get closed() {
    return this.#closed;
  }

  get errored() {
    return this.#errored;
  }

  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = undefined;
    }
    if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
    if (typeof chunk === 'string') {
      encoding ||= this.#encoding;
      if (encoding !== 'buffer' && normalizeEncoding(encoding) === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
    } else if (!isArrayBufferView(chunk)) {
      throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
    let error;
    if (this.#ending) error = new ERR_STREAM_WRITE_AFTER_END();
    else if (this.#destroyed) error = new ERR_STREAM_DESTROYED('write');
    if (error !== undefined) {
      this.#fail(error, callback);
      return false;
    }
    if (this.#corked > 0) ArrayPrototypePush(this.#pending, { __proto__: null, chunk, encoding, callback });
    else this.#put(chunk, encoding, callback);
    return true;
  }

  #put(chunk, encoding, callback) {
    const status = writeNow(this.fd, chunk, encoding);
    if (status < 0) this.#fail(new ErrnoException(status, 'write'), callback);
    else if (typeof callback === 'function') process.nextTick(callback, null);
  }

  #fail(error, callback) {
    process.nextTick(() => {
      if (typeof callback === 'function') callback(error);
      this.emit('error', error);
    });
  }

  cork() {
    this.#corked++;
  }

  uncork() {
    if (this.#corked === 0 || --this.#corked > 0) return;
    this.#flush();
  }

  #flush() {
    const pending = this.#pending;
    this.#pending = [];
    for (let i = 0; i < pending.length; i++) this.#put(pending[i].chunk, pending[i].encoding, pending[i].callback);
  }

  setDefaultEncoding(encoding) {
    const name = normalizeEncoding(encoding);
    if (name === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
    this.#encoding = name;
    return this;
  }

  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') {
      callback = chunk;
      chunk = undefined;
    } else if (typeof encoding === 'function') {
      callback = encoding;
      encoding = undefined;
    }
    if (chunk !== undefined && chunk !== null) this.write(chunk, encoding);
    if (this.#corked > 0) {
      this.#corked = 0;
      this.#flush();
    }
    if (this.#ending) {
      if (typeof callback === 'function') {
        const error = this.#finished ? new ERR_STREAM_ALREADY_FINISHED('end') : null;
        process.nextTick(callback, error);
      }
      return this;
    }
    this.#ending = true;
    process.nextTick(() => {
      this.#finished = true;
      if (typeof callback === 'function') callback(null);
      this.emit('prefinish');
      this.emit('finish');
    });
    return this;
  }

  // The descriptor stays open: whoever writes to it natively, as the console does, goes on.
  destroy(error) {
    if (this.#destroyed) return this;
    this.#destroyed = true;
    if (error) this.#errored = error;
    process.nextTick(() => {
      if (error) this.emit('error', error);
      this.#closed = true;
      this.emit('close');
    });
    return this;
  }

  destroySoon() {
    if (!this.#ending) this.end();
    this.destroy();
  }

  pipe() {
    this.#fail(new ERR_STREAM_CANNOT_PIPE());
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }

  [SymbolAsyncDispose]() {
    return new Promise((resolve) => {
      this.once('close', resolve);
      this.destroy();
    });
  }
}

function writeNow(fd, chunk, encoding) {
  if (typeof chunk !== 'string') {
    return stdio.writeBytes(fd, new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  if (encoding === 'utf8' || encoding === 'utf-8') return stdio.writeString(fd, chunk);
  const { Buffer } = require('buffer');
  const bytes = Buffer.from(chunk, encoding === 'buffer' ? 'utf8' : encoding);
  return TypedArrayPrototypeGetByteLength(bytes) === 0 ? 0 : stdio.writeBytes(fd, bytes);
}

// ---- terminals ----------------------------------------------------------------------------------------------------

class TtyWriteStream extends StdioWritable {
  constructor(fd) {
    if (fd >> 0 !== fd || fd < 0) throw new ERR_INVALID_FD(fd);
    const size = stdio.getWindowSize(fd);
    if (size === undefined) {
      throw new ERR_TTY_INIT_FAILED({ errno: -22, code: 'EINVAL', message: 'invalid argument', syscall: 'uv_tty_init' });
    }
    super(fd, 'tty');
    this.isTTY = true;
    this.columns = size[0];
    this.rows = size[1];
  }

  _refreshSize() {
    const size = stdio.getWindowSize(this.fd);
    if (size === undefined || (size[0] === this.columns && size[1] === this.rows)) return;
    this.columns = size[0];
    this.rows = size[1];
    this.emit('resize');
  }

  getWindowSize() {
    return [this.columns, this.rows];
  }

  getColorDepth(env) {
    return require('internal/tty').getColorDepth(env);
  }

  hasColors(count, env) {
    return require('internal/tty').hasColors(count, env);
  }

  cursorTo(x, y, callback) {
    if (typeof y === 'function') {
      callback = y;
      y = undefined;
    }
    return this.#control(typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`, callback);
  }

  moveCursor(dx, dy, callback) {
    let sequence = '';
    if (dx < 0) sequence += `\x1b[${-dx}D`;
    else if (dx > 0) sequence += `\x1b[${dx}C`;
    if (dy < 0) sequence += `\x1b[${-dy}A`;
    else if (dy > 0) sequence += `\x1b[${dy}B`;
    return this.#control(sequence, callback);
  }

  // -1: to the left of the cursor, 1: to the right, 0: the whole line.
  clearLine(direction, callback) {
    return this.#control(direction < 0 ? '\x1b[1K' : direction > 0 ? '\x1b[0K' : '\x1b[2K', callback);
  }

  clearScreenDown(callback) {
    return this.#control('\x1b[0J', callback);
  }

  #control(sequence, callback) {
    if (callback !== undefined && typeof callback !== 'function') {
      throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
    }
    return this.write(sequence, callback ?? nop);
  }
}
ObjectDefineProperty(TtyWriteStream, 'name', { __proto__: null, value: 'WriteStream', configurable: true });

function createStdioWritable(fd) {
  const type = guessHandleType(fd);
  let stream;
  if (type === 'TTY') {
    stream = new TtyWriteStream(fd);
    FunctionPrototypeCall(process.on, process, 'SIGWINCH', () => stream._refreshSize());
  } else {
    stream = new StdioWritable(fd, type === 'PIPE' ? 'pipe' : 'fs');
  }
  return stream;
}

module.exports = { StdioWritable, TtyWriteStream, createStdioWritable };
