package router

// Shadowed returns the bindings of a table that are never called, each with an
// earlier one that answers all of its requests.
func Shadowed(bindings []*Binding) map[*Binding]*Binding {
	coverage := NewCoverage()
	out := map[*Binding]*Binding{}
	var all []*Binding
	begin := map[string][]*Binding{} // by the first word of their paths, "" without
	for _, b := range bindings {
		words, first := b.Address.words(), ""
		candidates := [][]*Binding{begin[""]}
		if len(words) > 0 {
			first = words[0]
			candidates = append(candidates, begin[first])
		} else {
			candidates = [][]*Binding{all}
		}
		for _, list := range candidates {
			for _, front := range list {
				if out[b] == nil && coverage.Covers(front, b) {
					out[b] = front
				}
			}
		}
		if b.Ends && out[b] == nil {
			begin[first] = append(begin[first], b)
			all = append(all, b)
		}
	}
	return out
}
