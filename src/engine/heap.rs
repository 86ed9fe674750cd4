//! The heap limit of an isolate. V8 kills the process when a heap is full; here JavaScript is terminated instead, with a little more room to
//! unwind in, and the owner is told.

use std::ffi::c_void;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Watches one isolate. It is told by V8 through its address, so it must not move and must outlive the isolate.
pub(crate) struct HeapLimit {
    isolate: v8::IsolateHandle,
    address: v8::UnsafeRawIsolatePtr,
    reached: AtomicBool,
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
            initial: AtomicUsize::new(0),
        });
        isolate.add_near_heap_limit_callback(reached, std::ptr::from_ref(&*limit).cast_mut().cast());
        limit
    }

    /// The limit in bytes, if it was reached since the last call; it holds again then.
    pub(crate) fn take(&self, isolate: &mut v8::Isolate) -> Option<usize> {
        if !self.reached.swap(false, Ordering::Relaxed) {
            return None;
        }
        let initial = self.initial.load(Ordering::Relaxed);
        isolate.cancel_terminate_execution();
        isolate.remove_near_heap_limit_callback(reached, initial);
        isolate.add_near_heap_limit_callback(reached, std::ptr::from_ref(self).cast_mut().cast());
        Some(initial)
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }
}

unsafe extern "C" fn reached(limit: *mut c_void, current: usize, initial: usize) -> usize {
    // SAFETY: the address is that of the one made by `HeapLimit::watch`, which its owner keeps longer than the isolate.
    let limit = unsafe { &*limit.cast::<HeapLimit>() };
    let mut address = limit.address;
    // SAFETY: V8 calls back on the thread of the isolate, which is alive; nothing else refers to it during the call.
    let isolate = unsafe { v8::Isolate::ref_from_raw_isolate_ptr_mut(&mut address) };
    // V8 also calls after one allocation failed that is larger than any heap: JavaScript gets a RangeError for that.
    if isolate.get_heap_statistics().used_heap_size() < current / 2 {
        return current;
    }
    limit.reached.store(true, Ordering::Relaxed);
    limit.initial.store(initial, Ordering::Relaxed);
    limit.isolate.terminate_execution();
    // Room to unwind in: an eighth of the limit, as garbage collections run before JavaScript notices.
    current + (initial / 8).max(8 << 20)
}
