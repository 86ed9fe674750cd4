//! Where the tests come from: a checkout of Node that is named, or Debian's source package of it, fetched once with the machine's own apt;
//! and the view of it that tests run in, with our stand-in for `test/common`. A checkout is only read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::suites::{Kind, Test};
use crate::{Failure, cache, home, output};

/// What the lists are made for.
pub(crate) const VERSION: &str = "18.20.4";

/// A checkout of Node, or the part of it that is needed.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) root: PathBuf,
    pub(crate) version: String,
}

impl Node {
    fn at(root: PathBuf) -> Result<Self, Failure> {
        if !root.join("test/parallel").is_dir() {
            return Err(Failure::new(format!("'{}' is no checkout of Node: it has no test/parallel", root.display())));
        }
        let header = fs::read_to_string(root.join("src/node_version.h")).unwrap_or_default();
        let number = |name: &str| {
            let start = header.find(&format!("#define NODE_{name}_VERSION "))?;
            header[start..].split_whitespace().nth(2)
        };
        let version = match (number("MAJOR"), number("MINOR"), number("PATCH")) {
            (Some(major), Some(minor), Some(patch)) => format!("{major}.{minor}.{patch}"),
            _ => "unknown".to_owned(),
        };
        if version != VERSION {
            output::note(&format!("the tests are those of Node {version}; the lists are for {VERSION}"));
        }
        Ok(Node { root, version })
    }

    pub(crate) fn wpt(&self) -> PathBuf {
        self.root.join("test/fixtures/wpt")
    }
}

/// Finds the tests, and fetches them if they are nowhere.
pub(crate) fn find() -> Result<Node, Failure> {
    if let Some(named) = std::env::var_os("NODE_SOURCE_DIR") {
        let named = PathBuf::from(named);
        let root = named.canonicalize().map_err(|error| Failure::io("open NODE_SOURCE_DIR", &named, &error))?;
        return Node::at(root);
    }
    let root = cache().join("node");
    if !root.join("test/parallel").is_dir() {
        fetch(&root)?;
    }
    Node::at(root)
}

/// Downloads the source package and unpacks what is needed of it.
fn fetch(root: &Path) -> Result<(), Failure> {
    let work = cache().join("apt");
    for folder in ["parts", "lists/partial", "download"] {
        let folder = work.join(folder);
        fs::create_dir_all(&folder).map_err(|error| Failure::io("make", &folder, &error))?;
    }
    let archive = match archive(&work.join("download")) {
        Some(archive) => archive,
        None => download(&work)?,
    };
    output::note(&format!("unpacking {}", archive.display()));
    let fresh = cache().join("node.new");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).map_err(|error| Failure::io("make", &fresh, &error))?;
    let parts = ["test/parallel", "test/fixtures", "test/wpt/status", "src/node_version.h", "LICENSE"];
    let mut tar = Command::new("tar");
    tar.arg("-xJf").arg(&archive).arg("-C").arg(&fresh).args([
        "--strip-components=1",
        "--anchored",
        "--wildcards",
        "--no-wildcards-match-slash",
    ]);
    quietly(tar.args(parts.map(|part| format!("node-v*/{part}"))), "apt-get install xz-utils")?;
    fs::rename(&fresh, root).map_err(|error| Failure::io("move the sources to", root, &error))?;
    let _ = fs::remove_dir_all(&work);
    Ok(())
}

fn archive(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&format!("nodejs_{VERSION}")) && name.ends_with("orig.tar.xz")
    };
    files.into_iter().find(named)
}

fn download(work: &Path) -> Result<PathBuf, Failure> {
    write_source_lists(&work.join("parts"))?;
    output::note("fetching Debian's source package of Node (29 MB)");
    // Lists and sources of our own: the machine's stay as they are.
    let options = [
        format!("Dir::State::Lists={}", work.join("lists").display()),
        format!("Dir::Etc::sourceparts={}", work.join("parts").display()),
        "Dir::Etc::sourcelist=/dev/null".to_owned(),
        format!("Dir::Cache::pkgcache={}", work.join("pkgcache.bin").display()),
        format!("Dir::Cache::srcpkgcache={}", work.join("srcpkgcache.bin").display()),
    ];
    let apt = |program: &str| {
        let mut command = Command::new(program);
        command.current_dir(work.join("download"));
        for option in &options {
            command.arg("-o").arg(option);
        }
        command
    };
    let advice = format!("set NODE_SOURCE_DIR to a checkout of Node {VERSION}");
    quietly(apt("apt-get").args(["-qq", "update"]), &advice)?;
    let known = quietly(apt("apt-cache").args(["showsrc", "--only-source", "nodejs"]), &advice)?;
    let version = known
        .lines()
        .filter_map(|line| line.strip_prefix("Version: "))
        .find(|version| version.starts_with(VERSION))
        .ok_or_else(|| Failure::new(format!("the sources of this machine's apt have no nodejs {VERSION}: {advice}")))?;
    // The part with Debian's own changes may be missing; only the original matters.
    let result = quietly(
        apt("apt-get").args(["-qq", "--download-only", "--only-source", "source"]).arg(format!("nodejs={version}")),
        &advice,
    );
    match (archive(&work.join("download")), result) {
        (Some(archive), _) => Ok(archive),
        (None, Err(failure)) => Err(failure),
        (None, Ok(_)) => Err(Failure::new(format!("apt-get brought no nodejs_{VERSION}*.orig.tar.xz: {advice}"))),
    }
}

