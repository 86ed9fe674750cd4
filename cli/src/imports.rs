//! Reads what an ES module imports and exports, without running it: which names it asks of each specifier. Pure text in, data out; V8 and
//! the file system are not its business.

use std::collections::BTreeMap;

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, BindingPattern, Expression, ImportExpression, ObjectPattern};
use oxc_parser::Parser;
use oxc_semantic::{AstNodes, Semantic, SemanticBuilder};
use oxc_span::{GetSpan as _, SourceType};
use oxc_syntax::module_record::{ExportExportName, ExportImportName, ImportImportName};
use oxc_syntax::node::NodeId;

/// What is asked of one specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The names, sorted; `None` if all of them may be needed.
    pub(crate) names: Option<Vec<String>>,
    /// The line of the first request, from 1.
    pub(crate) line: u32,
}

/// What a module asks for and offers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Clauses {
    pub(crate) imports: BTreeMap<String, Asked>,
    pub(crate) dynamic_imports: BTreeMap<String, Asked>,
    pub(crate) exports: Vec<String>,
}

/// The imports and exports of a source. One that does not parse asks for nothing: V8 tells its error.
pub(crate) fn analyze(source: &str) -> Clauses {
    let allocator = Allocator::default();
    let module = Parser::new(&allocator, source, SourceType::mjs()).parse();
    // A CommonJS module is read for its `import()` only.
    let parsed = if module.panicked || !module.diagnostics.is_empty() {
        Parser::new(&allocator, source, SourceType::cjs()).parse()
    } else {
        module
    };
    let mut clauses = Clauses::default();
    if parsed.panicked {
        return clauses;
    }
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(&parsed.program).semantic;
    let record = &parsed.module_record;
    for requested in &record.requested_modules {
        // An import for its side effects asks for no name.
        let line = requested.1.first().map_or(1, |first| line_of(source, first.statement_span.start));
        clauses.imports.insert(requested.0.to_string(), Asked { names: Some(Vec::new()), line });
    }
    for entry in &record.import_entries {
        let names = match &entry.import_name {
            ImportImportName::Name(name) => Some(vec![name.name.to_string()]),
            ImportImportName::Default(_) => Some(vec!["default".to_owned()]),
            ImportImportName::NamespaceObject => namespace_names(&semantic, entry.local_name.name.as_str()),
        };
        ask(&mut clauses.imports, &entry.module_request.name, names, line_of(source, entry.statement_span.start));
    }
    for entry in &record.indirect_export_entries {
        let Some(request) = &entry.module_request else { continue };
        let names = match &entry.import_name {
            ExportImportName::Name(name) => Some(vec![name.name.to_string()]),
            _ => None,
        };
        ask(&mut clauses.imports, &request.name, names, line_of(source, entry.statement_span.start));
    }
    for entry in &record.star_export_entries {
        if let Some(request) = &entry.module_request {
            ask(&mut clauses.imports, &request.name, None, line_of(source, entry.statement_span.start));
        }
    }
    for entry in record.local_export_entries.iter().chain(&record.indirect_export_entries) {
        match &entry.export_name {
            ExportExportName::Name(name) => clauses.exports.push(name.name.to_string()),
            ExportExportName::Default(_) => clauses.exports.push("default".to_owned()),
            ExportExportName::Null => {}
        }
    }
    clauses.exports.sort();
    for node in semantic.nodes().iter() {
        if let AstKind::ImportExpression(import) = node.kind()
            && let Expression::StringLiteral(specifier) = &import.source
        {
            let names = awaited_names(semantic.nodes(), node.id(), import);
            ask(&mut clauses.dynamic_imports, &specifier.value, names, line_of(source, import.span.start));
        }
    }
    clauses
}

fn ask(asked: &mut BTreeMap<String, Asked>, specifier: &str, names: Option<Vec<String>>, line: u32) {
    let entry = asked.entry(specifier.to_owned()).or_insert(Asked { names: Some(Vec::new()), line });
    match (&mut entry.names, names) {
        (Some(known), Some(names)) => {
            known.extend(names);
            known.sort();
            known.dedup();
        }
        (known, _) => *known = None,
    }
}

fn line_of(source: &str, offset: u32) -> u32 {
    let before = &source.as_bytes()[..(offset as usize).min(source.len())];
    before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1
}

/// The names read off a namespace object, or `None` if it escapes.
fn namespace_names(semantic: &Semantic<'_>, local: &str) -> Option<Vec<String>> {
    let scoping = semantic.scoping();
    let symbol = scoping.get_root_binding(local.into())?;
    let mut names = Vec::new();
    for reference in scoping.get_resolved_references(symbol) {
        names.extend(names_taken(semantic.nodes(), reference.node_id())?);
    }
    Some(names)
}

