package pattern

import (
	"fmt"
	"strings"
)

// Literal returns what a literal is compiled as. constructed says that the constructor has to make it,
// which keeps the source as it was written.
func Literal(source, flags string) (text string, constructed bool) {
	if hasHalves(source, flags) || strings.ContainsAny(flags, "dv") || strings.Contains(flags, "u") && (strings.Contains(source, `\p`) || strings.Contains(source, `\P`)) {
		return source, true
	}
	if text, constructed = narrow(source, flags); constructed {
		return source, true
	}
	if backtracks(source, flags) {
		text = Backtracking + text
	}
	return text, false
}

// Prepared is an expression as goja matches it like V8. Its properties are written out.
func Prepared(source, flags string) string {
	text, _ := narrow(source, flags)
	if backtracks(source, flags) {
		text = Backtracking + text
	}
	return text
}

// Problem says in the words of V8 what is wrong with a regular expression, "" if nothing is,
// or if it is what is not supported here.
func Problem(source, flags string) string {
	mode := loose
	switch {
	case strings.Contains(flags, "v"):
		mode = sets
	case strings.Contains(flags, "u"):
		mode = strict
	}
	return syntax(source, mode, strings.Contains(flags, "i"))
}

// Flags are the flags in the order in which V8 names them.
func Flags(flags string) string {
	var out strings.Builder
	for _, c := range "dgimsuvy" {
		if strings.ContainsRune(flags, c) {
			out.WriteRune(c)
		}
	}
	return out.String()
}

const wrongName = "Invalid property name"

// place is where a class is: what stands before decides whether a property may follow.
type place int

const (
	between place = iota
	afterCharacter
	afterDash // that makes a range of the character before it
	afterProperty
	afterPropertyDash // which has to be the end of the class
)

// then is the place after one more character, dash or property; false if it must not stand there.
func (p place) then(dash, property bool) (next place, ok bool) {
	switch {
	case p == afterPropertyDash, p == afterDash && property:
		return p, false
	case property:
		return afterProperty, true
	case p == afterDash:
		return between, true
	case dash && p == afterCharacter:
		return afterDash, true
	case dash && p == afterProperty:
		return afterPropertyDash, true
	}
	return afterCharacter, true
}

// Expand writes out the properties of a regular expression with the flag u. If one does not exist, or is the end of
// a range, problem says so.
func Expand(source string) (expanded, problem string) {
	var out strings.Builder
	class, at := false, between
	for i := 0; i < len(source); i++ {
		c := source[i]
		escaped := c == '\\' && i+1 < len(source)
		property := escaped && (source[i+1] == 'p' || source[i+1] == 'P')
		switch {
		case c == '[' && !class:
			class, at = true, between
			if strings.HasPrefix(source[i:], "[^") {
				out.WriteByte(c)
				i++
			}
		case c == ']':
			class = false
		case class:
			var ok bool
			if at, ok = at.then(c == '-', property); !ok {
				return "", wrongClass
			}
		}
		switch {
		case property:
			list, length, ok := named(source[i:])
			if !ok && class {
				return "", wrongProperty
			}
			if !ok {
				return "", wrongName
			}
			write(&out, list, class)
			i += length - 1
			continue
		case escaped:
			out.WriteByte(c)
			i++
		}
		out.WriteByte(source[i])
	}
	return out.String(), ""
}

// named returns the characters of the property with which a source begins, and its length there.
func named(source string) (list []span, length int, ok bool) {
	name, ok := propertyName(source)
	if !ok {
		return nil, 0, false
	}
	if list, ok = property(name); source[1] == 'P' {
		list = complement(list)
	}
	return list, len(`\p{}`) + len(name), ok
}

// write writes a class, or what belongs into the one that is open.
func write(out *strings.Builder, list []span, open bool) {
	if !open {
		out.WriteByte('[')
		defer out.WriteByte(']')
	}
	for _, s := range list {
		fmt.Fprintf(out, `\u{%x}`, s.from)
		if s.to > s.from {
			fmt.Fprintf(out, `-\u{%x}`, s.to)
		}
	}
}
