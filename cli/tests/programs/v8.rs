//! `v8` under `lazuli run`: hooks of promises, values as bytes, V8's flags, the heap. Node.js 26 agrees with what these programs print, but
//! for flags, of which it sets all and dies of some.

use crate::support::{Folder, Run};

/// A program prints this and ends with this code; gives what it told on stderr.
#[track_caller]
fn check(main: &str, args: &[&str], code: i32, out: &str) -> String {
    let folder = Folder::new(&[("main.js", main)]);
    let ended = folder.ran(&[&["run", "main.js"], args].concat()).code(code).out(out);
    ended.err
}

// ---- hooks of promises -----------------------------------------------------------------------------------------------------

const KINDS: [&str; 4] = ["onInit", "onBefore", "onAfter", "onSettled"];

#[test]
fn hooks_see_promises_of_all_contexts_until_they_are_stopped() {
    let main = "const { promiseHooks } = require('v8');
        const vm = require('vm');
        const [before, seen] = [vm.createContext({}), []];
        const stop = promiseHooks.createHook({
          init: (promise, parent) => seen.push(`init:${parent === undefined ? '' : 'child'}`),
          before: () => seen.push('before'),
          after: () => seen.push('after'),
          settled: () => seen.push('settled'),
        });
        const after = vm.createContext({});
        const end = () => console.log(seen.splice(0).join(' '));
        Promise.resolve(1).then(() => {});
        setImmediate(() => {
          end();
          vm.runInContext('Promise.resolve(1)', before);
          vm.runInContext('Promise.resolve(1)', after);
          end();
          stop();
          stop();
          Promise.resolve(1);
          vm.runInContext('Promise.resolve(1)', before);
          console.log(seen.length);
        });";
    check(main, &[], 0, "init: settled init:child before settled after\ninit: settled init: settled\n0\n");
}

#[test]
fn what_a_hook_throws_is_uncaught_and_the_promise_goes_on() {
    let main = "const { promiseHooks } = require('v8');
        const [kind, handled] = process.argv.slice(2);
        if (handled) process.on('uncaughtException', (error, origin) => console.log(error.message, origin));
        const stop = promiseHooks[kind](() => { stop(); throw new Error('from a hook'); });
        const others = [];
        const stopOthers = promiseHooks[kind](() => others.push(kind));
        (async () => { await null; return 'went on'; })().then((text) => { stopOthers(); console.log(text, others.length > 0); });";
    for kind in KINDS {
        check(main, &[kind, "handled"], 0, "from a hook uncaughtException\nwent on true\n");
        let told = check(main, &[kind], 1, "");
        assert!(told.contains("Error: from a hook"), "{kind}: {told}");
    }
}

#[test]
fn nothing_runs_after_a_hook_has_ended_the_program() {
    let main = "const { promiseHooks } = require('v8');
        const [kind, at] = process.argv.slice(2);
        let steps = 0;
        let over = false;
        const say = (what) => { if (over) console.log('still runs:', what); };
        promiseHooks[kind](() => {
          say(kind);
          if (++steps === +at) { over = true; process.exit(7); }
        });
        async function* list() { yield 1; say('list'); yield* [2]; }
        (async () => {
          await 1;
          for await (const item of list()) say(item);
          await new Promise((resolve) => setTimeout(resolve, 1));
          say('after a timer');
        })().then(() => say('then'));
        say('main');";
    for kind in KINDS {
        for at in ["1", "2", "3", "5", "8"] {
            check(main, &[kind, at], 7, "");
        }
    }
}

// ---- values as bytes -------------------------------------------------------------------------------------------------------

#[test]
fn values_come_back_as_they_were() {
    let main = "const v8 = require('v8');
        const assert = require('assert');
        const circle = { name: 'circle' };
        circle.self = circle;
        const bytes = new Uint8Array([9, 1, 2, 3, 4, 5, 6, 7, 8]);
        const values = [
          undefined, null, true, -1.5, 2n ** 70n, 'text é 中', [1, , 3], { a: { b: [1] } }, circle, new Date(5), /a+/gi, new Map([[1, { a: 2 }]]),
          new Set(['x']), Object(1n), new RangeError('range'), new ArrayBuffer(3), Buffer.from('abc'), new DataView(bytes.buffer, 1, 4), bytes,
          new Int8Array([-1]), new Uint8ClampedArray([300]), new Int16Array([-2]), new Uint16Array([2]), new Int32Array([-3]), new Uint32Array([3]),
          new Float16Array([0.5]), new Float32Array([1.5]), new Float64Array([Math.PI]), new BigInt64Array([-4n]), new BigUint64Array([4n]),
        ];
        for (const value of values) {
          const written = v8.serialize(value);
          assert.ok(Buffer.isBuffer(written));
          assert.deepStrictEqual(v8.deserialize(written), value);
          // Wherever the bytes stand.
          const moved = new Uint8Array(written.length + 1);
          moved.set(written, 1);
          assert.deepStrictEqual(v8.deserialize(new DataView(moved.buffer, 1)), value);
        }
        console.log(values.length);";
    check(main, &[], 0, "30\n");
}

