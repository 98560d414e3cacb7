package ordered

import (
	"iter"
	"slices"
)

// Undefined is JavaScript's undefined where it differs from null: Append
// leaves such members out of objects and writes null for them in arrays.
type Undefined struct{}

// Map is a JSON object that keeps its keys in the order they were first set.
// The zero Map is empty and ready for use. A Map is not safe for concurrent
// writes. Lookups scan: records and parameter sets have few keys, and a scan
// of a dozen short strings beats hashing one.
type Map struct {
	keys  []string
	vals  []any
	index map[string]int // only for maps larger than scanLimit
}

// scanLimit is the size above which a Map keeps a hash index, so that a body
// of ten thousand keys costs linear time, not quadratic.
const scanLimit = 24

// New returns an empty Map with room for n keys.
func New(n int) *Map {
	return &Map{keys: make([]string, 0, n), vals: make([]any, 0, n)}
}

// Of builds a Map from alternating keys and values; it is meant for literals
// and panics when a key is not a string.
func Of(pairs ...any) *Map {
	m := New(len(pairs) / 2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m.Set(pairs[i].(string), pairs[i+1])
	}
	return m
}

// FromRow returns a Map over keys and vals, which must be of equal length and
// free of duplicate keys. The keys may be shared between many maps: a Map
// copies them before it changes them.
func FromRow(keys []string, vals []any) *Map {
	m := &Map{keys: slices.Clip(keys), vals: vals}
	if len(keys) > scanLimit {
		m.reindex()
	}
	return m
}

// Len returns the number of keys.
func (m *Map) Len() int {
	if m == nil {
		return 0
	}
	return len(m.keys)
}

// At returns the i-th key and its value.
func (m *Map) At(i int) (string, any) { return m.keys[i], m.vals[i] }

// SetAt replaces the value of the i-th key.
func (m *Map) SetAt(i int, v any) { m.vals[i] = v }

// Index returns the position of key, or -1.
func (m *Map) Index(key string) int {
	if m == nil {
		return -1
	}
	if m.index != nil {
		if i, ok := m.index[key]; ok {
			return i
		}
		return -1
	}
	return slices.Index(m.keys, key)
}

// Get returns the value of key and whether the key is present.
func (m *Map) Get(key string) (any, bool) {
	if i := m.Index(key); i >= 0 {
		return m.vals[i], true
	}
	return nil, false
}

// Value returns the value of key, nil when it is absent.
func (m *Map) Value(key string) any {
	v, _ := m.Get(key)
	return v
}

// Has reports whether key is present.
func (m *Map) Has(key string) bool { return m.Index(key) >= 0 }

// Set gives key a value: in place when the key is present, else at the end.
func (m *Map) Set(key string, v any) {
	if i := m.Index(key); i >= 0 {
		m.vals[i] = v
		return
	}
	m.keys = append(m.keys, key)
	m.vals = append(m.vals, v)
	switch {
	case m.index != nil:
		m.index[key] = len(m.keys) - 1
	case len(m.keys) > scanLimit:
		m.reindex()
	}
}

// Delete removes key and reports whether it was there.
func (m *Map) Delete(key string) bool {
	i := m.Index(key)
	if i < 0 {
		return false
	}
	// The keys may be shared with other maps: never shift them in place.
	keys := make([]string, 0, len(m.keys)-1)
	keys = append(append(keys, m.keys[:i]...), m.keys[i+1:]...)
	m.keys = keys
	m.vals = slices.Delete(m.vals, i, i+1)
	if m.index != nil {
		m.reindex()
	}
	return true
}

// Keys returns a copy of the keys in order.
func (m *Map) Keys() []string {
	if m == nil {
		return nil
	}
	return slices.Clone(m.keys)
}

// All yields the keys and values in order. The map may be written to for the
// key just yielded, not for others.
func (m *Map) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if m == nil {
			return
		}
		for i := range m.keys {
			if !yield(m.keys[i], m.vals[i]) {
				return
			}
		}
	}
}

// Clone returns a Map with the same keys and values; nested values are shared.
func (m *Map) Clone() *Map {
	if m == nil {
		return New(0)
	}
	c := &Map{keys: slices.Clip(m.keys), vals: slices.Clone(m.vals)}
	if m.index != nil {
		c.reindex()
	}
	return c
}

// DeepClone returns a copy that shares no Map and no slice with m.
func (m *Map) DeepClone() *Map {
	c := m.Clone()
	for i, v := range c.vals {
		c.vals[i] = CloneValue(v)
	}
	return c
}

// CloneValue copies v deeply.
func CloneValue(v any) any {
	switch v := v.(type) {
	case *Map:
		return v.DeepClone()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = CloneValue(v[i])
		}
		return out
	case []byte:
		return slices.Clone(v)
	}
	return v
}

func (m *Map) reindex() {
	m.index = make(map[string]int, len(m.keys))
	for i, k := range m.keys {
		m.index[k] = i
	}
}
