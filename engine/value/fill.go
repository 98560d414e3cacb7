package value

// Fill gives m what it lacks of src, at every depth; undefined is lacking. Lists
// and objects that m gets belong to src as well.
func (m *Map) Fill(src *Map) {
	for k, v := range src.All() {
		old, ok := m.Get(k)
		if _, undefined := old.(Undefined); !ok || undefined {
			m.Set(k, v)
			continue
		}
		inner, isMap := old.(*Map)
		if more, ok := v.(*Map); ok && isMap {
			inner.Fill(more)
		}
	}
}
