//! The environment of the process.

/// Sets or removes a variable. The name has no `=` and no NUL, the value no NUL.
pub(crate) fn set(name: &str, value: Option<&str>) {
    // SAFETY: changing the environment races only with threads that read it through C. Rust's own readers take the same lock; V8's
    // helper threads read no variables; an embedder that lets scripts write `process.env` accepts this, as every Node embedder does.
    unsafe {
        match value {
            Some(value) => std::env::set_var(name, value),
            None => std::env::remove_var(name),
        }
    }
}
