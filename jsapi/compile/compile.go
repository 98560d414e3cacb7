package compile

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/pattern"
)

// Source parses and compiles src under the given name.
func Source(name, src string, strict bool, options ...parser.Option) (*goja.Program, error) {
	tree, err := Parse(name, src, options...)
	if err != nil {
		return nil, err
	}
	return Program(tree, strict)
}

// Parse parses src under the given name. Syntax errors are a parser.ErrorList. goja
// panics at the escape \u{10ffff} in some places; then the source is parsed again with
// the two surrogates instead.
func Parse(name, src string, options ...parser.Option) (*ast.Program, error) {
	tree, panicked, err := parse(name, src, options...)
	if panicked != nil {
		if tree, panicked, err = parse(name, lastCharacter.ReplaceAllString(src, `${1}\udbff\udfff`), options...); panicked != nil {
			return nil, fmt.Errorf("%s: the syntax is beyond the parser: %v", name, panicked)
		}
	}
	return tree, err
}

// lastCharacter matches that escape, but not after an escaped backslash.
var lastCharacter = regexp.MustCompile(`((?:^|[^\\])(?:\\\\)*)\\u\{0*10[fF]{4}\}`)

func parse(name, src string, options ...parser.Option) (tree *ast.Program, panicked any, err error) {
	if err := Check(name, src); err != nil {
		return nil, nil, err
	}
	defer func() { panicked = recover() }()
	tree, err = parser.ParseFile(nil, name, src, 0, options...)
	return tree, nil, err
}

// Program compiles tree, which it changes, so the caller must not use it any more.
//
// Surplus arguments: goja copies them into the variables of the function if inner
// functions use both its parameters and its variables. In
//
//	function f(a) { var b; return function () { return [a, b]; }; }
//
// f(1, 2)() returns [1, 2]. So every variable that may be read before it is assigned
// is set to undefined at the start of its function.
//
// Empty loops: the jump of a loop with an empty body has no position, so an interrupt
// could not report one. Such a body gets an expression with a position.
//
// Unicode properties: goja takes \p{…} in a literal regular expression for letters.
// The literal becomes a call of RegExp, which supports them. What is wrong in an expression with
// the flag u or v, and goja would let pass, is a PatternError.
//
// Limits: in sources that use BigInt, operators that can make one too large become
// calls of functions that check its size. The argument of eval is passed to a function
// that checks its nesting depth.
//
// Growing texts: goja copies both texts for each +. Where a text grows step by step, + and
// += become calls of a function that keeps room behind it. Loops over arrays, Map, Set and
// texts, and patterns and spreads that take them apart, iterate without an object for each
// step. Both by package accelerate.
//
// Switches whose cases declare names and call eval get their names from a block around
// them: goja would ask for 64 GB of memory.
//
// Constructors of classes that call eval take parameters with default values in their body.
//
// The last match: where a source reads RegExp.$1 and its like, calls of methods that
// match go through a function that notes the match.
//
// Texts: toString of an arrow function would leave out parentheses at its end.
//
// new.target: in goja, functions that a constructor calls see its new.target too. In
// functions it is used only if this is an instance of it.
//
// The arguments of a function that an inner arrow function uses are read in the function too, see known.
//
// The prototype of asynchronous methods is that of any function in goja, see asyncClass and asyncLiteral; goja has no
// asynchronous generators, see asyncGenerators.
//
// Functions in blocks of sloppy code are known outside of the blocks too: see hoister.
func Program(tree *ast.Program, strict bool) (*goja.Program, error) {
	w := walker{}
	if tree.File != nil {
		src := tree.File.Source()
		w.src, w.base = src, tree.File.Base()
		w.big, w.eval = mayUseBigInt(src), strings.Contains(src, "eval")
		w.matches = readsLastMatch(src)
		w.async = strings.Contains(src, "async")
	}
	w.texts = &texts{tree: tree}
	if w.async && asyncStar.MatchString(w.src) {
		w.generators = asyncGenerators(tree)
	}
	w.walk(reflect.ValueOf(tree))
	if w.wrong != nil {
		e := &parser.Error{Message: fmt.Sprintf("Invalid regular expression: /%s/%s: %s", w.wrong.Pattern, w.wrong.Flags, w.wrongFor)}
		if w.wrongFor == wrongFlags {
			e.Message = wrongFlags
		}
		if tree.File != nil {
			e.Position = tree.File.Position(int(w.wrong.Idx) - w.base)
		}
		return nil, &PatternError{parser.ErrorList{e}}
	}
	if !strict && w.declared > w.top {
		hoist(tree)
	}
	return goja.CompileAST(tree, strict)
}

// ownTarget returns new.target && this instanceof new.target ? new.target : void 0.
func ownTarget(target *ast.MetaProperty) ast.Expression {
	at := target.Idx
	return &ast.ConditionalExpression{
		Test: &ast.BinaryExpression{
			Operator: token.LOGICAL_AND, Left: target,
			Right: &ast.BinaryExpression{Operator: token.INSTANCEOF, Left: &ast.ThisExpression{Idx: at}, Right: target},
		},
		Consequent: target,
		Alternate:  undefined(at),
	}
}

