package blueprints

import (
	"strconv"

	"framework/engine/ordered"
	"framework/router"
)

// AllParams are the parameters of a request as the classic releases merge
// them: the query wins over the body, objects merge deeply, and a parameter of
// the path only fills in what is absent or falsy.
func AllParams(x *router.Exchange) *ordered.Map {
	r := x.Request
	body := body(x)
	var all *ordered.Map
	switch {
	case r.Query.Len() == 0 && body.Len() == 0:
		all = ordered.New(x.Params.Len())
	case r.Query.Len() == 0:
		all = body.Clone()
	default:
		all = r.Query.DeepClone()
		fill(all, body)
	}
	for k, v := range x.Params.All() {
		if old, _ := all.Get(k); !ordered.Truthy(old) {
			all.Set(k, v)
		}
	}
	return all
}

// fill gives dst what it lacks of src, deeply.
func fill(dst, src *ordered.Map) {
	for k, v := range src.All() {
		old, ok := dst.Get(k)
		if !ok {
			dst.Set(k, v)
			continue
		}
		inner, isMap := old.(*ordered.Map)
		if more, ok := v.(*ordered.Map); ok && isMap {
			fill(inner, more)
		}
	}
}

// ModernParams are the parameters of a request as 1.x merges them: those of the
// path win over the body, the body over the query, and nothing is merged below
// the first level.
func ModernParams(x *router.Exchange) *ordered.Map {
	sources := []*ordered.Map{x.Params, body(x), x.Request.Query}
	all := ordered.New(x.Params.Len() + x.Request.Query.Len())
	for _, source := range sources {
		for k, v := range source.All() {
			if _, undefined := v.(ordered.Undefined); !undefined && !all.Has(k) {
				all.Set(k, v)
			}
		}
	}
	return all
}

// body is the body of a request as an object; the elements of an array are
// called by their numbers.
func body(x *router.Exchange) *ordered.Map {
	switch b := x.Request.Body.(type) {
	case *ordered.Map:
		return b
	case []any:
		m := ordered.New(len(b))
		for i, v := range b {
			m.Set(strconv.Itoa(i), v)
		}
		return m
	}
	return nil
}

func (c *call) all() *ordered.Map {
	if c.params == nil {
		if c.set.opts.Switches.Modern {
			c.params = ModernParams(c.x)
		} else {
			c.params = AllParams(c.x)
		}
	}
	return c.params
}

// param is req.param(name): path, then body, then query. Over a socket the
// query comes before the body, and what is falsy leaves the word to the next.
func (c *call) param(name string) any {
	if c.x.Request.Socket != "" && !c.set.opts.Switches.Modern {
		return c.socketParam(name)
	}
	if v, ok := c.x.Params.Get(name); ok && v != nil {
		return v
	}
	if body, ok := c.x.Request.Body.(*ordered.Map); ok {
		if v, ok := body.Get(name); ok && v != nil {
			return v
		}
	}
	return c.x.Request.Query.Value(name)
}

func (c *call) socketParam(name string) any {
	sent, _ := c.x.Request.Body.(*ordered.Map)
	if v, ok := c.x.Params.Get(name); ok && ordered.Truthy(v) {
		return v
	}
	if v := c.x.Request.Query.Value(name); ordered.Truthy(v) || sent == nil || !sent.Has(name) {
		return v
	}
	return sent.Value(name)
}

// key is the primary key that the request is about, always under the name id:
// from the route's options, else the request. Objects and falsy values are
// none.
func (c *call) key() any {
	candidates := []any{c.option("id"), nil, c.param("id")}
	if where, ok := c.option("where").(*ordered.Map); ok {
		candidates[1] = where.Value("id")
	}
	for _, v := range candidates {
		if !ordered.Truthy(v) {
			continue
		}
		if _, object := v.(*ordered.Map); object {
			return nil
		}
		return v
	}
	return nil
}

// without is the parameters that are left when names, and the JSONP callback,
// are taken out.
func (c *call) without(names ...string) *ordered.Map {
	all := c.all()
	out := ordered.New(all.Len())
next:
	for k, v := range all.All() {
		if k == "callback" {
			continue
		}
		for _, n := range names {
			if k == n {
				continue next
			}
		}
		if _, undefined := v.(ordered.Undefined); !undefined {
			out.Set(k, v)
		}
	}
	return out
}

// blacklist is the option <kind>.blacklist, which replaces the default names.
func (c *call) blacklist(kind string, names ...string) []string {
	o, ok := c.option(kind).(*ordered.Map)
	if !ok {
		return names
	}
	list, ok := o.Value("blacklist").([]any)
	if !ok {
		return names
	}
	out := make([]string, 0, len(list))
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
