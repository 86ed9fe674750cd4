//! Watches which builtins leave V8 global handles behind while they load for an image. V8 ends the process when it finds such a handle
//! and does not say whose it is; this gives the name. It lives as long as the realm an image is made of.

use crate::registry::ModuleIndex;

/// The global handles that each load has left behind, loads inside it excepted.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    open: Vec<Open>,
    kept: Vec<ModuleIndex>,
}

#[derive(Debug)]
struct Open {
    handles: usize,
    inner: usize,
}

impl Watch {
    /// A load begins, with so much memory in global handles.
    pub(crate) fn begin(&mut self, handles: usize) {
        self.open.push(Open { handles, inner: 0 });
    }

    /// The load that began last has ended.
    pub(crate) fn end(&mut self, module: ModuleIndex, handles: usize) {
        let Some(open) = self.open.pop() else { return };
        let grown = handles.saturating_sub(open.handles);
        if grown > open.inner {
            self.kept.push(module);
        }
        if let Some(outer) = self.open.last_mut() {
            outer.inner += grown;
        }
    }

    /// The builtins that left something behind, in load order.
    pub(crate) fn kept(&self) -> &[ModuleIndex] {
        &self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_load_that_left_a_handle_is_named() {
        let mut watch = Watch::default();
        watch.begin(10); // 0
        watch.begin(10); // 1
        watch.end(ModuleIndex(1), 14);
        watch.begin(14); // 2
        watch.end(ModuleIndex(2), 14);
        watch.end(ModuleIndex(0), 14);
        watch.begin(14); // 3 frees what 1 had left
        watch.end(ModuleIndex(3), 10);
        assert_eq!(watch.kept(), [ModuleIndex(1)]);
    }
}
