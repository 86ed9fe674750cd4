//! `internalBinding('resolver')`: Node's resolution of user modules, over `oxc_resolver`. Builtins are not its business: the registry is
//! asked first, and no user's file or package can stand in for one.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lazuli::js::{self, Class};
use lazuli::{Binding, v8};
use oxc_resolver::{ResolveError, ResolveOptions, Resolver};

pub(crate) fn binding() -> Binding {
    Binding::new("resolver").function("resolve", resolve).function("packageType", package_type)
}

/// What a program may ask for: more conditions, and that links keep their names.
#[derive(Default, PartialEq)]
struct Wishes {
    conditions: Vec<String>,
    preserve_symlinks: bool,
}

/// Resolvers differ in the wishes and share what they know of the file system.
struct Resolvers {
    require: Resolver,
    import: Resolver,
}

impl Resolvers {
    fn new(like: &Resolver, wishes: &Wishes) -> Self {
        let options = |kind: &str| ResolveOptions {
            condition_names: ["node", kind, "module-sync"]
                .map(str::to_owned)
                .into_iter()
                .chain(wishes.conditions.iter().cloned())
                .collect(),
            extensions: vec![".js".into(), ".json".into(), ".node".into()],
            main_fields: vec!["main".into()],
            node_path: false,
            symlinks: !wishes.preserve_symlinks,
            ..ResolveOptions::default()
        };
        let require = like.clone_with_options(options("require"));
        let import = require.clone_with_options(ResolveOptions {
            extensions: Vec::new(),
            fully_specified: true,
            ..options("import")
        });
        Resolvers { require, import }
    }

    fn of_kind(&self, kind: &str) -> &Resolver {
        if kind == "import" { &self.import } else { &self.require }
    }
}

/// Those of nearly every program, which wishes for nothing.
fn plain() -> &'static Resolvers {
    static PLAIN: OnceLock<Resolvers> = OnceLock::new();
    PLAIN.get_or_init(|| Resolvers::new(&Resolver::default(), &Wishes::default()))
}

fn with(wishes: Wishes) -> Arc<Resolvers> {
    static OTHERS: Mutex<Vec<(Wishes, Arc<Resolvers>)>> = Mutex::new(Vec::new());
    let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = others.iter().find(|(others, _)| *others == wishes) {
        return Arc::clone(known);
    }
    let resolvers = Arc::new(Resolvers::new(&plain().require, &wishes));
    others.push((wishes, Arc::clone(&resolvers)));
    resolvers
}

/// `resolve(specifier, directory, 'require' | 'import'[, conditions[, preserveSymlinks]])`: the path.
fn resolve(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, mut rv: v8::ReturnValue<'_>) {
    let text = |index| args.get(index).to_rust_string_lossy(scope);
    let (specifier, directory, kind) = (text(0), PathBuf::from(text(1)), text(2));
    let conditions = v8::Local::<v8::Array>::try_from(args.get(3)).map_or_else(
        |_| Vec::new(),
        |list| {
            let names = (0..list.length()).filter_map(|at| list.get_index(scope, at));
            names.map(|name| name.to_rust_string_lossy(scope)).collect()
        },
    );
    let wishes = Wishes { conditions, preserve_symlinks: args.get(4).is_true() };
    let found = if wishes == Wishes::default() {
        plain().of_kind(&kind).resolve(&directory, &specifier)
    } else {
        with(wishes).of_kind(&kind).resolve(&directory, &specifier)
    };
    match found {
        Ok(found) => {
            let path = found.full_path();
            rv.set(js::string(scope, &path.to_string_lossy()).into());
        }
        Err(error) => throw(scope, &error, &specifier, &directory),
    }
}

/// `packageType(path)`: `'module'`, `'commonjs'` or `'none'`, by the nearest `package.json` above.
fn package_type(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    mut rv: v8::ReturnValue<'_>,
) {
    let path = args.get(0).to_rust_string_lossy(scope);
    match nearest_type(Path::new(&path)) {
        Ok(found) => rv.set(js::string(scope, found).into()),
        Err(message) => js::throw(scope, Class::Error, "ERR_INVALID_PACKAGE_CONFIG", message),
    }
}

fn nearest_type(path: &Path) -> Result<&'static str, String> {
    for folder in path.ancestors().skip(1) {
        // Packages do not reach into the folder they are installed in.
        if folder.file_name().is_some_and(|name| name == "node_modules") {
            break;
        }
        let file = folder.join("package.json");
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let package = parse(&text).map_err(|error| format!("Invalid package config {}: {error}", file.display()))?;
        return Ok(match package.get("type").and_then(serde_json::Value::as_str) {
            Some("module") => "module",
            Some("commonjs") => "commonjs",
            _ => "none",
        });
    }
    Ok("none")
}

/// A `package.json`, of which a byte order mark is no part.
fn parse(text: &str) -> serde_json::Result<serde_json::Value> {
    serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// To Node, `"exports": null` is no field at all, and to this resolver it exports nothing.
fn has_null_exports(package_json: &Path) -> bool {
    let text = std::fs::read_to_string(package_json).unwrap_or_default();
    parse(&text).is_ok_and(|package| package.get("exports").is_some_and(serde_json::Value::is_null))
}

/// Node's codes for what a resolver refuses.
fn throw(scope: &v8::PinScope<'_, '_>, error: &ResolveError, specifier: &str, directory: &Path) {
    let place = directory.display();
    let (class, code, message) = match error {
        ResolveError::PackagePathNotExported { subpath, package_json_path, .. }
            if !has_null_exports(package_json_path) =>
        {
            let what = match subpath.as_str() {
                "." => "No \"exports\" main defined".to_owned(),
                subpath => format!("Package subpath '{subpath}' is not defined by \"exports\""),
            };
            (Class::Error, "ERR_PACKAGE_PATH_NOT_EXPORTED", format!("{what} in {}", package_json_path.display()))
        }
        ResolveError::PackageImportNotDefined(name, package) => (
            Class::TypeError,
            "ERR_PACKAGE_IMPORT_NOT_DEFINED",
            format!("Package import specifier \"{name}\" is not defined in package {}", package.display()),
        ),
        ResolveError::InvalidModuleSpecifier(name, package) => (
            Class::TypeError,
            "ERR_INVALID_MODULE_SPECIFIER",
            format!("Invalid module \"{name}\" for {}", package.display()),
        ),
        ResolveError::InvalidPackageTarget(target, name, package) => (
            Class::Error,
            "ERR_INVALID_PACKAGE_TARGET",
            format!(
                "Invalid \"{}\" target \"{target}\" defined for '{name}' in the package config {}",
                if name.starts_with('#') { "imports" } else { "exports" },
                package.display()
            ),
        ),
        ResolveError::Json(file) => (
            Class::Error,
            "ERR_INVALID_PACKAGE_CONFIG",
            format!("Invalid package config {}: {}", file.path.display(), file.message),
        ),
        ResolveError::InvalidPackageConfig(_) | ResolveError::InvalidPackageConfigDefault(_) => (
            Class::Error,
            "ERR_INVALID_PACKAGE_CONFIG",
            format!("Invalid package config for '{specifier}' from {place}: {error}"),
        ),
        _ => (Class::Error, "MODULE_NOT_FOUND", format!("Cannot find module '{specifier}' from {place}")),
    };
    js::throw(scope, class, code, message);
}
