package web

import "framework/engine/ordered"

// harmless takes out of what a client sent the members that reach the
// prototype of every object once a project copies them naively: __proto__, and
// constructor with a prototype inside. It changes v and returns it.
func harmless(v any) any {
	switch v := v.(type) {
	case *ordered.Map:
		for i := v.Len() - 1; i >= 0; i-- {
			key, value := v.At(i)
			if inner, ok := value.(*ordered.Map); key == "__proto__" || key == "constructor" && ok && inner.Has("prototype") {
				v.Delete(key)
				continue
			}
			harmless(value)
		}
	case []any:
		for _, each := range v {
			harmless(each)
		}
	}
	return v
}
