//! The inventory: every load of a builtin or binding, as data. It must not know V8, and taking one loads nothing.

use std::time::Duration;

use serde::{Deserialize, Serialize};

mod diff;
pub(crate) mod recorder;

pub use self::diff::{Change, Difference, Entry};

/// When a load happened. The order is the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// `primordials` and what else every context needs.
    PerContext,
    /// The loaders.
    Realm,
    /// `process` and what Node.js adds to the global object.
    Node,
    /// What the web platform adds to it.
    Web,
    /// Main thread or not, owner of the process state or not.
    Switches,
    /// What depends on argv, environment and working directory. Never in an image.
    PreExecution,
    /// The entry point, until user code starts.
    Main,
    /// User code runs.
    RunTime,
}

/// What was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A JavaScript module of the registry.
    Builtin,
    /// A native object.
    Binding,
}

/// Where the code of a load came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It was in the startup image, already evaluated.
    Snapshot,
    /// It was compiled from the code cache.
    CodeCache,
    /// It was compiled from source. Bindings count as source.
    Source,
}

/// The construct that asked for a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// `require` or `internalBinding`.
    Require,
    /// An `import` of user code.
    Import,
    /// The first read of a lazy property.
    Lazy,
    /// The host.
    Native,
}

/// Who asked for a load, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// The asking builtin's id or the asking script's name.
    pub from: String,
    /// How it asked.
    pub edge: Edge,
    /// The script the request stands in, as V8 names it.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// At run time, the user code that a builtin asked on behalf of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserCode>,
}

/// A place in user code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserCode {
    /// The script.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{} ({file}:{line})", self.from)?,
            _ => f.write_str(&self.from)?,
        }
        match &self.user {
            Some(user) => write!(f, " for {}:{}", user.file, user.line),
            None => Ok(()),
        }
    }
}

/// One load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// The id of the builtin or the name of the binding.
    pub id: String,
    /// Which of the two it is.
    pub kind: Kind,
    /// When.
    pub phase: Phase,
    /// From where.
    pub origin: Origin,
    /// Why the image's code cache was not used, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
    /// Who asked; `None` for the roots the host runs.
    pub cause: Option<Cause>,
    /// Time to compile. Zero in a snapshot.
    #[serde(rename = "compile_us", with = "micros")]
    pub compile: Duration,
    /// Time to evaluate, without the loads inside it. Zero in a snapshot.
    #[serde(rename = "evaluate_us", with = "micros")]
    pub evaluate: Duration,
}

/// A request for something that was already there. Kept only when a runtime records all edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// What was asked for.
    pub id: String,
    /// Builtin or binding.
    pub kind: Kind,
    /// Who asked.
    pub cause: Cause,
}

/// How the runtime that was recorded had started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Startup {
    /// From the bootstrapped context of an image.
    Snapshot,
    /// From sources and code caches.
    None,
}

/// Every load of one runtime so far, in the order in which they finished.
///
/// ```
/// use lazuli::{Engine, Layer, Registry, Runtime, RuntimeOptions};
///
/// let registry = Registry::builder().layer(Layer::new("app").module("app", "exports.ready = true;")).build()?;
/// let mut runtime = Runtime::new(&Engine::builder(registry).build()?, RuntimeOptions::new())?;
/// runtime.load("app")?;
/// assert_eq!(runtime.inventory().loads[0].id, "app");
/// # Ok::<(), lazuli::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inventory {
    /// How the runtime started.
    pub startup: Startup,
    /// The loads.
    pub loads: Vec<Load>,
    /// Further requests; empty unless [`RuntimeOptions::record_all_edges`](crate::RuntimeOptions::record_all_edges) was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<Hit>,
}

/// The three lists of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// Loaded by bootstrap, or in the image.
    BeforePreExecution,
    /// Loaded by pre-execution and the entry point.
    PreExecution,
    /// Loaded by user code.
    RunTime,
}

impl List {
    /// The lists in order.
    pub const ALL: [List; 3] = [List::BeforePreExecution, List::PreExecution, List::RunTime];

    /// The list a phase belongs to.
    pub fn of(phase: Phase) -> List {
        match phase {
            Phase::PerContext | Phase::Realm | Phase::Node | Phase::Web | Phase::Switches => List::BeforePreExecution,
            Phase::PreExecution | Phase::Main => List::PreExecution,
            Phase::RunTime => List::RunTime,
        }
    }

    /// The name in JSON and in list files.
    pub fn name(self) -> &'static str {
        match self {
            List::BeforePreExecution => "before_pre_execution",
            List::PreExecution => "pre_execution",
            List::RunTime => "run_time",
        }
    }
}

impl Load {
    /// The list this load belongs to.
    pub fn list(&self) -> List {
        List::of(self.phase)
    }

    /// The line of a list file: the id, with `binding ` before a binding.
    pub fn label(&self) -> String {
        match self.kind {
            Kind::Builtin => self.id.clone(),
            Kind::Binding => format!("binding {}", self.id),
        }
    }
}

impl Inventory {
    /// The loads of one list, in load order.
    pub fn list(&self, list: List) -> impl Iterator<Item = &Load> {
        self.loads.iter().filter(move |load| load.list() == list)
    }

    /// The load of a builtin.
    pub fn find(&self, id: &str) -> Option<&Load> {
        self.loads
            .iter()
            .find(|load| load.kind == Kind::Builtin && load.id == id)
            .or_else(|| self.loads.iter().find(|load| load.id == id))
    }

    /// The chain of loads that led to this one, the entry first and the load itself last.
    pub fn chain<'a>(&'a self, load: &'a Load) -> Vec<&'a Load> {
        let mut chain = vec![load];
        while let Some(cause) = &chain[chain.len() - 1].cause {
            match self.loads.iter().find(|load| load.kind == Kind::Builtin && load.id == cause.from) {
                Some(asker) if !chain.iter().any(|seen| std::ptr::eq(*seen, asker)) => chain.push(asker),
                _ => break,
            }
        }
        chain.reverse();
        chain
    }

    /// The text that tests pin: the three lists, ids sorted within each.
    pub fn test_form(&self) -> String {
        let mut text = String::new();
        for list in List::ALL {
            let mut labels: Vec<_> = self.list(list).map(Load::label).collect();
            labels.sort();
            text.push_str(list.name());
            text.push_str(":\n");
            for label in labels {
                text.push_str("  ");
                text.push_str(&label);
                text.push('\n');
            }
        }
        text
    }
}

/// Durations as whole and fractional microseconds.
mod micros {
    use super::Duration;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(duration.as_nanos() as f64 / 1000.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let micros = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(micros / 1e6).map_err(serde::de::Error::custom)
    }
}
