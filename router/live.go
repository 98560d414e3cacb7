package router

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// Live is a table that may be replaced while it is used. A walk through it, which
// Lookup begins, sees one table from beginning to end. It is safe for concurrent use.
type Live struct {
	options TableOptions
	change  sync.Mutex
	at      atomic.Pointer[lazyTable]
}

// lazyTable is compiled when it is first asked, so that to bind many routes one after
// the other compiles one table.
type lazyTable struct {
	bindings []*Binding
	options  TableOptions
	once     sync.Once
	table    *table
}

// NewLive is NewTable for a table that may be replaced.
func NewLive(bindings []*Binding, opts TableOptions) (*Live, error) {
	compiled, err := NewTable(bindings, opts)
	if err != nil {
		return nil, err
	}
	l := &Live{options: opts}
	first := &lazyTable{bindings: slices.Clone(bindings), options: opts, table: compiled.(*table)}
	first.once.Do(func() {})
	l.at.Store(first)
	return l, nil
}

// Update replaces the bindings by what change makes of them; it must not modify the
// list that it is given. An error lists the invalid addresses among the bindings that
// are new, and nothing is changed then.
func (l *Live) Update(change func(bindings []*Binding) []*Binding) error {
	l.change.Lock()
	defer l.change.Unlock()
	before := l.at.Load().bindings
	after := change(before[:len(before):len(before)])
	known := make(map[*Binding]bool, len(before))
	for _, b := range before {
		known[b] = true
	}
	var added []*Binding
	for _, b := range after {
		if !known[b] {
			added = append(added, b)
		}
	}
	if _, err := NewTable(added, l.options); err != nil {
		return err
	}
	l.at.Store(&lazyTable{bindings: after, options: l.options})
	return nil
}

func (l *Live) now() *table { return l.at.Load().compiled() }

func (t *lazyTable) compiled() *table {
	t.once.Do(func() {
		// Update has checked each binding, so there is no error.
		made, _ := NewTable(t.bindings, t.options)
		t.table, _ = made.(*table)
	})
	return t.table
}

// Lookup implements Table.
func (l *Live) Lookup(method, path string) iter.Seq2[*Binding, Params] {
	return l.now().Lookup(method, path)
}

// Methods implements Table.
func (l *Live) Methods(path string) []string { return l.now().Methods(path) }

// Bindings implements Table.
func (l *Live) Bindings() []*Binding { return l.now().Bindings() }

// asset reports whether SkipAssets bindings ignore url.
func (l *Live) asset(url string) bool { return l.now().asset(url) }

// Without returns the bindings without what answers verb at path, which is written as
// in the binding. A binding of several verbs keeps the others.
func Without(bindings []*Binding, path, verb string) []*Binding {
	var out []*Binding
	for _, b := range bindings {
		switch {
		case b.Address.Path != path || path == "":
			out = append(out, b)
		case b.Address.Verb == verb:
		case b.Address.Verb == "" && slices.Contains(plainVerbs, verb):
			for _, other := range plainVerbs {
				if other != verb {
					kept := *b
					kept.Address.Verb = other
					out = append(out, &kept)
				}
			}
		default:
			out = append(out, b)
		}
	}
	return out
}

// plainVerbs are those of an address without a verb.
var plainVerbs = []string{"GET", "PUT", "POST", "DELETE", "PATCH"}
