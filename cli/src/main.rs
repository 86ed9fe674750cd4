//! The program `lazuli`.

#[path = "layer.rs"]
mod layer;
mod image;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let registry = layer::registry(None).unwrap();
    let training = lazuli::Training::new("internal/main/run_main_module", "");
    if args[1] == "build" {
        let (image, report) = lazuli::ImageBuilder::new(registry).train(training).build().unwrap_or_else(|e| panic!("{e:?}"));
        std::fs::write(&args[2], image.bytes()).unwrap();
        panic!("{report:?}");
    }
    let mut engine = lazuli::Engine::builder(registry);
    let mut snapshot = lazuli::SnapshotUse::Use;
    if args[1] == "+" { engine = engine.image(image::embedded().unwrap()); } else if args[1] != "-" { engine = engine.image(lazuli::Image::open(&args[1]).unwrap()); }
    if args[2] == "none" { snapshot = lazuli::SnapshotUse::Ignore; }
    let engine = engine.build().unwrap();
    let options = lazuli::RuntimeOptions::new().snapshot(snapshot).argv(args[2..].to_vec()).on_uncaught(|error| {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{}", error.stack().unwrap_or_default());
    });
    let mut runtime = lazuli::Runtime::new(&engine, options).unwrap_or_else(|e| panic!("{e:?}"));
    let code = runtime.run_main("internal/main/run_main_module").unwrap_or_else(|e| panic!("{e:?}"));
    if std::env::var_os("LIST").is_some() {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{}", runtime.inventory().test_form());
    }
    std::process::exit(code);
}
