//! Programs that use `vm`: who answers `import()`, modules that a program makes itself, what stops a run, and what is given up. Node.js 26
//! agrees with what they print, under `--experimental-vm-modules`, unless a test says otherwise.

use crate::support::{Ended, Folder, Run};

/// What every program begins with: a short way to make modules, and to tell what something comes to.
const PRELUDE: &str = "'use strict';
const vm = require('vm');
const { SourceTextModule, SyntheticModule } = vm;
const MAIN = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const later = () => new Promise((resolve) => setTimeout(resolve, 5));
const linked = (text, links = [], options) => {
  const module = new SourceTextModule(text, options);
  module.linkRequests(links);
  module.instantiate();
  return module;
};
const lines = [];
const tell = (name, work) => lines.push([name, work]);
setImmediate(async () => {
  for (const [name, work] of lines) {
    const told = (error) => error?.code ?? error?.name ?? `thrown ${error}`;
    console.log(`${name}:`, await (async () => work())().catch(told));
  }
});
process.on('unhandledRejection', (error) => console.log('unhandled', error));
";

#[track_caller]
fn ran(program: &str, args: &[&str], files: &[(&str, &str)]) -> Ended {
    let folder = Folder::new(files);
    folder.write("main.js", [PRELUDE, program].concat().as_bytes());
    folder.ran(&[&["run"], args, &["main.js"]].concat())
}

/// The program tells these lines, with and without the snapshot.
#[track_caller]
fn check(program: &str, files: &[(&str, &str)], out: &[&str]) {
    for start in [&[][..], &["--no-snapshot"]] {
        let ended = ran(program, start, files).code(0);
        assert_eq!(ended.out.lines().collect::<Vec<_>>(), out, "{start:?}: {ended:#?}");
    }
}

