package value

// ParseUntrusted is ParseWithin for what a client sent: see Harmless.
func ParseUntrusted(text []byte, limits Limits) (any, error) {
	v, err := ParseWithin(text, limits)
	if err != nil {
		return nil, err
	}
	return Harmless(v), nil
}

// Harmless takes out of what a client sent the members that reach the prototype
// of every object once a project copies them naively: __proto__, and constructor
// with a prototype inside. It changes v and returns it. Whatever decodes the
// texts of clients, of any transport, ends with it.
func Harmless(v any) any {
	switch v := v.(type) {
	case *Map:
		for i := v.Len() - 1; i >= 0; i-- {
			key, value := v.At(i)
			if inner, ok := value.(*Map); key == "__proto__" || key == "constructor" && ok && inner.Has("prototype") {
				v.Delete(key)
				continue
			}
			Harmless(value)
		}
	case []any:
		for _, each := range v {
			Harmless(each)
		}
	}
	return v
}
