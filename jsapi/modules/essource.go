package modules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	positions "github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/compile"
)

// source is what an ES module imports and exports. Its program gives a function, which
// returns a generator: the first step defines the exports, the second one runs the
// module, and where the module awaits, there are further ones.
type source struct {
	requests []request
	order    []int // of the requests in the file: esbuild puts export * first
	exports  []binding
	stars    []int // the requests of export *
	async    bool  // it awaits at the top level
	// strict: the file is an ES module for Node too. Others (.js and .ts with the syntax
	// of ES modules) have the variables of CommonJS, and import as Babel and TypeScript do.
	strict bool
	meta   bool // it uses import.meta
}

// request is an import of another module.
type request struct {
	specifier    string
	names        []string // that are used of it
	line, column int
}

// binding is a name that a module exports.
type binding struct {
	name string
	// from is the request that it is exported from, -1 for a variable of the module.
	from int
	of   string // its name there; "*" for all of that module
	// constant: only the top level assigns to the variable.
	constant bool
	// named is the name of a function, if esbuild has given it another one.
	named string
}

// Names that the text of an ES module uses, see esOpen.
const (
	nameImport  = "__esImport"  // a request by its number
	nameDefine  = "__esDefine"  // defines the exports
	nameDynamic = "__esDynamic" // import()
	nameMeta    = "__esMeta"
	nameTop     = "__esTop" // the body of a module that awaits
)

const (
	esParams    = nameImport + ", " + nameDefine + ", " + nameDynamic + ", " + nameMeta
	esOpen      = `(function (` + esParams + `) { "use strict"; return function* () { `
	esOpenLoose = `(function (` + esParams + `, exports, require, module, __filename, __dirname) { "use strict"; return function* () { `
	esClose     = "\n}; })"
)

// generatedBy are the functions that esbuild puts in front of an ES module and that have
// no use here.
var generatedBy = map[unistring.String]bool{"__export": true, "__copyProps": true, "__reExport": true, "__toESM": true, "__toCommonJS": true}

// extractor changes the tree of an ES module that esbuild has written as CommonJS.
type extractor struct {
	tree *ast.Program
	text string // of the file
	out  *source
	// variables has the requests by the variables for them.
	variables map[unistring.String]int
	// used has the names that are read of each request.
	used map[int]map[string]bool
}

// extract changes tree, what esbuild has made of text between esOpen and esClose, and returns what the module
// imports and exports.
func extract(tree *ast.Program, text string, out *source) {
	x := &extractor{tree: tree, text: text, out: out, variables: map[unistring.String]int{}, used: map[int]map[string]bool{}}
	body := innerBody(tree)
	var head, rest []ast.Statement
	var exports *ast.ObjectLiteral
	for _, s := range body.List {
		switch kept, object := x.headed(s); {
		case object != nil:
			exports = object
			head = append(head, kept)
		case kept != nil:
			head = append(head, kept)
		case !x.dropped(s):
			rest = append(rest, s)
		}
	}
	if top := x.top(rest); top != nil {
		exports = asGenerator(top)
		rest = append(rest, yielding(&ast.CallExpression{Callee: name(nameTop, top.Function)}, true))
	} else {
		head = append(head, yielding(nil, false))
	}
	body.List = append(head, rest...)
	replaceDynamic(body, nameDynamic)
	x.uses(body)
	x.bindings(exports, rest)
	for i := range out.requests {
		out.order = append(out.order, i)
	}
	slices.SortStableFunc(out.order, func(a, b int) int {
		one, other := &out.requests[a], &out.requests[b]
		return cmp.Or(cmp.Compare(one.line, other.line), cmp.Compare(one.column, other.column))
	})
}

// innerBody is the body of the generator.
func innerBody(tree *ast.Program) *ast.BlockStatement {
	outer := tree.Body[0].(*ast.ExpressionStatement).Expression.(*ast.FunctionLiteral)
	list := outer.Body.List
	return list[len(list)-1].(*ast.ReturnStatement).Argument.(*ast.FunctionLiteral).Body
}

