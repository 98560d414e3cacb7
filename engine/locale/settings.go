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
	// Warnings are about settings without effect.
	Warnings []string
}

// ReadSettings reads config.i18n of the project at root. usual are the locales of
// projects that list none.
func ReadSettings(cfg *config.Config, root string, usual []string) (Settings, error) {
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
	if i18n.Value("updateFiles") == true {
		s.Warnings = []string{"config i18n.updateFiles has no effect: words without a translation are not written into the files of the locales"}
	}
	// Both /config/locales and config/locales begin at the project's root.
	if !strings.HasPrefix(s.Dir, root) {
		s.Dir = filepath.Join(root, s.Dir)
	}
	s.Shown = s.Dir
	if rel, err := filepath.Rel(root, s.Dir); err == nil && !strings.HasPrefix(rel, "..") {
		s.Shown = rel
	}
	s.Locales = usual
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
