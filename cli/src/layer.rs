//! The registry of the program `lazuli`: the library's own layer and what only this program has. The build script includes this file,
//! too, so that the image is made of the very registry that starts from it.

use std::path::Path;
use std::sync::Arc;

use lazuli::{HashSeed, ImageBuilder, Layer, Platform, Registry, Result, Training};

#[path = "import_clauses.rs"]
mod import_clauses;
#[path = "resolver.rs"]
mod resolver;

/// The registry, with the builtins of `modules` in place of the embedded ones if a folder is given.
pub(crate) fn registry(modules: Option<&Path>) -> Result<Arc<Registry>> {
    let node = modules.map_or_else(Layer::node, Layer::node_from);
    Registry::builder()
        .layer(node)
        .layer(Layer::new("cli").needs("node").binding(resolver::binding()).binding(import_clauses::binding()))
        .build()
}

/// How images of this program are made, by its own build script and by `lazuli snapshot build`.
pub(crate) fn image_builder(registry: Arc<Registry>) -> ImageBuilder {
    ImageBuilder::new(registry)
        .platform(platform())
        .train(Training::new("internal/main/run_main_module").arguments(["/dev/null"]))
        .train(Training::new("internal/main/eval_string").option("evalSource", TRAINING_SCRIPT))
        .train(
            Training::new("internal/main/eval_string")
                .option("evalSource", TRAINING_MODULE)
                .option("inputType", "module"),
        )
}

/// The same for an ES module.
const TRAINING_MODULE: &str = "
import { join } from 'node:path';
join('a', 'b');
await 1;
";

/// How this program starts V8. `import defer` is finished in V8 15.2 and not yet on by default. Scripts run at the start they are quick at;
/// servers ask for a hash seed of their own with `--hash-seed random`.
pub(crate) fn platform() -> Platform {
    Platform::new().hash_seed(HashSeed::OfImage).flags(["--js-defer-import-eval"])
}

/// What nearly every program does: print, wait a turn, ask for a builtin. One thing waits for the other: were it left to the clock which
/// comes first, two images would differ in the order of their functions.
const TRAINING_SCRIPT: &str = "
'use strict';
console.log('trained');
process.nextTick(() => {});
Promise.resolve().then(() => {});
setImmediate(() => {
  setTimeout(() => {}, 1);
});
require('path').join('a', 'b');
";
