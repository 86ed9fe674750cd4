//! Takes the costs of builtins. Every sample comes from an isolate of its own: the isolate's compilation cache would answer the second
//! compilation of a source, and the cost would seem to be nothing (nodejs/node#39009).

use std::rc::Rc;
use std::time::{Duration, Instant};

use v8::script_compiler::CompileOptions;

use crate::cost::{ModuleCost, Progress, Samples};
use crate::engine::Engine;
use crate::engine::isolate::{Heap, Isolate};
use crate::error::{Error, ErrorKind, Result};
use crate::js;
use crate::loader::{self, Source, compile};
use crate::realm::{Purpose, Realm};
use crate::registry::ModuleIndex;
use crate::runtime::host::Host;
use crate::runtime::{Runtime, RuntimeOptions, SnapshotUse};

/// Measures what builtins cost in isolates of an engine.
///
/// ```
/// use lazuli::{CostMeter, Engine, Layer, Registry};
///
/// let layer = Layer::new("app").module("app", "exports.answer = () => 42;");
/// let engine = Engine::builder(Registry::builder().layer(layer).build()?).build()?;
/// let costs = CostMeter::new(&engine).samples(2).measure(&[], &mut |_| {})?;
/// assert_eq!(costs[0].compile.as_ref().map(|samples| samples.len()), Some(2));
/// # Ok::<(), lazuli::Error>(())
/// ```
pub struct CostMeter<'a> {
    engine: &'a Engine,
    samples: usize,
}

impl<'a> CostMeter<'a> {
    /// Measures in isolates of this engine: from its image where it has one.
    pub fn new(engine: &'a Engine) -> Self {
        CostMeter { engine, samples: 5 }
    }

    /// The number of samples of each operation. Default: 5. Zero counts as one.
    pub fn samples(mut self, samples: usize) -> Self {
        self.samples = samples.max(1);
        self
    }

