package config_test

import (
	"testing"

	"framework/engine/config"
	"framework/engine/value"
)

// TestNest: what Sails 0.12.14 makes of files in folders with dontFlattenConfig.
func TestNest(t *testing.T) {
	for source, want := range map[string]string{
		"config/a.js":             `{"n":1}`,
		"config/sub/thing.js":     `{"thing":{"n":1}}`,
		"config/sub/deep/more.js": `{"deep":{"more":{"n":1}}}`,
		"config/x/data.json":      `{"data":{"n":1}}`,
		"config/x/two.parts.js":   `{"two.parts":{"n":1}}`,
		"elsewhere/x/data.json":   `{"n":1}`,
	} {
		layers := []config.Layer{{Source: source, Values: value.Of("n", int64(1))}}
		config.Nest(layers, "config")
		if got := value.Append(nil, layers[0].Values); string(got) != want {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
}
