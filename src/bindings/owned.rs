//! Values of Rust that belong to objects of JavaScript: each is found through its object, by a mark that user code can neither see nor
//! forge, and goes with it. No binding of its own.

use std::collections::HashMap;
use std::rc::Rc;

/// The values of one type in an isolate. They are dropped before it is.
struct Table<T> {
    last: u32,
    live: HashMap<u32, Owned<T>>,
}

struct Owned<T> {
    value: Rc<T>,
    // Held for its finalizer.
    _owner: v8::Weak<v8::Object>,
}

fn table<T: 'static>(isolate: &mut v8::Isolate) -> &mut Table<T> {
    if isolate.get_slot::<Table<T>>().is_none() {
        isolate.set_slot(Table::<T> { last: 0, live: HashMap::new() });
    }
    isolate.get_slot_mut().expect("the slot was filled above")
}

/// The private name under which an object has the number of its value.
fn mark<'s, T: 'static>(scope: &v8::PinScope<'s, '_>) -> v8::Local<'s, v8::Private> {
    let name = v8::String::new(scope, std::any::type_name::<T>());
    v8::Private::for_api(scope, name)
}

/// Gives an object its value. What it had of that type before is out of reach from then on.
pub(super) fn give<'s, T: 'static>(scope: &mut v8::PinScope<'s, '_>, owner: v8::Local<'s, v8::Object>, value: T) {
    let id = {
        let table = table::<T>(scope);
        table.last = table.last.wrapping_add(1);
        table.last
    };
    let forget = move |isolate: &mut v8::Isolate| {
        // Dropped when the table is not borrowed any more.
        let _gone = table::<T>(isolate).live.remove(&id);
    };
    let number = v8::Integer::new_from_unsigned(scope, id);
    owner.set_private(scope, mark::<T>(scope), number.into());
    let owner = v8::Weak::with_finalizer(scope, owner, Box::new(forget));
    table::<T>(scope).live.insert(id, Owned { value: Rc::new(value), _owner: owner });
}

/// The value of an object, if it has one of that type.
pub(super) fn of<'s, T: 'static>(scope: &mut v8::PinScope<'s, '_>, owner: v8::Local<'s, v8::Object>) -> Option<Rc<T>> {
    let id = number::<T>(scope, owner)?;
    table::<T>(scope).live.get(&id).map(|owned| Rc::clone(&owned.value))
}

/// The value of an object, which then has none.
pub(super) fn take<'s, T: 'static>(
    scope: &mut v8::PinScope<'s, '_>,
    owner: v8::Local<'s, v8::Object>,
) -> Option<Rc<T>> {
    let id = number::<T>(scope, owner)?;
    table::<T>(scope).live.remove(&id).map(|owned| owned.value)
}

fn number<'s, T: 'static>(scope: &v8::PinScope<'s, '_>, owner: v8::Local<'s, v8::Object>) -> Option<u32> {
    let number = owner.get_private(scope, mark::<T>(scope))?;
    v8::Local::<v8::Uint32>::try_from(number).ok().map(|number| number.value())
}
