//! From start options to an engine and runtime options: which builtins, which image, which flags. It must not know which command asks.

use lazuli::{CodeCacheUse, Engine, ErrorKind, HashSeed, Image, Platform, RuntimeOptions, SnapshotUse};

use crate::args::{MadeOfArgs, ProgramArgs, StartArgs};
use crate::{Failure, image, layer};

/// The entry points of `internal/main/*` and what each is for.
pub(crate) mod entry {
    pub(crate) const SCRIPT: &str = "internal/main/run_main_module";
    pub(crate) const TEXT: &str = "internal/main/eval_string";
    pub(crate) const STDIN: &str = "internal/main/eval_stdin";
}

/// The engine of a start.
pub(crate) fn engine(args: &StartArgs) -> Result<Engine, Failure> {
    let registry = layer::registry(args.made_of.modules.as_deref())?;
    let code_cache = if args.no_code_cache { CodeCacheUse::Ignore } else { CodeCacheUse::Use };
    let build = |image: Option<Image>| {
        let builder = Engine::builder(registry.clone()).platform(platform(&args.made_of)).code_cache(code_cache);
        match image {
            Some(image) => builder.image(image).build(),
            None => builder.build(),
        }
    };
    if let Some(file) = &args.image {
        return Ok(build(Some(Image::open(file)?))?);
    }
    match build(Some(image::embedded()?)) {
        // Other builtins or flags than the embedded image was made with: there is no image for this start, so it boots from sources.
        Err(error) if error.kind() == ErrorKind::Image && !args.made_of.is_default() => Ok(build(None)?),
        engine => Ok(engine?),
    }
}

/// The platform of this program with the flags that were asked for.
pub(crate) fn platform(args: &MadeOfArgs) -> Platform {
    let platform = layer::platform().flags(args.v8_flags.iter().flat_map(|flags| flags.split_whitespace()));
    if args.hash_seed == "random" { platform.hash_seed(HashSeed::PerProcess) } else { platform }
}

impl MadeOfArgs {
    fn is_default(&self) -> bool {
        self.modules.is_none() && self.v8_flags.is_empty()
    }
}

impl StartArgs {
    pub(crate) fn snapshot(&self) -> SnapshotUse {
        if self.no_snapshot { SnapshotUse::Ignore } else { SnapshotUse::Use }
    }
}

impl ProgramArgs {
    /// Whether there is neither a script nor a text to run.
    pub(crate) fn is_absent(&self) -> bool {
        self.rest.is_empty() && self.eval.is_none() && self.print.is_none()
    }

    /// The entry point that runs the program.
    pub(crate) fn entry(&self) -> &'static str {
        if self.eval.is_some() || self.print.is_some() {
            entry::TEXT
        } else if self.rest.first().is_none_or(|script| script == "-") {
            entry::STDIN
        } else {
            entry::SCRIPT
        }
    }

    /// The options of a runtime for this program. Options that were not given are not set: builtins read them as undefined.
    pub(crate) fn runtime_options(&self) -> RuntimeOptions {
        let program = std::env::args_os().next().unwrap_or_default();
        let argv = std::iter::once(&program).chain(&self.rest).map(|argument| argument.to_string_lossy());
        let mut options = RuntimeOptions::new().argv(argv);
        if let Some(source) = self.eval.as_ref().or(self.print.as_ref()) {
            options = options.option("evalSource", source.as_str());
        }
        let switches = [
            ("print", self.print.is_some()),
            ("exposeInternals", self.expose_internals),
            ("noWarnings", self.no_warnings),
            ("traceWarnings", self.trace_warnings),
            ("traceDeprecation", self.trace_deprecation),
            ("noDeprecation", self.no_deprecation),
            ("throwDeprecation", self.throw_deprecation),
            ("pendingDeprecation", self.pending_deprecation),
            ("preserveSymlinks", self.preserve_symlinks),
            ("preserveSymlinksMain", self.preserve_symlinks_main),
        ];
        for (name, given) in switches {
            if given {
                options = options.option(name, true);
            }
        }
        if let Some(kind) = &self.input_type {
            options = options.option("inputType", kind.as_str());
        }
        if let Some(mode) = &self.unhandled_rejections {
            options = options.option("unhandledRejections", mode.as_str());
        }
        let lists =
            [("require", &self.require), ("conditions", &self.conditions), ("disableWarning", &self.disable_warning)];
        for (name, list) in lists {
            if !list.is_empty() {
                options = options.option(name, list.clone());
            }
        }
        options
    }
}