#[test]
fn the_methods_of_a_serializer_are_asked_where_v8_asks() {
    let main = "const v8 = require('v8');
        const told = (work) => { try { return work(); } catch (error) { return `${error?.name}: ${error?.message}`; } };
        const made = (work) => { const one = new v8.Serializer(); one.writeHeader(); return told(() => { work(one); return one.releaseBuffer().subarray(2).toString('hex'); }); };
        const read = (hex, work) => { const one = new v8.Deserializer(Buffer.from(`ff0f${hex}`, 'hex')); return told(() => { one.readHeader(); return work(one); }); };
        console.log(made((one) => { one._setTreatArrayBufferViewsAsHostObjects(true); one._writeHostObject = function() { this.writeUint32(7); this.writeUint64(1, 2); this.writeDouble(0.5); this.writeRawBytes(Buffer.from([1, 2])); }; one.writeValue(new Int8Array(1)); }));
        console.log(made((one) => { one._setTreatArrayBufferViewsAsHostObjects(true); one.writeValue(new Int8Array(1)); }));
        console.log(made((one) => { one._getSharedArrayBufferId = () => 7; one.writeValue(new SharedArrayBuffer(1)); }));
        console.log(made((one) => { one._getSharedArrayBufferId = () => Symbol(); one.writeValue(new SharedArrayBuffer(1)); }));
        console.log(made((one) => one.writeValue(new SharedArrayBuffer(1))));
        console.log(made((one) => { const buffer = new ArrayBuffer(1); one.transferArrayBuffer(5, buffer); one.transferArrayBuffer(6, buffer); one.writeValue(buffer); }));
        console.log(made((one) => { one._getDataCloneError = (text) => new TypeError(`mine: ${text}`); one.writeValue(() => {}); }));
        console.log(made((one) => { one._getDataCloneError = 5; one.writeValue(Symbol('x')); }));
        console.log(made((one) => one.writeValue(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))));
        console.log(made((one) => { one._setTreatArrayBufferViewsAsHostObjects(true); one._writeHostObject = () => one.releaseBuffer(); one.writeValue([new Int8Array(1), 1]); }).length);
        console.log(read('5c07', (one) => { one._readHostObject = () => ({ seven: one.readUint32() }); return one.readValue().seven; }));
        console.log(read('5c07', (one) => { one._readHostObject = () => new Proxy({}, { get: () => 'proxy' }); return one.readValue().x; }));
        console.log(read('5c4906', (one) => { one._readHostObject = () => ({ inner: one.readValue() }); return one.readValue().inner; }));
        console.log(read('5c07', (one) => { one._readHostObject = () => 7; return one.readValue(); }));
        console.log(read('5c07', (one) => one.readValue()));
        console.log(read('7405', (one) => { one.transferArrayBuffer(5, new ArrayBuffer(3)); return one.readValue().byteLength; }));
        console.log(read('7507', (one) => one.readValue()));
        for (const name of ['readUint32', 'readUint64', 'readDouble', '_readRawBytes']) console.log(read('', (one) => one[name](1)));
        console.log(read('', (one) => one._readRawBytes(-1)));
        console.log(told(() => v8.Serializer.prototype.writeHeader.call(new v8.Deserializer(Buffer.alloc(1)))));
        console.log(told(() => new v8.Deserializer('text')));
        console.log(told(() => v8.Serializer()));";
    check(
        main,
        &[],
        0,
        "5c078280808010000000000000e03f0102
Error: [object Int8Array] could not be cloned.
7507
TypeError: Cannot convert a Symbol value to a number
Error: #<SharedArrayBuffer> could not be cloned.
7406
TypeError: mine: () => {} could not be cloned.
Error: Symbol(x) could not be cloned.
Error: #<Module> could not be cloned.
6
7
proxy
3
TypeError: readHostObject must return an object
Error: Unable to deserialize cloned data.
3
Error: Unable to deserialize cloned data.
Error: ReadUint32() failed
Error: ReadUint64() failed
Error: ReadDouble() failed
Error: ReadRawBytes() failed
Error: ReadRawBytes() failed
TypeError: Illegal invocation
TypeError: buffer must be a TypedArray or a DataView
TypeError: Class constructor Serializer cannot be invoked without 'new'
",
    );
}

