'use strict';

// `process.stdin`: a readable over a descriptor that is read to its end at once, when somebody wants the data.
//
// Phase: run time, main thread, at the first read of `process.stdin`; not in the startup image. It stands on `events` alone.
// The read blocks: a program that must do other things while its input is open has to read it in a worker. What was read is
// handed out in pieces of 64 KiB, one a turn of the loop, so that `pause()` takes hold between two of them.

const {
  ArrayPrototypePop,
  ArrayPrototypePush,
  FunctionPrototypeCall,
  MathMin,
  Promise,
  SymbolAsyncDispose,
  SymbolAsyncIterator,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
} = primordials;

const { codes: { ERR_UNKNOWN_ENCODING }, AbortError } = require('internal/errors');
const { normalizeEncoding } = require('internal/util');
const EventEmitter = require('events');

const stdio = internalBinding('stdio');
const { guessHandleType } = internalBinding('util');

const kChunkSize = 65536;

class StdioReadable extends EventEmitter {
  #loaded = false;
  #bytes; // a Buffer with everything
  #position = 0;
  #decoder = null;
  #encoding = null;
  #flowing = null;
  #scheduled = false;
  #ended = false;
  #destroyed = false;
  #errored = null;
  #pushedBack = [];
  #closesAtEnd;

  constructor(fd, type) {
    super();
    this.fd = fd;
    // A file is left open, and says nothing of it.
    this.#closesAtEnd = type === 'PIPE' || type === 'TTY';
    if (type === 'TTY') {
      this.isTTY = true;
      this.isRaw = false;
    }
    FunctionPrototypeCall(super.on, this, 'newListener', (event) => {
      if (event === 'data' && this.#flowing !== false) this.resume();
      else if (event === 'readable') this.#announce();
    });
  }

  get readable() {
    return !this.#ended && !this.#destroyed;
  }

  get readableEnded() {
    return this.#ended;
  }

  get readableFlowing() {
    return this.#flowing;
  }

  get readableEncoding() {
    return this.#encoding;
  }

  get readableHighWaterMark() {
    return kChunkSize;
  }

  get readableLength() {
    return this.#loaded ? TypedArrayPrototypeGetByteLength(this.#bytes) - this.#position : 0;
  }

  get readableObjectMode() {
    return false;
  }

  get destroyed() {
    return this.#destroyed;
  }

  get errored() {
    return this.#errored;
  }

  setEncoding(encoding) {
    const name = normalizeEncoding(encoding);
    if (name === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
    const { StringDecoder } = require('string_decoder');
    this.#decoder = new StringDecoder(name);
    this.#encoding = name;
    return this;
  }

  isPaused() {
    return this.#flowing === false;
  }

  pause() {
    if (this.#flowing !== false) {
      this.#flowing = false;
      this.emit('pause');
    }
    return this;
  }

  resume() {
    if (this.#flowing !== true) {
      this.#flowing = true;
      this.#schedule();
      process.nextTick(() => this.emit('resume'));
    }
    return this;
  }

  setRawMode(flag) {
    // Keys are not read one by one here; the flag is kept for those who ask.
    this.isRaw = !!flag;
    return this;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }

  // With 'readable', or without any listener: everything that is there, or `size` bytes of it; null at the end.
  read(size) {
    this.#load();
    const chunk = this.#take(size === undefined ? this.readableLength : size);
    if (chunk === null) this.#finish();
    return chunk;
  }

  unshift(chunk) {
    ArrayPrototypePush(this.#pushedBack, chunk);
  }

  pipe(destination, options) {
    const ends = options?.end !== false && destination !== process.stdout && destination !== process.stderr;
    this.on('data', (chunk) => {
      if (destination.write(chunk) === false) {
        this.pause();
        destination.once('drain', () => this.resume());
      }
    });
    if (ends) this.on('end', () => destination.end());
    destination.emit('pipe', this);
    return destination;
  }

  unpipe() {
    this.pause();
    return this;
  }

  destroy(error) {
    if (this.#destroyed) return this;
    this.#destroyed = true;
    if (error) this.#errored = error;
    process.nextTick(() => {
      if (error) this.emit('error', error);
      this.emit('close');
    });
    return this;
  }

  async *[SymbolAsyncIterator]() {
    try {
      for (;;) {
        this.#load();
        const chunk = this.#take(kChunkSize);
        if (chunk === null) break;
        yield chunk;
      }
      this.#finish();
    } finally {
      this.destroy();
    }
  }

  [SymbolAsyncDispose]() {
    return new Promise((resolve) => {
      this.once('close', resolve);
      this.destroy(this.#ended ? undefined : new AbortError());
    });
  }

  #load() {
    if (this.#loaded) return;
    this.#loaded = true;
    const { Buffer } = require('buffer');
    let bytes;
    try {
      bytes = stdio.readAll(this.fd);
    } catch (error) {
      this.#bytes = Buffer.alloc(0);
      this.destroy(error);
      return;
    }
    this.#bytes = Buffer.from(
      TypedArrayPrototypeGetBuffer(bytes),
      TypedArrayPrototypeGetByteOffset(bytes),
      TypedArrayPrototypeGetByteLength(bytes),
    );
  }

  // The next piece, decoded if an encoding was set; null if there is none.
  #take(size) {
    if (this.#pushedBack.length > 0) return ArrayPrototypePop(this.#pushedBack);
    const total = TypedArrayPrototypeGetByteLength(this.#bytes);
    if (this.#position >= total || this.#destroyed) return null;
    const end = MathMin(total, this.#position + size);
    const piece = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    if (this.#decoder === null) return piece;
    let text = this.#decoder.write(piece);
    if (end === total) text += this.#decoder.end();
    return text;
  }

  #finish() {
    if (this.#ended || this.#destroyed) return;
    this.#ended = true;
    process.nextTick(() => {
      this.emit('end');
      if (this.#closesAtEnd) this.destroy();
    });
  }

  #announce() {
    this.#flowing = false;
    require('timers').setImmediate(() => {
      this.#load();
      if (this.#destroyed) return;
      this.emit('readable');
      // A reader that took everything is told once more, and then finds the end.
      if (this.readableLength === 0 && !this.#ended) {
        this.emit('readable');
        this.#finish();
      }
    });
  }

  #schedule() {
    if (this.#scheduled || this.#ended || this.#destroyed) return;
    this.#scheduled = true;
    require('timers').setImmediate(() => {
      this.#scheduled = false;
      if (!this.#flowing || this.#destroyed) return;
      this.#load();
      const chunk = this.#take(kChunkSize);
      if (chunk === null) {
        this.#finish();
        return;
      }
      this.emit('data', chunk);
      this.#schedule();
    });
  }
}

function createStdin() {
  return new StdioReadable(0, guessHandleType(0));
}

module.exports = { StdioReadable, createStdin };
