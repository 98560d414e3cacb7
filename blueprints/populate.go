package blueprints

import (
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// populations are the associations to populate: those that the request names,
// else all of the model, unless the route's options switch population off.
func (r *request) populations() (wanted []orm.Populate, named bool) {
	asked := r.all().Value("populate")
	if asked == nil {
		return r.target.populations(r.set), false
	}
	for _, path := range r.named(asked) {
		list := &wanted
		for alias := range strings.SplitSeq(path, ".") {
			i := slices.IndexFunc(*list, func(p orm.Populate) bool { return p.Alias == alias })
			if i < 0 {
				i = len(*list)
				*list = append(*list, orm.Populate{Alias: alias, Query: &orm.Query{Limit: r.target.membersOf(r.set, alias)}})
			}
			r.deep = r.deep || list != &wanted
			list = &(*list)[i].Query.Populate
		}
	}
	return wanted, true
}

// named reads "pets,home", "[pets,home]" or a list; what names no association
// is left out.
func (r *request) named(asked any) []string {
	var names []string
	switch v := asked.(type) {
	case string:
		v = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(v), "["), "]")
		names = strings.Split(v, ",")
	case []any:
		for _, n := range v {
			if s, ok := n.(string); ok {
				names = append(names, s)
			}
		}
	case *value.Map:
		for _, n := range v.All() {
			if s, ok := n.(string); ok {
				names = append(names, s)
			}
		}
	}
	var out []string
	for _, name := range names {
		name = strings.TrimSpace(name)
		if r.populatable(name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// populatable reports whether a path names associations, no more of them than
// the settings allow.
func (r *request) populatable(path string) bool {
	if strings.Count(path, ".") >= r.target.depth {
		return false
	}
	m := r.model
	for alias := range strings.SplitSeq(path, ".") {
		a := m.Association(alias)
		if a == nil {
			return false
		}
		m = r.set.opts.ORM.Model(a.Target)
	}
	return true
}
