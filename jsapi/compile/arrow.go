package compile

import (
	"strings"
	"unicode"
	"unicode/utf8"

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
	name, bare := last(body.Expression)
	if name != nil { // goja takes the length of another encoding for that of the name
		if from := at + int(name.Idx-f.Start); from >= at && from < len(src) {
			end = afterName(src, from)
		}
	}
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

// last returns the identifier that is the last part of an expression, or nil, and
// whether it ends with new without arguments.
func last(e ast.Expression) (name *ast.Identifier, bare bool) {
	for {
		switch x := e.(type) {
		case *ast.Identifier:
			return x, bare
		case *ast.DotExpression:
			return &x.Identifier, bare
		case *ast.NewExpression:
			if x.ArgumentList != nil {
				return nil, false
			}
			bare = true
			e = x.Callee
		case *ast.BinaryExpression:
			e = x.Right
		case *ast.AssignExpression:
			e = x.Right
		case *ast.ConditionalExpression:
			e = x.Alternate
		case *ast.UnaryExpression:
			if x.Postfix {
				return nil, false
			}
			e = x.Operand
		case *ast.AwaitExpression:
			e = x.Argument
		case *ast.SequenceExpression:
			e = x.Sequence[len(x.Sequence)-1]
		case *ast.ArrowFunctionLiteral:
			body, ok := x.Body.(*ast.ExpressionBody)
			if !ok {
				return nil, false
			}
			e = body.Expression
		default:
			return nil, bare
		}
	}
}

// afterName returns where the identifier ends that begins at a place.
func afterName(src string, at int) int {
	for at < len(src) {
		r, n := utf8.DecodeRuneInString(src[at:])
		if strings.HasPrefix(src[at:], `\u{`) {
			n = strings.IndexByte(src[at:], '}') + 1
		} else if r < utf8.RuneSelf && !word(src[at]) || r >= utf8.RuneSelf && !unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue) && r != '\u200c' && r != '\u200d' {
			break
		}
		at += n
	}
	return at
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
