package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/config"
	"framework/engine/value"
)

// A list of the project replaces that of the defaults, where lists of two files
// of a project are merged index by index.
func TestDefaultsGiveWay(t *testing.T) {
	for _, tc := range []struct {
		givesWay bool
		want     string
	}{
		{true, `{"i18n":{"locales":["de"],"default":"en"},"order":["a"]}`},
		{false, `{"i18n":{"locales":["de","fr"],"default":"en"},"order":["a","y","z"]}`},
	} {
		defaults := layer(t, "defaults", `{"i18n":{"locales":["en","fr"],"default":"en"},"order":["x","y","z"]}`)
		defaults.GivesWay = tc.givesWay
		c := config.Merge([]config.Layer{defaults, layer(t, "config/a.js", `{"i18n":{"locales":["de"]},"order":["a"]}`)}, config.Options{})
		if diff := cmp.Diff(tc.want, string(value.Append(nil, c.Values))); diff != "" {
			t.Errorf("gives way %v: %s", tc.givesWay, diff)
		}
		if got, want := c.Source("i18n"), map[bool]string{true: "config/a.js", false: "defaults"}[tc.givesWay]; got != want {
			t.Errorf("gives way %v: i18n is of %s, want %s", tc.givesWay, got, want)
		}
	}
}
