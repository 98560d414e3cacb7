package snapshot

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/locale"
	"framework/jsapi"
	"framework/jsapi/translate"
)

// translations are what a project says in several languages.
type translations struct {
	translator *translate.Translator
	cookie     string // that may choose the language
	localized  bool   // there are locales
}

// translations reads the catalogs that config.i18n names and gives the app
// object __ and its like; the name of the cookie is that which may choose.
func (b viewReader) translations(r *jsapi.Realm) (translations, error) {
	cfg, err := b.cfg.Map("i18n")
	if err != nil {
		return translations{}, err
	}
	dir, err := b.cfg.String("i18n.localesDirectory", "config/locales")
	if err != nil {
		return translations{}, err
	}
	// Both /config/locales and config/locales begin at the project's root.
	if !strings.HasPrefix(dir, b.tree.Root) {
		dir = filepath.Join(b.tree.Root, dir)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "*.json")); err == nil {
		b.reading.note(files...)
	}
	shown := dir
	if rel, err := filepath.Rel(b.tree.Root, dir); err == nil && !strings.HasPrefix(rel, "..") {
		shown = rel
	}
	opts := locale.Options{Dir: dir, Shown: shown, Locales: []string{"en", "es", "fr", "de"}}
	if b.profile.Modern {
		opts.Locales = nil
	}
	if opts.Default, err = b.cfg.String("i18n.defaultLocale", "en"); err != nil {
		return translations{}, err
	}
	cookie, err := b.cfg.String("i18n.cookie", "")
	if err != nil {
		return translations{}, err
	}
	if list, ok := cfg.Value("locales").([]any); ok {
		opts.Locales = nil
		for _, v := range list {
			name, ok := v.(string)
			if !ok {
				return translations{}, fmt.Errorf("config i18n.locales: a locale is a name such as 'en', not %v", v)
			}
			opts.Locales = append(opts.Locales, name)
		}
		opts.Locales = slices.Compact(opts.Locales)
	}
	localized := len(opts.Locales) > 0
	catalogs, err := locale.Read(opts)
	if err != nil {
		return translations{}, err
	}
	t, err := translate.New(r, catalogs)
	if err != nil {
		return translations{}, err
	}
	return translations{t, cookie, localized}, t.GiveApp(b.js.Object())
}
