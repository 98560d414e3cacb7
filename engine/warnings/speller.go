package warnings

import (
	"fmt"
	"slices"
	"strings"

	"framework/engine/problem"
	"framework/engine/spelling"
)

// speller looks for typing errors in the keys of objects.
type speller struct {
	*Scripts // may be nil
	out      []problem.Problem
}

// object is one whose keys are looked at.
type object struct {
	file string   // where it is written, "" if unknown
	what string   // how messages call it: "config.blueprints", "Pet.name"
	noun string   // what its keys are: "setting", "attribute property"
	keys []string // as written
	// known are the keys that mean something. A closed object has no others.
	known  vocabulary
	closed bool
}

// vocabulary is a set of names in an order.
type vocabulary struct {
	names []string
	set   map[string]bool
}

func vocabularyOf(lists ...[]string) vocabulary {
	v := vocabulary{slices.Concat(lists...), map[string]bool{}}
	for _, name := range v.names {
		v.set[name] = true
	}
	return v
}

// check warns about keys of an object that are none of its names: about all of them if
// it is closed, else about those that look like a name and that no script reads.
func (s *speller) check(o object) {
	for _, key := range o.keys {
		if o.known.set[key] {
			continue
		}
		near := similar(key, o.known.names, o.closed)
		switch {
		case near != "" && (o.closed || !s.Reads(key, o.file)):
			s.add(o, key, fmt.Sprintf("%q is no %s", key, o.noun), fmt.Sprintf("did you mean %q?", near))
		case near == "" && o.closed:
			s.add(o, key, fmt.Sprintf("%q is no %s: it has no effect", key, o.noun), "")
		}
	}
}

// add warns about a key of an object.
func (s *speller) add(o object, key, text, hint string) {
	s.out = append(s.out, s.Locate(problem.In(o.file, "%s: %s", o.what, text).Advise(hint).Of(key)))
}

// similar is the name that a key was probably meant to be, "" for none. A key of an
// open object may be a word of the project's own, so that it has to be closer.
func similar(key string, names []string, closed bool) string {
	if closed {
		if i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, key) }); i >= 0 {
			return names[i]
		}
		return spelling.Nearest(key, slices.Values(names))
	}
	return spelling.Close(key, slices.Values(names))
}
