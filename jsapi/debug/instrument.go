package debug

import (
	"reflect"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/compile"
)

// The functions that instrumented scripts call; see Agent.
const (
	nameLoaded = "__framework_loaded"
	nameProbe  = "__framework_probe"
	nameScope  = "__framework_scope"
	nameReturn = "__framework_return"
	nameThrow  = "__framework_throw"
)

// Instrument changes the tree of a wrapped file so that it can be paused, if the file is
// covered. text is the file as it was written; prefix is how long what was put in front of it
// is. mapped says that the tree is of a text which a compiler has made, and which ends with
// a source map.
//
// In front of each statement stands
//
//	__framework_probe(number) && __framework_scope(scope, outer, outermost);
//
// so that nothing but the first call happens while no debugger is connected. The arguments are
// functions that read and write the variables of the scopes around it, see accessor. Direct
// calls of eval would do without them, but goja compiles what is around such calls in
// another way, which fails for some code that runs without.
func (d *Debugger) Instrument(path, text string, prefix int, tree *ast.Program, mapped bool) {
	if d == nil || !d.covers(path) || tree.File == nil {
		return
	}
	script := newScript(path, text)
	script.places = newPlaces(tree.File, script, prefix, mapped)
	w := &walker{script: script, places: script.places, mapped: mapped}
	for _, s := range tree.Body { // the wrapper of the file
		w.walk(reflect.ValueOf(s))
	}
	if w.outermost == nil {
		return
	}
	d.register(script)
	for _, n := range w.numbers {
		n.Value = n.Value.(int64) + int64(script.first)
	}
	loaded := call(nameLoaded, w.outermost.LeftBrace, &ast.NumberLiteral{Literal: "0", Value: int64(script.number), Idx: w.outermost.LeftBrace})
	w.outermost.List = afterDirectives(w.outermost.List, &ast.ExpressionStatement{Expression: loaded})
}

// walker instruments one tree.
type walker struct {
	script   *Script
	places   *places
	mapped   bool
	scope    *scope
	function *function
	catching int // how many try statements of the function catch what is thrown here
	strict   bool
	scopes   int // how many there are so far
	// outermost is the body of the innermost function around the whole file.
	outermost *ast.BlockStatement
	numbers   []*ast.NumberLiteral
}

var (
	statementList = reflect.TypeFor[[]ast.Statement]()
	statementType = reflect.TypeFor[ast.Statement]()
)

func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Type() == statementType {
			v.Set(reflect.ValueOf(block(v.Interface().(ast.Statement))))
		}
		w.walk(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() {
			w.node(v)
		}
	case reflect.Struct:
		for _, i := range compile.Children(v.Type()) {
			w.walk(v.Field(i))
		}
	case reflect.Slice:
		if v.Type() == statementList {
			v.Set(reflect.ValueOf(w.list(v.Interface().([]ast.Statement))))
			return
		}
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	}
}

// children walks what is below a node.
func (w *walker) children(n any) { w.walk(reflect.ValueOf(n).Elem()) }

// each walks one part of a node; p points to it.
func (w *walker) each(p any) { w.walk(reflect.ValueOf(p).Elem()) }

