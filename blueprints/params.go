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
	v := r.target.key
	if v == nil {
		v = r.param("id")
	}
	if _, object := v.(*value.Map); object || !value.Truthy(v) {
		return nil
	}
	return v
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

// notConditions are the parameters that are no conditions: those that the route
// names, else the given ones.
func (r *request) notConditions(names ...string) []string {
	if r.target.conditionWithout != nil {
		return r.target.conditionWithout
	}
	return names
}
