package modules

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"

	"framework/jsapi/compile"
	"framework/jsapi/errmsg"
	"framework/jsapi/intrinsics"
)

// nameTextImport is import() of texts: a global, because they have no scope of a module.
const nameTextImport = "framework:import"

// lowerTexts has the texts of eval and of the constructors of functions use the syntax that
// files may use, import() among it.
func (l *Loader) lowerTexts() error {
	l.r.LowerTexts(loweredText)
	return intrinsics.Define(l.r.Runtime(), nameTextImport, func(call goja.FunctionCall) goja.Value {
		return l.es.imported(call.Argument(0), l.callingFile(), true)
	})
}

// callingFile is the file of the innermost call that has one, or one of the project folder.
func (l *Loader) callingFile() string {
	for _, f := range l.r.Runtime().CaptureCallStack(0, nil) {
		if filepath.IsAbs(f.SrcName()) {
			return f.SrcName()
		}
	}
	return filepath.Join(l.opts.Root, "import.mjs")
}

// loweredText parses a text of a script after converting it to syntax that goja supports. Its
// error is errmsg.Words where these are known; refusal is why goja refused the text.
func loweredText(text string, refusal error, generators bool) (*ast.Program, error) {
	if strings.Contains(text, "import.meta") {
		return nil, errors.New("import.meta is for modules") // esbuild would have an empty object for it
	}
	opts := lowering(api.LoaderJS)
	opts.Supported["async-generator"] = !generators
	opts.Format = api.FormatDefault // so that import and export stay what goja refuses
	out := transform(text, opts)
	if len(out.Errors) > 0 {
		if words := syntaxWords(out.Errors[0], refusal, text, false); words != "" {
			return nil, errmsg.Words(words)
		}
		return nil, errors.New(out.Errors[0].Text)
	}
	tree, err := compile.Parse("<lowered>", string(out.Code), parser.WithDisableSourceMaps)
	if err != nil {
		if code, members := withMembers("", string(out.Code), ""); members != nil {
			tree, err = compile.Parse("<lowered>", code, parser.WithDisableSourceMaps)
		}
	}
	if err != nil {
		return nil, err
	}
	awaitIterators(tree)
	replaceDynamic(tree, nameTextImport)
	hideHelpers(tree)
	return tree, nil
}

// hideHelpers puts the functions of esbuild before an expression into a function with it, so that
// they are no global variables: (function () { var __async = …; return expression; })().
func hideHelpers(tree *ast.Program) {
	last := len(tree.Body) - 1
	if last < 1 {
		return
	}
	result, ok := tree.Body[last].(*ast.ExpressionStatement)
	if !ok {
		return
	}
	for _, s := range tree.Body[:last] {
		if v, ok := s.(*ast.VariableStatement); !ok || !isHelper(v) {
			return
		}
	}
	at := result.Idx0()
	body := append(tree.Body[:last:last], &ast.ReturnStatement{Return: at, Argument: result.Expression})
	tree.Body = []ast.Statement{&ast.ExpressionStatement{Expression: &ast.CallExpression{
		LeftParenthesis: at, RightParenthesis: at,
		Callee: &ast.FunctionLiteral{
			Function: at, ParameterList: &ast.ParameterList{Opening: at, Closing: at},
			Body:            &ast.BlockStatement{LeftBrace: at, List: body, RightBrace: at},
			DeclarationList: tree.DeclarationList,
		},
	}}}
	tree.DeclarationList = nil
}

func isHelper(v *ast.VariableStatement) bool {
	for _, b := range v.List {
		if name, ok := b.Target.(*ast.Identifier); !ok || !strings.HasPrefix(name.Name.String(), "__") {
			return false
		}
	}
	return true
}
