package blueprints

import "framework/engine/value"

// all are the parameters as the release merges them.
func (r *request) all() *value.Map {
	if r.params == nil {
		r.params = r.set.opts.Switches.Params.AllOf(r.x)
	}
	return r.params
}

// param is req.param(name).
func (r *request) param(name string) any { return r.set.opts.Switches.Params.Param(r.x, name) }

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
