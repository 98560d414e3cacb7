package source

import (
	"slices"

	"github.com/tdewolff/parse/v2/js"
)

// Chain is members of members: sails.helpers.mail(…), with the place of each name.
type Chain struct {
	Names  []string
	Places []Place
	// Called and Assigned say what is done with the last one.
	Called, Assigned bool
	// start is the index of its first token, end that of the one behind it.
	start, end int
}

// Chains lists what begins with a plain name and has members. Chains with ?. are left
// out: they expect that something is missing.
func (s *Source) Chains() []Chain {
	var out []Chain
	for i := range s.tokens {
		if s.isMember(i) || !js.IsIdentifier(s.tokens[i].kind) || s.token(i+1).kind != js.DotToken {
			continue
		}
		if c, ok := s.chain(i); ok {
			out = append(out, c)
		}
	}
	return out
}

func (s *Source) chain(i int) (Chain, bool) {
	c := Chain{Names: []string{s.tokens[i].text}, Places: []Place{s.place(s.tokens[i].at)}, start: i}
	for i++; s.token(i).kind == js.DotToken; i += 2 {
		name := s.token(i + 1)
		if !js.IsIdentifierName(name.kind) {
			return c, false
		}
		c.Names, c.Places = append(c.Names, name.text), append(c.Places, s.place(name.at))
	}
	switch s.token(i).kind {
	case js.OptChainToken:
		return c, false
	case js.OpenParenToken:
		c.Called = true
	case js.EqToken:
		c.Assigned = true
	}
	c.end = i
	return c, true
}

// Bare reports whether a name occurs otherwise than in front of a member, such as in a
// declaration or as an argument: then the script may have one of its own.
func (s *Source) Bare(name string) bool {
	for i, t := range s.tokens {
		if t.text == name && js.IsIdentifier(t.kind) && !s.isMember(i) && !isDot(s.token(i+1)) && s.token(i+1).kind != js.ColonToken {
			return true
		}
	}
	return false
}

// Exports reports whether the script may offer something to others: it has module, exports,
// this, export or a name of the global object, or gives a value to a name that it does not
// declare. An empty script does.
func (s *Source) Exports() bool {
	return len(s.tokens) == 0 || slices.ContainsFunc(s.tokens, func(t token) bool {
		return t.kind == js.ThisToken || t.kind == js.ExportToken || slices.Contains(offering, t.text)
	}) || slices.ContainsFunc(s.starts(), func(i int) bool { return js.IsIdentifier(s.tokens[i].kind) && s.token(i+1).kind == js.EqToken })
}

var offering = []string{"module", "exports", "global", "globalThis", "GLOBAL", "root", "sails", "framework"}

// starts are the indexes of tokens that begin a statement or a line.
func (s *Source) starts() []int {
	var out []int
	for i := range s.tokens {
		if s.beginsStatement(i) || s.place(s.tokens[i].at).Line > s.place(s.tokens[i-1].at).Line {
			out = append(out, i)
		}
	}
	return out
}

// Argument is the text that is the first argument of a call, or all of them; ok is false
// if it is anything else than one plain text.
func (s *Source) Argument(c Chain) (text string, at Place, ok bool) {
	if !c.Called {
		return "", Place{}, false
	}
	after := s.token(c.end + 2).kind
	if text, ok = s.literal(c.end + 1); !ok || after != js.CommaToken && after != js.CloseParenToken {
		return "", Place{}, false
	}
	return text, s.place(s.token(c.end + 1).at), true
}

// Keys are those of the object that is the first argument of a call; none if it is anything
// else, or has parts that are not written out.
func (s *Source) Keys(c Chain) ([]string, []Place) {
	if !c.Called || s.token(c.end+1).kind != js.OpenBraceToken {
		return nil, nil
	}
	return s.keys(c.end + 1)
}

// Following lists what is called on what a call gives, in order: where and exec of
// Pet.find().where(…).exec(…).
func (s *Source) Following(c Chain) (names []string, places []Place) {
	if !c.Called {
		return nil, nil
	}
	depth := 0
	for i := c.end; i < len(s.tokens); i++ {
		switch s.tokens[i].kind {
		case js.OpenParenToken, js.OpenBracketToken, js.OpenBraceToken, js.TemplateStartToken:
			depth++
		case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.TemplateEndToken:
			if depth--; depth > 0 {
				continue
			}
			name := s.token(i + 2)
			if s.token(i+1).kind != js.DotToken || !js.IsIdentifierName(name.kind) || s.token(i+3).kind != js.OpenParenToken {
				return names, places
			}
			names, places = append(names, name.text), append(places, s.place(name.at))
			i += 2
		}
	}
	return nil, nil
}

// Members are the keys of the object that is the value of the first property of a name; ok
// is false if there is none that is written out.
func (s *Source) Members(property string) (names []string, ok bool) {
	for i := range s.tokens {
		if s.isProperty(i, property) && s.token(i+2).kind == js.OpenBraceToken {
			names, places := s.keys(i + 2)
			return names, places != nil
		}
	}
	return nil, false
}

