package locale

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/config"
)

// Settings are those of config.i18n.
type Settings struct {
	Options
	Cookie string // that may choose the locale; "" for none
	Query  string // parameter of the address that may choose it; "" for none
}

// Switches are what differs between releases.
type Switches struct {
	Usual []string // the locales of projects that list none
	// Learns says that words without a translation are written into the files in all
	// projects with locales, except in production; else it is the setting updateFiles.
	Learns         bool
	UpToOne, Keeps bool // those of Options
}

// ReadSettings reads config.i18n of the project at root.
func ReadSettings(cfg *config.Config, root string, release Switches, production bool) (Settings, error) {
	r := config.Reader{Config: cfg}
	s := Settings{Cookie: r.Text("i18n.cookie", ""), Query: r.Text("i18n.queryParameter", "")}
	s.Dir = r.Text("i18n.localesDirectory", "config/locales")
	s.Default = r.Text("i18n.defaultLocale", "en")
	i18n, err := cfg.Map("i18n")
	if err != nil {
		return Settings{}, err
	}
	if r.Err() != nil {
		return Settings{}, r.Err()
	}
	s.Indent, s.Sync, s.Nested = "\t", i18n.Value("syncFiles") == true, i18n.Value("objectNotation") == true || i18n.Value("objectNotation") == "."
	if indent, ok := i18n.Value("indent").(string); ok {
		s.Indent = indent
	}
	// Both /config/locales and config/locales begin at the project's root.
	if !strings.HasPrefix(s.Dir, root) {
		s.Dir = filepath.Join(root, s.Dir)
	}
	s.Shown = s.Dir
	if rel, err := filepath.Rel(root, s.Dir); err == nil && !strings.HasPrefix(rel, "..") {
		s.Shown = rel
	}
	s.Locales = release.Usual
	if list, ok := i18n.Value("locales").([]any); ok {
		s.Locales = nil
		for _, v := range list {
			name, ok := v.(string)
			if !ok {
				return Settings{}, fmt.Errorf("config i18n.locales: a locale is a name such as 'en', not %v", v)
			}
			s.Locales = append(s.Locales, name)
		}
		s.Locales = slices.Compact(s.Locales)
	}
	s.Write, s.UpToOne, s.Keeps = i18n.Value("updateFiles") == true, release.UpToOne, release.Keeps
	s.Paths = release.Learns || s.Nested
	if release.Learns {
		s.Write, s.Sync, s.Nested, s.Indent = !production && len(s.Locales) > 0, false, false, "\t"
	}
	return s, nil
}

// Files are those of the translations.
func (o Options) Files() []string {
	files, err := filepath.Glob(filepath.Join(o.Dir, "*.json"))
	if err != nil {
		return nil // a folder whose name is a broken pattern
	}
	return files
}
