package router

import (
	"slices"
	"strings"

	"framework/engine/value"
)

// maxCaptures is the number of captures that a simple pattern may have.
const maxCaptures = 8

// wholeParameter parses a segment ":name" or ":name?".
func wholeParameter(segment string) (name string, optional, ok bool) {
	name, ok = strings.CutPrefix(segment, ":")
	if !ok {
		return "", false, false
	}
	name, optional = strings.CutSuffix(name, "?")
	for i := range len(name) {
		if !isWord(name[i]) {
			return "", false, false
		}
	}
	return name, optional, name != ""
}

// simple is a path of whole segments: words and parameters, of which the last
// ones may be optional, or a wildcard at the end. Nearly all routes are simple,
// and comparing segments is many times faster than a regular expression.
type simple struct {
	segments []segment
	keys     []string // names of the captures
	wildcard bool
}

type segment struct {
	word     string // lower case; "" for a parameter
	optional bool
}

// newSimple returns nil for a path that needs a regular expression.
func newSimple(path string) *simple {
	if path == "" || path[0] != '/' {
		return nil
	}
	s := &simple{segments: make([]segment, 0, strings.Count(path, "/"))}
	for tail, more := path[1:], true; more; {
		var seg string
		seg, tail, more = strings.Cut(tail, "/")
		optional := len(s.segments) > 0 && s.segments[len(s.segments)-1].optional
		if seg == "*" && !more && !optional {
			s.wildcard = true
			s.keys = append(s.keys, "0")
			break
		}
		if name, may, ok := wholeParameter(seg); ok {
			if slices.Contains(s.keys, name) || optional && !may {
				return nil
			}
			s.segments = append(s.segments, segment{optional: may})
			s.keys = append(s.keys, name)
			continue
		}
		if optional || !isLiteral(seg) {
			return nil
		}
		s.segments = append(s.segments, segment{word: strings.ToLower(seg)})
	}
	// A wildcard and a parameter may both have the name 0.
	if len(s.keys) > maxCaptures || s.wildcard && slices.Index(s.keys, "0") < len(s.keys)-1 {
		return nil
	}
	return s
}

// match returns the captures of path, or false.
func (s *simple) match(path string) (Params, bool) {
	var captures [maxCaptures]string
	n := 0
	for _, seg := range s.segments {
		if path == "" || path[0] != '/' {
			if seg.optional {
				break
			}
			return nil, false
		}
		word := firstWord(path)
		switch {
		case seg.word != "":
			if !equalFold(word, seg.word) {
				return nil, false
			}
		case word != "":
			captures[n] = word
			n++
		case !seg.optional:
			return nil, false
		}
		if word == "" { // the optional parameter is missing
			break
		}
		path = path[1+len(word):]
	}
	if s.wildcard {
		if path == "" || path[0] != '/' || strings.ContainsAny(path, lineEnds) {
			return nil, false
		}
		captures[n] = path[1:]
		n++
	} else if path != "" && path != "/" {
		return nil, false
	}
	if n == 0 {
		return value.New(0), true
	}
	values := make([]any, n)
	for i := range values {
		values[i] = decode(captures[i])
	}
	return value.FromRow(s.keys[:n], values), true
}

// equalFold compares with a lower-case text, and ignores the case of ASCII
// letters.
func equalFold(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(s) {
		if lowerCase(s[i]) != lower[i] {
			return false
		}
	}
	return true
}