// keys are those of the object that opens at a token. The places are nil, not empty, if
// they are not all written out.
func (s *Source) keys(open int) ([]string, []Place) {
	names, places := []string{}, []Place{}
	depth := 0
	for i := open; i < len(s.tokens); i++ {
		switch t := s.tokens[i]; t.kind {
		case js.OpenParenToken, js.OpenBracketToken, js.OpenBraceToken, js.TemplateStartToken:
			if depth == 1 && t.kind == js.OpenBracketToken && s.begins(i) {
				return nil, nil // [name]: …
			}
			depth++
		case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.TemplateEndToken:
			if depth--; depth == 0 {
				return names, places
			}
		case js.EllipsisToken:
			if depth == 1 {
				return nil, nil
			}
		default:
			if depth != 1 || !s.begins(i) {
				continue
			}
			name, quoted := s.literal(i)
			if !quoted {
				name = t.text
			}
			names, places = append(names, name), append(places, s.place(t.at))
		}
	}
	return nil, nil
}

// begins reports whether a token is the first of a member of an object.
func (s *Source) begins(i int) bool {
	before := s.token(i - 1).kind
	return before == js.OpenBraceToken || before == js.CommaToken
}

// Properties are the places and values of the properties of a name that are plain texts.
func (s *Source) Properties(name string) (texts []string, places []Place) {
	for i := range s.tokens {
		if !s.isProperty(i, name) {
			continue
		}
		if text, ok := s.literal(i + 2); ok && (s.token(i+3).kind == js.CommaToken || s.token(i+3).kind == js.CloseBraceToken) {
			texts, places = append(texts, text), append(places, s.place(s.token(i+2).at))
		}
	}
	return texts, places
}

// TakesInOrder reports whether a function of the script has these names as its first
// parameters.
func (s *Source) TakesInOrder(first, second string) bool {
	for i := range s.tokens {
		if s.tokens[i].kind == js.OpenParenToken && s.follows(i+1, first, ",", second) {
			return true
		}
	}
	return false
}

// Globals are the names that the script gives to globals: name = … without a declaration,
// and global.name = ….
func (s *Source) Globals() []string {
	var out []string
	for i, t := range s.tokens {
		if s.token(i+1).kind != js.EqToken || !js.IsIdentifierName(t.kind) {
			continue
		}
		if of := s.token(i - 2).text; !s.isMember(i) || slices.Contains([]string{"global", "globalThis", "root", "GLOBAL"}, of) {
			out = append(out, t.text)
		}
	}
	return out
}

// TakesCallback reports whether one of the arguments of a call is a function.
func (s *Source) TakesCallback(c Chain) bool {
	depth := 0
	for i := c.end; i < len(s.tokens); i++ {
		switch s.tokens[i].kind {
		case js.OpenParenToken, js.OpenBracketToken, js.OpenBraceToken:
			depth++
		case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken:
			if depth--; depth == 0 {
				return false
			}
		case js.FunctionToken, js.ArrowToken:
			if depth == 1 {
				return true
			}
		}
	}
	return false
}

// Discarded reports whether a call, with those that follow it, is a statement of its own
// and none of them gets a function. It counts the arguments of the first; plain says that
// its last one is no name, which may be that of a function.
func (s *Source) Discarded(c Chain) (arguments int, plain, ok bool) {
	if !c.Called || !s.beginsStatement(c.start) {
		return 0, false, false
	}
	depth, first, last := 0, true, 0
	for i := c.end; i < len(s.tokens); i++ {
		switch s.tokens[i].kind {
		case js.OpenParenToken, js.OpenBracketToken, js.OpenBraceToken, js.TemplateStartToken:
			if depth++; depth == 1 && first {
				last = i + 1
			}
		case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.TemplateEndToken:
			if depth--; depth > 0 {
				continue
			}
			if first {
				if first, plain = false, i == last || s.isPlain(last); i > last {
					arguments++
				}
			}
			if s.token(i+1).kind != js.DotToken {
				return arguments, plain, s.endsStatement(i)
			}
			i += 2
			if s.token(i+1).kind != js.OpenParenToken {
				return 0, false, false
			}
		case js.CommaToken:
			if depth == 1 && first {
				arguments, last = arguments+1, i+1
			}
		case js.FunctionToken, js.ArrowToken:
			if depth == 1 {
				return 0, false, false
			}
		}
	}
	return 0, false, false
}

// isPlain reports whether an object, a list, a text or a number begins at a token.
func (s *Source) isPlain(i int) bool {
	kind := s.token(i).kind
	return js.IsNumeric(kind) || slices.Contains([]js.TokenType{js.OpenBraceToken, js.OpenBracketToken, js.StringToken, js.TemplateToken}, kind)
}

func (s *Source) beginsStatement(i int) bool {
	before := s.token(i - 1).kind
	return i == 0 || before == js.SemicolonToken || before == js.OpenBraceToken || before == js.CloseBraceToken
}

func (s *Source) endsStatement(i int) bool {
	const none = js.ErrorToken // behind the last one
	after := s.token(i + 1)
	switch after.kind {
	case js.SemicolonToken, js.CloseBraceToken, none:
		return true
	}
	return js.IsIdentifierName(after.kind) && s.place(after.at).Line > s.place(s.tokens[i].at).Line
}
