//! `internalBinding('url')`: URLs as the web has them, and the query format of forms. A URL crosses over as its text with the places of
//! its parts in it; it has no other state. It knows neither files nor the old parser.

use url::quirks::{self, InternalComponents};
use url::{Position, Url, form_urlencoded};

use crate::binding::Binding;
use crate::js;

use self::file::FilePath;

mod file;

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
    ("HOST", |url, value| set_host(url, value, quirks::set_host)),
    ("HOSTNAME", |url, value| set_host(url, value, quirks::set_hostname)),
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

/// A URL as the crate has it, and what it has wrong of one of a file.
struct Parsed {
    url: Url,
    file: Option<FilePath>,
}

impl Parsed {
    fn parse(text: &str, base: Option<&Parsed>) -> Option<Self> {
        let url = match base {
            Some(base) => base.url.join(text).ok()?,
            None => Url::parse(text).ok()?,
        };
        let is_file = url.scheme() == "file";
        let file = is_file.then(|| FilePath::parse(text, base.and_then(|base| base.file.as_ref()))).flatten();
        Some(Parsed { url, file })
    }

    /// `[href, schemeEnd, usernameEnd, hostStart, hostEnd, port, pathStart, queryStart, fragmentStart]`.
    fn parts<'s>(&self, scope: &mut Scope<'s, '_>) -> v8::Local<'s, v8::Array> {
        let url = &self.url;
        let InternalComponents {
            scheme_end,
            username_end,
            host_start,
            mut host_end,
            port,
            mut path_start,
            query_start,
            fragment_start,
        } = quirks::internal_components(url);
        let mut href = url.as_str().to_owned();
        let mut moved = 0;
        if let Some(file) = &self.file {
            let tail = &url[Position::AfterPath..];
            href = format!("file://{}{}{tail}", file.host, file.path());
            host_end = host_start + file.host.len() as u32;
            path_start = host_end;
            moved = href.len() as i64 - url.as_str().len() as i64;
        }
        let after = |place: Option<u32>| place.map_or(NONE, |place| (i64::from(place) + moved) as f64);
        let places = [
            scheme_end.into(),
            username_end.into(),
            host_start.into(),
            host_end.into(),
            port.map_or(NONE, f64::from),
            path_start.into(),
            after(query_start),
            after(fragment_start),
        ];
        let mut values: Vec<v8::Local<'s, v8::Value>> = vec![js::string(scope, &href).into()];
        values.extend(places.map(|place| v8::Local::<v8::Value>::from(v8::Number::new(scope, place))));
        v8::Array::new_with_elements(scope, &values)
    }
}

/// `parse(text[, base])`: `[href, schemeEnd, usernameEnd, hostStart, hostEnd, port, pathStart, queryStart, fragmentStart]`, places in
/// `href` but for the port, -1 for what there is not; `undefined` if it is no URL.
fn parse(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    if let Some(url) = url_of(scope, &args) {
        rv.set(url.parts(scope).into());
    }
}

fn can_parse(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    rv.set_bool(url_of(scope, &args).is_some());
}

fn url_of(scope: &Scope<'_, '_>, args: &Args<'_>) -> Option<Parsed> {
    let text = args.get(0).to_rust_string_lossy(scope);
    if args.get(1).is_undefined() {
        return Parsed::parse(&text, None);
    }
    let base = Parsed::parse(&args.get(1).to_rust_string_lossy(scope), None)?;
    Parsed::parse(&text, Some(&base))
}

/// `update(href, part, value)`: the URL with another part, in the form of `parse`; as it was where the value cannot be.
fn update(scope: &mut Scope<'_, '_>, args: Args<'_>, mut rv: Return<'_>) {
    let Some(mut parsed) = Parsed::parse(&args.get(0).to_rust_string_lossy(scope), None) else { return };
    let part = args.get(1).uint32_value(scope).unwrap_or(u32::MAX);
    let value = args.get(2).to_rust_string_lossy(scope);
    let Some((name, set)) = SETTERS.get(part as usize) else { return };
    set(&mut parsed.url, &value);
    let url = &parsed.url;
    if url.scheme() != "file" {
        parsed.file = None;
    }
    match &mut parsed.file {
        Some(file) if *name == "PATHNAME" => *file = file.with_path(&value),
        Some(file) if *name == "HOST" || *name == "HOSTNAME" => file.host = quirks::hostname(url).to_owned(),
        Some(_) => {}
        // A path that begins with two slashes is written differently with a host and without one.
        None if !is_special(url) => parsed.url = Url::parse(url.as_str()).unwrap_or_else(|_| url.clone()),
        None => {}
    }
    rv.set(parsed.parts(scope).into());
}

fn is_special(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp" | "file")
}

/// A setter of the crate, but for values without a host in front of what ends one.
fn set_host(url: &mut Url, value: &str, set: fn(&mut Url, &str) -> Result<(), ()>) {
    let first = value.chars().find(|character| !matches!(character, '\t' | '\n' | '\r'));
    // What cannot be a host changes nothing.
    _ = match first {
        Some(':') => Ok(()),
        Some('/' | '\\' | '?' | '#') if url.scheme() == "file" => set(url, ""),
        _ => set(url, value),
    };
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
