package locale_test

import (
	"os"
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
		return locale.ReadSettings(config.Merge([]config.Layer{layer}, config.Options{}), root, locale.Switches{Usual: usual}, false)
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
	s, err := read(value.New(0))
	if err != nil || s.Cookie != "" || s.Default != "en" {
		t.Errorf("without settings: got %+v %v", s, err)
	}
	s, err = read(value.Of("cookie", "lang", "defaultLocale", "de"))
	if err != nil || s.Cookie != "lang" || s.Default != "de" {
		t.Errorf("got %+v %v", s, err)
	}
	for _, tt := range []struct {
		i18n any
		want string
	}{
		{value.Of("locales", []any{int64(1)}), "config i18n.locales: a locale is a name such as 'en', not 1"},
		{value.Of("cookie", true), "config i18n.cookie (set in config/i18n.js): expected text, got true"},
		{value.Of("localesDirectory", true), "config i18n.localesDirectory (set in config/i18n.js): expected text, got true"},
		{value.Of("defaultLocale", true), "config i18n.defaultLocale (set in config/i18n.js): expected text, got true"},
		{"de", "config i18n (set in config/i18n.js): expected an object, got \"de\""},
	} {
		if _, err := read(tt.i18n); err == nil || err.Error() != tt.want {
			t.Errorf("%v: got %v, want %s", tt.i18n, err, tt.want)
		}
	}
}

// TestFolderBesideTheProject: translations may be in a folder whose name begins as the
// project's does; errors show it whole.
func TestFolderBesideTheProject(t *testing.T) {
	t.Parallel()
	root := filepath.Join(t.TempDir(), "app")
	layer := config.Layer{Source: "config/i18n.js", Values: value.Of("i18n", value.Of("localesDirectory", root+"-texts"))}
	s, err := locale.ReadSettings(config.Merge([]config.Layer{layer}, config.Options{}), root, locale.Switches{}, false)
	if err != nil || s.Dir != root+"-texts" || s.Shown != s.Dir {
		t.Errorf("got %+v %v", s, err)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"de.json", "en.json", "de.json.old", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{filepath.Join(dir, "de.json"), filepath.Join(dir, "en.json")}
	if got := (locale.Options{Dir: dir}).Files(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (locale.Options{Dir: "a["}).Files(); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}

// TestWrite: classic projects choose whether words are written into the files, and how;
// those of 1.x write them outside of production.
func TestWrite(t *testing.T) {
	t.Parallel()
	all := value.Of("updateFiles", true, "syncFiles", true, "objectNotation", true, "indent", "  ", "locales", []any{"en"})
	for name, tt := range map[string]struct {
		i18n               *value.Map
		learns, production bool
		want               locale.Options
	}{
		"not set":            {value.New(0), false, false, locale.Options{Indent: "\t"}},
		"set":                {value.Of("updateFiles", true), false, true, locale.Options{Write: true, Indent: "\t"}},
		"other settings":     {all, false, false, locale.Options{Write: true, Indent: "  ", Sync: true, Nested: true}},
		"1.x":                {all, true, false, locale.Options{Write: true, Indent: "\t"}},
		"1.x in production":  {all, true, true, locale.Options{Indent: "\t"}},
		"1.x without locale": {value.New(0), true, false, locale.Options{Indent: "\t"}},
	} {
		layer := config.Layer{Source: "config/i18n.js", Values: value.Of("i18n", tt.i18n)}
		s, err := locale.ReadSettings(config.Merge([]config.Layer{layer}, config.Options{}), t.TempDir(), locale.Switches{Learns: tt.learns}, tt.production)
		got := locale.Options{Write: s.Write, Indent: s.Indent, Sync: s.Sync, Nested: s.Nested}
		if err != nil || got.Write != tt.want.Write || got.Indent != tt.want.Indent || got.Sync != tt.want.Sync || got.Nested != tt.want.Nested {
			t.Errorf("%s: got %+v %v", name, got, err)
		}
	}
}
