//! A binding: the description of a native object that `internalBinding(name)` returns. The description is shared by all isolates;
//! the object is made in each realm at first use. Its functions are the source of the table of external references, so that no
//! second list has to be kept in step.

use std::borrow::Cow;

/// Fills what a table of functions cannot: constants, nested objects, lazily computed properties.
///
/// It runs once a realm, may run while a startup image is built, and must then leave nothing behind that cannot be in one: no
/// `v8::Global`, no typed array, no value read from the environment.
pub type BindingSetup = for<'s, 'i> fn(&mut v8::PinScope<'s, 'i>, v8::Local<'s, v8::Object>);

/// A native object by name: functions, and a hook for everything else.
///
/// ```
/// use lazuli::{Binding, v8};
///
/// fn answer(_: &mut v8::PinScope, _: v8::FunctionCallbackArguments, mut rv: v8::ReturnValue) {
///     rv.set_int32(42);
/// }
///
/// let binding = Binding::new("oracle").function("answer", answer);
/// assert_eq!(binding.function_names().collect::<Vec<_>>(), ["answer"]);
/// ```
#[derive(Clone)]
pub struct Binding {
    name: Cow<'static, str>,
    functions: Vec<(&'static str, v8::FunctionCallback)>,
    setup: Option<BindingSetup>,
    linked: bool,
}

impl Binding {
    /// A binding without functions.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Binding { name: name.into(), functions: Vec::new(), setup: None, linked: false }
    }

    /// Adds a function. It must not capture anything: its state lives in the [`Runtime`](crate::Runtime).
    pub fn function(mut self, name: &'static str, callback: impl v8::MapFnTo<v8::FunctionCallback>) -> Self {
        self.functions.push((name, callback.map_fn_to()));
        self
    }

    /// Runs `setup` on the object after the functions are on it.
    pub fn setup(mut self, setup: BindingSetup) -> Self {
        self.setup = Some(setup);
        self
    }

    /// Lets user code reach the binding through `process._linkedBinding(name)`.
    pub fn linked(mut self) -> Self {
        self.linked = true;
        self
    }

    /// The name for `internalBinding`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn shared_name(&self) -> Cow<'static, str> {
        self.name.clone()
    }

    /// The names of its functions, in the order they were added.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|(name, _)| *name)
    }

    pub(crate) fn functions(&self) -> &[(&'static str, v8::FunctionCallback)] {
        &self.functions
    }

    pub(crate) fn run_setup<'s>(&self, scope: &mut v8::PinScope<'s, '_>, object: v8::Local<'s, v8::Object>) {
        if let Some(setup) = self.setup {
            setup(scope, object);
        }
    }

    pub(crate) fn is_linked(&self) -> bool {
        self.linked
    }
}

impl std::fmt::Debug for Binding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Binding").field("name", &self.name).field("functions", &self.functions.len()).finish()
    }
}
