//! A profile of garbage collections: how large the heap was before and after each, and how long it took.

use std::cell::RefCell;
use std::ffi::c_void;
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};

/// Watches the collections of one isolate until it is dropped, which its owner does before the isolate is disposed of.
pub(crate) struct GcProfile {
    // V8 calls back with the address, so it must not move.
    watch: Rc<Watch>,
    started: SystemTime,
}

struct Watch {
    isolate: v8::UnsafeRawIsolatePtr,
    begun: RefCell<Option<(Instant, Memory)>>,
    collections: RefCell<Vec<Collection>>,
}

/// One garbage collection.
pub(crate) struct Collection {
    pub(crate) kind: v8::GCType,
    pub(crate) before: Memory,
    pub(crate) cost: Duration,
    pub(crate) after: Memory,
}

/// The sizes of a heap at one moment.
pub(crate) struct Memory {
    pub(crate) heap: v8::HeapStatistics,
    pub(crate) spaces: Vec<v8::HeapSpaceStatistics>,
}

impl Memory {
    pub(crate) fn of(isolate: &mut v8::Isolate) -> Self {
        let spaces = (0..isolate.number_of_heap_spaces()).filter_map(|index| isolate.get_heap_space_statistics(index));
        let spaces = spaces.collect();
        Memory { heap: isolate.get_heap_statistics(), spaces }
    }
}

impl GcProfile {
    pub(crate) fn start(isolate: &mut v8::Isolate) -> Self {
        let watch = Rc::new(Watch {
            // SAFETY: the address is used while V8 calls back and when this is dropped, and so while the isolate lives.
            isolate: unsafe { isolate.as_raw_isolate_ptr() },
            begun: RefCell::default(),
            collections: RefCell::default(),
        });
        isolate.add_gc_prologue_callback(begins, watch.address(), v8::GCType::kGCTypeAll);
        isolate.add_gc_epilogue_callback(ends, watch.address(), v8::GCType::kGCTypeAll);
        GcProfile { watch, started: SystemTime::now() }
    }

    /// When it started, and what there was since.
    pub(crate) fn take(&self) -> (SystemTime, Vec<Collection>) {
        (self.started, self.watch.collections.take())
    }
}

impl Drop for GcProfile {
    fn drop(&mut self) {
        let mut isolate = self.watch.isolate;
        // SAFETY: the isolate is alive, as the type asks of its owner, and nothing else refers to it during the calls.
        let isolate = unsafe { v8::Isolate::ref_from_raw_isolate_ptr_mut(&mut isolate) };
        let address = self.watch.address();
        isolate.remove_gc_prologue_callback(begins, address);
        isolate.remove_gc_epilogue_callback(ends, address);
    }
}

impl Watch {
    fn address(&self) -> *mut c_void {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

unsafe extern "C" fn begins(
    mut isolate: v8::UnsafeRawIsolatePtr,
    _: v8::GCType,
    _: v8::GCCallbackFlags,
    watch: *mut c_void,
) {
    // SAFETY: V8 calls back with the address that `GcProfile::start` gave it, until the profile, which owns it, is dropped.
    let watch = unsafe { &*watch.cast::<Watch>() };
    // SAFETY: V8 calls back on the thread of the isolate, which is alive; nothing else refers to it during the call.
    let isolate = unsafe { v8::Isolate::ref_from_raw_isolate_ptr_mut(&mut isolate) };
    let memory = Memory::of(isolate);
    watch.begun.replace(Some((Instant::now(), memory)));
}

unsafe extern "C" fn ends(
    mut isolate: v8::UnsafeRawIsolatePtr,
    kind: v8::GCType,
    _: v8::GCCallbackFlags,
    watch: *mut c_void,
) {
    // SAFETY: V8 calls back with the address that `GcProfile::start` gave it, until the profile, which owns it, is dropped.
    let watch = unsafe { &*watch.cast::<Watch>() };
    // A profile may start while a collection runs.
    let Some((begun, before)) = watch.begun.take() else { return };
    let cost = begun.elapsed();
    // SAFETY: V8 calls back on the thread of the isolate, which is alive; nothing else refers to it during the call.
    let isolate = unsafe { v8::Isolate::ref_from_raw_isolate_ptr_mut(&mut isolate) };
    let after = Memory::of(isolate);
    watch.collections.borrow_mut().push(Collection { kind, before, cost, after });
}
