package router

import (
	"strconv"

	"framework/engine/value"
)

// Source is a part of a request that has parameters.
type Source uint8

// The sources of parameters.
const (
	FromPath Source = iota
	FromBody
	FromQuery
)

// ParamRules are how a release of Sails reads the parameters of a request. The zero value
// is 0.12.
type ParamRules struct {
	// PathFirst: of the merged parameters those of the path win over those of the body, and
	// these over those of the query; objects are not merged (1.x). Else the query wins over the
	// body, objects are merged at every depth, and the path fills in what is absent or falsy.
	PathFirst bool
	// Nulls: null is the value of a parameter (1.x); else null means that it is not there.
	Nulls bool
	// SocketAsHTTP: one parameter is looked for over a socket as over HTTP: in the path, the
	// body, the query (1.x). Else it is looked for in the path, the query, the body, and what is
	// falsy gives way to the next.
	SocketAsHTTP bool
	// Once: JavaScript gets the merged parameters as they were when it first
	// read them in a binding (0.10, 0.11), not as they are now.
	Once bool
}

// All returns the parameters of all sources in a new object, which may share
// objects and lists with the sources. A body that is a list has its elements
// under their numbers; a body that is neither list nor object has nothing.
func (r ParamRules) All(path, query *value.Map, body any) *value.Map {
	if r.PathFirst {
		return override(path, query, members(body))
	}
	return complete(path, query, members(body))
}

// AllOf returns the parameters of all sources of a request.
func (r ParamRules) AllOf(x *Exchange) *value.Map {
	return r.All(x.Params, x.Request.Query, x.Request.Body)
}

// override merges member by member: the path wins over the body, and the body
// over the query.
func override(path, query, body *value.Map) *value.Map {
	all := value.New(path.Len() + query.Len() + body.Len())
	for _, source := range [...]*value.Map{query, body, path} {
		for k, v := range source.All() {
			if !undefined(v) {
				all.Set(k, v)
			}
		}
	}
	return all
}

// complete merges at every depth: the query wins over the body, and the path
// fills in what is absent or falsy.
func complete(path, query, body *value.Map) *value.Map {
	var all *value.Map
	switch {
	case query.Len() == 0 && body.Len() == 0:
		all = value.New(path.Len())
	case query.Len() == 0:
		all = body.Clone()
	default:
		all = query.DeepClone()
		all.Fill(body)
	}
	for k, v := range path.All() {
		if old, _ := all.Get(k); !value.Truthy(old) && !undefined(v) {
			all.Set(k, v)
		}
	}
	return all
}

func undefined(v any) bool {
	_, is := v.(value.Undefined)
	return is
}

// members returns the members of a body.
func members(body any) *value.Map {
	switch b := body.(type) {
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

// Param returns one parameter of a request, nil for none.
func (r ParamRules) Param(x *Exchange, name string) any {
	v, _ := r.Find(x.Request.Socket != "", func(from Source) (any, bool) {
		m := x.Params
		switch from {
		case FromBody:
			m, _ = x.Request.Body.(*value.Map)
		case FromQuery:
			m = x.Request.Query
		}
		v, ok := m.Get(name)
		return v, ok && (v != nil || r.Nulls)
	}, value.Truthy)
	return v
}

// Find looks for one parameter of a request, which came in over a socket or not, in
// the order of the release. in returns the value of a source; truthy decides
// whether it counts.
func (r ParamRules) Find(socket bool, in func(from Source) (v any, ok bool), truthy func(v any) bool) (found any, ok bool) {
	if !socket || r.SocketAsHTTP {
		for _, from := range [...]Source{FromPath, FromBody, FromQuery} {
			if v, ok := in(from); ok {
				return v, true
			}
		}
		return nil, false
	}
	for _, from := range [...]Source{FromPath, FromQuery, FromBody} {
		if v, has := in(from); has {
			found, ok = v, true
			if truthy(v) {
				break
			}
		}
	}
	return found, ok
}
