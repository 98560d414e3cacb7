package router

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Address is what a binding matches: a verb and a path pattern or regular
// expression, as written in config/routes.js.
type Address struct {
	// Verb is upper case; "" stands for GET, PUT, POST, DELETE and PATCH, "ALL"
	// for every verb.
	Verb string
	// Path is the pattern as written, "" for a regular expression.
	Path string
	// Regexp is the source of a regular expression, and Names are the names of
	// its groups.
	Regexp string
	Names  []string
	// Grouped: the path is written as in 1.x, where groups take part.
	Grouped bool
}

// ParseAddress parses "[verb ]path" or "[verb ]r|regexp|names". A single "*" is
// the path "/*".
func ParseAddress(s string) (Address, error) {
	var a Address
	rest := strings.TrimSpace(s)
	if word, tail, ok := strings.Cut(rest, " "); ok && isVerb(strings.ToUpper(word)) {
		a.Verb, rest = strings.ToUpper(word), strings.TrimSpace(tail)
	}
	if body, ok := strings.CutPrefix(rest, "r|"); ok {
		end := strings.LastIndexByte(body, '|')
		if end <= 0 {
			return Address{}, fmt.Errorf("route address %q: write a regular expression as r|expression|names", s)
		}
		a.Regexp = body[:end]
		if names := body[end+1:]; names != "" {
			a.Names = strings.Split(names, ",")
		}
		return a, nil
	}
	if rest == "*" {
		rest = "/*"
	}
	if rest == "" || isVerb(strings.ToUpper(rest)) {
		return Address{}, errors.New("route address without a path")
	}
	for at := rest; ; {
		i := strings.Index(at, "/:length")
		if i < 0 {
			break
		}
		at = at[i+len("/:length"):]
		if at == "" || !isWord(at[0]) {
			return Address{}, fmt.Errorf("route address %q: a parameter cannot be called length; rename it", s)
		}
	}
	a.Path = rest
	return a, nil
}

// Parameter is a named part of a path.
type Parameter struct {
	Name     string
	Optional bool
}

// Parameters are those of the path, in order; none for a regular expression.
func (a Address) Parameters() []Parameter {
	if !strings.Contains(a.Path, ":") {
		return nil
	}
	var out []Parameter
	for _, m := range parameter.FindAllStringSubmatch(a.Path, -1) {
		out = append(out, Parameter{Name: m[3], Optional: m[5] != ""})
	}
	return out
}

// Check returns an error if the regular expression is invalid.
func (a Address) Check() error {
	if a.Regexp == "" && !a.Grouped {
		return nil
	}
	_, err := compile(a)
	return err
}

// String returns the address in the form that ParseAddress parses.
func (a Address) String() string {
	s := a.Path
	if a.Regexp != "" {
		s = "r|" + a.Regexp + "|" + strings.Join(a.Names, ",")
	}
	if a.Verb != "" {
		s = a.Verb + " " + s
	}
	return s
}

// Pattern returns the path, or the regular expression as r|expression|, without
// the verb and the names of groups, for messages.
func (a Address) Pattern() string {
	if a.Path == "" {
		return "r|" + a.Regexp + "|"
	}
	return a.Path
}

// accepts reports whether the address serves method. GET includes HEAD.
func (a Address) accepts(method string) bool {
	switch a.Verb {
	case "ALL", method:
		return true
	case "":
		switch method {
		case "GET", "HEAD", "PUT", "POST", "DELETE", "PATCH":
			return true
		}
	case "GET":
		return method == "HEAD"
	}
	return false
}

// Verbs lists what an address may begin with, in upper case.
func Verbs() []string {
	return []string{"ALL", "GET", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "CONNECT", "PATCH", "HEAD"}
}

func isVerb(s string) bool { return slices.Contains(Verbs(), s) }

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
