//! The native objects of [`Layer::node`](crate::Layer::node): one file a binding, named after it. Bindings keep no state of their own;
//! what they need to know of the running program they take from its realm. They use V8 only through its safe interface.

mod async_context_frame;
mod buffer;
mod builtins;
mod bytes;
mod config;
mod constants;
mod contextify;
mod credentials;
mod encoding_binding;
mod errors;
mod flags;
mod fs;
pub(crate) mod fs_watch;
mod heap;
mod limits;
mod messaging;
mod module_wrap;
mod options;
mod os;
mod owned;
mod performance;
mod process_methods;
mod promise_hooks;
mod serdes;
mod stdio;
mod symbols;
mod task_queue;
mod timers;
mod types;
mod url;
mod util;
pub(crate) mod uv;

use crate::binding::Binding;

/// Every binding.
pub(crate) fn all() -> Vec<Binding> {
    vec![
        async_context_frame::binding(),
        buffer::binding(),
        builtins::binding(),
        config::binding(),
        constants::binding(),
        contextify::binding(),
        credentials::binding(),
        encoding_binding::binding(),
        errors::binding(),
        flags::binding(),
        fs::binding(),
        fs_watch::binding(),
        heap::binding(),
        messaging::binding(),
        module_wrap::binding(),
        options::binding(),
        os::binding(),
        performance::binding(),
        process_methods::binding(),
        promise_hooks::binding(),
        serdes::binding(),
        stdio::binding(),
        symbols::binding(),
        task_queue::binding(),
        timers::binding(),
        types::binding(),
        util::binding(),
        url::binding(),
        uv::binding(),
    ]
}
