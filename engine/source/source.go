package source

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/js"
)

// Source is the text of a script and its tokens, without blanks and comments.
type Source struct {
	// Fault is the first mistake, nil for none.
	Fault  *Fault
	lines  []int // where they begin
	tokens []token
}

type token struct {
	kind js.TokenType
	text string
	at   int // offset in the source
	// optional: it stands in a block of try, if or else. lazy: it stands in a function.
	optional, lazy bool
}

// Place is a line and a column, both counted from 1.
type Place struct{ Line, Column int }

// Fault is why a text is no JavaScript, and where.
type Fault struct {
	What string
	Place
}

// place is that of an offset.
func (s *Source) place(at int) Place {
	line, found := slices.BinarySearch(s.lines, at)
	if found {
		line++
	}
	return Place{line, 1 + at - s.lines[line-1]}
}

// token is the one at an index, an empty one where there is none.
func (s *Source) token(i int) token {
	if i < 0 || i >= len(s.tokens) {
		return token{}
	}
	return s.tokens[i]
}

// isMember reports whether a name is the member of something: what stands before it
// is a dot.
func (s *Source) isMember(i int) bool { return isDot(s.token(i - 1)) }

func isDot(t token) bool { return t.kind == js.DotToken || t.kind == js.OptChainToken }

// literal is the value of a string or template without escapes and expressions.
func (s *Source) literal(i int) (text string, ok bool) {
	t := s.token(i)
	if t.kind != js.StringToken && t.kind != js.TemplateToken {
		return "", false
	}
	text = t.text[1 : len(t.text)-1]
	return text, !strings.ContainsAny(text, "\\\n")
}
