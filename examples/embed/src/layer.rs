//! What this program builds in, for the program and for its build script.
use lazuli::{Binding, Enumerable, Layer, LazyTarget, Registry, v8};

fn roll(_: &mut v8::PinScope<'_, '_>, _: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    rv.set_int32(4);
}

pub(crate) fn registry() -> lazuli::Result<std::sync::Arc<Registry>> {
    let dice = Layer::new("dice")
        .binding(Binding::new("dice").function("roll", roll))
        .module("dice", "const { roll } = internalBinding('dice'); exports.dice = { roll };")
        .lazy(LazyTarget::Global, "dice", "dice", Enumerable::Yes);
    Registry::builder().layer(dice).build()
}
