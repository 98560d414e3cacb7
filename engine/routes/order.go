package routes

import (
	"slices"
	"strings"

	"framework/engine/value"
)

// sorted returns the entries in the order in which 1.x binds them: the more a
// path says, the earlier. Each part of a path ranks by what it is (a text, a
// parameter, a star, nothing), the ranks of a path are compared as one text, a
// path without any text comes last, and one for every verb behind those for
// one. An expression takes the rank of the entry before it.
func sorted(entries *value.Map) *value.Map {
	longest := 0
	for address := range entries.All() {
		if path, _ := pathOf(address); !isExpression(path) {
			longest = max(longest, len(segments(path)))
		}
	}
	type ranked struct {
		rank, address string
		target        any
	}
	list := make([]ranked, 0, entries.Len())
	last := strings.Repeat("0", longest)
	for address, target := range entries.All() {
		path, verb := pathOf(address)
		if !isExpression(path) {
			last = rank(segments(path), longest, verb)
		}
		list = append(list, ranked{last, address, target})
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return strings.Compare(a.rank, b.rank) })
	out := value.New(len(list))
	for _, r := range list {
		out.Set(r.address, r.target)
	}
	return out
}

// Sorter returns the addresses of entries in the order in which they are bound, as
// sails.router.getSortedRouteAddresses does; nil for releases that bind them as they are written.
func (o Options) Sorter() func(entries *value.Map) []string {
	if _, sorts := o.Rules.(modern); !sorts {
		return nil
	}
	return func(entries *value.Map) []string { return sorted(entries).Keys() }
}

// pathOf divides an address into its path and whether it names one verb.
func pathOf(address string) (path string, verb bool) {
	word, rest, ok := strings.Cut(strings.TrimSpace(address), " ")
	switch strings.ToLower(word) {
	case "all":
		return strings.TrimSpace(rest), false
	case "get", "post", "put", "delete", "trace", "options", "connect", "patch", "head":
		return strings.TrimSpace(rest), ok
	}
	return strings.TrimSpace(address), false
}

func isExpression(path string) bool { return strings.HasPrefix(path, "r|") }

func segments(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }

func rank(parts []string, longest int, verb bool) string {
	var b strings.Builder
	static, star := false, false
	for i := range longest {
		switch {
		case i >= len(parts) || parts[i] == "":
			if star {
				b.WriteByte('4')
			} else {
				b.WriteByte('0')
			}
		case parts[i] == "*" || parts[i] == "?*":
			star = true
			b.WriteByte('3')
		case parts[i][0] == ':':
			b.WriteByte('2')
		default:
			static = true
			b.WriteByte('1')
		}
	}
	if verb {
		b.WriteByte('0')
	} else {
		b.WriteByte('1')
	}
	if !static {
		return "5" + b.String()
	}
	return b.String()
}
