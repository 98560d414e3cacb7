package blueprints

import (
	"strconv"

	"framework/engine/value"
	"framework/router"
)

// AllParams are the parameters of a request as the classic releases merge
// them: the query wins over the body, objects merge deeply, and a parameter of
// the path only fills in what is absent or falsy.
func AllParams(x *router.Exchange) *value.Map {
	query, body := x.Request.Query, body(x)
	var all *value.Map
	switch {
	case query.Len() == 0 && body.Len() == 0:
		all = value.New(x.Params.Len())
	case query.Len() == 0:
		all = body.Clone()
	default:
		all = query.DeepClone()
		fill(all, body)
	}
	for k, v := range x.Params.All() {
		if old, _ := all.Get(k); !value.Truthy(old) {
			all.Set(k, v)
		}
	}
	return all
}

// fill gives dst what it lacks of src, deeply.
func fill(dst, src *value.Map) {
	for k, v := range src.All() {
		old, ok := dst.Get(k)
		if !ok {
			dst.Set(k, v)
			continue
		}
		inner, isMap := old.(*value.Map)
		if more, ok := v.(*value.Map); ok && isMap {
			fill(inner, more)
		}
	}
}

// ModernParams are the parameters of a request as 1.x merges them: those of the
// path win over the body, the body over the query, and nothing is merged below
// the first level.
func ModernParams(x *router.Exchange) *value.Map {
	sources := []*value.Map{x.Params, body(x), x.Request.Query}
	all := value.New(x.Params.Len() + x.Request.Query.Len())
	for _, source := range sources {
		for k, v := range source.All() {
			if _, undefined := v.(value.Undefined); !undefined && !all.Has(k) {
				all.Set(k, v)
			}
		}
	}
	return all
}

// body is the body of a request as an object; the elements of an array are
// called by their numbers.
func body(x *router.Exchange) *value.Map {
	switch b := x.Request.Body.(type) {
	case *value.Map:
		return b
	case []any:
		m := value.New(len(b))
		for i, v := range b {
			m.Set(strconv.Itoa(i), v)
		}
		return m
	}
	return nil
}

// all are the parameters as the release merges them.
func (r *request) all() *value.Map {
	if r.params == nil {
		r.params = r.set.release.params(r.x)
	}
	return r.params
}

// param is req.param(name).
func (r *request) param(name string) any { return r.set.release.param(r.x, name) }

// first is the parameter that the path has, or else the body, or else the query.
func first(x *router.Exchange, name string) any {
	if v, ok := x.Params.Get(name); ok && v != nil {
		return v
	}
	if body, ok := x.Request.Body.(*value.Map); ok {
		if v, ok := body.Get(name); ok && v != nil {
			return v
		}
	}
	return x.Request.Query.Value(name)
}

// firstTruthy is the parameter of a classic request over a socket: the query
// comes before the body, and what is falsy gives way to the next.
func firstTruthy(x *router.Exchange, name string) any {
	sent, _ := x.Request.Body.(*value.Map)
	if v, ok := x.Params.Get(name); ok && value.Truthy(v) {
		return v
	}
	if v := x.Request.Query.Value(name); value.Truthy(v) || sent == nil || !sent.Has(name) {
		return v
	}
	return sent.Value(name)
}

// key is the primary key that the request is about, always under the name id:
// from the route's options, else the request. Objects and falsy values are
// none.
func (r *request) key() any {
	candidates := []any{r.option("id"), nil, r.param("id")}
	if where, ok := r.option("where").(*value.Map); ok {
		candidates[1] = where.Value("id")
	}
	for _, v := range candidates {
		if !value.Truthy(v) {
			continue
		}
		if _, object := v.(*value.Map); object {
			return nil
		}
		return v
	}
	return nil
}

// without is the parameters that are left when names, and the JSONP callback,
// are taken out.
func (r *request) without(names ...string) *value.Map {
	all := r.all()
	out := value.New(all.Len())
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
		if _, undefined := v.(value.Undefined); !undefined {
			out.Set(k, v)
		}
	}
	return out
}

// blacklist is the option <kind>.blacklist, which replaces the default names.
func (r *request) blacklist(kind string, names ...string) []string {
	o, ok := r.option(kind).(*value.Map)
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
