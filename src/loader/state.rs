//! The legal steps of a module: unloaded, loading, loaded. Pure bookkeeping without V8, so that it can be tested as a table.
//!
//! It also knows which modules were handed the exports of another one while that was still loading: when that load fails, they hold
//! exports that will never be finished, and are unloaded with it.

use crate::registry::ModuleIndex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Unloaded,
    Loading,
    Loaded,
}

#[derive(Debug)]
pub(crate) struct States {
    states: Vec<State>,
    /// What is loading, outermost first, each with the length of `finished` when it began.
    loading: Vec<(ModuleIndex, usize)>,
    /// What has finished since the outermost load began.
    finished: Vec<ModuleIndex>,
    /// Who took whose exports since then.
    taken: Vec<(ModuleIndex, ModuleIndex)>,
}

impl States {
    pub(crate) fn unloaded(count: usize) -> Self {
        Self::restored(vec![State::Unloaded; count])
    }

    pub(crate) fn restored(states: Vec<State>) -> Self {
        States { states, loading: Vec::new(), finished: Vec::new(), taken: Vec::new() }
    }

    pub(crate) fn get(&self, module: ModuleIndex) -> State {
        self.states[module.get()]
    }

    pub(crate) fn all(&self) -> &[State] {
        &self.states
    }

    /// Whether some load has begun and not ended; then who takes whose exports counts.
    pub(crate) fn is_loading(&self) -> bool {
        !self.loading.is_empty()
    }

    pub(crate) fn begin(&mut self, module: ModuleIndex) {
        debug_assert_eq!(self.get(module), State::Unloaded);
        self.states[module.get()] = State::Loading;
        self.loading.push((module, self.finished.len()));
    }

    pub(crate) fn finish(&mut self, module: ModuleIndex) {
        self.states[module.get()] = State::Loaded;
        self.leave(module);
        self.finished.push(module);
        self.settle();
    }

    /// Unloads a module whose load failed, and returns it with the modules that fall with it.
    pub(crate) fn fail(&mut self, module: ModuleIndex) -> Vec<ModuleIndex> {
        let since = self.leave(module);
        let mut fallen = vec![module];
        loop {
            let falls = |&(taker, from): &(ModuleIndex, ModuleIndex)| {
                fallen.contains(&from) && !fallen.contains(&taker) && self.finished[since..].contains(&taker)
            };
            match self.taken.iter().find(|edge| falls(edge)).copied() {
                Some((taker, _)) => fallen.push(taker),
                None => break,
            }
        }
        for module in &fallen {
            self.states[module.get()] = State::Unloaded;
        }
        self.finished.retain(|module| !fallen.contains(module));
        self.settle();
        fallen
    }

    /// Notes that `taker` was given the exports of `from`.
    pub(crate) fn took(&mut self, taker: ModuleIndex, from: ModuleIndex) {
        if !self.loading.is_empty() {
            self.taken.push((taker, from));
        }
    }

    fn leave(&mut self, module: ModuleIndex) -> usize {
        let top = self.loading.pop();
        debug_assert_eq!(top.map(|(top, _)| top), Some(module), "loads end in the reverse of the order they began in");
        top.map_or(0, |(_, since)| since)
    }

    fn settle(&mut self) {
        if self.loading.is_empty() {
            self.finished.clear();
            self.taken.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ModuleIndex = ModuleIndex(0);
    const B: ModuleIndex = ModuleIndex(1);
    const C: ModuleIndex = ModuleIndex(2);

    #[test]
    fn a_module_goes_from_unloaded_over_loading_to_loaded() {
        let mut states = States::unloaded(1);
        assert_eq!(states.get(A), State::Unloaded);
        states.begin(A);
        assert_eq!(states.get(A), State::Loading);
        states.finish(A);
        assert_eq!(states.get(A), State::Loaded);
    }

    #[test]
    fn a_failed_load_leaves_an_independent_dependency_loaded() {
        let mut states = States::unloaded(2);
        states.begin(A);
        states.begin(B);
        states.finish(B);
        states.took(A, B);
        assert_eq!(states.fail(A), [A]);
        assert_eq!(states.all(), [State::Unloaded, State::Loaded]);
    }

    #[test]
    fn modules_that_hold_exports_of_a_failed_load_fall_with_it() {
        let mut states = States::unloaded(3);
        states.begin(A);
        states.begin(B);
        states.took(B, A);
        states.finish(B);
        states.begin(C);
        states.took(C, B);
        states.finish(C);
        assert_eq!(states.fail(A), [A, B, C]);
        assert_eq!(states.all(), [State::Unloaded; 3]);
    }

    #[test]
    fn what_was_loaded_before_the_failed_load_began_stays() {
        let mut states = States::unloaded(2);
        states.begin(B);
        states.finish(B);
        states.begin(A);
        states.took(B, A);
        assert_eq!(states.fail(A), [A]);
        assert_eq!(states.get(B), State::Loaded);
    }
}
