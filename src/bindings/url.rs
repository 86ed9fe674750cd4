//! `internalBinding('url')`: URLs as the web has them, and the query format of forms. A URL crosses over as its text with the places of
//! its parts in it; it has no other state. It knows neither files nor the old parser.

use url::quirks::{self, InternalComponents};
use url::{Position, Url, form_urlencoded};

use crate::binding::Binding;
use crate::js;

type Scope<'s, 'i> = v8::PinScope<'s, 'i>;
type Args<'s> = v8::FunctionCallbackArguments<'s>;
type Return<'s> = v8::ReturnValue<'s>;

/// What stands for a part that a URL does not have.
const NONE: f64 = -1.0;

/// The parts that can be set.
type Setter = fn(&mut Url, &str);

const SETTERS: [(&str, Setter); 9] = [
    ("PROTOCOL", |url, value| _ = quirks::set_protocol(url, value)),
    ("USERNAME", |url, value| _ = quirks::set_username(url, value)),
    ("PASSWORD", |url, value| _ = quirks::set_password(url, value)),
    ("HOST", |url, value| _ = quirks::set_host(url, value)),
    ("HOSTNAME", |url, value| _ = quirks::set_hostname(url, value)),
    ("PORT", |url, value| _ = quirks::set_port(url, value)),
    ("PATHNAME", set_pathname),
    ("SEARCH", quirks::set_search),
    ("HASH", quirks::set_hash),
];

pub(super) fn binding() -> Binding {
    Binding::new("url")
        .function("parse", parse)
        .function("canParse", can_parse)
        .function("update", update)
        .function("domainToASCII", domain_to_ascii)
        .function("domainToUnicode", domain_to_unicode)
        .function("parseQuery", parse_query)
        .function("serializeQuery", serialize_query)
        .setup(|scope, object| {
            for (index, (name, _)) in SETTERS.iter().enumerate() {
                js::set(scope, object, name, v8::Integer::new(scope, index as i32).into());
            }
        })
}

/// `parse(text[, base])`: `[href, schemeEnd, usernameEnd, hostStart, hostEnd, port, pathStart, queryStart, fragmentStart]`, places in
/// `href` but for the port, -1 for what there is not; `undefined` if it is no URL.
fn parse(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Some(url) = url_of(scope, &args) {
        rv.set(parts(scope, &url).into());
    }
}

fn can_parse(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    rv.set_bool(url_of(scope, &args).is_some());
}

fn url_of(scope: &Scope<'_, '_>, args: &Args<'_>) -> Option<Url> {
    let text = args.get(0).to_rust_string_lossy(scope);
    if args.get(1).is_undefined() {
        return Url::parse(&text).ok();
    }
    let base = Url::parse(&args.get(1).to_rust_string_lossy(scope)).ok()?;
    base.join(&text).ok()
}

/// `update(href, part, value)`: the URL with another part, in the form of `parse`; as it was where the value cannot be.
fn update(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Ok(mut url) = Url::parse(&args.get(0).to_rust_string_lossy(scope)) else { return };
    let part = args.get(1).uint32_value(scope).unwrap_or(u32::MAX);
    let value = args.get(2).to_rust_string_lossy(scope);
    if let Some((_, set)) = SETTERS.get(part as usize) {
        set(&mut url, &value);
        if !is_special(&url) {
            // A path that begins with two slashes is written differently with a host and without one.
            url = Url::parse(url.as_str()).unwrap_or(url);
        }
    }
    rv.set(parts(scope, &url).into());
}

fn is_special(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp" | "file")
}

/// The setter of the crate, but for two cases that it gets wrong for schemes it does not know.
fn set_pathname(url: &mut Url, value: &str) {
    let has_authority = url.has_authority();
    if has_authority && value.is_empty() && !is_special(url) {
        return replace(url, &format!("{}{}", &url[..Position::BeforePath], &url[Position::AfterPath..]));
    }
    quirks::set_pathname(url, value);
    if !has_authority && url.path().starts_with("//") {
        // Without the dot it would be read as a host.
        replace(url, &format!("{}:/.{}", url.scheme(), &url[Position::BeforePath..]));
    }
}

fn replace(url: &mut Url, text: &str) {
    if let Ok(other) = Url::parse(text) {
        *url = other;
    }
}

fn parts<'s>(scope: &mut Scope<'s, '_>, url: &Url) -> v8::Local<'s, v8::Array> {
    let InternalComponents {
        scheme_end,
        username_end,
        host_start,
        host_end,
        port,
        path_start,
        query_start,
        fragment_start,
    } = quirks::internal_components(url);
    let places = [
        scheme_end.into(),
        username_end.into(),
        host_start.into(),
        host_end.into(),
        port.map_or(NONE, f64::from),
        path_start.into(),
        query_start.map_or(NONE, f64::from),
        fragment_start.map_or(NONE, f64::from),
    ];
    let mut values: Vec<v8::Local<'s, v8::Value>> = vec![js::string(scope, url.as_str()).into()];
    values.extend(places.map(|place| v8::Local::<v8::Value>::from(v8::Number::new(scope, place))));
    v8::Array::new_with_elements(scope, &values)
}

/// The host of a URL that has `domain` for its host; empty if there can be none.
fn host_of(scope: &Scope<'_, '_>, args: &Args<'_>) -> String {
    let domain = args.get(0).to_rust_string_lossy(scope);
    let Ok(mut url) = Url::parse("ws://x") else { return String::new() };
    match quirks::set_hostname(&mut url, &domain) {
        Ok(()) => quirks::hostname(&url).to_owned(),
        Err(()) => String::new(),
    }
}

fn domain_to_ascii(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    rv.set(js::string(scope, &host_of(scope, &args)).into());
}

fn domain_to_unicode(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let host = host_of(scope, &args);
    let unicode = quirks::domain_to_unicode(&host);
    // What is no domain, an address for one, is what it was.
    rv.set(js::string(scope, if unicode.is_empty() { &host } else { &unicode }).into());
}

/// `parseQuery(text)`: names and values by turns.
fn parse_query(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let text = args.get(0).to_rust_string_lossy(scope);
    let list: Vec<v8::Local<'_, v8::Value>> = form_urlencoded::parse(text.as_bytes())
        .flat_map(|(name, value)| [name, value])
        .map(|text| js::string(scope, &text).into())
        .collect();
    rv.set(v8::Array::new_with_elements(scope, &list).into());
}

/// `serializeQuery(list)`: the text for names and values by turns.
fn serialize_query<'s>(scope: &mut Scope<'s, '_>, args: Args<'s>, mut rv: Return<'s>) {
    let Ok(list) = v8::Local::<v8::Array>::try_from(args.get(0)) else { return };
    let mut text = String::new();
    for index in 0..list.length() {
        let Some(item) = list.get_index(scope, index) else { return };
        if index > 0 {
            text.push(if index % 2 == 0 { '&' } else { '=' });
        }
        text.extend(form_urlencoded::byte_serialize(item.to_rust_string_lossy(scope).as_bytes()));
    }
    rv.set(js::string(scope, &text).into());
}
