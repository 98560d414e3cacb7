package value

import (
	"iter"
	"slices"
	"unsafe"
)

// Undefined is JavaScript's undefined where it differs from null: Append
// leaves such members out of objects and writes null for them in arrays.
type Undefined struct{}

// Map is a JSON object that keeps its keys in the order they were first set.
// The zero Map is empty and ready for use. A Map is not safe for concurrent
// writes. Lookups scan: records and parameter sets have few keys, and a scan
// of a dozen short strings beats hashing one.
//
// A client can send a hundred thousand of them in a body, so that a Map is as
// small as can be: two arrays and their one length, which two slices would
// write down four times.
type Map struct {
	keys *string
	vals *any
	n    uint32
	// room is how many members both arrays have place for. 0 says that they have
	// just n, and that the keys may be those of other maps as well.
	room uint32
}

// scanLimit is the size above which a Map keeps a hash index, so that a body
// of ten thousand keys costs linear time, not quadratic. The index is the last
// value of its array, behind those of the members.
const scanLimit = 24

// New returns an empty Map with room for n keys.
func New(n int) *Map {
	m := &Map{}
	if n > 0 {
		m.grow(n)
	}
	return m
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
	if len(keys) != len(vals) {
		panic("ordered: a row with more or fewer values than keys")
	}
	m := &Map{keys: unsafe.SliceData(keys), n: uint32(len(keys))}
	if m.n > scanLimit {
		m.vals = unsafe.SliceData(append(make([]any, 0, len(vals)+1), vals...))
		m.reindex()
	} else {
		m.vals = unsafe.SliceData(vals)
	}
	return m
}

// names are the keys, members the values. What is appended to them is lost.
func (m *Map) names() []string { return unsafe.Slice(m.keys, m.n) }

func (m *Map) members() []any { return unsafe.Slice(m.vals, m.n) }

// extent is how many members the arrays have place for.
func (m *Map) extent() uint32 { return max(m.room, m.n) }

// hash is where the index is, of a map that has one.
func (m *Map) hash() *any {
	extent := m.extent()
	return &unsafe.Slice(m.vals, extent+1)[extent]
}

// grow moves the members to arrays with room for n, which are not shared.
func (m *Map) grow(n int) {
	keys := make([]string, n)
	copy(keys, m.names())
	more := n
	if n > scanLimit {
		more++
	}
	vals := make([]any, more)
	copy(vals, m.members())
	m.keys, m.vals, m.room = unsafe.SliceData(keys), unsafe.SliceData(vals), uint32(n)
	if m.n > scanLimit {
		m.reindex()
	}
}

// Len returns the number of keys.
func (m *Map) Len() int {
	if m == nil {
		return 0
	}
	return int(m.n)
}

// At returns the i-th key and its value.
func (m *Map) At(i int) (string, any) { return m.names()[i], m.members()[i] }

// SetAt replaces the value of the i-th key.
func (m *Map) SetAt(i int, v any) { m.members()[i] = v }

// Index returns the position of key, or -1.
func (m *Map) Index(key string) int {
	if m == nil {
		return -1
	}
	if m.n > scanLimit {
		return (*m.hash()).(*index).find(m.names(), key)
	}
	return slices.Index(m.names(), key)
}

// Get returns the value of key and whether the key is present.
func (m *Map) Get(key string) (any, bool) {
	if i := m.Index(key); i >= 0 {
		return m.members()[i], true
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
		m.members()[i] = v
		return
	}
	if m.n >= m.room {
		m.grow(int(max(4, m.n+m.n/2)) + 1)
	}
	at := m.n
	m.n++
	m.names()[at], m.members()[at] = key, v
	switch {
	case at > scanLimit:
		(*m.hash()).(*index).add(m.names(), at)
	case m.n > scanLimit:
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
	names := m.names()
	keys := append(append(make([]string, 0, m.extent()), names[:i]...), names[i+1:]...)
	vals := m.members()
	copy(vals[i:], vals[i+1:])
	vals[len(vals)-1] = nil
	m.keys, m.room = unsafe.SliceData(keys), m.extent()
	if m.n--; m.n > scanLimit {
		m.reindex()
	}
	return true
}

// Keys returns a copy of the keys in order.
func (m *Map) Keys() []string {
	if m == nil {
		return nil
	}
	return slices.Clone(m.names())
}

// All yields the keys and values in order. The map may be written to for the
// key just yielded, not for others.
func (m *Map) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if m == nil {
			return
		}
		for i := range m.Len() {
			if !yield(m.At(i)) {
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
	return FromRow(m.names(), slices.Clone(m.members()))
}

// DeepClone returns a copy that shares no Map and no slice with m.
func (m *Map) DeepClone() *Map {
	c := m.Clone()
	vals := c.members()
	for i, v := range vals {
		vals[i] = CloneValue(v)
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

func (m *Map) reindex() { *m.hash() = newIndex(m.names(), int(m.extent())) }