    /// Measures the named builtins, or all of them if none is named, in the order they were named in.
    ///
    /// `progress` is called before each builtin, on this thread.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::JavaScript`] when an id is unknown; [`ErrorKind::Config`] as for [`Runtime::new`]. A builtin that does not compile
    /// is no error: its row says why.
    pub fn measure(&self, ids: &[&str], progress: &mut dyn FnMut(Progress<'_>)) -> Result<Vec<ModuleCost>> {
        let registry = self.engine.registry();
        let indices: Vec<ModuleIndex> = match ids {
            [] => registry.indices().collect(),
            ids => ids.iter().map(|id| registry.find(id).ok_or_else(|| self.unknown(id))).collect::<Result<_>>()?,
        };
        let evaluates = Runtime::with_purpose(self.engine, self.scratch(), Purpose::MakeCodeCaches).is_ok();
        let mut costs = Vec::with_capacity(indices.len());
        for (done, index) in indices.iter().enumerate() {
            progress(Progress { done, total: indices.len(), id: registry.definition(*index).id() });
            costs.push(self.measure_one(*index, evaluates)?);
        }
        Ok(costs)
    }

    fn measure_one(&self, index: ModuleIndex, evaluates: bool) -> Result<ModuleCost> {
        let definition = self.engine.registry().definition(index);
        let mut cost = ModuleCost {
            id: definition.id().to_owned(),
            source_bytes: definition.source().bytes().len() as u64,
            compile: None,
            compile_cached: None,
            compile_eager: None,
            evaluate: None,
            cache_bytes: 0,
            cache_eager_bytes: 0,
            cache_executed_bytes: None,
            error: None,
        };
        let lazy = match self.compile(index, None, CompileOptions::NoCompileOptions)? {
            Ok(compiled) => compiled.cache,
            Err(error) => {
                cost.error = Some(error);
                return Ok(cost);
            }
        };
        cost.cache_bytes = lazy.len() as u64;
        let mut times: [Vec<Duration>; 3] = Default::default();
        // The three operations take turns, so that a change of the machine's speed meets all of them.
        for _ in 0..self.samples {
            let runs = [
                (None, CompileOptions::NoCompileOptions),
                (Some(lazy.as_slice()), CompileOptions::NoCompileOptions),
                (None, CompileOptions::EagerCompile),
            ];
            for (times, (cache, options)) in times.iter_mut().zip(runs) {
                if let Ok(compiled) = self.compile(index, cache, options)? {
                    if options == CompileOptions::EagerCompile {
                        cost.cache_eager_bytes = compiled.cache.len() as u64;
                    }
                    if cache.is_none() || compiled.accepted {
                        times.push(compiled.time);
                    }
                }
            }
        }
        let [compile, cached, eager] =
            times.map(|times| (!times.is_empty()).then(|| times.into_iter().collect::<Samples>()));
        (cost.compile, cost.compile_cached, cost.compile_eager) = (compile, cached, eager);
        if evaluates {
            (cost.evaluate, cost.cache_executed_bytes) = self.evaluate(index)?;
        }
        Ok(cost)
    }

    /// One compilation in a bare context of a fresh isolate. The inner error is the syntax error.
    fn compile(
        &self,
        index: ModuleIndex,
        cache: Option<&[u8]>,
        options: CompileOptions,
    ) -> Result<Result<Compiled, String>> {
        let mut isolate = Isolate::new(self.engine, Heap::Default)?;
        let mut entered = isolate.enter();
        let compiled = {
            v8::scope!(let scope, &mut *entered);
            let context = v8::Context::new(scope, v8::ContextOptions::default());
            let scope = &mut v8::ContextScope::new(scope, context);
            let realm = Realm::fresh(
                scope,
                self.engine,
                Purpose::Run { all_edges: false },
                Host::new(RuntimeOptions::new(), None),
            );
            v8::tc_scope!(let scope, scope);
            let since = Instant::now();
            let compiled = compile::compile_with(scope, &realm, index, cache, options);
            let time = since.elapsed();
            match compiled {
                Some((function, accepted)) => {
                    let cache = function.create_code_cache().map(|cache| cache.to_vec()).unwrap_or_default();
                    Ok(Compiled { time, accepted, cache })
                }
                None => {
                    let id = self.engine.registry().definition(index).id();
                    Err(js::error_of(scope, scope.exception(), scope.message(), &format!("compiling '{id}'"))
                        .to_string())
                }
            }
        };
        entered.remove_slot::<Rc<Realm>>();
        Ok(compiled)
    }

    /// Evaluates in runtimes booted from sources, so that members of the image are evaluated, too.
    fn evaluate(&self, index: ModuleIndex) -> Result<(Option<Samples>, Option<u64>)> {
        let id = self.engine.registry().definition(index).id();
        let mut times = Vec::with_capacity(self.samples);
        let mut cache_bytes = None;
        for _ in 0..self.samples {
            let mut runtime = Runtime::with_purpose(self.engine, self.scratch(), Purpose::MakeCodeCaches)?;
            let cache = runtime.enter(|scope, realm| {
                v8::tc_scope!(let scope, scope);
                loader::load(scope, realm, index, Source::Host)?;
                let functions = realm.functions.borrow();
                let (_, function) = functions.as_ref()?.iter().rev().find(|(compiled, _)| *compiled == index)?;
                v8::Local::new(scope, function).create_code_cache().map(|cache| cache.len() as u64)
            });
            let evaluated = runtime.inventory().find(id).map(|load| load.evaluate);
            let (Some(cache), Some(time)) = (cache, evaluated) else { return Ok((None, None)) };
            cache_bytes = Some(cache);
            times.push(time);
        }
        Ok((Some(times.into_iter().collect()), cache_bytes))
    }

    fn scratch(&self) -> RuntimeOptions {
        RuntimeOptions::new().snapshot(SnapshotUse::Ignore)
    }

    fn unknown(&self, id: &str) -> Error {
        let hint = match self.engine.registry().did_you_mean(id) {
            hint if hint.is_empty() => "; measure without an id to see every builtin".to_owned(),
            hint => hint,
        };
        let message = format!("there is no builtin '{id}'{hint}");
        Error::new(ErrorKind::JavaScript, "ERR_UNKNOWN_BUILTIN_MODULE", message).with_id(id)
    }
}

struct Compiled {
    time: Duration,
    accepted: bool,
    cache: Vec<u8>,
}
