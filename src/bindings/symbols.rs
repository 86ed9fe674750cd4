//! `internalBinding('symbols')`: the symbols that builtins share, one of each per isolate.

use crate::binding::Binding;
use crate::js;
use crate::realm::{Realm, Slot};

pub(super) fn binding() -> Binding {
    Binding::new("symbols").setup(|scope, object| {
        let Ok(symbols) = v8::Local::<v8::Object>::try_from(Realm::of(scope).get(scope, Slot::PerIsolateSymbols))
        else {
            return;
        };
        let Some(names) = symbols.get_own_property_names(scope, v8::GetPropertyNamesArgs::default()) else { return };
        for index in 0..names.length() {
            let Some(name) = names.get_index(scope, index) else { continue };
            let name = name.to_rust_string_lossy(scope);
            if let Some(symbol) = js::get(scope, symbols, &name) {
                js::set(scope, object, &name, symbol);
            }
        }
    })
}
