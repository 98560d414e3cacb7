package blueprints

import (
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// populates are the associations to populate, as paths of aliases: those that
// the request asks for, else all of the model, unless the route's options
// switch population off.
func (r *request) populates() []string {
	asked, ok := r.all().Get("populate")
	if ok && asked != nil {
		return r.named(asked)
	}
	if on, ok := truth(r.option("populate")); ok && !on {
		return nil
	}
	list, _ := r.option("associations").([]any)
	out := make([]string, 0, len(list))
	for _, a := range list {
		if m, ok := a.(*value.Map); ok {
			if alias, ok := m.Value("alias").(string); ok {
				out = append(out, alias)
			}
		}
	}
	return out
}

// namesPopulates reports whether the request itself says what to populate.
func (r *request) namesPopulates() bool {
	asked, ok := r.all().Get("populate")
	return ok && asked != nil
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
	if strings.Count(path, ".") >= r.populateDepth() {
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

// populateDepth is how many levels of associations a request may ask for.
func (r *request) populateDepth() int {
	if n, ok := number(r.option("populateDepth")); ok && r.x.Options.Has("populateDepth") {
		return max(positive(n), 1)
	}
	return max(r.set.opts.Settings.PopulateDepth, 1)
}

// withPopulates adds the populations of the request to q.
func (r *request) withPopulates(q *orm.Query) *orm.Query {
	for _, path := range r.populates() {
		list := &q.Populate
		for alias := range strings.SplitSeq(path, ".") {
			i := slices.IndexFunc(*list, func(p orm.Populate) bool { return p.Alias == alias })
			if i < 0 {
				i = len(*list)
				*list = append(*list, orm.Populate{Alias: alias, Query: &orm.Query{Limit: r.within(r.populateLimit(alias))}})
			}
			r.deep = r.deep || list != &q.Populate
			list = &(*list)[i].Query.Populate
		}
	}
	return q
}

// populateLimit is how many records of an association an answer holds.
func (r *request) populateLimit(alias string) int {
	for _, name := range []string{"populate_" + alias + "_limit", "populate_limit", "limit", "defaultLimit"} {
		if v := r.option(name); v != nil {
			if n, ok := number(v); ok {
				return positive(n)
			}
		}
	}
	return max(r.set.opts.Settings.Limit, 0)
}
