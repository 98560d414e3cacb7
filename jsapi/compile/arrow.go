package compile

import (
	"strings"

	"github.com/dop251/goja/ast"
)

// whole returns the text of an arrow function whose body is an expression. That of goja
// ends with the last node of the body, before parentheses around it: () => ({}) would
// end at the brace. src is the source of the program, at where the function begins.
func whole(f *ast.ArrowFunctionLiteral, src string, at int) string {
	body, ok := f.Body.(*ast.ExpressionBody)
	end := at + len(f.Source)
	if !ok || at < 0 || end > len(src) || src[at:end] != f.Source {
		return f.Source
	}
	bare := endsWithNew(body.Expression)
	open := -1 // parentheses that are not closed
	for {
		next := skipSpace(src, end)
		if next >= len(src) {
			break
		}
		switch src[next] {
		case '(':
			closing := skipSpace(src, next+1)
			if !bare || closing >= len(src) || src[closing] != ')' {
				return src[at:end]
			}
			bare, end = false, closing+1 // arguments that goja leaves out, because there are none
			continue
		case ')':
			if open < 0 {
				open = unclosed(src[at:end])
			}
			if open > 0 {
				open--
				end = next + 1
				continue
			}
		}
		break
	}
	return src[at:end]
}

// endsWithNew reports whether the last part of an expression is new without arguments.
func endsWithNew(e ast.Expression) bool {
	for {
		switch x := e.(type) {
		case *ast.NewExpression:
			return x.ArgumentList == nil
		case *ast.BinaryExpression:
			e = x.Right
		case *ast.AssignExpression:
			e = x.Right
		case *ast.ConditionalExpression:
			e = x.Alternate
		case *ast.UnaryExpression:
			if x.Postfix {
				return false
			}
			e = x.Operand
		case *ast.AwaitExpression:
			e = x.Argument
		case *ast.SequenceExpression:
			e = x.Sequence[len(x.Sequence)-1]
		case *ast.ArrowFunctionLiteral:
			body, ok := x.Body.(*ast.ExpressionBody)
			if !ok {
				return false
			}
			e = body.Expression
		default:
			return false
		}
	}
}

// skipSpace returns where the next token begins.
func skipSpace(src string, at int) int {
	for at < len(src) {
		switch {
		case strings.IndexByte(" \t\r\n\v\f", src[at]) >= 0:
			at++
		case strings.HasPrefix(src[at:], "//"):
			n := strings.IndexByte(src[at:], '\n')
			if n < 0 {
				return len(src)
			}
			at += n
		case strings.HasPrefix(src[at:], "/*"):
			n := strings.Index(src[at+2:], "*/")
			if n < 0 {
				return len(src)
			}
			at += n + 4
		default:
			return at
		}
	}
	return at
}

// unclosed counts the parentheses of an expression that it does not close.
func unclosed(text string) int {
	n := 0
	operand := false // the last token was a value: what follows is no regular expression
	for at := skipSpace(text, 0); at < len(text); at = skipSpace(text, at) {
		switch c := text[at]; {
		case c == '\'' || c == '"':
			at, operand = afterQuote(text, at), true
		case c == '`':
			// The expressions of templates close what they open.
			at, operand = afterTemplate(text, at), true
		case c == '/' && !operand:
			at, operand = afterRegExp(text, at), true
		case word(c):
			from := at
			for at < len(text) && word(text[at]) {
				at++
			}
			operand = !operators[text[from:at]]
		default:
			switch c {
			case '(':
				n++
			case ')':
				n--
			}
			operand = c == ')' || c == ']' || c == '}'
			at++
		}
	}
	return n
}

// operators are words before an expression.
var operators = map[string]bool{"return": true, "typeof": true, "void": true, "delete": true, "in": true, "of": true, "instanceof": true, "new": true, "await": true, "yield": true, "case": true, "else": true, "do": true, "throw": true}

func word(c byte) bool {
	return c == '_' || c == '$' || c == '\\' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func afterQuote(text string, at int) int {
	quote := text[at]
	for at++; at < len(text) && text[at] != quote; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

func afterTemplate(text string, at int) int {
	depth := 0 // of braces in an expression of the template
	for at++; at < len(text); at++ {
		switch c := text[at]; {
		case c == '\\':
			at++
		case depth == 0 && c == '`':
			return at + 1
		case depth == 0 && strings.HasPrefix(text[at:], "${"):
			depth = 1
			at++
		case depth > 0 && c == '{':
			depth++
		case depth > 0 && c == '}':
			depth--
		case depth > 0 && c == '`':
			at = afterTemplate(text, at) - 1
		case depth > 0 && (c == '\'' || c == '"'):
			at = afterQuote(text, at) - 1
		}
	}
	return at
}

func afterRegExp(text string, at int) int {
	class := false
	for at++; at < len(text) && (class || text[at] != '/'); at++ {
		switch text[at] {
		case '\\':
			at++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			return at // it was a division
		}
	}
	return at + 1
}
