package errmsg

import (
	"reflect"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// maxPlaces is how many places are remembered.
const maxPlaces = 512

// places finds the expressions of the source that errors name. The text is parsed again
// for the first error of an instruction; only the words are kept.
type places struct{ known map[place]any }

// place is an instruction of a program.
type place struct {
	prg *goja.Program
	pc  int
}

func newPlaces() *places { return &places{map[place]any{}} }

// lookUp returns what find gets out of the tree of the program, once for each place.
// It is the zero value if the source cannot be parsed.
func lookUp[T any](s *site, find func(tree *ast.Program) T) (found T) {
	at := place{s.prg, s.pc}
	if v, ok := s.places.known[at].(T); ok {
		return v
	}
	if src := s.source(s.prg); src != nil {
		if tree := parse(src.Source()); tree != nil {
			found = find(tree)
		}
	}
	if len(s.places.known) >= maxPlaces {
		clear(s.places.known)
	}
	s.places.known[at] = found
	return found
}

// callee returns what the instruction calls or constructs, as V8 prints it.
func (s *site) calleeText() string {
	return lookUp(s, func(tree *ast.Program) (text string) {
		at := s.position()
		each(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpression:
				if int(n.LeftParenthesis)-1 == at {
					text = printed(n.Callee)
				}
			case *ast.NewExpression:
				if start(n) == at {
					text = printed(n.Callee)
				}
			case *ast.TemplateLiteral:
				if n.Tag != nil && (start(n) == at || start(n.Tag) == at) {
					text = printed(n.Tag)
				}
			}
			return text == ""
		})
		return text
	})
}

// iterated is an expression whose value is iterated.
type iterated struct {
	text string // as V8 prints it
	call bool   // it is a call, and text its callee
	// plain: V8 names the value instead of the expression.
	plain bool
}

func iteratedOf(e ast.Expression) iterated {
	if call, ok := e.(*ast.CallExpression); ok {
		return iterated{text: printed(call.Callee), call: true}
	}
	return iterated{text: printed(e)}
}

// iteratedText returns what the instruction iterates.
func (s *site) iteratedText() iterated {
	return lookUp(s, func(tree *ast.Program) (found iterated) {
		at := s.position()
		_, body := functionAt(tree, s.begin(), at)
		certain := false
		found.plain = true
		// A literal has no position of its own: the first one is taken.
		take := func(e ast.Expression, made iterated) {
			in := spans(e, at)
			if in || !certain && found.plain && found.text == "" && isLiteral(e) {
				found, certain = made, in
			}
		}
		own(body, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.ForOfStatement:
				if s.instruction == "_iterateP" {
					take(n.Source, iteratedOf(n.Source))
				}
			case *ast.SpreadElement:
				if s.instruction == "_pushArraySpread" || s.instruction == "_pushSpread" {
					take(n.Expression, iteratedOf(n.Expression))
				}
			case *ast.Binding:
				if _, ok := n.Target.(*ast.ArrayPattern); ok && n.Initializer != nil && s.instruction == "_iterate" {
					take(n.Initializer, initializer(n.Initializer))
				}
			}
		})
		return found
	})
}

// initializer is the value of an array pattern; V8 does not print members there.
func initializer(e ast.Expression) iterated {
	switch e.(type) {
	case *ast.DotExpression, *ast.BracketExpression, *ast.OptionalChain:
		return iterated{plain: true}
	}
	return iteratedOf(e)
}

func isLiteral(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.NullLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.StringLiteral:
		return true
	case *ast.Identifier:
		return e.Name == "undefined"
	}
	return false
}

func (s *site) begin() int { return begin(s.prg) }

// begin is the offset of the function of a program.
func begin(p *goja.Program) int {
	list := reflect.ValueOf(p).Elem().FieldByName("srcMap")
	if !list.IsValid() || list.Len() == 0 {
		return -1
	}
	return int(list.Index(0).Field(1).Int())
}
