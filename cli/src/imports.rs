//! Reads what an ES module imports and exports, without running it: which names it asks of each specifier. Pure text in, data out; V8 and
//! the file system are not its business.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, BindingPattern, Expression, ImportExpression, ObjectPattern};
use oxc_parser::Parser;
use oxc_semantic::{AstNodes, Semantic, SemanticBuilder};
use oxc_span::{GetSpan as _, SourceType};
use oxc_syntax::module_record::{ExportImportName, ImportImportName};
use oxc_syntax::node::NodeId;

/// What is asked of one specifier: the names, or `None` if all of them may be needed.
pub(crate) type Names = Option<BTreeSet<String>>;

/// What a module asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Clauses {
    /// By specifier.
    pub(crate) imports: BTreeMap<String, Names>,
    /// Those of `import()`, too; none are known if there is one whose specifier the text does not tell.
    pub(crate) dynamic_imports: BTreeMap<String, Names>,
}

/// The imports of a source. Nothing is known of one that does not parse: V8 tells its error, or knows more of the language.
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
    if parsed.panicked || !parsed.diagnostics.is_empty() {
        return clauses;
    }
    // Only namespaces and `import()` need it.
    let semantic = LazyCell::new(|| SemanticBuilder::new().with_build_nodes(true).build(&parsed.program).semantic);
    let record = &parsed.module_record;
    for specifier in record.requested_modules.keys() {
        // An import for its side effects asks for no name.
        clauses.imports.insert(specifier.to_string(), nothing());
    }
    let mut ask = |specifier: &str, names: Names| {
        if let Some(asked) = clauses.imports.get_mut(specifier) {
            add(asked, names);
        }
    };
    for entry in &record.import_entries {
        let names = match &entry.import_name {
            ImportImportName::Name(name) => only(&name.name),
            ImportImportName::Default(_) => only("default"),
            ImportImportName::NamespaceObject => namespace_names(&semantic, entry.local_name.name.as_str()),
        };
        ask(&entry.module_request.name, names);
    }
    for entry in &record.indirect_export_entries {
        let Some(request) = &entry.module_request else { continue };
        let names = match &entry.import_name {
            ExportImportName::Name(name) => only(&name.name),
            _ => None,
        };
        ask(&request.name, names);
    }
    for entry in &record.star_export_entries {
        if let Some(request) = &entry.module_request {
            ask(&request.name, None);
        }
    }
    if record.dynamic_imports.is_empty() {
        return clauses;
    }
    let mut is_known = true;
    for node in semantic.nodes().iter() {
        let AstKind::ImportExpression(import) = node.kind() else { continue };
        match &import.source {
            Expression::StringLiteral(specifier) => {
                let names = awaited_names(semantic.nodes(), node.id(), import);
                let asked = clauses.dynamic_imports.entry(specifier.value.to_string()).or_insert_with(nothing);
                add(asked, names);
            }
            specifier => is_known &= is_path(specifier),
        }
    }
    if !is_known {
        clauses.dynamic_imports.clear();
    }
    clauses
}

fn nothing() -> Names {
    Some(BTreeSet::new())
}

fn only(name: &str) -> Names {
    Some(BTreeSet::from([name.to_owned()]))
}

fn add(asked: &mut Names, names: Names) {
    match (asked.as_mut(), names) {
        (Some(asked), Some(names)) => asked.extend(names),
        _ => *asked = None,
    }
}

/// Whether a specifier that is put together begins like a path, and so cannot become that of a builtin.
fn is_path(specifier: &Expression<'_>) -> bool {
    match specifier {
        Expression::StringLiteral(text) => text.value.starts_with(['.', '/']),
        Expression::TemplateLiteral(template) => {
            template.quasis.first().is_some_and(|first| first.value.raw.starts_with(['.', '/']))
        }
        Expression::BinaryExpression(binary) => is_path(&binary.left),
        Expression::ParenthesizedExpression(inner) => is_path(&inner.expression),
        _ => false,
    }
}