#[test]
fn an_import_is_answered_by_whom_its_compiler_named() {
    let program = "
        const script = (text, options) => new vm.Script(text, options).runInThisContext();
        const names = (namespace) => Object.keys(namespace).join();
        const both = linked('export var a, b;');
        const answer = { importModuleDynamically: () => both };
        tell('nobody', () => script('import(\"fs\")'));
        tell('nobody, of a file', () => script('import(\"fs\")', { filename: __filename }));
        tell('nobody, in eval', () => script('eval(`import(\"fs\")`)'));
        tell('nobody, elsewhere', () => vm.runInNewContext('import(\"fs\")'));
        tell('nobody, function', () => vm.compileFunction('return import(\"fs\")')());
        tell('script', () => script('import(\"x\")', answer).then(names));
        tell('in eval', () => script('eval(`import(\"x\")`)', answer).then(names));
        tell('elsewhere', () => vm.runInNewContext('import(\"x\")', {}, answer).then(names));
        tell('context', () => {
          const context = vm.createContext({}, answer);
          return vm.runInContext('Promise.resolve(`import(\"x\")`).then(eval)', context).then(names);
        });
        tell('program', () => script('import(\"fs\")', { importModuleDynamically: MAIN }).then((fs) => typeof fs.readFile));
        tell('arguments', () => new Promise((resolve) => {
          const made = vm.compileFunction('return import(\"x\", { with: { k: \"v\" } })', [], {
            importModuleDynamically(...given) {
              resolve(`${given[0]} ${given[1] === made} ${JSON.stringify(given[2])} ${given[3]} ${this === globalThis || this === undefined}`);
              return both;
            },
          });
          made();
        }));
        tell('module', async () => {
          const asking = linked('export default await import(\"x\")', [], { importModuleDynamically: (x, asks) => asks === asking && both });
          await asking.evaluate();
          return names(asking.namespace.default);
        });
        tell('throws', () => script('import(\"x\")', { importModuleDynamically() { throw new RangeError(); } }));
        tell('a number', () => script('import(\"x\")', { importModuleDynamically: async () => 5 }));
        tell('unlinked', () => script('import(\"x\")', { importModuleDynamically: () => new SourceTextModule('') }));
        tell('errored', async () => {
          const failed = linked('throw 7');
          await failed.evaluate().catch(() => {});
          return script('import(\"x\")', { importModuleDynamically: () => failed });
        });
        tell('not a function', () => new vm.Script('', { importModuleDynamically: 5 }));
    ";
    let missing = "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING";
    let told = [
        ("nobody", missing),
        ("nobody, of a file", missing),
        ("nobody, in eval", missing),
        ("nobody, elsewhere", missing),
        ("nobody, function", missing),
        ("script", "a,b"),
        ("in eval", "a,b"),
        ("elsewhere", "a,b"),
        ("context", "a,b"),
        ("program", "function"),
        ("arguments", "x true {\"k\":\"v\"} evaluation true"),
        ("module", "a,b"),
        ("throws", "RangeError"),
        ("a number", "ERR_VM_MODULE_NOT_MODULE"),
        ("unlinked", "ERR_VM_MODULE_STATUS"),
        ("errored", "thrown 7"),
        ("not a function", "ERR_INVALID_ARG_TYPE"),
    ];
    let told: Vec<String> = told.iter().map(|(name, told)| format!("{name}: {told}")).collect();
    check(program, &[], &told.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn the_loader_of_the_program_starts_from_a_file_or_from_the_current_directory() {
    let program = "
        const from = (filename) => {
          const script = new vm.Script('import(\"./part.mjs\")', { filename, importModuleDynamically: MAIN });
          return script.runInThisContext().then((part) => part.default);
        };
        const inner = __dirname + '/inner/any name.js';
        tell('no name', () => from(undefined));
        tell('relative', () => from('inner/x.js'));
        tell('path', () => from(inner));
        tell('URL', () => from(require('url').pathToFileURL(inner).href));
        tell('once', async () => {
          const script = new vm.Script('import(\"./part.mjs\")', { importModuleDynamically: MAIN });
          return await script.runInThisContext() === await import('./part.mjs');
        });
    ";
    let files = [("part.mjs", "export default 'outer'"), ("inner/part.mjs", "export default 'inner'")];
    check(program, &files, &["no name: outer", "relative: outer", "path: inner", "URL: inner", "once: true"]);
}

#[test]
fn a_module_is_linked_to_what_it_imports_and_runs_in_its_context() {
    let program = "
        tell('context', async () => {
          const context = vm.createContext({ seen: [] });
          const part = new SyntheticModule(['x'], function() { this.setExport('x', 3); }, { context });
          const module = new SourceTextModule('import { x } from \"part\" with { type: \"k\" }; seen.push(x, typeof process); export { x };', {
            context, identifier: 'named',
          });
          const { specifier, phase } = module.moduleRequests[0];
          const before = `${specifier} ${phase} ${module.dependencySpecifiers} ${module.status}`;
          await module.link((wanted, from, extra) => from === module && extra.attributes.type === 'k' && part);
          const told = `${module.status} ${await module.evaluate()} ${module.status}`;
          part.setExport('x', 4);
          return `${before} ${told} ${module.namespace.x} ${context.seen} ${module.context === context}`;
        });
        tell('shown', () => {
          const { inspect } = require('util');
          const modules = [new SourceTextModule('', { identifier: 'a' }), new SyntheticModule([], () => {}, { identifier: 'b' })];
          return inspect(modules, { breakLength: Infinity }) + inspect(modules, { depth: 0 });
        });
        tell('names', () => {
          const context = vm.createContext();
          const made = [new SourceTextModule(''), new SourceTextModule(''), new SourceTextModule('', { context })];
          return made.map((module) => module.identifier).join();
        });
        tell('cycle', async () => {
          const a = new SourceTextModule('import get from \"b\"; export let x = 5; export default get();');
          const b = new SourceTextModule('import { x } from \"a\"; export default function get() { return x; }');
          a.linkRequests([b]);
          b.linkRequests([a]);
          a.instantiate();
          await a.evaluate();
          return `${a.namespace.default} ${b.status}`;
        });
        tell('itself', async () => {
          const module = new SourceTextModule('import * as me from \"me\"; export default me;');
          await module.link(() => module);
          await module.evaluate();
          return module.namespace.default === module.namespace;
        });
        tell('awaits', async () => {
          const module = linked('await 1; export let done = true;');
          const promise = module.evaluate();
          const told = `${module.hasTopLevelAwait()} ${module.hasAsyncGraph()} ${require('util').inspect(promise)}`;
          await promise;
          return `${told} ${module.namespace.done} ${require('util').inspect(linked('').evaluate())}`;
        });
        tell('meta', async () => {
          const module = linked('export default import.meta;', [], { initializeImportMeta: (meta, from) => { meta.mine = from === module; } });
          await module.evaluate();
          return module.namespace.default.mine;
        });
        tell('code cache', () => {
          const text = 'export let a = 1;';
          const cachedData = new SourceTextModule(text).createCachedData();
          new SourceTextModule(text, { cachedData });
          return new SourceTextModule('other', { cachedData });
        });
    ";
    let out = [
        "context: part evaluation part unlinked linked undefined evaluated 4 3,undefined true",
        "shown: [ SourceTextModule { status: 'unlinked', identifier: 'a', context: undefined }, SyntheticModule { status: 'linked', identifier: 'b', context: undefined } ][ [SourceTextModule], [SyntheticModule] ]",
        "names: vm:module(0),vm:module(1),vm:module(0)",
        "cycle: 5 evaluated",
        "itself: true",
        "awaits: true true Promise { <pending> } true Promise { undefined }",
        "meta: true",
        "code cache: ERR_VM_MODULE_CACHED_DATA_REJECTED",
    ];
    check(program, &[], &out);
}

/// A linker that throws at once leaves a module of Node.js linking for ever, and Node.js has no `import defer`.
#[test]
fn a_linker_that_fails_leaves_an_error_and_one_that_never_answers_a_module_that_is_linking() {
    let program = "
        const link = (linker, text = 'import \"a\"; import \"b\"; import \"c\";') => {
          const module = new SourceTextModule(text);
          const told = (error) => `${error?.code ?? error?.message} ${module.status} ${module.error === error}`;
          return module.link(linker).then(() => module.status, told);
        };
        tell('throws', () => link((x) => { if (x === 'b') throw new Error('at once'); return Promise.reject(new Error('never heard of')); }));
        tell('rejects', () => link(async (x) => { throw new Error(x); }));
        tell('a number', () => link(() => 5));
        tell('of another context', () => link(() => new SourceTextModule('', { context: vm.createContext() })));
        tell('errored', async () => {
          const failed = linked('throw 7');
          await failed.evaluate().catch(() => {});
          return link(() => failed);
        });
        tell('waits', async () => {
          const module = new SourceTextModule('import \"a\"');
          module.link(() => new Promise(() => {}));
          await later();
          return module.status;
        });
        tell('within', () => link(async (x, module) => {
          if (x === 'a') {
            const told = [await module.link(() => {}).catch((error) => error.code), await module.evaluate().catch((error) => error.code)];
            for (const work of [() => module.instantiate(), () => module.linkRequests([])]) {
              try { work(); } catch (error) { told.push(error.code); }
            }
            if (new Set(told).size !== 1 || told[0] !== 'ERR_VM_MODULE_STATUS') throw new Error(told);
          }
          return new SourceTextModule('');
        }));
        tell('no such name', async () => {
          const module = new SourceTextModule('import { x } from \"a\"');
          return module.link(() => new SourceTextModule('')).catch((error) => `${error.name} ${module.status}`);
        });
        tell('too few', () => new SourceTextModule('import \"a\"').linkRequests([]));
        tell('not at all', () => new SourceTextModule('import \"a\"').instantiate());
        tell('in part', () => linked('import \"b\"', [new SourceTextModule('import \"c\"')]));
        tell('two by one name', () => linked('import defer * as a from \"x\"; import \"x\"', [linked(''), linked('')]));
    ";
    let out = [
        "throws: at once errored true",
        "rejects: a errored true",
        "a number: ERR_VM_MODULE_NOT_MODULE errored true",
        "of another context: ERR_VM_MODULE_DIFFERENT_CONTEXT errored true",
        "errored: ERR_VM_MODULE_LINK_FAILURE errored true",
        "waits: linking",
        "within: linked",
        "no such name: SyntaxError unlinked",
        "too few: ERR_MODULE_LINK_MISMATCH",
        "not at all: ERR_VM_MODULE_LINK_FAILURE",
        "in part: ERR_VM_MODULE_LINK_FAILURE",
        "two by one name: ERR_MODULE_LINK_MISMATCH",
    ];
    check(program, &[], &out);
}

/// Node.js asserts where a subclass of `vm.Module` has no module.
#[test]
fn modules_that_are_evaluated_from_within_an_evaluation_end_well() {
    let program = "
        globalThis.log = [];
        tell('itself and what imports it', async () => {
          const a = new SourceTextModule('import \"b\"; await 1; globalThis.inA();');
          const b = new SourceTextModule('import \"a\"; globalThis.inB(); await 2;');
          a.linkRequests([b]);
          b.linkRequests([a]);
          a.instantiate();
          const both = linked('import \"a\"; import \"b\";', [a, b]);
          globalThis.inA = () => b.evaluate().catch((error) => log.push(error.code));
          globalThis.inB = () => {
            a.evaluate().catch((error) => log.push(error.code));
            both.evaluate().then(() => log.push('both'));
          };
          await a.evaluate();
          await both.evaluate();
          return `${log} ${a.status} ${b.status} ${both.status}`;
        });
        tell('its own exports', async () => {
          const module = new SyntheticModule(['a'], () => module.evaluate().catch((error) => log.push(error.code)));
          await module.evaluate();
          return `${log.pop()} ${module.status}`;
        });
        tell('no exports that are not there', () => new SyntheticModule(['a'], () => {}).setExport('b', 1));
        tell('no names twice', () => new SyntheticModule(['a', 'a'], () => {}));
        tell('no other receiver', () => vm.Module.prototype.link.call({}, () => {}));
        tell('no subclass of none of them', () => new class extends vm.Module {}({}).status);
        tell('too deep', () => {
          let module = linked('');
          for (let i = 0; i < 20_000; i++) {
            const next = new SourceTextModule('import \"x\"');
            next.linkRequests([module]);
            module = next;
          }
          module.instantiate();
        });
    ";
    let out = [
        "itself and what imports it: ERR_VM_MODULE_STATUS,both evaluated evaluated evaluated",
        "its own exports: ERR_VM_MODULE_STATUS evaluated",
        "no exports that are not there: ReferenceError",
        "no names twice: ERR_INVALID_ARG_VALUE",
        "no other receiver: ERR_INVALID_THIS",
        "no subclass of none of them: ERR_INVALID_THIS",
        "too deep: RangeError",
    ];
    check(program, &[], &out);
}

/// A module of Node.js that was stopped has the error `null`, and a second evaluation of it never ends.
#[test]
fn a_run_that_was_stopped_says_so_each_time() {
    let program = "
        const stopped = async (module) => {
          const first = await module.evaluate({ timeout: 10 }).catch((error) => error);
          const second = await module.evaluate().catch((error) => error);
          return `${first.code} ${module.status} ${second === first}`;
        };
        const endless = () => { for (;;); };
        tell('module', () => stopped(linked('for (;;);')));
        tell('what it imports', async () => {
          const part = linked('for (;;);');
          return `${await stopped(linked('import \"x\"', [part]))} ${part.status} ${await linked('import \"x\"', [part]).evaluate().catch((error) => error)}`;
        });
        tell('exports', () => stopped(new SyntheticModule(['x'], endless)));
        tell('import.meta', () => stopped(linked('import.meta', [], { initializeImportMeta: endless })));
        tell('import()', () => stopped(linked('import(\"x\")', [], { importModuleDynamically: endless })));
        tell('script', () => vm.runInThisContext('for (;;);', { timeout: 10 }));
        tell('within another', () => {
          const codes = [];
          globalThis.inner = () => {
            try { vm.runInThisContext('for (;;);', { timeout: 5 }); } catch (error) { codes.push(error.message); }
            endless();
          };
          try { vm.runInThisContext('inner()', { timeout: 400 }); } catch (error) { codes.push(error.message); }
          return codes.join();
        });
    ";
    let out = [
        "module: ERR_SCRIPT_EXECUTION_TIMEOUT errored true",
        "what it imports: ERR_SCRIPT_EXECUTION_TIMEOUT errored true errored null",
        "exports: ERR_SCRIPT_EXECUTION_TIMEOUT errored true",
        "import.meta: ERR_SCRIPT_EXECUTION_TIMEOUT errored true",
        "import(): ERR_SCRIPT_EXECUTION_TIMEOUT errored true",
        "script: ERR_SCRIPT_EXECUTION_TIMEOUT",
        "within another: Script execution timed out after 5ms,Script execution timed out after 400ms",
    ];
    check(program, &[], &out);
}

#[test]
fn promise_jobs_of_a_context_that_runs_its_own_run_when_the_evaluation_is_over_and_within_its_time() {
    let program = "
        const own = { microtaskMode: 'afterEvaluate' };
        const text = 'const log = []; Promise.resolve().then(() => log.push(2)); log.push(1); log';
        tell('own', () => vm.runInNewContext(text, {}, own).join());
        tell('shared', () => vm.runInNewContext(text).join());
        tell('endless', () => vm.runInNewContext('Promise.resolve().then(() => { for (;;); })', {}, { ...own, timeout: 10 }));
        tell('after an error', () => {
          const context = vm.createContext({ log: [] }, own);
          try { vm.runInContext('Promise.resolve().then(() => log.push(1)); throw 1', context); } catch { context.log.push('error'); }
          vm.runInContext('', context);
          return context.log.join();
        });
        tell('module', async () => {
          const module = linked('await 1; globalThis.done = true', [], { context: vm.createContext({}, own) });
          const promise = module.evaluate();
          return `${module.context.done} ${promise instanceof Promise} ${await promise}`;
        });
        tell('failing module', () => linked('throw 7', [], { context: vm.createContext({}, own) }).evaluate());
        tell('endless module', () => {
          const context = vm.createContext({}, own);
          return linked('Promise.resolve().then(() => { for (;;); })', [], { context }).evaluate({ timeout: 10 });
        });
    ";
    let timeout = "ERR_SCRIPT_EXECUTION_TIMEOUT";
    let out = [
        "own: 1,2",
        "shared: 1",
        &format!("endless: {timeout}"),
        "after an error: error,1",
        "module: true true undefined",
        "failing module: thrown 7",
        &format!("endless module: {timeout}"),
    ];
    check(program, &[], &out);
}

#[test]
fn a_context_that_forbids_webassembly_compiles_none() {
    let program = "
        const text = 'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); \"compiled\"';
        const forbidding = { codeGeneration: { wasm: false } };
        tell('context', () => vm.runInContext(text, vm.createContext({}, forbidding)));
        tell('run', () => vm.runInNewContext(text, {}, { contextCodeGeneration: { wasm: false } }));
        tell('eval there', () => vm.runInContext('eval(\"1\")', vm.createContext({}, forbidding)));
        tell('another', () => vm.runInNewContext(text));
        tell('the program', () => vm.runInThisContext(text));
    ";
    let out =
        ["context: CompileError", "run: CompileError", "eval there: 1", "another: compiled", "the program: compiled"];
    check(program, &[], &out);
}

#[test]
fn sigint_stops_the_innermost_run_that_asked_for_it_and_nothing_else() {
    let program = "
        globalThis.interrupt = () => process.kill(process.pid, 'SIGINT');
        const options = { breakOnSigint: true };
        const code = (work) => { try { work(); return 'ran'; } catch (error) { return `${error.code}, ${error.message}`; } };
        tell('script', () => code(() => vm.runInThisContext('interrupt(); for (;;);', options)));
        tell('context', () => code(() => vm.runInNewContext('interrupt(); for (;;);', { interrupt }, options)));
        tell('module', () => linked('interrupt(); for (;;);').evaluate(options));
        tell('within another', () => {
          globalThis.inner = () => {
            const first = code(() => vm.runInThisContext('interrupt(); for (;;);', options));
            if (!first.startsWith('ERR_SCRIPT_EXECUTION_INTERRUPTED')) throw new Error(first);
            interrupt();
            for (;;);
          };
          return code(() => vm.runInThisContext('inner()', options));
        });
        tell('time', () => code(() => vm.runInThisContext('for (;;);', { ...options, timeout: 10 })).slice(0, 28));
        tell('none', () => { for (let i = 0; i < 50; i++) vm.runInThisContext('1', options); });
    ";
    let interrupted = "ERR_SCRIPT_EXECUTION_INTERRUPTED, Script execution was interrupted by `SIGINT`";
    let out = [
        &format!("script: {interrupted}"),
        &format!("context: {interrupted}"),
        "module: ERR_SCRIPT_EXECUTION_INTERRUPTED",
        &format!("within another: {interrupted}"),
        "time: ERR_SCRIPT_EXECUTION_TIMEOUT",
        "none: undefined",
    ];
    check(program, &[], &out);
}

#[test]
fn after_a_run_sigint_does_what_it_did_before() {
    let program = "
        vm.runInThisContext('1', { breakOnSigint: true });
        process.kill(process.pid, 'SIGINT');
        console.log('still here');
    ";
    let ended = ran(program, &[], &[]);
    assert_eq!((ended.code, ended.out.as_str()), (None, ""), "{ended:#?}");
    assert!(ended.status.contains("signal: 2"), "{ended:#?}");

    // A shell that ignores it starts programs that ignore it.
    let folder = Folder::new(&[("main.js", &[PRELUDE, program].concat())]);
    let line = format!("trap '' INT; exec '{}' run main.js", env!("CARGO_BIN_EXE_lazuli"));
    let shell = Run::of("sh".as_ref(), ["-c", &line]).current_dir(folder.path());
    shell.end().code(0).out("still here\n");
}

#[test]
fn an_importer_and_its_module_live_as_long_as_the_code() {
    let program = "
        const collect = async () => { for (let i = 0; i < 3; i++) { gc(); await later(); } };
        tell('module', async () => {
          let made = linked('globalThis.ask = async () => [import.meta.name, Object.keys(await import(\"x\")).join()]; export let kept = 1;', [], {
            identifier: 'late',
            initializeImportMeta(meta, module) { meta.name = module.identifier; },
            importModuleDynamically: (x, module) => module,
          });
          await made.evaluate();
          made = undefined;
          await collect();
          return (await ask()).join();
        });
        tell('script', async () => {
          new vm.Script('globalThis.ask = () => import(\"x\")', { importModuleDynamically: () => import('os') }).runInThisContext();
          await collect();
          return typeof (await ask()).cpus;
        });
    ";
    ran(program, &["--v8-flags", "--expose-gc"], &[]).code(0).out("module: late,kept\nscript: function\n");
}

/// Half of it lies in V8's cache of compilations, which is given up last.
#[test]
fn contexts_modules_and_importers_that_nobody_has_make_room_before_the_heap_is_full() {
    let program = "
        const make = () => {
          const context = vm.createContext({}, { microtaskMode: 'afterEvaluate' });
          const part = new SyntheticModule(['x'], () => part.setExport('x', module), { context });
          const module = new SourceTextModule('import \"me\"; import { x } from \"part\"; globalThis.ask = () => import.meta;', {
            context, initializeImportMeta: () => module, importModuleDynamically: () => module,
          });
          module.linkRequests([module, part]);
          module.instantiate();
          module.evaluate();
          new SourceTextModule('import \"x\"', { context }).link(() => new Promise(() => {}));
          const script = new vm.Script('() => import(\"x\")', { importModuleDynamically: () => [script, context] });
          script.runInContext(context);
        };
        (async () => {
          for (let i = 0; i < 800; i++) {
            make();
            if (i % 50 === 0) await later();
          }
          console.log('made all');
        })();
    ";
    ran(program, &["--v8-flags", "--max-old-space-size=64"], &[]).code(0).out("made all\n");
}
