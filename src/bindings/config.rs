//! `internalBinding('config')`: what this build can do.

use crate::binding::Binding;
use crate::js;

pub(super) fn binding() -> Binding {
    Binding::new("config").setup(|scope, object| {
        for (name, value) in [("hasIntl", true), ("hasCrypto", false), ("hasInspector", false), ("hasOpenSSL", false)] {
            js::set(scope, object, name, v8::Boolean::new(scope, value).into());
        }
    })
}
