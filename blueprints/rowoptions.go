package blueprints

import (
	"slices"

	"framework/engine/value"
)

// aboutKeys are what the options of a shadow route have in addition to the settings, in
// this order: the first five always, two of the model, and the association's.
var aboutKeys = []string{"detectedVerb", "controller", "action", "_middlewareType", "skipRegex", "model", "associations", "alias"}

var detectedKeys = []string{"verb", "original", "path"}

// rowOptions makes the options of the many routes that share their settings:
// they share the keys as well.
type rowOptions struct {
	settings *value.Map
	shapes   [9]*rowShape // by how many of aboutKeys there are
}

type rowShape struct {
	keys []string
	vals []any // the settings
	at   []int // where each of aboutKeys stands
}

func (s *Set) newRowOptions(set Settings) *rowOptions {
	return &rowOptions{settings: s.baseOptions(set)}
}

// with gives the settings with the values of as many aboutKeys.
func (r *rowOptions) with(about []any) *value.Map {
	shape := r.shapes[len(about)]
	if shape == nil {
		all := r.settings.Clone()
		shape = &rowShape{}
		for _, key := range aboutKeys[:len(about)] {
			all.Set(key, nil)
			shape.at = append(shape.at, all.Index(key))
		}
		shape.keys = all.Keys()
		for _, v := range all.All() {
			shape.vals = append(shape.vals, v)
		}
		r.shapes[len(about)] = shape
	}
	vals := slices.Clone(shape.vals)
	for i, v := range about {
		vals[shape.at[i]] = v
	}
	return value.FromRow(shape.keys, vals)
}
