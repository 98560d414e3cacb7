package router

import (
	"errors"
	"iter"
	"strings"
	"sync"
)

// TableOptions are the differences between the tables of the releases.
type TableOptions struct {
	// AnyDotIsAsset makes SkipAssets bindings ignore every URL with a dot, as
	// Sails 0.10 does; otherwise only those whose last segment looks like a
	// file name.
	AnyDotIsAsset bool
}

// table finds bindings by the first words of their paths.
type table struct {
	options  TableOptions
	bindings []*Binding
	patterns []pattern
	index    node
}

// NewTable compiles the bindings, which are matched in the given order. Its error
// lists every invalid address. The table is safe for concurrent use.
func NewTable(bindings []*Binding, opts TableOptions) (Table, error) {
	t := &table{options: opts, bindings: append([]*Binding(nil), bindings...), patterns: make([]pattern, len(bindings))}
	var failed []error
	var group sync.WaitGroup
	group.Go(func() {
		for i, b := range t.bindings {
			var err error
			if t.patterns[i], err = compile(b.Address); err != nil {
				failed = append(failed, err)
			}
			t.patterns[i].matchOnTimeout = b.MatchOnTimeout
		}
	})
	for i, b := range t.bindings {
		t.index.add(b.Address.words(), i)
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	return t, nil
}

// Lookup yields the bindings that match, in declaration order.
func (t *table) Lookup(method, path string) iter.Seq2[*Binding, Params] {
	return func(yield func(*Binding, Params) bool) {
		var few [8][]int
		lists := t.index.find(path, few[:0])
		for {
			first := -1
			for k := range lists {
				if len(lists[k]) > 0 && (first < 0 || lists[k][0] < lists[first][0]) {
					first = k
				}
			}
			if first < 0 {
				return
			}
			i := lists[first][0]
			lists[first] = lists[first][1:]
			if !t.bindings[i].Address.accepts(method) {
				continue
			}
			if params, ok := t.patterns[i].match(path); ok && !yield(t.bindings[i], params) {
				return
			}
		}
	}
}

// Methods returns the verbs that any binding accepts at path.
func (t *table) Methods(path string) []string {
	var out []string
	for _, verb := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"} {
		for range t.Lookup(verb, path) {
			out = append(out, verb)
			break
		}
	}
	return out
}

// Bindings returns a copy of the list of all bindings in order.
func (t *table) Bindings() []*Binding { return append([]*Binding(nil), t.bindings...) }

// asset reports whether SkipAssets bindings ignore url.
func (t *table) asset(url string) bool {
	if t.options.AnyDotIsAsset {
		return strings.Contains(url, ".")
	}
	return LooksLikeAsset(url)
}

// LooksLikeAsset reports whether the last segment of a URL's path looks like
// the name of a file.
func LooksLikeAsset(url string) bool {
	path, _, _ := strings.Cut(url, "?")
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 {
		return false
	}
	name := path[slash+1:]
	return len(name) > 2 && strings.Contains(name[1:len(name)-1], ".")
}