// headed returns the statement that replaces one which imports, or which defines the
// exports, together with their object; nil for another one.
func (x *extractor) headed(s ast.Statement) (kept ast.Statement, exports *ast.ObjectLiteral) {
	switch s := s.(type) {
	case *ast.VariableStatement:
		if len(s.List) != 1 {
			return nil, nil
		}
		target, ok := s.List[0].Target.(*ast.Identifier)
		if !ok {
			return nil, nil
		}
		call := called(s.List[0].Initializer, "__toESM")
		if call != nil {
			call = required(call.ArgumentList[0])
		} else if strings.HasPrefix(string(target.Name), "import_") {
			call = required(s.List[0].Initializer)
		}
		if call == nil {
			return nil, nil
		}
		at := x.request(call)
		x.variables[target.Name] = at
		s.List[0].Initializer = &ast.CallExpression{Callee: name(nameImport, call.Idx0()), ArgumentList: []ast.Expression{&ast.NumberLiteral{Idx: call.Idx0(), Literal: "0", Value: int64(at)}}}
		return s, nil
	case *ast.ExpressionStatement:
		if call := called(s.Expression, "__export"); call != nil && len(call.ArgumentList) == 2 {
			if object, ok := call.ArgumentList[1].(*ast.ObjectLiteral); ok {
				call.Callee, call.ArgumentList = name(nameDefine, call.Idx0()), []ast.Expression{object}
				return s, object
			}
		}
	}
	return nil, nil
}

// dropped reports whether a statement has no use, after it has noted an export *.
func (x *extractor) dropped(s ast.Statement) bool {
	switch s := s.(type) {
	case *ast.VariableStatement:
		if len(s.List) == 1 {
			target, ok := s.List[0].Target.(*ast.Identifier)
			return ok && generatedBy[target.Name]
		}
	case *ast.ExpressionStatement:
		if call := called(s.Expression, "__reExport"); call != nil && len(call.ArgumentList) > 1 {
			if from := required(call.ArgumentList[1]); from != nil {
				x.out.stars = append(x.out.stars, x.request(from))
				return true
			}
		}
		assign, ok := s.Expression.(*ast.AssignExpression)
		return ok && called(assign.Right, "__toCommonJS") != nil
	}
	return false
}

// request adds the request of a call of require.
func (x *extractor) request(call *ast.CallExpression) int {
	at := x.tree.File.Position(int(call.Idx0()) - x.tree.File.Base())
	x.out.requests = append(x.out.requests, request{specifier: call.ArgumentList[0].(*ast.StringLiteral).Value.String(), line: at.Line, column: at.Column})
	return len(x.out.requests) - 1
}

// top is the body of a module that awaits, nil for another one.
func (x *extractor) top(list []ast.Statement) *ast.FunctionLiteral {
	for _, s := range list {
		if f, ok := s.(*ast.FunctionDeclaration); ok && f.Function.Name != nil && f.Function.Name.Name == nameTop {
			return f.Function
		}
	}
	return nil
}

// asGenerator makes the body of a module that awaits a generator, which yields what it
// awaits, and returns the object of its exports.
func asGenerator(f *ast.FunctionLiteral) (exports *ast.ObjectLiteral) {
	f.Async, f.Generator = false, true
	compile.Replace(f.Body, func(node any) (ast.Expression, bool) {
		switch n := node.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
			return nil, false
		case *ast.AwaitExpression:
			return &ast.YieldExpression{Yield: n.Await, Argument: n.Argument}, true
		}
		return nil, true
	})
	for _, s := range f.Body.List { // variables of esbuild may come first
		if s, ok := s.(*ast.ExpressionStatement); ok {
			if define := called(s.Expression, nameDefine); define != nil {
				exports, _ = define.ArgumentList[0].(*ast.ObjectLiteral)
				return exports
			}
		}
	}
	return nil
}

// replaceDynamic replaces Promise.resolve().then(() => __toESM(require(name))) with a call
// of the function by, and reports whether there was one.
func replaceDynamic(root any, by string) (found bool) {
	compile.Replace(root, func(node any) (ast.Expression, bool) {
		call, ok := node.(*ast.CallExpression)
		if !ok || len(call.ArgumentList) != 1 {
			return nil, true
		}
		then, ok := call.Callee.(*ast.DotExpression)
		if !ok || then.Identifier.Name != "then" {
			return nil, true
		}
		arrow, ok := call.ArgumentList[0].(*ast.ArrowFunctionLiteral)
		if !ok {
			return nil, true
		}
		body, ok := arrow.Body.(*ast.ExpressionBody)
		if !ok {
			return nil, true
		}
		imported := called(body.Expression, "__toESM")
		if imported == nil {
			return nil, true
		}
		load, ok := imported.ArgumentList[0].(*ast.CallExpression)
		if !ok || !isNamed(load.Callee, "require") || len(load.ArgumentList) != 1 {
			return nil, true
		}
		found = true
		call.Callee, call.ArgumentList = name(by, call.Idx0()), load.ArgumentList
		return nil, true
	})
	return found
}

