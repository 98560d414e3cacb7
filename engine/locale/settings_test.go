package locale_test

import (
	"path/filepath"
	"slices"
	"testing"

	"framework/engine/config"
	"framework/engine/locale"
	"framework/engine/value"
)

func TestReadSettings(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	usual := []string{"en", "de"}
	read := func(i18n any) (locale.Settings, error) {
		layer := config.Layer{Source: "config/i18n.js", Values: value.Of("i18n", i18n)}
		return locale.ReadSettings(config.Merge([]config.Layer{layer}, config.Options{}), root, usual)
	}
	for name, tt := range map[string]struct {
		i18n    any
		dir     string // below root
		locales []string
	}{
		"nothing":         {value.New(0), "config/locales", usual},
		"from the root":   {value.Of("localesDirectory", "/lang"), "lang", usual},
		"absolute folder": {value.Of("localesDirectory", filepath.Join(root, "abs")), "abs", usual},
		"none":            {value.Of("locales", []any{}), "config/locales", nil},
		"twice":           {value.Of("locales", []any{"fr", "fr", "en"}), "config/locales", []string{"fr", "en"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := read(tt.i18n)
			if err != nil || s.Dir != filepath.Join(root, tt.dir) || s.Shown != filepath.FromSlash(tt.dir) || !slices.Equal(s.Locales, tt.locales) {
				t.Errorf("got %+v %v", s, err)
			}
		})
	}
	if _, err := read(value.Of("locales", []any{int64(1)})); err == nil {
		t.Error("a number is a locale")
	}
}
