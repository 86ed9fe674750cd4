//! The checks of `Builder::build`. Each one adds to a list of problems, so that all of them are told at once.

use indexmap::IndexMap;

use super::id::{self, Reference};
use super::{Layer, LazyDeclaration, ModuleIndex, Origin, Problem, Registry};

pub(super) fn id(text: &str, origin: &Origin, problems: &mut Vec<Problem>) {
    if let Err(bad) = id::check(text) {
        problems.push(Problem::new("ERR_BAD_ID", text, Some(origin), format!("this is not an id: {bad}; rename it")));
    }
}

/// Layers that need one another are all there.
pub(super) fn needs(layers: &[Layer], problems: &mut Vec<Problem>) {
    for layer in layers {
        for needed in &layer.needs {
            if !layers.iter().any(|other| other.name == *needed) {
                let origin = Origin::Layer(layer.name.clone());
                let text = format!("it needs layer '{needed}', which was not added; add it to the builder");
                problems.push(Problem::new("ERR_MISSING_LAYER", &layer.name, Some(&origin), text));
            }
        }
    }
}

/// Follows each alias to a builtin; a cycle or a dead end is a problem with its path.
pub(super) fn aliases(registry: &mut Registry, aliases: Vec<(String, String, Origin)>, problems: &mut Vec<Problem>) {
    let mut targets = IndexMap::new();
    for (alias, to, origin) in aliases {
        id(&alias, &origin, problems);
        if let Some(definition) = registry.modules.get(alias.as_str()) {
            problems.push(Problem::duplicate("builtins", &alias, definition.origin(), &origin));
        } else if let Some((_, first)) = targets.insert(alias.clone(), (to, origin.clone())) {
            problems.push(Problem::duplicate("aliases", &alias, &first, &origin));
        }
    }
    for (alias, (_, origin)) in &targets {
        let mut path = vec![alias.as_str()];
        loop {
            let (next, _) = &targets[path[path.len() - 1]];
            if let Some(index) = registry.modules.get_index_of(next.as_str()) {
                registry.aliases.insert(alias.clone(), ModuleIndex(index as u32));
                break;
            }
            if path.contains(&next.as_str()) {
                let text = format!(
                    "the alias leads in a circle: {} -> {next}; point one of them at a builtin",
                    path.join(" -> ")
                );
                problems.push(Problem::new("ERR_ALIAS_CYCLE", alias, Some(origin), text));
                break;
            }
            if !targets.contains_key(next) {
                let text = format!("the alias leads to '{next}', which is no builtin{}", registry.did_you_mean(next));
                problems.push(Problem::new("ERR_UNKNOWN_REFERENCE", alias, Some(origin), text));
                break;
            }
            path.push(next);
        }
    }
    registry.aliases.sort_unstable_keys();
}

/// Declared lazy properties refer to builtins that exist, and no two are the same property.
pub(super) fn lazies(registry: &Registry, problems: &mut Vec<Problem>) {
    for (at, lazy) in registry.lazies.iter().enumerate() {
        let same = |other: &&LazyDeclaration| other.target == lazy.target && other.name == lazy.name;
        if let Some(first) = registry.lazies[..at].iter().find(same) {
            problems.push(Problem::duplicate("lazy properties", &lazy.name, &first.origin, &lazy.origin));
        }
        let Reference { id, .. } = Reference::parse(&lazy.reference);
        if !registry.contains(id) {
            let text = format!("the lazy property refers to '{id}', which is no builtin{}", registry.did_you_mean(id));
            problems.push(Problem::new("ERR_UNKNOWN_REFERENCE", &lazy.name, Some(&lazy.origin), text));
        }
    }
}