/// The names taken from the object that a node stands for: `x.name`, `x['name']` or `const { name } = x`.
fn names_taken(nodes: &AstNodes<'_>, object: NodeId) -> Option<Vec<String>> {
    let object = skip_parentheses(nodes, object);
    let span = nodes.kind(object).span();
    match nodes.parent_kind(object) {
        AstKind::StaticMemberExpression(member) => Some(vec![member.property.name.to_string()]),
        AstKind::ComputedMemberExpression(member) if member.object.span() == span => {
            member.static_property_name().map(|name| vec![name.to_string()])
        }
        AstKind::VariableDeclarator(declarator) => match &declarator.id {
            BindingPattern::ObjectPattern(pattern) => pattern_names(pattern),
            _ => None,
        },
        _ => None,
    }
}

fn skip_parentheses(nodes: &AstNodes<'_>, mut node: NodeId) -> NodeId {
    while matches!(nodes.parent_kind(node), AstKind::ParenthesizedExpression(_)) {
        node = nodes.parent_id(node);
    }
    node
}

/// The names that `import()` is asked for: what is taken from the awaited namespace, or from the parameter of a `then`. A promise that
/// nobody looks into asks for none.
fn awaited_names(nodes: &AstNodes<'_>, import: NodeId, expression: &ImportExpression<'_>) -> Option<Vec<String>> {
    let import = skip_parentheses(nodes, import);
    match nodes.parent_kind(import) {
        AstKind::AwaitExpression(_) => {
            let awaited = skip_parentheses(nodes, nodes.parent_id(import));
            match nodes.parent_kind(awaited) {
                AstKind::ExpressionStatement(_) => Some(Vec::new()),
                _ => names_taken(nodes, awaited),
            }
        }
        AstKind::ExpressionStatement(_) => Some(Vec::new()),
        AstKind::StaticMemberExpression(member) if member.property.name == "then" => {
            let member = nodes.parent_id(import);
            let AstKind::CallExpression(call) = nodes.parent_kind(member) else { return None };
            if call.callee.span().end < expression.span.end {
                return None;
            }
            match call.arguments.first()? {
                Argument::ArrowFunctionExpression(arrow) => match &arrow.params.items.first()?.pattern {
                    BindingPattern::ObjectPattern(pattern) => pattern_names(pattern),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

fn pattern_names(pattern: &ObjectPattern<'_>) -> Option<Vec<String>> {
    if pattern.rest.is_some() {
        return None;
    }
    pattern
        .properties
        .iter()
        .map(|property| property.key.static_name().filter(|_| !property.computed).map(|name| name.into_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_imports(source: &str, expected: &[(&str, Option<&[&str]>)]) {
        let found = analyze(source).imports;
        let found: Vec<_> = found.iter().map(|(specifier, asked)| (specifier.as_str(), asked.names.clone())).collect();
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let expected: Vec<_> = expected.iter().map(|(specifier, names)| (*specifier, names.map(owned))).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[track_caller]
    fn check_dynamic(source: &str, expected: Option<&[&str]>) {
        let asked = &analyze(source).dynamic_imports["x"];
        let expected = expected.map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(asked.names, expected, "{source}");
    }

    #[test]
    fn named_imports_ask_for_their_names() {
        check_imports("import { a, b as c } from 'x'; import d from 'x';", &[("x", Some(&["a", "b", "default"]))]);
        check_imports("import 'x';", &[("x", Some(&[]))]);
        check_imports(
            "export { a as b } from 'x'; export { default } from 'y';",
            &[("x", Some(&["a"])), ("y", Some(&["default"]))],
        );
    }

    #[test]
    fn a_namespace_asks_for_the_names_read_off_it_unless_it_escapes() {
        check_imports(
            "import * as ns from 'x'; ns.a(); f(ns['b']); const { c } = ns;",
            &[("x", Some(&["a", "b", "c"]))],
        );
        check_imports("import * as ns from 'x'; f(ns);", &[("x", None)]);
        check_imports("import * as ns from 'x'; ns[key];", &[("x", None)]);
        check_imports("import * as ns from 'x'; other[ns];", &[("x", None)]);
        check_imports("import * as ns from 'x'; export { ns };", &[("x", None)]);
        check_imports("import * as ns from 'x'; const { a, ...rest } = ns;", &[("x", None)]);
        check_imports("export * from 'x'; export * as ns from 'y';", &[("x", None), ("y", None)]);
    }

    #[test]
    fn a_dynamic_import_asks_for_what_is_taken_from_it() {
        check_dynamic("const { a, b: c } = await import('x');", Some(&["a", "b"]));
        check_dynamic("f((await import('x')).a);", Some(&["a"]));
        check_dynamic("import('x').then(({ a }) => a());", Some(&["a"]));
        check_dynamic("await import('x');", Some(&[]));
        check_dynamic("const ns = await import('x');", None);
        check_dynamic("module.exports = import('x');", None);
    }
}
