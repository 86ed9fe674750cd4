#![doc = include_str!("../README.md")]

pub use v8;

mod binding;
mod error;
pub mod registry;

mod engine;
mod realm;
mod runtime;

mod bootstrap;
mod contexts;
mod esm;
mod event_loop;
mod lazy;
mod loader;
mod snapshot;
mod stack_trace;

pub mod cost;
pub mod inventory;
mod meter;

pub mod build;

mod bindings;
pub mod js;

pub use self::binding::{Binding, BindingSetup};
pub use self::engine::platform::{HashSeed, Platform};
pub use self::engine::{CodeCacheUse, Engine, EngineBuilder};
pub use self::error::{Error, ErrorKind, Result};
pub use self::inventory::Inventory;
pub use self::lazy::define_lazy_properties;
pub use self::meter::CostMeter;
pub use self::registry::{Builder, Definition, Enumerable, Layer, LazyTarget, Registry, SourceText};
pub use self::runtime::{Runtime, RuntimeOptions, SnapshotUse};
pub use self::snapshot::training::Training;
pub use self::snapshot::{BuildReport, Image, ImageBuilder, Member};