#[test]
fn damaged_bytes_are_an_error_or_another_value() {
    let main = "const v8 = require('v8');
        const circle = [1, { a: 2 }];
        circle.push(circle);
        const value = [
          circle, 'one', 'zwei é 中', new Map([[1, 'x']]), new Set([{}]), /a/g, new Date(1), 2n ** 90n, Object('s'), new Error('e', { cause: 1 }), [1, , 3],
          new Float64Array(2), Buffer.from('abc'), new DataView(new ArrayBuffer(2)), new ArrayBuffer(4, { maxByteLength: 8 }),
        ];
        const plain = new v8.Serializer();
        plain.writeHeader();
        plain.writeValue(value);
        let [values, errors, others] = [0, 0, 0];
        const attempt = (bytes) => {
          for (const read of [v8.deserialize, (bytes) => new v8.Deserializer(bytes).readValue()]) {
            try {
              read(bytes);
              values++;
            } catch (error) {
              if (error instanceof Error) errors++; else others++;
            }
          }
        };
        for (const good of [v8.serialize(value), plain.releaseBuffer()]) {
          for (let i = 0; i < good.length; i++) {
            attempt(good.subarray(0, i));
            attempt(good.subarray(i));
            for (let bit = 0; bit < 8; bit++) {
              const bad = Buffer.from(good);
              bad[i] ^= 1 << bit;
              attempt(bad);
            }
          }
        }
        console.log(values > 1000, errors > 1000, others);";
    check(main, &[], 0, "true true 0\n");
}

// ---- flags -----------------------------------------------------------------------------------------------------------------

/// Every flag that V8 tells of.
fn every_flag() -> Vec<String> {
    let help = Run::new(["run", "--v8-flags=--help", "-e", ""]).end().code(0).out;
    let names = help.lines().filter_map(|line| line.strip_prefix("  --")?.split_once(" (")).map(|(name, _)| name);
    // Among the first lines are some about flags in general.
    let names: Vec<String> = names.filter(|name| !name.contains([' ', '='])).map(Into::into).collect();
    assert!(names.len() > 500, "{help}");
    names
}

#[test]
fn of_all_flags_only_those_known_to_be_safe_are_set() {
    let main = "const v8 = require('v8');
        // That one cannot be undone as a whole.
        const names = require('fs').readFileSync('names', 'utf8').split(' ').filter((name) => name !== 'allow-natives-syntax');
        const tag = v8.cachedDataVersionTag();
        process.once('warning', ({ message }) => {
          const refused = new Set(message.split('. ')[0].split(' '));
          const set = names.filter((name) => !refused.has(`--${name}`));
          console.log(set.filter((name) => !refused.has(`--no-${name}`)).sort().join(' '));
          console.log(names.filter((name) => !refused.has(`--${name}=1`)).length);
        });
        v8.setFlagsFromString(names.map((name) => `--${name} --no-${name} --${name}=1`).join(' '));
        v8.setFlagsFromString('--lazy --flush-bytecode');
        console.log(v8.cachedDataVersionTag() === tag);
        v8.setFlagsFromString('--trace_opt');
        console.log(v8.cachedDataVersionTag() === tag);
        v8.setFlagsFromString('-notrace-opt word -- --lazy');
        console.log(v8.cachedDataVersionTag() === tag);";
    let folder = Folder::new(&[("main.js", main), ("names", &every_flag().join(" "))]);
    let safe = "expose-gc flush-bytecode lazy trace-deopt trace-gc trace-gc-nvp trace-gc-verbose trace-opt use-strict";
    let out = format!("true\nfalse\ntrue\n{safe}\n0\n");
    folder.ran(&["run", "--no-warnings", "main.js"]).code(0).out(&out);
}

#[test]
fn a_flag_that_cannot_be_set_is_told_and_changes_nothing() {
    let long = format!("--{}=1", "x".repeat(3000));
    for flag in ["--stack-size=100000", "--jitless", "--help", "--abort-on-uncaught-exception", "--no-such-flag", &long]
    {
        let told = check(&format!("require('v8').setFlagsFromString('{flag}'); console.log('on')"), &[], 0, "on\n");
        assert!(told.contains(&format!("Warning: V8 flags were left as they are: {flag}. ")), "{told}");
    }
}

#[test]
fn functions_of_v8_that_scripts_may_call_do_not_end_the_process() {
    let main = "const v8 = require('v8');
        v8.setFlagsFromString('--allow_natives_syntax --no-expose-gc');
        console.log(eval('%IsSmi(42)'), ['SystemBreak()', 'Abort(1)', 'AbortJS(\"x\")', 'ScheduleGCInStackCheck()'].map((call) => eval(`%${call}`)).join());
        const call = eval('(value) => %DeoptimizeFunction(value)');
        call(call);
        v8.setFlagsFromString('--noallow_natives_syntax');
        call(1);
        try { eval('%IsSmi(43)'); } catch (error) { console.log(error.name); }";
    check(main, &[], 0, "true ,,,\nSyntaxError\n");
}

