package source

import (
	"strings"

	"github.com/tdewolff/parse/v2/js"
)

// Requirement is a module that a script requires by a plain name.
type Requirement struct {
	Name string
	Place
	// Optional: the call stands in a block of try, if or else, so it may never
	// run, or its error may be caught.
	Optional bool
	// Lazy: the call stands in a function, so it does not run when the script is loaded.
	Lazy bool
	// first and last are the indexes of the tokens of require(…), import(…), import … or
	// export …; module is that of the name.
	first, last, module int
}

// Requirements lists the modules that the script requires.
func (s *Source) Requirements() []Requirement {
	var out []Requirement
	for i := range s.tokens {
		q, ok := s.requirement(i)
		if !ok {
			continue
		}
		name, plain := s.literal(q.module)
		if !plain || name == "" || strings.ContainsAny(name, "$ ") {
			continue
		}
		q.Name, q.Place = name, s.place(s.tokens[q.module].at)
		q.Optional, q.Lazy = s.tokens[i].optional, s.tokens[i].lazy || s.token(i-1).kind == js.ArrowToken
		out = append(out, q)
	}
	return out
}

// requirement is what begins at a token.
func (s *Source) requirement(i int) (q Requirement, ok bool) {
	t := s.tokens[i]
	q.first = i
	switch {
	case s.isMember(i):
		return q, false
	case (t.text == "require" || t.kind == js.ImportToken) && s.token(i+1).kind == js.OpenParenToken:
		q.module, q.last = i+2, i+3
		return q, s.token(q.last).kind == js.CloseParenToken
	case t.kind == js.ImportToken || t.kind == js.ExportToken:
		q.module, ok = s.importedFrom(i)
		q.last = q.module
	}
	return q, ok
}

// importedFrom is the index of the name in a declaration that imports, or exports what
// another module has.
func (s *Source) importedFrom(i int) (module int, ok bool) {
	if s.tokens[i].kind == js.ImportToken && s.token(i+1).kind == js.StringToken {
		return i + 1, true
	}
	if next := s.token(i + 2); s.token(i+1).text == "type" && next.kind != js.FromToken && next.kind != js.CommaToken {
		return 0, false // only types, which do not exist when it runs
	}
	for i++; i < len(s.tokens); i++ {
		switch t := s.tokens[i]; {
		case t.kind == js.ImportToken, t.kind == js.ExportToken:
			return 0, false
		case t.kind == js.FromToken && s.token(i+1).kind == js.StringToken:
			return i + 1, true
		case js.IsIdentifierName(t.kind), t.kind == js.CommaToken, t.kind == js.MulToken, t.kind == js.OpenBraceToken, t.kind == js.CloseBraceToken:
		default:
			return 0, false
		}
	}
	return 0, false
}

// isCall reports whether it is require(…) or import(…), not a declaration.
func (s *Source) isCall(q Requirement) bool { return s.token(q.first+1).kind == js.OpenParenToken }

// target is the index of the last token of what a call is assigned to, -1 for none.
func (s *Source) target(q Requirement) int {
	at := q.first - 1
	if s.token(at).kind == js.AwaitToken {
		at--
	}
	if s.token(at).kind != js.EqToken {
		return -1
	}
	return at - 1
}

// moduleName is the variable that has all of a required module, "" for none: const x =
// require(…), import x from …, import * as x from ….
func (s *Source) moduleName(q Requirement) string {
	var at int
	switch {
	case s.isCall(q):
		at = s.target(q)
	case s.token(q.first+1).kind == js.MulToken:
		at = q.first + 3
	default:
		at = q.first + 1
	}
	if t := s.token(at); js.IsIdentifier(t.kind) && !s.isMember(at) {
		return t.text
	}
	return ""
}

// memberName is the variable that has one member of a required module, "" for none:
// const {member: x} = require(…), import {member as x} from ….
func (s *Source) memberName(q Requirement, member string) string {
	from, to := q.first, q.module
	if s.isCall(q) {
		to = s.target(q)
		if s.token(to).kind != js.CloseBraceToken {
			return ""
		}
		for from = to; from > 0 && s.token(from).kind != js.OpenBraceToken; {
			from--
		}
	}
	for i := from; i < to; i++ {
		before := s.token(i - 1).kind
		if s.token(i).text != member || before != js.OpenBraceToken && before != js.CommaToken {
			continue
		}
		if next := s.token(i + 1); next.kind == js.ColonToken || next.kind == js.AsToken {
			return s.token(i + 2).text
		}
		return member
	}
	return ""
}

// Calls are the places where a member of a required module is called, by the names that
// the script gives to the module or to the member.
func (s *Source) Calls(q Requirement, member string) []Place {
	var out []Place
	if name := s.moduleName(q); name != "" {
		out = s.Find(name, ".", member, "(")
	}
	if name := s.memberName(q, member); name != "" {
		out = append(out, s.Find(name, "(")...)
	}
	if s.isCall(q) && s.follows(q.last+1, ".", member, "(") {
		out = append(out, s.place(s.tokens[q.first].at))
	}
	return out
}
