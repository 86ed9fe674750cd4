//! The heap limit of an isolate. V8 kills the process when a heap is full; here JavaScript is terminated instead, with a little more room to
//! unwind in, and the owner is told. Before that, V8 gives up its caches: they can hold as much as a heap has room for, contexts among it.

use std::ffi::c_void;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Watches one isolate. It is told by V8 through its address, so it must not move and must outlive the isolate.
pub(crate) struct HeapLimit {
    isolate: v8::IsolateHandle,
    address: v8::UnsafeRawIsolatePtr,
    reached: AtomicBool,
    /// Whether JavaScript is about to be interrupted for a last look at what can be given up.
    looks: AtomicBool,
    /// The limit before it was raised, in bytes.
    initial: AtomicUsize,
}

impl HeapLimit {
    /// Starts to watch. It is to be kept until the isolate is disposed of.
    pub(crate) fn watch(isolate: &mut v8::Isolate) -> Rc<Self> {
        // SAFETY: the address is used only while V8 calls back, and so while the isolate lives.
        let address = unsafe { isolate.as_raw_isolate_ptr() };
        let limit = Rc::new(HeapLimit {
            address,
            isolate: isolate.thread_safe_handle(),
            reached: AtomicBool::new(false),
            looks: AtomicBool::new(false),
            initial: AtomicUsize::new(0),
        });
        isolate.add_near_heap_limit_callback(near, std::ptr::from_ref(&*limit).cast_mut().cast());
        limit
    }

    /// The limit in bytes, if it was reached since the last call; it holds again then.
    pub(crate) fn take(&self, isolate: &mut v8::Isolate) -> Option<usize> {
        if !self.reached.swap(false, Ordering::Relaxed) {
            return None;
        }
        isolate.cancel_terminate_execution();
        self.looks.store(false, Ordering::Relaxed);
        self.lower(isolate);
        Some(self.initial.load(Ordering::Relaxed))
    }

    /// Makes the limit hold again after it was raised.
    fn lower(&self, isolate: &mut v8::Isolate) {
        isolate.remove_near_heap_limit_callback(near, self.initial.load(Ordering::Relaxed));
        isolate.add_near_heap_limit_callback(near, std::ptr::from_ref(self).cast_mut().cast());
    }

    fn terminate(&self) {
        self.reached.store(true, Ordering::Relaxed);
        self.isolate.terminate_execution();
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }
}

unsafe extern "C" fn near(limit: *mut c_void, current: usize, initial: usize) -> usize {
    let address = limit;
    // SAFETY: the address is that of the one made by `HeapLimit::watch`, which its owner keeps longer than the isolate.
    let limit = unsafe { &*limit.cast::<HeapLimit>() };
    let mut isolate = limit.address;
    // SAFETY: V8 calls back on the thread of the isolate, which is alive; nothing else refers to it during the call.
    let isolate = unsafe { v8::Isolate::ref_from_raw_isolate_ptr_mut(&mut isolate) };
    // V8 also calls after one allocation failed that is larger than any heap: JavaScript gets a RangeError for that.
    if isolate.get_heap_statistics().used_heap_size() < current / 2 {
        return current;
    }
    limit.initial.store(initial, Ordering::Relaxed);
    if limit.looks.swap(true, Ordering::Relaxed) {
        limit.terminate();
    } else {
        limit.isolate.request_interrupt(look, address);
    }
    // Room to unwind in: an eighth of the limit, as garbage collections run before JavaScript notices.
    current + (initial / 8).max(8 << 20)
}

/// Runs before JavaScript goes on. An eighth of the heap must be free by then, or it would be back at once.
unsafe extern "C" fn look(mut isolate: v8::UnsafeRawIsolatePtr, limit: *mut c_void) {
    // SAFETY: as in `near`.
    let limit = unsafe { &*limit.cast::<HeapLimit>() };
    // SAFETY: V8 interrupts on the thread of the isolate, which is alive; nothing else refers to it during the call.
    let isolate = unsafe { v8::Isolate::ref_from_raw_isolate_ptr_mut(&mut isolate) };
    if limit.is_reached() || !limit.looks.swap(false, Ordering::Relaxed) {
        return;
    }
    let is_full = |isolate: &mut v8::Isolate| {
        let initial = limit.initial.load(Ordering::Relaxed);
        isolate.get_heap_statistics().used_heap_size() > initial - initial / 8
    };
    if is_full(isolate) {
        isolate.low_memory_notification();
    }
    if is_full(isolate) {
        limit.terminate();
    } else {
        limit.lower(isolate);
    }
}