func (w *walker) node(v reflect.Value) {
	switch n := v.Interface().(type) {
	case *file.File:
	case *ast.LabelledStatement: // no block: continue goes to a loop
		w.walk(reflect.ValueOf(n.Statement))
	case *ast.FunctionDeclaration: // its name is a variable around it
		w.functionLiteral(n.Function, nil)
	case *ast.FunctionLiteral:
		w.functionLiteral(n, n.Name)
	case *ast.ArrowFunctionLiteral:
		w.arrow(n)
	case *ast.ClassDeclaration: // its name is a variable around it
		w.class(n.Class)
	case *ast.ClassLiteral:
		s := &scope{inline: true}
		if n.Name != nil {
			s.add(n.Name.Name.String())
		}
		w.within(s, func() { w.class(n) })
	case *ast.ClassStaticBlock:
		f := w.begin(n.Static, n.Block.LeftBrace, n.Block.RightBrace)
		s := &scope{function: f}
		s.vars(n.DeclarationList)
		s.lexical(n.Block.List)
		w.body(f, s, n.Block, &n.DeclarationList, func() {})
	case *ast.FieldDefinition:
		w.each(&n.Key)
		if n.Initializer != nil { // runs in a function of its own, without statements
			f := w.begin(n.Initializer.Idx0(), n.Initializer.Idx1(), n.Initializer.Idx1())
			w.inside(f, &scope{}, func() { w.each(&n.Initializer) })
		}
	case *ast.BlockStatement:
		s := &scope{}
		s.lexical(n.List)
		w.within(s, func() {
			w.each(&n.List)
			n.List = w.opened(n.List, s, n.LeftBrace)
		})
	case *ast.ForStatement:
		s := &scope{inline: true}
		s.loop(n)
		w.within(s, func() {
			w.each(&n.Initializer)
			n.Test = w.before(n.Test)
			n.Update = w.before(n.Update)
			w.loopBody(s, nil, &n.Body)
		})
	case *ast.ForInStatement:
		w.each(&n.Source)
		w.loop(n, n.Into, &n.Body)
	case *ast.ForOfStatement:
		w.each(&n.Source)
		w.loop(n, n.Into, &n.Body)
	case *ast.WhileStatement:
		n.Test = w.before(n.Test)
		w.each(&n.Body)
	case *ast.DoWhileStatement:
		w.each(&n.Body)
		n.Test = w.before(n.Test)
	case *ast.SwitchStatement:
		w.each(&n.Discriminant)
		s := &scope{inline: true}
		for _, c := range n.Body {
			s.lexical(c.Consequent)
		}
		w.within(s, func() { w.each(&n.Body) })
	case *ast.TryStatement:
		if n.Catch != nil {
			w.catching++
		}
		w.each(&n.Body)
		if n.Catch != nil {
			w.catching--
			s := &scope{catch: true}
			if n.Catch.Parameter != nil {
				s.bind(n.Catch.Parameter)
			}
			w.within(s, func() {
				w.children(n.Catch)
				n.Catch.Body.List = w.opened(n.Catch.Body.List, s, n.Catch.Body.LeftBrace)
			})
		}
		w.each(&n.Finally)
	case *ast.ReturnStatement:
		if n.Argument != nil && w.writtenAt(n.Return) {
			end := n.Argument.Idx1()
			w.each(&n.Argument)
			n.Argument = w.valued(nameReturn, atReturn, end, n.Argument)
		} else {
			w.each(&n.Argument)
		}
	case *ast.ThrowStatement:
		w.each(&n.Argument)
		n.Argument = w.valued(nameThrow, atStatement, n.Throw, n.Argument)
	default:
		w.walk(v.Elem())
	}
}

// class walks a class, whose code is strict.
func (w *walker) class(n *ast.ClassLiteral) {
	strict := w.strict
	w.strict = true
	w.children(n)
	w.strict = strict
}

// within walks something in a scope inside of the present one.
func (w *walker) within(s *scope, walk func()) {
	s.outer, s.owner = w.scope, w.function
	s.number = w.scopes
	w.scopes++
	if w.mapped {
		s.hide()
	}
	w.scope = s
	walk()
	w.scope = s.outer
}

// begin makes a function inside of the present one.
func (w *walker) begin(start, body, end file.Idx) *function {
	f := &function{start: w.places.Offset(start), body: w.places.Offset(body), end: w.places.Offset(end) + 1}
	w.script.functions = append(w.script.functions, f)
	return f
}

// inside walks something in a function.
func (w *walker) inside(f *function, s *scope, walk func()) {
	outer, catching := w.function, w.catching
	w.function, w.catching = f, 0
	w.within(s, walk)
	w.function, w.catching = outer, catching
}