/// The names read off a namespace object, or `None` if it escapes, which it does to any text that `eval` may get.
fn namespace_names(semantic: &Semantic<'_>, local: &str) -> Names {
    let scoping = semantic.scoping();
    if scoping.root_unresolved_references().contains_key("eval") {
        return None;
    }
    let symbol = scoping.get_root_binding(local.into())?;
    let mut names = BTreeSet::new();
    for reference in scoping.get_resolved_references(symbol) {
        names.extend(names_taken(semantic.nodes(), reference.node_id())?);
    }
    Some(names)
}

/// The names taken from the object that a node stands for: `x.name`, `x['name']` or `const { name } = x`.
fn names_taken(nodes: &AstNodes<'_>, object: NodeId) -> Names {
    let object = skip_parentheses(nodes, object);
    let span = nodes.kind(object).span();
    match nodes.parent_kind(object) {
        AstKind::StaticMemberExpression(member) => only(&member.property.name),
        AstKind::ComputedMemberExpression(member) if member.object.span() == span => {
            member.static_property_name().and_then(|name| only(&name))
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
/// nobody looks into asks for none; at the top level, a script hands it out.
fn awaited_names(nodes: &AstNodes<'_>, import: NodeId, expression: &ImportExpression<'_>) -> Names {
    let import = skip_parentheses(nodes, import);
    match nodes.parent_kind(import) {
        AstKind::AwaitExpression(_) => {
            let awaited = skip_parentheses(nodes, nodes.parent_id(import));
            match nodes.parent_kind(awaited) {
                AstKind::ExpressionStatement(_) => nothing(),
                _ => names_taken(nodes, awaited),
            }
        }
        AstKind::ExpressionStatement(_) => {
            let is_in_function = |kind| matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_));
            nodes.ancestor_kinds(import).any(is_in_function).then(BTreeSet::new)
        }
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

fn pattern_names(pattern: &ObjectPattern<'_>) -> Names {
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
        let found: Vec<_> = found.iter().map(|(specifier, names)| (specifier.as_str(), names.clone())).collect();
        let expected: Vec<_> = expected.iter().map(|(specifier, names)| (*specifier, names.map(owned))).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[track_caller]
    fn check_dynamic(source: &str, expected: Option<&[&str]>) {
        let found: Vec<_> = analyze(source).dynamic_imports.into_values().collect();
        assert_eq!(found, [expected.map(owned)], "{source}");
    }

    fn owned(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
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
        check_imports("import * as ns from 'x'; ns.a; function f() { (eval)(text); }", &[("x", None)]);
        check_imports("import * as ns from 'x'; ns.a; x.eval(text);", &[("x", Some(&["a"]))]);
        check_imports("export * from 'x'; export * as ns from 'y';", &[("x", None), ("y", None)]);
    }

    #[test]
    fn a_dynamic_import_asks_for_what_is_taken_from_it() {
        check_dynamic("const { a, b: c } = await import('x');", Some(&["a", "b"]));
        check_dynamic("f((await import('x')).a);", Some(&["a"]));
        check_dynamic("import('x').then(({ a }) => a());", Some(&["a"]));
        check_dynamic("await import('x');", Some(&[]));
        check_dynamic("function f() { import('x'); }", Some(&[]));
        check_dynamic("with (y) { import('x').then(({ a }) => a); } return;", Some(&["a"]));
        check_dynamic("import('x');", None);
        check_dynamic("const f = () => import('x');", None);
        check_dynamic("const ns = await import('x');", None);
        check_dynamic("module.exports = import('x');", None);
    }

    #[test]
    fn a_specifier_that_is_computed_may_be_any_but_a_path() {
        check_dynamic("const { a } = await import('x'); import(`./${name}.js`); import('/y' + z);", Some(&["a"]));
        assert!(analyze("const { a } = await import('x'); import(y);").dynamic_imports.is_empty());
        assert!(analyze("const { a } = await import('x'); import(`${y}`);").dynamic_imports.is_empty());
    }
}
