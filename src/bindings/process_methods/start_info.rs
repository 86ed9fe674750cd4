//! What a program is told about itself: `buildInfo()`, which is the same in every run and may be in an image, and `startInfo()`, which is
//! not and may not. Each is one call.

use std::path::{Component, Path, PathBuf};

use crate::js;
use crate::realm::Realm;

/// The Node.js whose behaviour the builtins follow. Packages ask for it before they use what is new in it, as other runtimes know, too.
const NODE_VERSION: &str = "26.12.1";

/// `buildInfo()`: an object with `version`, `versions`, `arch`, `platform`, `release`.
pub(super) fn build_info(
    scope: &mut v8::PinScope<'_, '_>,
    _: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let info = v8::Object::new(scope);
    let text = |text: &str| -> v8::Local<'_, v8::Value> { js::string(scope, text).into() };
    js::set(scope, info, "version", text(&format!("v{NODE_VERSION}")));
    let versions = v8::Object::new(scope);
    js::set(scope, versions, "node", text(NODE_VERSION));
    js::set(scope, versions, "lazuli", text(env!("CARGO_PKG_VERSION")));
    js::set(scope, versions, "v8", text(v8::VERSION_STRING));
    js::set(scope, info, "versions", versions.into());
    js::set(scope, info, "arch", text(arch()));
    js::set(scope, info, "platform", text(platform()));
    let release = v8::Object::new(scope);
    js::set(scope, release, "name", text("node"));
    js::set(scope, info, "release", release.into());
    rv.set(info.into());
}

/// `startInfo()`: an object with `argv`, `execArgv`, `execPath`, `pid`, `ppid`, `title`, and `entry`, the full path of `argv[1]` if there is
/// one.
pub(super) fn start_info(
    scope: &mut v8::PinScope<'_, '_>,
    _: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let realm = Realm::of(scope);
    let options = &realm.host.options;
    let exec_path = match &options.exec_path {
        Some(path) => path.clone(),
        None => std::env::current_exe().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let info = v8::Object::new(scope);
    let text = |text: &str| -> v8::Local<'_, v8::Value> { js::string(scope, text).into() };
    let number = |number: i32| -> v8::Local<'_, v8::Value> { v8::Integer::new(scope, number).into() };
    let texts = |list: &[String]| -> v8::Local<'_, v8::Value> {
        let list: Vec<_> = list.iter().map(|entry| text(entry)).collect();
        v8::Array::new_with_elements(scope, &list).into()
    };
    js::set(scope, info, "argv", texts(&options.argv));
    js::set(scope, info, "execArgv", texts(&options.exec_argv));
    js::set(scope, info, "execPath", text(&exec_path));
    js::set(scope, info, "pid", number(std::process::id() as i32));
    let parent = rustix::process::getppid().map_or(0, |pid| pid.as_raw_nonzero().get());
    js::set(scope, info, "ppid", number(parent));
    js::set(scope, info, "title", text(options.argv.first().map_or("lazuli", String::as_str)));
    if let Some(entry) = options.argv.get(1).filter(|entry| !entry.is_empty()) {
        js::set(scope, info, "entry", text(&full_path(entry)));
    }
    rv.set(info.into());
}

/// As `path.resolve`: by the text alone, links stay. Where the current folder is gone, the path stays as it is; loading the program tells
/// that better.
fn full_path(path: &str) -> String {
    let Ok(current) = std::env::current_dir() else { return path.to_owned() };
    let mut full = PathBuf::new();
    for component in current.join(Path::new(path)).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                full.pop();
            }
            component => full.push(component),
        }
    }
    full.to_string_lossy().into_owned()
}

/// The architecture in Node's words.
fn arch() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    }
}

/// The platform in Node's words.
fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}
