package coverage

import (
	"reflect"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/compile"
	"framework/jsapi/mapped"
)

// Instrument changes the tree of a wrapped file so that its statements and functions
// count, if the file is covered. isMapped says that its text was made by a compiler and ends
// with a source map: what is not in the map was not written by the project.
func (c *Counter) Instrument(path string, tree *ast.Program, isMapped bool) {
	if c == nil || !c.covers(path) || tree.File == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.files[path]
	if known == nil {
		known = &parts{}
	}
	w := &walker{counter: c, places: mapped.Read(tree.File, isMapped), before: known, parts: &parts{}}
	for _, s := range tree.Body { // the wrapper of the file, which does not count
		w.walk(reflect.ValueOf(s))
	}
	c.files[path] = w.parts
}

// number is that of a part: the one it had when the file was compiled before, else a new one.
func (c *Counter) number(before []part, i int, p part) int {
	if i < len(before) && before[i].line == p.line && before[i].name == p.name {
		return before[i].number
	}
	c.hits = append(c.hits, 0)
	return len(c.hits) - 1
}

// walker makes the parts of one tree count, outer ones first.
type walker struct {
	counter *Counter
	places  *mapped.Text
	before  *parts // of the same file, compiled before
	parts   *parts
	named   string // what the next function is called by what stands around it
	wrapper bool   // the function of the wrapper was entered
}

var (
	statements = reflect.TypeFor[[]ast.Statement]()
	statement  = reflect.TypeFor[ast.Statement]()
)

func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Type() == statement {
			v.Set(reflect.ValueOf(w.body(v.Interface().(ast.Statement))))
		}
		w.walk(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if l, ok := v.Interface().(*ast.LabelledStatement); ok { // no block: continue goes to a loop
			w.walk(reflect.ValueOf(l.Statement))
			return
		}
		w.name(v.Interface())
		count := w.enter(v.Interface())
		w.walk(v.Elem())
		if count != nil {
			put(v.Interface(), count)
		}
	case reflect.Struct:
		for _, i := range compile.Children(v.Type()) {
			w.walk(v.Field(i))
		}
	case reflect.Slice:
		if v.Type() == statements {
			list := v.Interface().([]ast.Statement)
			v.Set(reflect.ValueOf(w.list(list)))
			for _, s := range list { // not the calls that were put in
				if !w.places.Added(position(s)) {
					w.walk(reflect.ValueOf(s))
				}
			}
			return
		}
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	}
}

// list puts a call in front of each statement that counts.
func (w *walker) list(list []ast.Statement) []ast.Statement {
	out := make([]ast.Statement, 0, 2*len(list))
	for i, s := range list {
		if compile.IsDirective(s) && len(out) == i {
			out = append(out, s)
			continue
		}
		if call := w.count(s); call != nil {
			out = append(out, call)
		}
		out = append(out, s)
	}
	return out
}

// position is that of a statement. The parser leaves it out for if.
func position(s ast.Statement) file.Idx {
	if branch, ok := s.(*ast.IfStatement); ok {
		return branch.Test.Idx0()
	}
	return s.Idx0()
}

// body makes a block of the only statement of a branch or loop, so that it can count.
func (w *walker) body(s ast.Statement) ast.Statement {
	switch s := s.(type) {
	case *ast.BlockStatement, *ast.EmptyStatement, *ast.FunctionDeclaration:
		return s
	}
	return &ast.BlockStatement{LeftBrace: position(s), List: []ast.Statement{s}, RightBrace: position(s)}
}

// count returns the call that counts a statement; nil for what does nothing by itself.
func (w *walker) count(s ast.Statement) ast.Statement {
	switch s := s.(type) {
	case *ast.FunctionDeclaration, *ast.EmptyStatement, *ast.BlockStatement, *ast.LabelledStatement:
		return nil
	case *ast.VariableStatement:
		if !initialised(s.List) {
			return nil
		}
	case *ast.LexicalDeclaration:
		if !initialised(s.List) {
			return nil
		}
	}
	line, ok := w.places.Line(position(s))
	if !ok || w.places.Added(position(s)) {
		return nil
	}
	p := part{line: line}
	p.number = w.counter.number(w.before.statements, len(w.parts.statements), p)
	w.parts.statements = append(w.parts.statements, p)
	return &ast.ExpressionStatement{Expression: call(p.number, position(s))}
}

func initialised(list []*ast.Binding) bool {
	return slices.ContainsFunc(list, func(b *ast.Binding) bool { return b.Initializer != nil })
}

// name remembers what a function that comes next is called by what stands around it.
func (w *walker) name(node any) {
	switch n := node.(type) {
	case *ast.PropertyKeyed:
		w.named = text(n.Key)
	case *ast.MethodDefinition:
		w.named = text(n.Key)
	case *ast.FieldDefinition:
		w.named = text(n.Key)
	case *ast.Binding:
		w.named = text(n.Target)
	case *ast.AssignExpression:
		w.named = text(n.Left)
	case *ast.CallExpression, *ast.ReturnStatement, *ast.ObjectLiteral, *ast.ArrayLiteral:
		w.named = ""
	}
}

// text is the name that an expression gives, "" for none.
func text(node any) string {
	switch n := node.(type) {
	case *ast.Identifier:
		return n.Name.String()
	case *ast.StringLiteral:
		return n.Value.String()
	case *ast.DotExpression:
		return n.Identifier.Name.String()
	}
	return ""
}

// enter returns the call that counts a function; nil for other nodes, and for the first
// function, which is the wrapper of the file.
func (w *walker) enter(node any) ast.Expression {
	name := w.named
	var at file.Idx
	switch f := node.(type) {
	case *ast.FunctionLiteral:
		if !w.wrapper {
			w.wrapper = true
			return nil
		}
		if f.Name != nil {
			name = f.Name.Name.String()
		}
		at = f.Function
	case *ast.ArrowFunctionLiteral:
		at = f.Start
	default:
		return nil
	}
	w.named = ""
	line, ok := w.places.Line(at)
	if !ok {
		return nil
	}
	if name == "" {
		name = "(anonymous)"
	}
	p := part{name: name, line: line}
	p.number = w.counter.number(w.before.functions, len(w.parts.functions), p)
	w.parts.functions = append(w.parts.functions, p)
	return call(p.number, at)
}

// put has a function begin with a call.
func put(node any, call ast.Expression) {
	var body *ast.BlockStatement
	switch f := node.(type) {
	case *ast.FunctionLiteral:
		body = f.Body
	case *ast.ArrowFunctionLiteral:
		switch b := f.Body.(type) {
		case *ast.ExpressionBody:
			b.Expression = &ast.SequenceExpression{Sequence: []ast.Expression{call, b.Expression}}
		case *ast.BlockStatement:
			body = b
		}
	}
	if body == nil {
		return
	}
	at := 0
	for at < len(body.List) && compile.IsDirective(body.List[at]) {
		at++
	}
	body.List = slices.Insert(body.List, at, ast.Statement(&ast.ExpressionStatement{Expression: call}))
}

func call(number int, at file.Idx) ast.Expression {
	return &ast.CallExpression{
		Callee:          &ast.Identifier{Name: unistring.String(global), Idx: at},
		ArgumentList:    []ast.Expression{&ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(number)}},
		LeftParenthesis: at, RightParenthesis: at,
	}
}
