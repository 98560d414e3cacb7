package source

import (
	"slices"

	"github.com/tdewolff/parse/v2/js"
)

// Find are the places where tokens with these texts begin. A dot is also ?. and a call
// also one by ?.( ; a name at the beginning is not that of a member.
func (s *Source) Find(texts ...string) []Place {
	var out []Place
	for i, t := range s.tokens {
		if s.follows(i, texts...) && !s.isMember(i) {
			out = append(out, s.place(t.at))
		}
	}
	return out
}

// follows reports whether tokens with these texts begin at an index.
func (s *Source) follows(i int, texts ...string) bool {
	for _, text := range texts {
		t := s.token(i)
		if text == "(" && t.kind == js.OptChainToken {
			i++
			t = s.token(i)
		}
		if t.text != text && (text != "." || !isDot(t)) {
			return false
		}
		i++
	}
	return true
}

// Property is the place of the first property of that name whose value begins with a
// token of the given text, "" for any.
func (s *Source) Property(name, value string) (Place, bool) {
	for i, t := range s.tokens {
		if s.isProperty(i, name) && (value == "" || s.token(i+2).text == value) {
			return s.place(t.at), true
		}
	}
	return Place{}, false
}

// Key is the place where a key of that name is first written: as a property, as a
// method, or by an assignment such as exports.name = …
func (s *Source) Key(name string) (Place, bool) {
	for i, t := range s.tokens {
		if s.isProperty(i, name) || t.text == name && (s.isAssigned(i) || s.isMethod(i)) {
			return s.place(t.at), true
		}
	}
	return Place{}, false
}

func (s *Source) isAssigned(i int) bool { return s.isMember(i) && s.token(i+1).kind == js.EqToken }

// isMethod reports whether a name begins a method of an object: { name() {…}, async name() {…} }.
func (s *Source) isMethod(i int) bool {
	before := s.token(i - 1).kind
	return s.token(i+1).kind == js.OpenParenToken &&
		(before == js.OpenBraceToken || before == js.CommaToken || before == js.AsyncToken || before == js.MulToken)
}

// Text is the value of the first property with one of these names that is a string, or a
// list that begins with one.
func (s *Source) Text(names ...string) (text string, ok bool) {
	for i := range s.tokens {
		if !slices.ContainsFunc(names, func(name string) bool { return s.isProperty(i, name) }) {
			continue
		}
		value := i + 2
		if s.token(value).kind == js.OpenBracketToken {
			value++
		}
		if text, ok = s.literal(value); ok {
			return text, true
		}
	}
	return "", false
}

// isProperty reports whether a token is the name of a property, quoted or not; its
// value begins two tokens later.
func (s *Source) isProperty(i int, name string) bool {
	if s.token(i+1).kind != js.ColonToken {
		return false
	}
	text, quoted := s.literal(i)
	return quoted && text == name || s.tokens[i].text == name
}