// walker visits the functions of a tree, inner ones first.
type walker struct {
	// functions counts those visited so far, to find out whether a function contains
	// others.
	functions int
	method    *ast.FunctionLiteral // of a class, the next to be visited
	plain     bool                 // inside of a function that is no such method
	arrow     bool                 // inside of an arrow function
	lent      bool                 // an arrow function uses arguments of the function around it
	big       bool                 // the source may compute with BigInt
	eval      bool                 // the source may call eval
	matches   bool                 // the source reads what RegExp keeps of the last match
	async     bool                 // the source may have asynchronous methods
	// generators are those that were asynchronous.
	generators map[*ast.FunctionLiteral]bool
	declared   int // functions that are declared
	top        int // those of them that are not in a block
	texts      *texts
	src        string
	base       int // the position of its beginning
	wrong      *ast.RegExpLiteral
	wrongFor   string // what is wrong with it
}

// PatternError is a regular expression in a source that is none: other syntax would not help.
type PatternError struct{ list parser.ErrorList }

func (e *PatternError) Error() string { return e.list.Error() }

// Unwrap returns the parser.ErrorList.
func (e *PatternError) Unwrap() error { return e.list }

const wrongFlags = "Invalid regular expression flags"

// literalProblem is pattern.Problem for a literal. The slash in a class that does not end is no end of the literal,
// for which goja has the words of V8; a class in a class of the flag v is another matter.
func literalProblem(literal *ast.RegExpLiteral) string {
	if flags := pattern.Flags(literal.Flags); len(flags) != len(literal.Flags) || strings.Contains(flags, "uv") {
		return wrongFlags
	}
	if problem := pattern.Problem(literal.Pattern, literal.Flags); problem != pattern.UnfinishedClass || strings.Contains(literal.Flags, "v") {
		return problem
	}
	return ""
}

func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if literal, ok := v.Interface().(*ast.RegExpLiteral); ok {
			if problem := literalProblem(literal); problem != "" {
				if w.wrong == nil {
					w.wrong, w.wrongFor = literal, problem
				}
				return
			}
			if text, constructed := pattern.Literal(literal.Pattern, literal.Flags); constructed {
				v.Set(reflect.ValueOf(construction(literal)))
			} else {
				literal.Pattern = text
			}
			return
		}
		if target, ok := v.Interface().(*ast.MetaProperty); ok && w.plain {
			v.Set(reflect.ValueOf(ownTarget(target)))
			return
		}
		w.walk(v.Elem())
		if w.big {
			if call := bounded(v.Interface()); call != nil {
				v.Set(reflect.ValueOf(call))
			}
		}
		if e := w.texts.grown(v.Interface()); e != nil {
			v.Set(reflect.ValueOf(e))
		}
		if s, ok := v.Interface().(*ast.SwitchStatement); ok && w.eval {
			if replacement := undeclared(s); replacement != nil {
				v.Set(reflect.ValueOf(replacement))
			}
		}
		if w.async {
			if call := asyncLiteral(v.Interface(), w.generators); call != nil {
				v.Set(reflect.ValueOf(call))
			}
		}
		if w.matches {
			if call := noted(v.Interface()); call != nil {
				v.Set(reflect.ValueOf(call))
			}
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type() == fileType {
			return
		}
		before, plain, arrow, lent := w.functions, w.plain, w.arrow, w.lent
		switch f := v.Interface().(type) {
		case *ast.Identifier:
			w.lent = w.lent || w.arrow && f.Name == "arguments"
		case *ast.MethodDefinition:
			w.method = f.Body
			if w.eval {
				simplified(f)
			}
		case *ast.Program:
			w.top += topFunctions(f.Body)
		case *ast.FunctionDeclaration:
			w.declared++
		case *ast.FunctionLiteral:
			w.plain = f != w.method
			w.arrow, w.lent = false, false
			w.top += topFunctions(f.Body.List)
		case *ast.ArrowFunctionLiteral:
			if body, ok := f.Body.(*ast.BlockStatement); ok {
				w.top += topFunctions(body.List)
			}
			f.Source = whole(f, w.src, int(f.Start)-w.base)
			w.arrow = true
		}
		w.walk(v.Elem())
		if w.eval {
			checked(v.Interface())
		}
		iterated(v.Interface())
		w.plain, w.arrow = plain, arrow
		switch f := v.Interface().(type) {
		case *ast.FunctionLiteral:
			if w.functions > before {
				f.Body.List = initialise(f.Body, f.ParameterList, f.DeclarationList)
			}
			if w.lent {
				f.Body.List = known(f.Body)
			}
			w.lent = lent
			w.functions++
		case *ast.ArrowFunctionLiteral:
			if body, ok := f.Body.(*ast.BlockStatement); ok && w.functions > before {
				body.List = initialise(body, f.ParameterList, f.DeclarationList)
			}
			w.functions++
		case *ast.ClassLiteral:
			if w.async {
				asyncClass(f, w.generators)
			}
		case *ast.ForStatement:
			f.Body = positioned(f.Body, f.For)
		case *ast.WhileStatement:
			f.Body = positioned(f.Body, f.While)
		case *ast.DoWhileStatement:
			f.Body = positioned(f.Body, f.Do)
		}
	case reflect.Struct:
		for _, i := range Children(v.Type()) {
			w.walk(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	}
}

// Pattern is the name of the function that makes the regular expressions of literals that goja does not know.
const Pattern = "framework:pattern"

// construction returns the call that replaces a literal.
func construction(literal *ast.RegExpLiteral) ast.Expression {
	text := func(s string) ast.Expression {
		return &ast.StringLiteral{Idx: literal.Idx, Literal: strconv.Quote(s), Value: unistring.NewFromString(s)}
	}
	return call(Pattern, literal.Idx, text(literal.Pattern), text(literal.Flags))
}

var fileType = reflect.TypeFor[*file.File]()

// childFields caches which fields of the type of a node can hold nodes.
var childFields sync.Map // reflect.Type to []int

// Children are the fields of the type of a node that can hold other nodes.
func Children(t reflect.Type) []int {
	if list, ok := childFields.Load(t); ok {
		return list.([]int)
	}
	var list []int
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "DeclarationList" || !f.IsExported() {
			continue // its nodes are in the body too
		}
		switch f.Type.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct:
			list = append(list, i)
		case reflect.Slice:
			if k := f.Type.Elem().Kind(); k == reflect.Interface || k == reflect.Pointer || k == reflect.Struct {
				list = append(list, i)
			}
		}
	}
	childFields.Store(t, list)
	return list
}