// body walks the body of a function.
func (w *walker) body(f *function, s *scope, body *ast.BlockStatement, declared *[]*ast.VariableDeclaration, params func()) {
	strict := w.strict
	for _, first := range body.List {
		if !compile.IsDirective(first) {
			break
		}
		w.strict = w.strict || isStrict(first)
	}
	w.inside(f, s, func() {
		params()
		w.each(&body.List)
		body.List = w.ended(body)
		// A variable, which can be read before: a function may be called, by way of a
		// module that requires this one, before the body begins.
		*declared = append(*declared, &ast.VariableDeclaration{Var: body.LeftBrace, List: []*ast.Binding{{Target: s.variable(body.LeftBrace)}}})
		body.List = afterDirectives(body.List, &ast.VariableStatement{Var: body.LeftBrace, List: []*ast.Binding{{Target: s.variable(body.LeftBrace), Initializer: s.accessor(body.LeftBrace)}}})
	})
	w.strict = strict
}

func (w *walker) functionLiteral(n *ast.FunctionLiteral, own *ast.Identifier) {
	wrapper := w.outermost == nil || len(w.outermost.List) == 1 && !w.places.written(w.outermost.List[0])
	if wrapper {
		w.outermost = n.Body
	}
	start := n.Function
	if n.ParameterList != nil && (start == 0 || start > n.ParameterList.Opening) {
		start = n.ParameterList.Opening
	}
	f := w.begin(start, n.Body.LeftBrace, n.Body.RightBrace)
	f.async, f.rejects = n.Async || n.Generator, n.Async
	s := &scope{function: f, module: wrapper, args: reads(n, "arguments")}
	s.params(n.ParameterList)
	s.vars(n.DeclarationList)
	s.lexical(n.Body.List)
	if own != nil && reads(n, own.Name) {
		s.add(own.Name.String())
	}
	w.body(f, s, n.Body, &n.DeclarationList, func() { w.parameters(s, n.ParameterList) })
}

// parameters walks the default values of parameters. Functions in them see no other variables
// of the function than its parameters.
func (w *walker) parameters(s *scope, list *ast.ParameterList) {
	only := &scope{outer: s.outer, function: s.function, inline: true, number: s.number}
	only.params(list)
	w.scope = only
	w.each(&list)
	w.scope = s
}

func (w *walker) arrow(n *ast.ArrowFunctionLiteral) {
	body := n.Body.Idx0()
	f := w.begin(n.Start, body, n.Body.Idx1())
	f.async, f.rejects = n.Async, n.Async
	s := &scope{function: f}
	s.params(n.ParameterList)
	s.vars(n.DeclarationList)
	params := func() { w.parameters(s, n.ParameterList) }
	switch b := n.Body.(type) {
	case *ast.BlockStatement:
		s.lexical(b.List)
		w.body(f, s, b, &n.DeclarationList, params)
	case *ast.ExpressionBody:
		s.inline = true
		w.inside(f, s, func() {
			params()
			at := b.Expression.Idx0()
			end, waits := b.Expression.Idx1(), awaits(b.Expression)
			w.each(&b.Expression)
			b.Expression = w.valued(nameReturn, atReturn, end, b.Expression)
			if probe := w.probe(atStatement, at, waits); probe != nil {
				b.Expression = &ast.SequenceExpression{Sequence: []ast.Expression{probe, b.Expression}}
			}
		})
	}
}

// isStrict reports whether a directive makes code strict.
func isStrict(s ast.Statement) bool {
	e, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	text, ok := e.Expression.(*ast.StringLiteral)
	return ok && (text.Literal == `'use strict'` || text.Literal == `"use strict"`)
}

// afterDirectives puts a statement at the beginning of a body.
func afterDirectives(list []ast.Statement, s ast.Statement) []ast.Statement {
	at := 0
	for at < len(list) && compile.IsDirective(list[at]) {
		at++
	}
	return slices.Insert(list, at, s)
}

// opened puts the accessor of a block at its beginning, if it has variables.
func (w *walker) opened(list []ast.Statement, s *scope, at file.Idx) []ast.Statement {
	if len(s.names) == 0 || len(list) == 0 {
		return list
	}
	return slices.Insert(list, 0, ast.Statement(&ast.LexicalDeclaration{Idx: at, Token: token.CONST, List: []*ast.Binding{{Target: s.variable(at), Initializer: s.accessor(at)}}}))
}