#[test]
fn a_program_gets_a_collector_of_garbage_for_itself() {
    let main = "const v8 = require('v8');
        v8.setFlagsFromString('--expose-gc');
        const gc = require('vm').runInNewContext('gc');
        v8.setFlagsFromString('--no-expose-gc');
        const gone = new WeakRef({});
        setImmediate(() => { gc(); gc({ type: 'minor' }); console.log(typeof globalThis.gc, gone.deref()); });";
    check(main, &[], 0, "undefined undefined\n");
}

// ---- the heap --------------------------------------------------------------------------------------------------------------

#[test]
fn the_heap_is_measured_and_its_collections_are_profiled() {
    let main = "const v8 = require('v8');
        const heap = v8.getHeapStatistics();
        console.log(Object.values(heap).every((value) => typeof value === 'number'), heap.used_heap_size > 0 && heap.used_heap_size <= heap.total_heap_size);
        console.log(v8.getHeapSpaceStatistics().some((space) => space.space_name === 'old_space' && space.space_size > 0), v8.getHeapCodeStatistics().bytecode_and_metadata_size > 0);
        console.log(v8.isStringOneByteRepresentation('é'), v8.isStringOneByteRepresentation('中'));
        const profiler = new v8.GCProfiler();
        console.log(profiler.stop(), profiler.start(), profiler.start());
        let garbage = Array.from({ length: 1e5 }, (_, i) => ({ i }));
        garbage = undefined;
        v8.setFlagsFromString('--expose-gc');
        require('vm').runInNewContext('gc')();
        const { version, startTime, endTime, statistics } = profiler.stop();
        const { cost, beforeGC, afterGC } = statistics.find(({ gcType }) => gcType === 'MarkSweepCompact');
        console.log(version, startTime <= endTime, cost > 0, profiler.stop());
        console.log(afterGC.heapStatistics.usedHeapSize < beforeGC.heapStatistics.usedHeapSize, afterGC.heapSpaceStatistics[0].spaceName);
        // Running when the program ends.
        new v8.GCProfiler().start();";
    check(
        main,
        &[],
        0,
        "true true\ntrue true\ntrue false\nundefined undefined undefined\n1 true true undefined\ntrue read_only_space\n",
    );
}

#[test]
fn the_heap_is_written_to_a_file_for_its_owner_alone() {
    let main = "const v8 = require('v8');
        const fs = require('fs');
        const told = (work) => { try { return work(); } catch (error) { return error.code; } };
        globalThis.kept = { text: 'a text that is found again' };
        const names = [v8.writeHeapSnapshot(), v8.writeHeapSnapshot(), v8.writeHeapSnapshot('mine')];
        for (const name of names) {
          const { snapshot, strings } = JSON.parse(fs.readFileSync(name, 'utf8'));
          console.log(/^Heap\\.\\d{8}\\.\\d{6}\\.\\d+\\.0\\.00[12]\\.heapsnapshot$|^mine$/.test(name), snapshot.node_count > 1000, strings.includes(kept.text), (fs.statSync(name).mode & 0o777).toString(8));
        }
        console.log(new Set(names).size, told(() => v8.writeHeapSnapshot('no/folder')), told(() => v8.writeHeapSnapshot(5)));
        console.log(told(() => v8.writeHeapSnapshot('x', { exposeInternals: true })), fs.existsSync('x'), fs.existsSync('/dev/full') ? told(() => v8.writeHeapSnapshot('/dev/full')) : 'ENOSPC');";
    let whole = "true true true 600\n".repeat(3);
    let out = format!("{whole}3 ENOENT ERR_INVALID_ARG_TYPE\nERR_FEATURE_UNAVAILABLE_ON_PLATFORM false ENOSPC\n");
    check(main, &[], 0, &out);
}

#[test]
fn a_program_runs_when_no_image_is_being_made() {
    let main = "const { startupSnapshot } = require('v8');
        console.log(startupSnapshot.isBuildingSnapshot());
        for (const name of ['addSerializeCallback', 'addDeserializeCallback', 'setDeserializeMainFunction']) {
          try { startupSnapshot[name](() => {}); } catch (error) { console.log(error.code); }
        }";
    check(main, &[], 0, &format!("false\n{}", "ERR_NOT_BUILDING_SNAPSHOT\n".repeat(3)));
}
