package pubsub

import (
	"slices"

	"framework/engine/orm"
)

// The contexts of a record that every model has; a collection has two more,
// AddTo and RemoveFrom.
const (
	Update  = "update"
	Destroy = "destroy"
	Message = "message"
)

// AddTo is the context of additions to a collection.
func AddTo(alias string) string { return "add:" + alias }

// RemoveFrom is the context of removals from a collection.
func RemoveFrom(alias string) string { return "remove:" + alias }

// AllContexts are the contexts of a model's records.
func AllContexts(m *orm.Model) []string {
	all := make([]string, 0, 3+2*len(m.Associations))
	all = append(all, Update, Destroy, Message)
	for _, a := range m.Associations {
		if a.Collection {
			all = append(all, AddTo(a.Alias), RemoveFrom(a.Alias))
		}
	}
	return all
}

// Contexts choose among the contexts of a record: all of them, or those named;
// the zero value is none.
type Contexts struct {
	All   bool
	Names []string
}

// Everything is all contexts.
func Everything() Contexts { return Contexts{All: true} }

// Only are the contexts with these names.
func Only(names ...string) Contexts { return Contexts{Names: names} }

// None reports whether nothing is chosen.
func (c Contexts) None() bool { return !c.All && len(c.Names) == 0 }

// of are the chosen contexts of a model. What it does not have is not left
// out: a project may use contexts of its own.
func (c Contexts) of(m *orm.Model) []string {
	if c.All {
		return AllContexts(m)
	}
	return c.Names
}

// ReadContexts reads a choice as projects write it: true or '*', the name of
// one, or a list of names. false, and what cannot be read, is none.
func ReadContexts(v any) Contexts {
	switch v := v.(type) {
	case bool:
		return Contexts{All: v}
	case string:
		if v == "*" {
			return Everything()
		}
		return Only(v)
	case []any:
		var names []string
		for _, each := range v {
			if name, ok := each.(string); ok {
				names = append(names, name)
			}
		}
		if slices.Contains(names, "*") {
			return Everything()
		}
		return Only(names...)
	}
	return Contexts{}
}
