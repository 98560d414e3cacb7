package compile

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// Matching is the name of the function of jsapi's regexp.js that calls a method and notes the match.
const Matching = "framework:matching"

// lastMatch matches where a source reads what RegExp keeps of the last match.
var lastMatch = regexp.MustCompile("^RegExp\\s*(?:\\.\\s*(?:\\$[1-9_]|input\\b|last(?:Match|Paren)\\b|(?:left|right)Context\\b)|\\[\\s*['\"](?:\\$[1-9_&+`']|input|last|left|right))")

func readsLastMatch(src string) bool {
	for at := 0; ; at++ {
		found := strings.Index(src[at:], "RegExp")
		if found < 0 {
			return false
		}
		at += found
		if (at == 0 || !isWord(src[at-1])) && lastMatch.MatchString(src[at:]) {
			return true
		}
	}
}

// noted is the call that stands for one of a method that may match, nil for any other node.
func noted(node any) ast.Expression {
	call, ok := node.(*ast.CallExpression)
	if !ok {
		return nil
	}
	callee, ok := call.Callee.(*ast.DotExpression)
	if !ok {
		return nil
	}
	switch callee.Left.(type) {
	case *ast.SuperExpression, *ast.OptionalChain, *ast.Optional:
		return nil
	}
	switch name := callee.Identifier.Name; name {
	case "exec", "test", "match", "replace", "replaceAll", "search", "split":
		at := callee.Left.Idx0()
		method := &ast.StringLiteral{Idx: at, Literal: strconv.Quote(name.String()), Value: name}
		return &ast.CallExpression{
			Callee:          &ast.Identifier{Name: unistring.NewFromString(Matching), Idx: at},
			ArgumentList:    append([]ast.Expression{callee.Left, method}, call.ArgumentList...),
			LeftParenthesis: call.LeftParenthesis, RightParenthesis: call.RightParenthesis,
		}
	}
	return nil
}