// loop walks a loop over values, whose body begins with the assignment of one.
func (w *walker) loop(n ast.Statement, into ast.ForInto, body *ast.Statement) {
	s := &scope{inline: true}
	s.loop(n)
	w.within(s, func() { w.loopBody(s, into, body) })
}

// loopBody walks the body of a loop that has the scope s.
func (w *walker) loopBody(s *scope, into ast.ForInto, body *ast.Statement) {
	s.inline = false
	var probe ast.Expression
	if into != nil {
		probe = w.probe(atStatement, intoPlace(into), false)
	}
	w.each(body)
	b, ok := (*body).(*ast.BlockStatement)
	if !ok { // an empty statement
		b = &ast.BlockStatement{LeftBrace: (*body).Idx0(), RightBrace: (*body).Idx0()}
	}
	if probe != nil {
		b.List = slices.Insert(b.List, 0, ast.Statement(&ast.ExpressionStatement{Expression: probe}))
	}
	if b.List = w.opened(b.List, s, b.LeftBrace); len(b.List) > 0 {
		*body = b
	}
}

func intoPlace(into ast.ForInto) file.Idx {
	switch f := into.(type) {
	case *ast.ForIntoVar:
		return f.Binding.Target.Idx0()
	case *ast.ForDeclaration:
		return f.Target.Idx0()
	case *ast.ForIntoExpression:
		return f.Expression.Idx0()
	}
	return 0
}

// block makes a block of the only statement of a branch or a loop.
func block(s ast.Statement) ast.Statement {
	switch s := s.(type) {
	case *ast.BlockStatement, *ast.EmptyStatement, *ast.FunctionDeclaration:
		return s
	}
	at := place(s)
	return &ast.BlockStatement{LeftBrace: at, List: []ast.Statement{s}, RightBrace: at}
}

// place is that of a statement. The parser leaves it out for if.
func place(s ast.Statement) file.Idx {
	if branch, ok := s.(*ast.IfStatement); ok {
		return branch.Test.Idx0()
	}
	return s.Idx0()
}

// list walks statements, and puts a probe in front of those at which a script can be paused.
func (w *walker) list(list []ast.Statement) []ast.Statement {
	out := make([]ast.Statement, 0, 2*len(list))
	for i, s := range list {
		if compile.IsDirective(s) && len(out) == i {
			out = append(out, s)
			continue
		}
		if probe := w.front(s); probe != nil {
			out = append(out, &ast.ExpressionStatement{Expression: probe})
		}
		w.walk(reflect.ValueOf(s))
		out = append(out, s)
	}
	return out
}

// front is the probe in front of a statement, nil for none.
func (w *walker) front(s ast.Statement) ast.Expression {
	for {
		label, ok := s.(*ast.LabelledStatement)
		if !ok {
			break
		}
		s = label.Statement
	}
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		return w.probe(atStatement, place(s), awaits(s))
	case *ast.ReturnStatement, *ast.ThrowStatement, *ast.BranchStatement:
		return w.probe(atStatement, place(s), awaits(s))
	case *ast.VariableStatement:
		return w.declaration(s.List)
	case *ast.LexicalDeclaration:
		return w.declaration(s.List)
	case *ast.IfStatement:
		return w.probe(atStatement, place(s), awaits(s.Test))
	case *ast.SwitchStatement:
		return w.probe(atStatement, s.Switch, awaits(s.Discriminant))
	case *ast.WithStatement:
		return w.probe(atStatement, s.With, awaits(s.Object))
	case *ast.DebuggerStatement:
		return w.probe(atDebugger, s.Debugger, false)
	case *ast.ForInStatement:
		return w.probe(atStatement, s.Source.Idx0(), awaits(s.Source))
	case *ast.ForOfStatement:
		return w.probe(atStatement, s.Source.Idx0(), awaits(s.Source))
	case *ast.ForStatement:
		switch i := s.Initializer.(type) {
		case *ast.ForLoopInitializerExpression:
			return w.probe(atStatement, i.Expression.Idx0(), awaits(i))
		case *ast.ForLoopInitializerVarDeclList:
			return w.declaration(i.List)
		case *ast.ForLoopInitializerLexicalDecl:
			return w.declaration(i.LexicalDeclaration.List)
		}
	}
	return nil
}

