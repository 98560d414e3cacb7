package config

import (
	"path"
	"slices"
	"strings"

	"framework/engine/value"
)

// Nest puts the values of each file in a folder of dir under the name of the file, and
// of the folders that it is in, except the first one: config/a/b/c.js becomes b.c.
// Sails does so up to 0.12 where dontFlattenConfig is set.
func Nest(layers []Layer, dir string) {
	for i, l := range layers {
		rel, ok := strings.CutPrefix(l.Source, dir+"/")
		if !ok {
			continue
		}
		names := strings.Split(strings.TrimSuffix(rel, path.Ext(rel)), "/")
		for _, name := range slices.Backward(names[1:]) {
			layers[i].Values = value.Of(name, layers[i].Values)
		}
	}
}
