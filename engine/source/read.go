package source

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// bracket is one that is open: ( [ { or, for ${, a template.
type bracket struct {
	token
	// word is the keyword before it; for the block of an if, that of its condition.
	word js.TokenType
	// function: it is the body of a function.
	function bool
}

// reader makes tokens of a text.
type reader struct {
	*Source
	lexer *js.Lexer
	open  []bracket
	// head is the keyword before the last bracket that was closed.
	head js.TokenType
	// optional is how many of the open brackets are blocks of try, if or else.
	optional int
	// functions is how many of them are bodies of functions.
	functions int
}

// Read never fails: where a text is no JavaScript, the rest is read somehow.
func Read(text string) *Source {
	start := 0
	if strings.HasPrefix(text, "#!") {
		start = strings.IndexByte(text+"\n", '\n')
	}
	// The lexer may go beyond the end of what it is given by one byte.
	r := &reader{Source: &Source{lines: lines(text)}, lexer: js.NewLexer(parse.NewInputString(text[start:] + "\n"))}
	for at := start; ; {
		kind, data := r.lexer.Next()
		if (kind == js.DivToken || kind == js.DivEqToken) && r.expressionMayBegin() {
			if kind, data = r.lexer.RegExp(); kind == js.ErrorToken {
				r.fail(at, "unterminated regular expression")
			}
		}
		if kind == js.ErrorToken {
			err := r.lexer.Err()
			if errors.Is(err, io.EOF) {
				break
			}
			kind = r.failed(err, string(data), at)
		}
		end := min(at+len(data), len(text))
		r.add(token{kind: kind, text: text[at:end], at: at, optional: r.optional > 0, lazy: r.functions > 0})
		at = end
	}
	if len(r.open) > 0 {
		last := r.open[len(r.open)-1]
		what := last.text[max(0, len(last.text)-2):] + " is not closed"
		if opener := opener(text, last.at); last.kind == js.OpenBraceToken && opener != "{" {
			what += fmt.Sprintf(", which %q opens", opener)
		}
		r.fail(last.at, what)
	}
	return r.Source
}

// opener is the statement that opens a block, from its beginning in the same line: if (a) {
func opener(text string, at int) string {
	const longest = 60
	depth, from := 0, at
	for from > 0 && text[from-1] != '\n' {
		c := text[from-1]
		if depth <= 0 && strings.IndexByte(";{}", c) >= 0 {
			break
		}
		switch c {
		case ')':
			depth++
		case '(':
			depth--
		}
		from--
	}
	found := strings.TrimSpace(text[from : at+1])
	if len(found) > longest {
		return "{"
	}
	return found
}

func lines(text string) []int {
	out := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// failed is the kind of a token that the lexer refuses. A number such as 0755 and a
// decorator of TypeScript are no mistakes.
func (r *reader) failed(err error, text string, at int) js.TokenType {
	switch text {
	case "0":
		return js.IntegerToken
	case "@":
		return js.PunctuatorToken
	}
	what := "unexpected text"
	var e *parse.Error
	if errors.As(err, &e) {
		what = e.Message
	}
	r.fail(at, what)
	return js.ErrorToken
}

func (r *reader) fail(at int, what string) {
	if r.Fault == nil {
		r.Fault = &Fault{what, r.place(at)}
	}
}

// add appends a token, unless it is a blank or a comment.
func (r *reader) add(t token) {
	switch t.kind {
	case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
		return
	case js.OpenParenToken, js.OpenBracketToken, js.TemplateStartToken:
		r.push(bracket{token: t, word: r.keyword()})
	case js.OpenBraceToken:
		b := bracket{token: t, word: r.keyword()}
		switch r.last().kind {
		case js.CloseParenToken:
			b.word = r.head
			b.function = !isStatement(b.word)
		case js.ArrowToken:
			b.function = true
		}
		r.push(b)
	case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.TemplateEndToken:
		r.pop(t)
	}
	r.tokens = append(r.tokens, t)
}

func (r *reader) last() token { return r.token(len(r.tokens) - 1) }

// keyword is the kind of the last token, if it is a keyword.
func (r *reader) keyword() js.TokenType {
	if last := r.last(); js.IsReservedWord(last.kind) && !r.isMember(len(r.tokens)-1) {
		return last.kind
	}
	return 0
}

func (b bracket) isOptional() bool {
	return b.kind == js.OpenBraceToken && (b.word == js.TryToken || b.word == js.ElseToken || b.word == js.IfToken)
}

func (r *reader) push(b bracket) {
	r.open = append(r.open, b)
	if b.isOptional() {
		r.optional++
	}
	if b.function {
		r.functions++
	}
}

// isStatement reports whether what follows a condition in parentheses is a block, and not
// the body of a function.
func isStatement(word js.TokenType) bool {
	switch word {
	case js.IfToken, js.WhileToken, js.ForToken, js.WithToken, js.SwitchToken, js.CatchToken:
		return true
	}
	return false
}

// closing are the brackets that close those that open.
func closing(open js.TokenType) js.TokenType {
	switch open {
	case js.OpenParenToken:
		return js.CloseParenToken
	case js.OpenBracketToken:
		return js.CloseBracketToken
	case js.OpenBraceToken:
		return js.CloseBraceToken
	}
	return js.TemplateEndToken
}

func (r *reader) pop(t token) {
	n := len(r.open) - 1
	if n < 0 || closing(r.open[n].kind) != t.kind {
		r.fail(t.at, fmt.Sprintf("unexpected %s", t.text[:1]))
		return
	}
	b := r.open[n]
	r.open, r.head = r.open[:n], b.word
	if b.isOptional() {
		r.optional--
	}
	if b.function {
		r.functions--
	}
}

// expressionMayBegin reports whether a slash begins a regular expression, and does not
// divide, behind what was read.
func (r *reader) expressionMayBegin() bool {
	switch last := r.last(); {
	case js.IsReservedWord(last.kind):
		switch last.kind {
		case js.ThisToken, js.SuperToken, js.NullToken, js.TrueToken, js.FalseToken:
			return false
		}
		return !r.isMember(len(r.tokens) - 1)
	case last.kind == js.CloseParenToken:
		return r.head == js.IfToken || r.head == js.WhileToken || r.head == js.ForToken || r.head == js.WithToken
	case last.kind == js.CloseBracketToken, last.kind == js.IncrToken, last.kind == js.DecrToken:
		return false
	case js.IsPunctuator(last.kind), js.IsOperator(last.kind), last.kind == js.TemplateStartToken, last.kind == js.TemplateMiddleToken:
		return true
	}
	return len(r.tokens) == 0 || r.last().kind == js.OfToken
}
