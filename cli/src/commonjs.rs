//! The names that a CommonJS module will export, found in its text by the rules that Node.js goes by. These are frozen: what `import` finds
//! in one version of Node.js it finds in every other (the grammar stands in the README of `cjs-module-lexer`, 2.3.0). They look at tokens and
//! know no scopes, so some of them are odd on purpose. Pure text in, data out; V8 and the file system are not its business.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentTarget, CallExpression, Comment, Expression, Function, ObjectExpression, ObjectProperty,
    ObjectPropertyKind, PropertyKey, PropertyKind, Statement, StringLiteral, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_parser::Parser;
use oxc_semantic::{AstNodes, SemanticBuilder};
use oxc_span::{GetSpan as _, SourceType, Span};
use oxc_syntax::identifier::{is_identifier_part, is_identifier_start};
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::AssignmentOperator;

/// The names that a CommonJS module exports, and the modules whose names it passes on.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CommonJsExports {
    pub(crate) exports: BTreeSet<String>,
    pub(crate) reexports: BTreeSet<String>,
}

/// The exports of a source. One that does not parse has none: V8 tells its error.
pub(crate) fn commonjs_exports(source: &str) -> CommonJsExports {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::cjs()).parse();
    if parsed.panicked {
        return CommonJsExports::default();
    }
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(&parsed.program).semantic;
    let mut reader = Reader {
        source,
        comments: &parsed.program.comments,
        nodes: semantic.nodes(),
        found: CommonJsExports::default(),
        getters: BTreeSet::new(),
        required: BTreeMap::new(),
    };
    for node in semantic.nodes().iter() {
        reader.read(node.id(), node.kind());
    }
    let Reader { mut found, getters, .. } = reader;
    found.exports.retain(|name| !getters.contains(name));
    found
}

