package config

import (
	"errors"
	"strings"

	"framework/engine/value"
)

// Set stores v at a dotted path of m, and creates the objects on the way. It fails
// with value.ErrDepth, and changes nothing, where m would nest deeper than text may
// that is parsed.
func Set(m *value.Map, path string, v any) error { return set(m, path, v, levels(v)) }

// set is Set for a value that is known to nest so deep.
func set(m *value.Map, path string, v any, deep int) error {
	if 1+strings.Count(path, ".")+deep > value.MaxDepth {
		return value.ErrDepth
	}
	parts := strings.Split(path, ".")
	for _, p := range parts[:len(parts)-1] {
		next, ok := m.Value(p).(*value.Map)
		if !ok {
			next = value.New(4)
			m.Set(p, next)
		}
		m = next
	}
	m.Set(parts[len(parts)-1], v)
	return nil
}

// levels is how deep the values in v are nested: 0 where v holds none.
func levels(v any) int {
	deepest := 0
	switch v := v.(type) {
	case []any:
		for _, member := range v {
			deepest = max(deepest, 1+levels(member))
		}
	case *value.Map:
		for _, member := range v.All() {
			deepest = max(deepest, 1+levels(member))
		}
	}
	return deepest
}

// FromText reads JSON where the text is JSON, so that true, 5 and ["a"] mean what
// they say; anything else is text. It fails with value.ErrDepth for JSON that nests
// deeper than value.MaxDepth.
func FromText(text string) (any, error) {
	if v, isJSON, err := fromJSON(text); isJSON || err != nil {
		return v, err
	}
	return text, nil
}

// fromJSON reads JSON, if the text is JSON. Deep JSON is an error: it is not to be
// taken for text.
func fromJSON(text string) (v any, isJSON bool, err error) {
	v, err = value.Parse([]byte(text))
	if errors.Is(err, value.ErrDepth) {
		return nil, false, value.ErrDepth
	}
	return v, err == nil, nil
}
