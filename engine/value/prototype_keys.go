package value

// ParseUntrusted is ParseWithin followed by StripPrototypeKeys, for texts of clients.
func ParseUntrusted(text []byte, limits Limits) (any, error) {
	v, err := ParseWithin(text, limits)
	if err != nil {
		return nil, err
	}
	return StripPrototypeKeys(v), nil
}

// StripPrototypeKeys removes the members by which a client could change the prototype
// of every object in a project that copies values naively: __proto__, and constructor
// with a prototype inside. It changes v and returns it. Every decoder of texts of
// clients, over any transport, calls it.
func StripPrototypeKeys(v any) any {
	switch v := v.(type) {
	case *Map:
		for i := v.Len() - 1; i >= 0; i-- {
			key, value := v.At(i)
			if inner, ok := value.(*Map); key == "__proto__" || key == "constructor" && ok && inner.Has("prototype") {
				v.Delete(key)
				continue
			}
			StripPrototypeKeys(value)
		}
	case []any:
		for _, each := range v {
			StripPrototypeKeys(each)
		}
	}
	return v
}
