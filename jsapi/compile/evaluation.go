package compile

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/bounds"
)

// checked has direct calls of eval pass their text through bounds.Source. A direct call has
// to stay a direct call, so only its argument is wrapped.
func checked(node any) {
	n, ok := node.(*ast.CallExpression)
	if !ok || len(n.ArgumentList) == 0 || !callsEval(n.Callee) {
		return
	}
	if _, spread := n.ArgumentList[0].(*ast.SpreadElement); !spread {
		n.ArgumentList[0] = call(bounds.Source, n.ArgumentList[0].Idx0(), n.ArgumentList[0])
	}
}

func callsEval(callee ast.Expression) bool {
	if dot, ok := callee.(*ast.DotExpression); ok {
		return dot.Identifier.Name == "eval"
	}
	return isEval(callee)
}

func isEval(e ast.Expression) bool {
	name, ok := e.(*ast.Identifier)
	return ok && name.Name == "eval"
}

// Eval compiles the text of an indirect call of eval: like a script, but its let, const and
// class are its own, and what it declares with var and function can be deleted. It is nil for
// what is left to goja: a text in strict mode that declares something.
func Eval(tree *ast.Program) (*goja.Program, error) {
	own := len(lexical(tree.Body, false)) > 0
	declares := own || len(tree.DeclarationList) > 0 || topFunctions(tree.Body) > 0
	if declares && isStrict(tree.Body) {
		return nil, nil
	}
	if own {
		enclose(tree)
	}
	program, err := Program(tree, false)
	if err == nil && declares {
		err = deletable(program)
	}
	return program, err
}

// enclose puts the statements of a script into a block. The functions among them stay variables
// of the script: see hoister, which leaves out asynchronous ones and generators.
func enclose(tree *ast.Program) {
	h := &hoister{script: true}
	at := tree.Idx0()
	var first, rest []ast.Statement
	for _, s := range tree.Body {
		f, ok := s.(*ast.FunctionDeclaration)
		if !ok {
			rest = append(rest, s)
			continue
		}
		first = append(first, f)
		if f.Function.Async || f.Function.Generator {
			name := f.Function.Name
			first = append(first, h.assignment(name))
			tree.DeclarationList = append(tree.DeclarationList, &ast.VariableDeclaration{Var: at, List: []*ast.Binding{{Target: &ast.Identifier{Name: name.Name, Idx: at}}}})
		}
	}
	tree.Body = []ast.Statement{block(at, tree.Idx1(), append(first, rest...)...)}
}

// deletable has the variables and functions that a program declares be ones that can be
// deleted, which goja does in texts of eval only.
func deletable(program *goja.Program) error {
	code := reflect.ValueOf(program).Elem().FieldByName("code")
	if code.Kind() != reflect.Slice || code.Type().Elem().Kind() != reflect.Interface {
		return errors.New("programs of goja have no code any more")
	}
	for i := range code.Len() {
		instruction := code.Index(i).Elem()
		if instruction.Kind() != reflect.Pointer || instruction.Type().Elem().Name() != "bindGlobal" {
			continue
		}
		f := instruction.Elem().FieldByName("deletable")
		if f.Kind() != reflect.Bool {
			return errors.New("programs of goja declare variables in another way")
		}
		*(*bool)(unsafe.Pointer(f.UnsafeAddr())) = true
		return nil
	}
	return nil
}

// simplified moves the parameters of a constructor, from the first one on that has a default value
// or is a pattern, into its body, if one of them or the body calls eval: goja panics there, or loses
// their values.
//
//	constructor(a, b = 1, ...c) { eval('b'); }
//	constructor(a) { var [, b = 1, ...c] = arguments; eval('b'); }
func simplified(m *ast.MethodDefinition) {
	key, ok := m.Key.(*ast.StringLiteral)
	if !ok || key.Value != "constructor" || m.Static || m.Computed || !hasEval(m.Body) {
		return
	}
	params, body := m.Body.ParameterList, m.Body.Body
	first := slices.IndexFunc(params.List, func(p *ast.Binding) bool {
		_, simple := p.Target.(*ast.Identifier)
		return !simple || p.Initializer != nil
	})
	if first < 0 {
		first = len(params.List)
	}
	if first == len(params.List) && params.Rest == nil {
		return
	}
	at := body.LeftBrace
	pattern := &ast.ArrayPattern{LeftBracket: at, RightBracket: at, Elements: make([]ast.Expression, first), Rest: params.Rest}
	left := params.List[:first:first]
	counts := true // before the first default value a parameter counts for the length of the function
	for i, p := range params.List[first:] {
		element, _ := p.Target.(ast.Expression)
		if p.Initializer != nil {
			element = &ast.AssignExpression{Operator: token.ASSIGN, Left: element, Right: p.Initializer}
			counts = false
		}
		if counts {
			left = append(left, &ast.Binding{Target: &ast.Identifier{Name: unistring.NewFromString(fmt.Sprint("framework:parameter ", i)), Idx: at}})
		}
		pattern.Elements = append(pattern.Elements, element)
	}
	params.List, params.Rest = left, nil
	list := []*ast.Binding{{Target: pattern, Initializer: &ast.Identifier{Name: "arguments", Idx: at}}}
	m.Body.DeclarationList = append(m.Body.DeclarationList, &ast.VariableDeclaration{Var: at, List: list})
	body.List = append([]ast.Statement{&ast.VariableStatement{Var: at, List: list}}, body.List...)
}

// hasEval reports whether there is a direct call of eval in a tree.
func hasEval(tree any) bool {
	found := false
	Each(tree, func(node any) bool {
		if call, ok := node.(*ast.CallExpression); ok && isEval(call.Callee) {
			found = true
		}
		return !found
	})
	return found
}