// declaration is the probe in front of the first variable that gets a value. Further ones
// have their own.
func (w *walker) declaration(list []*ast.Binding) ast.Expression {
	var first ast.Expression
	for _, b := range list {
		if b.Initializer == nil {
			continue
		}
		switch {
		case first == nil:
			if first = w.probe(atStatement, b.Initializer.Idx0(), awaits(b.Initializer)); first == nil {
				return nil
			}
		case !named(b.Initializer):
			if probe := w.probe(atStatement, b.Initializer.Idx0(), awaits(b.Initializer)); probe != nil {
				b.Initializer = &ast.SequenceExpression{Sequence: []ast.Expression{probe, b.Initializer}}
			}
		}
	}
	return first
}

// before walks an expression of the head of a loop, and puts a probe in front of it.
func (w *walker) before(e ast.Expression) ast.Expression {
	if e == nil {
		return nil
	}
	probe := w.probe(atStatement, e.Idx0(), awaits(e))
	w.each(&e)
	if probe == nil {
		return e
	}
	return &ast.SequenceExpression{Sequence: []ast.Expression{probe, e}}
}

// ended puts a probe at the end of a function, unless nothing gets there.
func (w *walker) ended(body *ast.BlockStatement) []ast.Statement {
	if n := len(body.List); n > 0 {
		switch body.List[n-1].(type) {
		case *ast.ReturnStatement, *ast.ThrowStatement:
			return body.List
		}
	}
	probe := w.probe(atReturn, body.RightBrace, false)
	if probe == nil {
		return body.List
	}
	return append(body.List, &ast.ExpressionStatement{Expression: probe})
}

// writtenAt reports whether a place is one of the file.
func (w *walker) writtenAt(at file.Idx) bool {
	_, _, ok := w.places.position(at)
	return ok && !w.places.Added(at)
}

// point makes a point; nil for a place that was not written in the file.
func (w *walker) point(k kind, at file.Idx, waits bool) *Point {
	if w.scope == nil || w.function == nil || w.places.Added(at) {
		return nil
	}
	line, column, ok := w.places.position(at)
	if !ok {
		return nil
	}
	p := &Point{
		Script: w.script, Line: line, Column: column, kind: k, at: at, number: len(w.script.points),
		function: w.function, awaits: waits, catches: w.catching > 0, strict: w.strict,
	}
	for s := w.scope; s != nil; s = s.outer {
		if s.function != nil || len(s.names) > 0 {
			p.scopes = append(p.scopes, s)
		}
	}
	w.script.points = append(w.script.points, p)
	return p
}

// probe returns the call that may pause at a place, nil for a place without one.
func (w *walker) probe(k kind, at file.Idx, waits bool) ast.Expression {
	p := w.point(k, at, waits)
	if p == nil {
		return nil
	}
	return &ast.BinaryExpression{
		Operator: token.LOGICAL_AND,
		Left:     call(nameProbe, at, w.number(p, at)),
		Right:    call(nameScope, at, accessors(p.scopes, at)...),
	}
}

// valued returns the call that passes the value of an expression on, and may pause meanwhile.
func (w *walker) valued(name string, k kind, at file.Idx, e ast.Expression) ast.Expression {
	p := w.point(k, at, false)
	if p == nil {
		return e
	}
	return call(name, e.Idx0(), w.number(p, e.Idx0()), e)
}

func (w *walker) number(p *Point, at file.Idx) ast.Expression {
	n := &ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(p.number)}
	w.numbers = append(w.numbers, n)
	return n
}

func call(name string, at file.Idx, args ...ast.Expression) *ast.CallExpression {
	return &ast.CallExpression{
		Callee:       &ast.Identifier{Name: unistring.NewFromString(name), Idx: at},
		ArgumentList: args, LeftParenthesis: at, RightParenthesis: at,
	}
}