struct Reader<'a> {
    source: &'a str,
    comments: &'a [Comment],
    nodes: &'a AstNodes<'a>,
    found: CommonJsExports,
    /// What is defined in a way that may have side effects to read: no export, wherever else it is assigned.
    getters: BTreeSet<String>,
    /// What variables at the top level were required from.
    required: BTreeMap<&'a str, String>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, id: NodeId, kind: AstKind<'a>) {
        match kind {
            // `exports.a =`, and `exports.a ==`, too.
            AstKind::StaticMemberExpression(member)
                if is_exports(&member.object) && self.next(member.span) == Some('=') =>
            {
                self.found.exports.insert(member.property.name.to_string());
            }
            AstKind::ComputedMemberExpression(member)
                if is_exports(&member.object) && self.next(member.span) == Some('=') =>
            {
                if let Expression::StringLiteral(name) = &member.expression {
                    self.found.exports.extend(text(name));
                }
            }
            AstKind::AssignmentExpression(assignment) if assignment.operator == AssignmentOperator::Assign => {
                if let AssignmentTarget::StaticMemberExpression(member) = &assignment.left
                    && is_identifier(&member.object, "module")
                    && member.property.name == "exports"
                {
                    self.module_exports(&assignment.right);
                }
            }
            AstKind::CallExpression(call) => self.call(id, call),
            AstKind::VariableDeclaration(declaration) if self.is_top_level(id) => self.variable(declaration),
            _ => {}
        }
    }

    /// `module.exports = …`: the last one wins, so re-exports start anew; names stay.
    fn module_exports(&mut self, value: &'a Expression<'a>) {
        self.found.reexports.clear();
        match leftmost(value) {
            Expression::ObjectExpression(object) => self.object(object),
            value => self.found.reexports.extend(required(value)),
        }
    }

    /// The keys of an object, up to the first value that is more than a word.
    fn object(&mut self, object: &ObjectExpression<'_>) {
        for property in &object.properties {
            let goes_on = match property {
                ObjectPropertyKind::ObjectProperty(property) => self.property(property),
                ObjectPropertyKind::SpreadProperty(spread) => {
                    let specifier = required(leftmost(&spread.argument));
                    self.found.reexports.extend(specifier);
                    required(&spread.argument).is_some() || is_word(&spread.argument)
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Whether the properties after it are looked at.
    fn property(&mut self, property: &ObjectProperty<'_>) -> bool {
        let (name, is_word) = match &property.key {
            _ if property.computed => return false,
            PropertyKey::StaticIdentifier(key) => (Some(key.name.to_string()), true),
            PropertyKey::StringLiteral(key) => (text(key), false),
            _ => return false,
        };
        // The first word counts as a name, whatever it begins.
        let first = match (&property.kind, &property.value) {
            (PropertyKind::Get, _) => Some("get"),
            (PropertyKind::Set, _) => Some("set"),
            (_, Expression::FunctionExpression(function)) if property.method && function.r#async => Some("async"),
            (_, Expression::FunctionExpression(function)) if property.method && function.generator => return false,
            _ => None,
        };
        if first.is_some() || property.method {
            self.found.exports.extend(first.map(str::to_owned).or(name.filter(|_| is_word)));
            return false;
        }
        if property.shorthand {
            self.found.exports.extend(name);
            return true;
        }
        let value = &self.source[property.value.span().start as usize..];
        if !value.starts_with(is_identifier_start) {
            return false;
        }
        self.found.exports.extend(name);
        value.trim_start_matches(is_identifier_part).starts_with([',', '}'])
    }

    fn call(&mut self, id: NodeId, call: &'a CallExpression<'a>) {
        match &call.callee {
            Expression::StaticMemberExpression(callee)
                if is_identifier(&callee.object, "Object") && callee.property.name == "defineProperty" =>
            {
                self.define_property(call);
            }
            Expression::StaticMemberExpression(callee)
                if callee.property.name == "forEach" && self.is_top_level(id) =>
            {
                self.for_each_key(&callee.object, call);
            }
            Expression::StaticMemberExpression(callee) if is_reexporter(&callee.property.name) => {
                self.reexport(id, call);
            }
            Expression::Identifier(callee) if is_reexporter(&callee.name) => self.reexport(id, call),
            _ => {}
        }
    }

    /// `__export(require('x'))`, as TypeScript writes it.
    fn reexport(&mut self, id: NodeId, call: &'a CallExpression<'a>) {
        if self.is_top_level(id)
            && let Some(value) = call.arguments.first().and_then(Argument::as_expression)
        {
            self.found.reexports.extend(required(leftmost(value)));
        }
    }

    /// `Object.defineProperty(exports, 'a', { value: … })`, or with a getter that only hands something on.
    fn define_property(&mut self, call: &'a CallExpression<'a>) {
        let [target, Argument::StringLiteral(name), rest @ ..] = call.arguments.as_slice() else { return };
        let (Some(target), Some(name)) = (target.as_expression(), text(name)) else { return };
        if !is_exports(target) {
            return;
        }
        let is_safe = match rest {
            [Argument::ObjectExpression(descriptor), rest @ ..] => is_safe(descriptor, rest.is_empty()),
            _ => false,
        };
        if is_safe {
            self.found.exports.insert(name)
        } else {
            self.getters.insert(name)
        };
    }

    /// `Object.keys(x).forEach(function (key) { … exports[key] = x[key] … })`, as Babel and Rollup write it.
    fn for_each_key(&mut self, keys: &Expression<'a>, call: &'a CallExpression<'a>) {
        let Expression::CallExpression(keys) = keys else { return };
        let Expression::StaticMemberExpression(callee) = &keys.callee else { return };
        let ([Argument::Identifier(object)], [Argument::FunctionExpression(function)]) =
            (keys.arguments.as_slice(), call.arguments.as_slice())
        else {
            return;
        };
        if is_identifier(&callee.object, "Object")
            && callee.property.name == "keys"
            && let Some(specifier) = self.required.get(object.name.as_str())
            && is_plain(function)
            && function.id.is_none()
            && let [key] = function.params.items.as_slice()
            && let Some(key) = key.pattern.get_identifier_name()
            && let Some(body) = &function.body
            && hands_on_all(&self.squeezed(body.span), &object.name, key.as_str()).is_some()
        {
            self.found.reexports.insert(specifier.clone());
        }
    }

    /// `var x = require('y')`, or that within `_interopRequireWildcard`.
    fn variable(&mut self, declaration: &'a VariableDeclaration<'a>) {
        use VariableDeclarationKind::{Const, Let, Var};
        let Some(first) = declaration.declarations.first() else { return };
        let (Some(name), Some(value)) = (first.id.get_binding_identifier(), &first.init) else { return };
        // Only blanks stand between the words.
        let before = &self.source[declaration.span.start as usize..value.span().start as usize];
        let is_plain = matches!(declaration.kind, Var | Let | Const)
            && before.chars().all(|character| character == ' ' || character == '=' || is_identifier_part(character));
        let value = match leftmost(value) {
            Expression::CallExpression(call) if is_identifier(&call.callee, "_interopRequireWildcard") => {
                call.arguments.first().and_then(Argument::as_expression).map(leftmost)
            }
            value => Some(value),
        };
        if let Some(specifier) = value.and_then(required).filter(|_| is_plain) {
            self.required.insert(name.name.as_str(), specifier);
        }
    }

    /// The first character after a node that is neither blank nor in a comment.
    fn next(&self, span: Span) -> Option<char> {
        let mut rest = &self.source[span.end as usize..];
        loop {
            rest = rest.trim_start();
            rest = match (rest.strip_prefix("/*"), rest.strip_prefix("//")) {
                (Some(comment), _) => comment.split_once("*/")?.1,
                (_, Some(comment)) => comment.split_once('\n')?.1,
                _ => return rest.chars().next(),
            };
        }
    }

    /// Whether no bracket is open at a node.
    fn is_top_level(&self, id: NodeId) -> bool {
        let span = self.nodes.kind(id).span();
        self.nodes.ancestors(id).all(|ancestor| match ancestor.kind() {
            AstKind::CallExpression(call) => call.callee.span().contains_inclusive(span),
            AstKind::IfStatement(statement) => !statement.test.span().contains_inclusive(span),
            AstKind::Program(_)
            | AstKind::ExpressionStatement(_)
            | AstKind::VariableDeclaration(_)
            | AstKind::VariableDeclarator(_)
            | AstKind::AssignmentExpression(_)
            | AstKind::LogicalExpression(_)
            | AstKind::BinaryExpression(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::SequenceExpression(_)
            | AstKind::UnaryExpression(_)
            | AstKind::StaticMemberExpression(_) => true,
            _ => false,
        })
    }

    /// The text of a node without blanks and comments, and with one kind of quotes.
    fn squeezed(&self, span: Span) -> String {
        let mut text = String::new();
        let mut from = span.start;
        for comment in self.comments.iter().filter(|comment| span.contains_inclusive(comment.span)) {
            text.push_str(&self.source[from as usize..comment.span.start as usize]);
            from = comment.span.end;
        }
        text.push_str(&self.source[from as usize..span.end as usize]);
        text.retain(|character| !character.is_whitespace());
        text.replace('"', "'")
    }
}

/// Whether reading what a descriptor defines has no side effects. `ends` says that nothing follows it.
fn is_safe(descriptor: &ObjectExpression<'_>, ends: bool) -> bool {
    let mut properties = descriptor.properties.iter().map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) if property.kind == PropertyKind::Init && !property.computed => {
            match &property.key {
                PropertyKey::StaticIdentifier(key) => Some((key.name.as_str(), &**property)),
                _ => None,
            }
        }
        _ => None,
    });
    let mut next = properties.next().flatten();
    if let Some(("enumerable", property)) = next
        && matches!(&property.value, Expression::BooleanLiteral(literal) if literal.value)
    {
        next = properties.next().flatten();
    }
    match next {
        Some(("value", property)) => !property.method && !property.shorthand,
        Some(("get", property)) => match &property.value {
            Expression::FunctionExpression(getter) => {
                ends && properties.next().is_none() && is_plain(getter) && hands_on(getter)
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_plain(function: &Function<'_>) -> bool {
    !function.r#async && !function.generator
}

/// A function without parameters that only returns a variable, or a property of one.
fn hands_on(function: &Function<'_>) -> bool {
    let is_word = |value: &Expression<'_>| {
        matches!(
            value,
            Expression::Identifier(_)
                | Expression::ThisExpression(_)
                | Expression::BooleanLiteral(_)
                | Expression::NullLiteral(_)
        )
    };
    let Some(body) = function.body.as_deref().filter(|body| body.directives.is_empty()) else { return false };
    let [Statement::ReturnStatement(statement)] = body.statements.as_slice() else { return false };
    !function.params.has_parameter()
        && match &statement.argument {
            Some(Expression::StaticMemberExpression(member)) => !member.optional && is_word(&member.object),
            Some(Expression::ComputedMemberExpression(member)) => {
                !member.optional && is_word(&member.object) && matches!(member.expression, Expression::StringLiteral(_))
            }
            Some(value) => is_word(value),
            None => false,
        }
}

/// Whether a function body, squeezed, assigns each key of an object to the exports, in one of the forms that compilers write. (`Some` if so.)
fn hands_on_all(body: &str, object: &str, key: &str) -> Option<()> {
    let rest = body.strip_prefix('{')?;
    let rest = match rest.strip_prefix(&format!("if({key}==='default'||{key}==='__esModule')return")) {
        Some(rest) => {
            let rest = semicolon(rest);
            let rest = rest.strip_prefix("if(").and_then(|rest| returns(owns(rest, key)?)).unwrap_or(rest);
            let same = ["exports", "module.exports"].into_iter().find_map(|exports| {
                let test = format!("if({key}in{exports}&&{exports}[{key}]==={object}[{key}]");
                returns(rest.strip_prefix(&test)?)
            });
            same.unwrap_or(rest)
        }
        None => {
            let rest = rest.strip_prefix(&format!("if({key}!=='default'"))?;
            let own = rest.strip_prefix("&&!").map(|rest| {
                owns(rest, key)
                    .or_else(|| word(rest)?.strip_prefix(".hasOwnProperty(")?.strip_prefix(key)?.strip_prefix(')'))
            });
            own.unwrap_or(Some(rest))?.strip_prefix(')')?
        }
    };
    let rest = ["exports", "module.exports"].into_iter().find_map(|exports| {
        rest.strip_prefix(&format!("{exports}[{key}]={object}[{key}]")).or_else(|| {
            let rest = rest.strip_prefix(&format!("Object.defineProperty({exports},{key},{{enumerable:true,get"))?;
            let rest = match rest.strip_prefix(":function") {
                Some(rest) => word(rest).unwrap_or(rest),
                None => rest,
            };
            let rest = semicolon(rest.strip_prefix(&format!("(){{return{object}[{key}]"))?).strip_prefix('}')?;
            rest.strip_prefix(',').unwrap_or(rest).strip_prefix("})")
        })
    })?;
    (semicolon(rest) == "}").then_some(())
}

/// What follows `Object.prototype.hasOwnProperty.call(x, key)`.
fn owns<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let rest = text.strip_prefix("Object")?;
    let rest = rest.strip_prefix(".prototype").unwrap_or(rest);
    word(rest.strip_prefix(".hasOwnProperty.call(")?)?.strip_prefix(',')?.strip_prefix(key)?.strip_prefix(')')
}

/// What follows `) return;`.
fn returns(text: &str) -> Option<&str> {
    text.strip_prefix(")return").map(semicolon)
}

fn semicolon(text: &str) -> &str {
    text.strip_prefix(';').unwrap_or(text)
}

/// What follows an identifier.
fn word(text: &str) -> Option<&str> {
    text.starts_with(is_identifier_start).then(|| text.trim_start_matches(is_identifier_part))
}

/// The expression that an expression begins with: `a` of `a.b(c) + d`.
fn leftmost<'e, 'a>(expression: &'e Expression<'a>) -> &'e Expression<'a> {
    match expression {
        Expression::StaticMemberExpression(member) => leftmost(&member.object),
        Expression::ComputedMemberExpression(member) => leftmost(&member.object),
        Expression::CallExpression(call) if required(expression).is_none() && !is_word(&call.callee) => {
            leftmost(&call.callee)
        }
        Expression::BinaryExpression(binary) => leftmost(&binary.left),
        Expression::LogicalExpression(logical) => leftmost(&logical.left),
        Expression::ConditionalExpression(conditional) => leftmost(&conditional.test),
        Expression::TaggedTemplateExpression(tagged) => leftmost(&tagged.tag),
        expression => expression,
    }
}

fn is_word(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::Identifier(_))
}

/// The helpers of TypeScript and Babel.
fn is_reexporter(name: &str) -> bool {
    matches!(name, "__exportStar" | "__export")
}

/// The specifier of `require('…')`.
fn required(expression: &Expression<'_>) -> Option<String> {
    let Expression::CallExpression(call) = expression else { return None };
    match call.arguments.as_slice() {
        [Argument::StringLiteral(specifier)] if is_identifier(&call.callee, "require") => text(specifier),
        _ => None,
    }
}

/// A name has to be well-formed Unicode; two escapes may make one character. The parser writes a lone surrogate as U+FFFD and its digits.
fn text(literal: &StringLiteral<'_>) -> Option<String> {
    if !literal.lone_surrogates {
        return Some(literal.value.to_string());
    }
    let mut parts = literal.value.split('\u{FFFD}');
    let mut units: Vec<u16> = parts.next()?.encode_utf16().collect();
    for part in parts {
        let (digits, rest) = part.split_at_checked(4)?;
        units.push(u16::from_str_radix(digits, 16).ok()?);
        units.extend(rest.encode_utf16());
    }
    String::from_utf16(&units).ok()
}

/// `exports` or `module.exports`.
fn is_exports(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StaticMemberExpression(member) => {
            is_identifier(&member.object, "module") && member.property.name == "exports"
        }
        expression => is_identifier(expression, "exports"),
    }
}

fn is_identifier(expression: &Expression<'_>, name: &str) -> bool {
    matches!(expression, Expression::Identifier(identifier) if identifier.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and re-exports, each in order and with blanks between.
    #[track_caller]
    fn check(source: &str, exports: &str, reexports: &str) {
        let found = commonjs_exports(source);
        let list = |names: &BTreeSet<String>| names.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        assert_eq!(
            (list(&found.exports), list(&found.reexports)),
            (exports.to_owned(), reexports.to_owned()),
            "{source}"
        );
    }

    #[test]
    fn what_is_assigned_to_a_property_of_the_exports_is_a_name() {
        check("exports.a = 1; module.exports.b = 2; exports['c'] = 3; exports . d /* x */ = 4", "a b c d", "");
        check("(function (exports) { exports.a = exports.b = void 0; })(other)", "a b", "");
        check("if (exports.a === 1) {} exports.b(); exports.c; exports.d += 1; this.exports.e = 1", "a", "");
        check(r"exports['\u{D83C}\u{DF10}'] = 1; exports['\uD83C'] = 2; exports['two words'] = 3;", "two words 🌐", "");
        check("exports.a = ;", "", "");
    }

    #[test]
    fn the_keys_of_an_object_are_names_up_to_the_first_that_is_more_than_a_word() {
        check("module.exports = { a, b: c, 'd': e, f: 'stops here', g };", "a b d", "");
        check("module.exports = { a: require('x'), b };", "a", "");
        check("module.exports = { a: true, b: function () {}, c };", "a b", "");
        check("module.exports = { a, b() {}, c }", "a b", "");
        check("module.exports = { get a() { return 1; }, b }", "get", "");
        check("module.exports = { a, async b() {} }", "a async", "");
        check("module.exports = { a, ['b']: c, d }", "a", "");
        check("module.exports = { a: b , c }", "a", "");
        check("0 && (module.exports = { a, b });", "a b", "");
        check("module.exports = exports = { a }; exports = { b };", "", "");
    }

    #[test]
    fn modules_are_handed_on_by_assignment_and_by_spreading_the_last_time() {
        check("module.exports = require('a'); if (x) module.exports = require('b').c;", "", "b");
        check("module.exports = { a, ...require('x'), ...b, ...require('y'), c };", "a c", "x y");
        check("module.exports = { ...require('x')(1), a };", "", "x");
        check("module.exports = require(a); module.exports = require('b', c);", "", "");
    }

    #[test]
    fn defined_properties_are_names_unless_reading_one_may_do_more_than_hand_something_on() {
        let define = |descriptor: &str| format!("Object.defineProperty(exports, 'a', {descriptor}); exports.b = 1;");
        for descriptor in [
            "{ value: 1 }",
            "{ enumerable: true, value: f() }",
            "{ enumerable: true, get: function () { return x.y; } }",
            "{ get: function g() { return x['y'] }, }",
            "{ get() { return x; } }",
        ] {
            check(&define(descriptor), "a b", "");
        }
        for descriptor in [
            "{ get: () => x }",
            "{ get() { return f(); } }",
            "{ get() { return x.y.z; } }",
            "{ get() { 'use strict'; return x; } }",
            "{ async get() { return x; } }",
            "{ enumerable: false, value: 1 }",
            "{ configurable: true, get() { return x; } }",
            "{ get() { return x; }, configurable: true }",
            "other",
        ] {
            check(&define(descriptor), "b", "");
        }
        // Wherever else it is assigned.
        check("exports.a = void 0; Object.defineProperty(exports, 'a', { get() { return f(); } });", "", "");
        check("Object.defineProperty(other, 'a', { value: 1 });", "", "");
    }

    #[test]
    fn what_compilers_write_for_export_star_hands_on_at_the_top_level() {
        check(
            "__exportStar(require('a'), exports); tslib_1.__exportStar(require('b'), exports); __export(require('c'))",
            "",
            "a b c",
        );
        check("function f() { __export(require('a')); } (__export(require('b')));", "", "");
        let each = |start: &str, body: &str| format!("{start}; Object.keys(_x).forEach(function (key) {{ {body} }});");
        let assign = "exports[key] = _x[key];";
        let define = "Object.defineProperty(exports, key, { enumerable: true, get: function () { return _x[key]; } });";
        let skip = "if (key === \"default\" || key === \"__esModule\") return;";
        let owned = "if (Object.prototype.hasOwnProperty.call(_names, key)) return;";
        let same = "if (key in exports && exports[key] === _x[key]) return;";
        for body in [
            format!("{skip} {assign}"),
            format!("{skip} {define}"),
            format!("{skip} {owned} {same} /* so */ {define}"),
            format!("{skip} {same} {assign}"),
            format!("if (key !== 'default') {assign}"),
            format!("if (key !== 'default' && !exports.hasOwnProperty(key)) {assign}"),
            format!("if (key !== 'default' && !Object.prototype.hasOwnProperty.call(exports, key)) {assign}"),
        ] {
            check(&each("var _x = require('x')", &body), "", "x");
            check(&each("const _x = _interopRequireWildcard(require('x'))", &body), "", "x");
            check(&each("let _y = require('x')", &body), "", "");
            check(&format!("{{ {} }}", each("var _x = require('x')", &body)), "", "");
        }
        for body in [assign.to_owned(), format!("{skip} {assign} more();"), format!("{skip} exports[key] = _y[key];")] {
            check(&each("var _x = require('x')", &body), "", "");
        }
    }
}