// uses notes which names of its requests the module reads.
func (x *extractor) uses(root any) {
	note := func(left ast.Expression, member string) {
		if id, ok := left.(*ast.Identifier); ok {
			if at, ok := x.variables[id.Name]; ok && !x.used[at][member] {
				if x.used[at] == nil {
					x.used[at] = map[string]bool{}
				}
				x.used[at][member] = true
				x.out.requests[at].names = append(x.out.requests[at].names, member)
			}
		}
	}
	compile.Each(root, func(node any) bool {
		switch n := node.(type) {
		case *ast.DotExpression:
			if id, ok := n.Left.(*ast.Identifier); ok && strings.HasPrefix(string(id.Name), "import_") {
				note(n.Left, n.Identifier.Name.String())
			}
		case *ast.BracketExpression:
			if text, ok := n.Member.(*ast.StringLiteral); ok {
				if id, ok := n.Left.(*ast.Identifier); ok && strings.HasPrefix(string(id.Name), "import_") {
					note(n.Left, text.Value.String())
				}
			}
		}
		return true
	})
}

// bindings reads the exports from the object of their getters.
func (x *extractor) bindings(object *ast.ObjectLiteral, rest []ast.Statement) {
	if object == nil {
		return
	}
	changed := assignedInFunctions(rest)
	eval := strings.Contains(x.tree.File.Source(), "eval")
	for _, p := range object.Value {
		keyed, ok := p.(*ast.PropertyKeyed)
		if !ok {
			continue
		}
		key, ok := keyed.Key.(*ast.StringLiteral)
		if !ok {
			continue
		}
		b := binding{name: key.Value.String(), from: -1}
		arrow, _ := keyed.Value.(*ast.ArrowFunctionLiteral)
		if arrow == nil {
			continue
		}
		body, _ := arrow.Body.(*ast.ExpressionBody)
		if body == nil {
			continue
		}
		switch value := body.Expression.(type) {
		case *ast.Identifier:
			if at, ok := x.variables[value.Name]; ok {
				b.from, b.of = at, "*"
			} else {
				b.of, b.constant = value.Name.String(), !eval && !changed[value.Name]
				b.named = x.renamed(&b)
			}
		case *ast.DotExpression:
			if id, ok := value.Left.(*ast.Identifier); ok {
				if at, ok := x.variables[id.Name]; ok {
					b.from, b.of = at, value.Identifier.Name.String()
				}
			}
		case *ast.BracketExpression:
			id, isName := value.Left.(*ast.Identifier)
			text, isText := value.Member.(*ast.StringLiteral)
			if isName && isText {
				if at, ok := x.variables[id.Name]; ok {
					b.from, b.of = at, text.Value.String()
				}
			}
		}
		x.out.exports = append(x.out.exports, b)
	}
}

// numbered matches a name that esbuild may have made of another one.
var numbered = regexp.MustCompile(`^(.*?)\d+$`)

// renamed returns the name that a function has in the file, if esbuild has given its
// variable another one; else "".
func (x *extractor) renamed(b *binding) string {
	if strings.Contains(x.text, b.of) {
		return ""
	}
	if b.name == "default" && strings.HasSuffix(b.of, "_default") {
		return b.name
	}
	if m := numbered.FindStringSubmatch(b.of); m != nil && strings.Contains(x.text, m[1]) {
		return m[1]
	}
	return ""
}

// assignedInFunctions returns the names that functions of the statements assign to or
// declare; the body of a module that awaits counts as top level.
func assignedInFunctions(list []ast.Statement) map[unistring.String]bool {
	names := map[unistring.String]bool{}
	compile.Each(list, func(node any) bool {
		switch f := node.(type) {
		case *ast.FunctionLiteral:
			if f.Name != nil && f.Name.Name == nameTop {
				return true
			}
			compile.Assigned(f, func(n unistring.String) { names[n] = true })
			return false
		case *ast.ArrowFunctionLiteral:
			compile.Assigned(f, func(n unistring.String) { names[n] = true })
			return false
		}
		return true
	})
	return names
}

func name(text string, at positions.Idx) *ast.Identifier {
	return &ast.Identifier{Name: unistring.String(text), Idx: at}
}

// yielding is the statement yield argument.
func yielding(argument ast.Expression, delegate bool) ast.Statement {
	return &ast.ExpressionStatement{Expression: &ast.YieldExpression{Argument: argument, Delegate: delegate}}
}

func isNamed(e ast.Expression, text unistring.String) bool {
	id, ok := e.(*ast.Identifier)
	return ok && id.Name == text
}

// called returns e if it is a call of the function with this name that has arguments.
func called(e ast.Expression, function unistring.String) *ast.CallExpression {
	if call, ok := e.(*ast.CallExpression); ok && isNamed(call.Callee, function) && len(call.ArgumentList) > 0 {
		return call
	}
	return nil
}

// required returns e if it is require with a literal.
func required(e ast.Expression) *ast.CallExpression {
	call := called(e, "require")
	if call == nil {
		return nil
	}
	if _, ok := call.ArgumentList[0].(*ast.StringLiteral); !ok {
		return nil
	}
	return call
}
