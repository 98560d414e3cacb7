package warnings

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/source"
	"framework/engine/spelling"
)

// speller looks for typing errors in the keys of objects.
type speller struct {
	root    string // folder of the project, "" if its files cannot be read
	sources map[string]*source.Source
	reads   *reads // what the project's scripts read, nil if its files cannot be read
	out     []string
}

func (p *Project) speller() *speller {
	s := &speller{sources: map[string]*source.Source{}}
	if p.Tree != nil {
		s.root, s.reads = p.Tree.Root, newReads(p.Tree)
	}
	return s
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
		case near != "" && (o.closed || !s.reads.has(key, o.file)):
			s.add(o, key, fmt.Sprintf("is no %s; did you mean %q?", o.noun, near))
		case near == "" && o.closed:
			s.add(o, key, "is no "+o.noun+": it has no effect")
		}
	}
}

func (s *speller) add(o object, key, text string) {
	s.out = append(s.out, fmt.Sprintf("%s: %q %s", s.where(o, key), key, text))
}

// where is the place of a key, followed by the object that it stands in.
func (s *speller) where(o object, key string) string {
	if o.file == "" {
		return o.what
	}
	at := o.file
	if text, ok := s.source(o.file); ok {
		if place, ok := text.Key(key); ok {
			at = fmt.Sprintf("%s:%d:%d", o.file, place.Line, place.Column)
		}
	}
	return at + ": " + o.what
}

func (s *speller) source(file string) (*source.Source, bool) {
	if s.root == "" {
		return nil, false
	}
	if _, ok := s.sources[file]; !ok {
		s.sources[file] = nil
		if text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(file))); err == nil {
			s.sources[file] = source.Read(string(text))
		}
	}
	return s.sources[file], s.sources[file] != nil
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
