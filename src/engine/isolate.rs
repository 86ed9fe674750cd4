//! Owns one V8 isolate: how it is made, entered, left and dropped. An isolate is entered per operation and left again, so that any
//! number of them can live on a thread and be dropped in any order.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Mutex;

use super::Engine;
use super::heap::HeapLimit;
use crate::error::{Error, ErrorKind, Result};

/// An isolate and the engine whose memory it points into.
pub(crate) struct Isolate {
    // `None` only while dropping. It is declared before the engine and so dropped before it.
    isolate: Option<v8::OwnedIsolate>,
    // V8 calls it by its address until the isolate is gone, so it too comes after it. A creator has none.
    heap_limit: Option<Rc<HeapLimit>>,
    engine: Engine,
}

/// How large a heap may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heap {
    /// V8's own limits.
    Default,
    /// A limit in bytes.
    Limited(usize),
    /// So roomy from the start that nothing is collected while code caches are made: a collection leaves traces in compiled code, and
    /// when it comes depends on the clock.
    Uncollected,
}

const UNCOLLECTED: usize = 256 << 20;

/// What the isolates of this process start from: read-only memory of V8 is shared, so there can be only one answer.
static STARTED_FROM: Mutex<Option<Start>> = Mutex::new(None);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Default,
    Image(u64),
    Creator,
}

impl std::fmt::Display for Start {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Start::Default => f.write_str("no image"),
            Start::Image(checksum) => write!(f, "image {checksum:016x}"),
            Start::Creator => f.write_str("the making of an image"),
        }
    }
}

fn claim(wanted: Start) -> Result<()> {
    let mut started = STARTED_FROM.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    match *started {
        Some(first) if first != wanted || wanted == Start::Creator => {
            let message = format!(
                "this process already runs isolates from {first} and cannot run one from {wanted}; use one image for all engines of a process, and make images in a process of their own"
            );
            Err(Error::new(ErrorKind::Config, "ERR_SECOND_IMAGE", message))
        }
        _ => {
            *started = Some(wanted);
            Ok(())
        }
    }
}

impl Isolate {
    pub(crate) fn new(engine: &Engine, heap: Heap) -> Result<Self> {
        let start = engine.image().map_or(Start::Default, |image| Start::Image(image.checksum()));
        claim(start)?;
        engine.platform().start()?;
        let mut params = v8::CreateParams::default().external_references(engine.references().to_cow());
        match heap {
            Heap::Default => {}
            Heap::Limited(bytes) => params = params.heap_limits(0, bytes),
            Heap::Uncollected => {
                params = params
                    .set_max_young_generation_size_in_bytes(UNCOLLECTED)
                    .set_initial_young_generation_size_in_bytes(UNCOLLECTED)
                    .set_initial_old_generation_size_in_bytes(UNCOLLECTED);
            }
        }
        if let Some(image) = engine.image() {
            // SAFETY: the blob belongs to the image, the image to the engine, and this struct drops its isolate before its engine.
            let blob: &'static [u8] = unsafe { std::mem::transmute::<&[u8], &'static [u8]>(image.blob()) };
            params = params.snapshot_blob(v8::StartupData::from(Cow::Borrowed(blob)));
        }
        let mut isolate = v8::Isolate::new(params);
        // Without a listener V8 prints what a task throws. A creator has none: it would be in the blob.
        isolate.add_message_listener(task_threw);
        let heap_limit = HeapLimit::watch(&mut isolate);
        // SAFETY: `Isolate::new` has just entered it on this thread.
        unsafe { isolate.exit() };
        Ok(Isolate { isolate: Some(isolate), heap_limit: Some(heap_limit), engine: engine.clone() })
    }

    /// An isolate that a blob can be made of; it stays entered until [`Isolate::into_blob`].
    pub(crate) fn creator(engine: &Engine) -> Result<Self> {
        claim(Start::Creator)?;
        engine.platform().start()?;
        let isolate = v8::Isolate::snapshot_creator(Some(engine.references().to_cow()), None);
        // SAFETY: `snapshot_creator` has just entered it on this thread.
        unsafe { isolate.exit() };
        Ok(Isolate { isolate: Some(isolate), heap_limit: None, engine: engine.clone() })
    }

    /// Enters the isolate until the guard is dropped.
    pub(crate) fn enter(&mut self) -> Entered<'_> {
        let isolate = self.isolate.as_mut().expect("an isolate is taken only when it is dropped");
        // SAFETY: the guard leaves it on this thread (it holds an isolate, which is not `Send`) before anybody else can touch it.
        unsafe { isolate.enter() };
        Entered(isolate)
    }

    /// Serializes a creator. No handle may be alive.
    pub(crate) fn into_blob(mut self) -> Option<v8::StartupData> {
        let isolate = self.isolate.take()?;
        // SAFETY: the serializer wants its isolate entered and disposes of it.
        unsafe { isolate.enter() };
        isolate.create_blob(v8::FunctionCodeHandling::Keep)
    }

    /// Abandons a creator after an error, in a process that is about to end. V8 can neither serialize a context that stopped halfway (it
    /// aborts) nor dispose of a creator that made no blob (dropping it panics), so it is left as it is.
    pub(crate) fn abandon(self) {
        std::mem::forget(self);
    }

    pub(crate) fn heap_limit(&self) -> Option<&Rc<HeapLimit>> {
        self.heap_limit.as_ref()
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }
}

impl Drop for Isolate {
    fn drop(&mut self) {
        if let Some(isolate) = self.isolate.take() {
            // SAFETY: dropping an `OwnedIsolate` leaves it, so it has to be the entered one; whichever isolate was entered before
            // becomes current again.
            unsafe { isolate.enter() };
            drop(isolate);
        }
    }
}

/// An isolate that is current on this thread.
pub(crate) struct Entered<'a>(&'a mut v8::OwnedIsolate);

impl Deref for Entered<'_> {
    type Target = v8::Isolate;
    fn deref(&self) -> &v8::Isolate {
        self.0
    }
}

impl DerefMut for Entered<'_> {
    fn deref_mut(&mut self) -> &mut v8::Isolate {
        self.0
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        // SAFETY: entered by `Isolate::enter` on this thread; guards nest like the calls that make them.
        unsafe { self.0.exit() };
    }
}

/// Called by V8 when a promise is rejected without a handler, or gets one later.
pub(crate) unsafe extern "C" fn promise_rejected(message: v8::PromiseRejectMessage<'_>) {
    // SAFETY: V8 passes a message that is valid for the length of this call.
    v8::callback_scope!(unsafe scope, &message);
    crate::event_loop::promise_rejected(scope, &message);
}

/// Called by V8 with an exception that nothing on the stack catches: that of a finalizer, which V8 runs as a task.
unsafe extern "C" fn task_threw(message: v8::Local<'_, v8::Message>, exception: v8::Local<'_, v8::Value>) {
    // SAFETY: V8 passes a message that is valid for the length of this call, in which its isolate is entered.
    v8::callback_scope!(unsafe scope, message);
    crate::event_loop::task_threw(scope, exception, message);
}
