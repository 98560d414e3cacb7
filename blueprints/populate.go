package blueprints

import (
	"slices"
	"strings"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// populates are the associations to populate, as paths of aliases: those that
// the request asks for, else all of the model, unless the route's options
// switch population off.
func (c *call) populates() []string {
	asked, ok := c.all().Get("populate")
	if ok && asked != nil {
		return c.named(asked)
	}
	if on, ok := truth(c.option("populate")); ok && !on {
		return nil
	}
	list, _ := c.option("associations").([]any)
	out := make([]string, 0, len(list))
	for _, a := range list {
		if m, ok := a.(*ordered.Map); ok {
			if alias, ok := m.Value("alias").(string); ok {
				out = append(out, alias)
			}
		}
	}
	return out
}

// namesPopulates notes whether the request itself says what to populate.
func (c *call) namesPopulates() {
	asked, ok := c.all().Get("populate")
	c.explicit = ok && asked != nil
}

// named reads "pets,home", "[pets,home]" or a list; what names no association
// is left out.
func (c *call) named(asked any) []string {
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
	case *ordered.Map:
		for _, n := range v.All() {
			if s, ok := n.(string); ok {
				names = append(names, s)
			}
		}
	}
	var out []string
	for _, name := range names {
		name = strings.TrimSpace(name)
		if c.populatable(name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// populatable reports whether a path names associations, no more of them than
// the settings allow.
func (c *call) populatable(path string) bool {
	if strings.Count(path, ".") >= c.populateDepth() {
		return false
	}
	m := c.model
	for alias := range strings.SplitSeq(path, ".") {
		a := m.Association(alias)
		if a == nil {
			return false
		}
		m = c.set.opts.ORM.Model(a.Target)
	}
	return true
}

// populateDepth is how many levels of associations a request may ask for.
func (c *call) populateDepth() int {
	if n, ok := number(c.option("populateDepth")); ok && c.x.Options.Has("populateDepth") {
		return max(positive(n), 1)
	}
	return max(c.set.opts.Settings.PopulateDepth, 1)
}

// withPopulates adds the populations of the request to q.
func (c *call) withPopulates(q *orm.Query) *orm.Query {
	for _, path := range c.populates() {
		list := &q.Populate
		for alias := range strings.SplitSeq(path, ".") {
			i := slices.IndexFunc(*list, func(p orm.Populate) bool { return p.Alias == alias })
			if i < 0 {
				i = len(*list)
				*list = append(*list, orm.Populate{Alias: alias, Query: &orm.Query{Limit: c.within(c.populateLimit(alias))}})
			}
			c.deep = c.deep || list != &q.Populate
			list = &(*list)[i].Query.Populate
		}
	}
	return q
}

// populateLimit is how many records of an association an answer holds.
func (c *call) populateLimit(alias string) int {
	for _, name := range []string{"populate_" + alias + "_limit", "populate_limit", "limit", "defaultLimit"} {
		if v := c.option(name); v != nil {
			if n, ok := number(v); ok {
				return positive(n)
			}
		}
	}
	return max(c.set.opts.Settings.Limit, 0)
}
