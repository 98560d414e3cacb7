package compile

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/pattern"
)

// Rewritten is the text of a tree with what Program does for all texts that goja would run
// wrongly, for those that goja has to compile by itself: the texts of direct calls of eval. It
// sets variables to undefined, and has RegExp make the expressions that goja has no syntax for.
// A function that it changes shows that in its text.
func Rewritten(tree *ast.Program) string {
	src, base := tree.File.Source(), tree.File.Base()
	var edits []edit
	insert := func(body *ast.BlockStatement, params *ast.ParameterList, declared []*ast.VariableDeclaration) {
		if !hasFunctions(body) {
			return
		}
		var names []string
		unset(body, params, declared, func(n unistring.String, _ file.Idx) { names = append(names, n.String()+" = void 0") })
		if len(names) == 0 {
			return
		}
		at := int(body.LeftBrace) + 1
		if n := directives(body.List); n > 0 {
			at = int(body.List[n-1].Idx1())
		}
		edits = append(edits, edit{at - base, 0, ";var " + strings.Join(names, ", ") + ";"})
	}
	Each(tree, func(node any) bool {
		switch n := node.(type) {
		case *ast.FunctionLiteral:
			insert(n.Body, n.ParameterList, n.DeclarationList)
		case *ast.ArrowFunctionLiteral:
			if body, ok := n.Body.(*ast.BlockStatement); ok {
				insert(body, n.ParameterList, n.DeclarationList)
			}
		case *ast.RegExpLiteral:
			text, constructed := pattern.Literal(n.Pattern, n.Flags)
			switch length := len(n.Pattern) + len(n.Flags) + len("//"); {
			case constructed:
				edits = append(edits, edit{int(n.Idx) - base, length, "RegExp(" + Quoted(n.Pattern) + ", " + Quoted(n.Flags) + ")"})
			case text != n.Pattern:
				edits = append(edits, edit{int(n.Idx) - base, length, "/" + text + "/" + n.Flags})
			}
		}
		return true
	})
	if len(edits) == 0 {
		return src
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.at - b.at })
	var out strings.Builder
	from := 0
	for _, e := range edits {
		out.WriteString(src[from:e.at] + e.text)
		from = e.at + e.length
	}
	return out.String() + src[from:]
}

// MayNeedRewriting reports whether Rewritten could change a text, or goja refuse it, without
// parsing it: most texts are values.
func MayNeedRewriting(src string) bool {
	for _, sign := range []string{"function", "=>", "class", "async", "import", "switch", "/"} {
		if strings.Contains(src, sign) {
			return true
		}
	}
	return false
}

// edit replaces a part of a text.
type edit struct {
	at, length int
	text       string
}

// hasFunctions reports whether there are functions in a body.
func hasFunctions(body *ast.BlockStatement) bool {
	found := false
	Each(body.List, func(node any) bool {
		switch node.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
			found = true
		}
		return !found
	})
	return found
}

// Quoted is a text as a literal of JavaScript; Go's own quotes escape characters above U+FFFF in a way that it lacks.
func Quoted(text string) string {
	literal, _ := json.Marshal(text) // a string always has one
	return string(literal)
}
