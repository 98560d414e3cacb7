package router

import (
	"errors"
	"iter"
	"strings"
)

// maxAnchor bounds the first segment that the index knows, in bytes.
const maxAnchor = 64

// TableOptions says how a table differs between releases.
type TableOptions struct {
	// AnyDotIsAsset makes SkipAssets bindings ignore every URL with a dot, as
	// Sails 0.10 does; otherwise only those whose last segment looks like a
	// file name.
	AnyDotIsAsset bool
}

// table finds bindings by the first segment of their path. Each list is in
// declaration order; open holds what no first segment can find.
type table struct {
	options  TableOptions
	bindings []*Binding
	patterns []pattern
	anchored map[string][]int
	open     []int
}

// NewTable compiles the bindings, asked in the order given. It fails with
// every address that is not a valid pattern. The table is safe for concurrent
// use.
func NewTable(bindings []*Binding, opts TableOptions) (Table, error) {
	t := &table{options: opts, bindings: append([]*Binding(nil), bindings...), anchored: map[string][]int{}}
	var failed []error
	for i, b := range t.bindings {
		p, err := compile(b.Address)
		if err != nil {
			failed = append(failed, err)
		}
		t.patterns = append(t.patterns, p)
		if key := b.Address.anchor(); key != "" {
			t.anchored[key] = append(t.anchored[key], i)
		} else {
			t.open = append(t.open, i)
		}
	}
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	return t, nil
}

// near returns the anchored candidates of path.
func (t *table) near(path string) []int {
	if path == "" || path[0] != '/' {
		return nil
	}
	seg := path[1:]
	if i := strings.IndexByte(seg, '/'); i >= 0 {
		seg = seg[:i]
	}
	if len(seg) > maxAnchor {
		return nil
	}
	var buf [maxAnchor]byte
	for i := range len(seg) {
		c := seg[i]
		// The Kelvin sign and the long s fold to ASCII letters in patterns.
		if c >= 0x80 {
			return t.anchored[strings.ToLower(strings.ReplaceAll(seg, "ſ", "s"))]
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	return t.anchored[string(buf[:len(seg)])]
}

// Lookup yields the bindings that match, in declaration order.
func (t *table) Lookup(method, path string) iter.Seq2[*Binding, Params] {
	return func(yield func(*Binding, Params) bool) {
		a, b := t.near(path), t.open
		for len(a) > 0 || len(b) > 0 {
			var i int
			if len(b) == 0 || len(a) > 0 && a[0] < b[0] {
				i, a = a[0], a[1:]
			} else {
				i, b = b[0], b[1:]
			}
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
	path, _, _ := strings.Cut(url, "?")
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 {
		return false
	}
	name := path[slash+1:]
	return len(name) > 2 && strings.Contains(name[1:len(name)-1], ".")
}