// initialise returns the statements of body with a var statement, after the
// directives, that sets its variables to undefined.
func initialise(body *ast.BlockStatement, params *ast.ParameterList, declared []*ast.VariableDeclaration) []ast.Statement {
	var list []*ast.Binding
	unset(body, params, declared, func(n unistring.String, at file.Idx) {
		list = append(list, &ast.Binding{Target: &ast.Identifier{Name: n, Idx: at}, Initializer: undefined(at)})
	})
	if len(list) == 0 {
		return body.List
	}
	return begun(body, &ast.VariableStatement{Var: body.LeftBrace, List: list})
}

// begun returns the statements of body with another one, after the directives.
func begun(body *ast.BlockStatement, first ast.Statement) []ast.Statement {
	return slices.Insert(slices.Clone(body.List), directives(body.List), first)
}

// unset calls found with the variables of a function that are neither parameters nor functions.
func unset(body *ast.BlockStatement, params *ast.ParameterList, declared []*ast.VariableDeclaration, found func(n unistring.String, at file.Idx)) {
	if len(declared) == 0 {
		return
	}
	known := map[unistring.String]bool{"arguments": true}
	for _, p := range params.List {
		Bound(p.Target, func(n unistring.String) { known[n] = true })
	}
	if params.Rest != nil {
		Bound(params.Rest, func(n unistring.String) { known[n] = true })
	}
	for _, s := range body.List {
		if f, ok := s.(*ast.FunctionDeclaration); ok && f.Function.Name != nil {
			known[f.Function.Name.Name] = true
		}
	}
	for _, d := range declared {
		for _, b := range d.List {
			Bound(b.Target, func(n unistring.String) {
				if !known[n] {
					known[n] = true
					found(n, d.Var)
				}
			})
		}
	}
}

// directives counts those at the beginning of a body.
func directives(list []ast.Statement) (n int) {
	for n < len(list) && IsDirective(list[n]) {
		n++
	}
	return n
}

// positioned returns the body of a loop; an empty one gets an expression with a
// position.
func positioned(body ast.Statement, at file.Idx) ast.Statement {
	switch b := body.(type) {
	case *ast.EmptyStatement:
	case *ast.BlockStatement:
		if len(b.List) > 0 {
			return body
		}
	default:
		return body
	}
	return &ast.BlockStatement{LeftBrace: at, RightBrace: at, List: []ast.Statement{
		&ast.ExpressionStatement{Expression: &ast.Identifier{Name: "undefined", Idx: at}},
	}}
}

// IsDirective reports whether a statement at the beginning of a body is a directive, such as
// 'use strict'.
func IsDirective(s ast.Statement) bool {
	e, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	_, ok = e.Expression.(*ast.StringLiteral)
	return ok
}

// Bound calls found with every name that a binding target binds.
func Bound(target ast.Node, found func(unistring.String)) {
	switch t := target.(type) {
	case *ast.Identifier:
		found(t.Name)
	case *ast.AssignExpression: // a default value
		Bound(t.Left, found)
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			if e != nil {
				Bound(e, found)
			}
		}
		if t.Rest != nil {
			Bound(t.Rest, found)
		}
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				found(p.Name.Name)
			case *ast.PropertyKeyed:
				Bound(p.Value, found)
			}
		}
		if t.Rest != nil {
			Bound(t.Rest, found)
		}
	}
}