/// The machine's own sources, in both of apt's forms, as sources of source packages.
fn write_source_lists(parts: &Path) -> Result<(), Failure> {
    let folder = Path::new("/etc/apt/sources.list.d");
    let mut files = vec![PathBuf::from("/etc/apt/sources.list")];
    files.extend(fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()));
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let text = match file.extension().and_then(|extension| extension.to_str()) {
            Some("sources") => debian_stanzas(&text),
            Some("list") => {
                let lines = text.lines().filter(|line| line.starts_with("deb ") && line.contains("debian.org"));
                lines.map(|line| format!("deb-src {}\n", line[4..].trim_start())).collect()
            }
            _ => continue,
        };
        let copy = parts.join(file.file_name().unwrap_or_default());
        fs::write(&copy, text).map_err(|error| Failure::io("write", &copy, &error))?;
    }
    Ok(())
}

fn debian_stanzas(text: &str) -> String {
    let stanzas = text.split("\n\n").filter(|stanza| stanza.contains("debian.org"));
    let lines = stanzas.flat_map(|stanza| stanza.lines().chain([""])).map(|line| match line.strip_prefix("Types:") {
        Some(_) => "Types: deb-src\n".to_owned(),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// Runs a command and returns what it printed.
fn quietly(command: &mut Command, advice: &str) -> Result<String, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| Failure::new(format!("cannot run {name}: {error}; {advice}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").to_owned();
    Err(Failure::new(format!("{name} failed: {last}; {advice}")))
}

/// The tree tests run in: copies of the tests and of Node's fixtures, and our own `common` instead of Node's.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) root: PathBuf,
    pub(crate) wpt: PathBuf,
}

impl View {
    pub(crate) fn make(node: &Node, tests: &[Test]) -> Result<Self, Failure> {
        let view = View { root: cache().join("view"), wpt: node.wpt() };
        for folder in ["parallel", "common", "wpt"] {
            let folder = view.root.join("test").join(folder);
            fs::create_dir_all(&folder).map_err(|error| Failure::io("make", &folder, &error))?;
        }
        view.copy_fixtures(node)?;
        for own in ["common", "wpt"] {
            let folder = home().join(own);
            let entries = fs::read_dir(&folder).map_err(|error| Failure::io("read", &folder, &error))?;
            for file in entries.flatten().map(|entry| entry.path()) {
                view.copy(&file, own)?;
            }
        }
        for test in tests.iter().filter(|test| matches!(test.kind, Kind::Parallel)) {
            view.write(&test.source, "parallel", test.text.as_bytes())?;
        }
        Ok(view)
    }

    /// The file that a test is started from.
    pub(crate) fn test(&self, test: &Test) -> PathBuf {
        self.root.join("test/parallel").join(test.source.file_name().unwrap_or_default())
    }

    /// A file of ours: `common/index.js`.
    pub(crate) fn own(&self, name: &str) -> PathBuf {
        self.root.join("test").join(name)
    }

    /// Paths of this machine, to be told as names that are the same everywhere.
    pub(crate) fn told(&self, text: &str) -> String {
        let home = home().join("../..").canonicalize().unwrap_or_default();
        text.replace(&format!("{}/", self.root.display()), "").replace(&format!("{}/", home.display()), "")
    }

    /// Once for each checkout; the web-platform-tests are only read and stay where they are.
    fn copy_fixtures(&self, node: &Node) -> Result<(), Failure> {
        let fixtures = self.root.join("test/fixtures");
        let stamp = self.root.join("fixtures-of");
        let of = format!("{}\n", node.root.display());
        if fs::read_to_string(&stamp).is_ok_and(|found| found == of) {
            return Ok(());
        }
        let _ = fs::remove_file(&stamp);
        if let Err(error) = fs::remove_dir_all(&fixtures)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(Failure::io("remove", &fixtures, &error));
        }
        copy_tree(&node.root.join("test/fixtures"), &fixtures, &["wpt"])
            .and_then(|()| std::os::unix::fs::symlink(node.wpt(), fixtures.join("wpt")))
            .map_err(|error| Failure::io("copy the fixtures to", &fixtures, &error))?;
        fs::write(&stamp, of).map_err(|error| Failure::io("write", &stamp, &error))
    }

    fn copy(&self, file: &Path, folder: &str) -> Result<(), Failure> {
        let text = fs::read(file).map_err(|error| Failure::io("read", file, &error))?;
        self.write(file, folder, &text)
    }

    fn write(&self, file: &Path, folder: &str, text: &[u8]) -> Result<(), Failure> {
        let copy = self.root.join("test").join(folder).join(file.file_name().unwrap_or_default());
        // Another run may be reading it.
        if fs::read(&copy).is_ok_and(|found| found == *text) {
            return Ok(());
        }
        fs::write(&copy, text).map_err(|error| Failure::io("write", &copy, &error))
    }
}

/// Copies a tree, links as links, but for the folders named.
fn copy_tree(from: &Path, to: &Path, without: &[&str]) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, copy) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&source)?, &copy)?;
        } else if kind.is_file() {
            fs::copy(&source, &copy)?;
        } else if !without.iter().any(|name| entry.file_name() == *name) {
            copy_tree(&source, &copy, &[])?;
        }
    }
    Ok(())
}
