package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/locale"
	"framework/jsapi"
	"framework/jsapi/translate"
)

// translations reads the catalogs that config.i18n names and gives the app
// object __ and its like; the name of the cookie is that which may choose.
func (b *builder) translations(r *jsapi.Realm) (*translate.Translator, string, error) {
	cfg, err := b.cfg.Map("i18n")
	if err != nil {
		return nil, "", err
	}
	dir, err := b.cfg.String("i18n.localesDirectory", "config/locales")
	if err != nil {
		return nil, "", err
	}
	// Both /config/locales and config/locales begin at the project's root.
	if !strings.HasPrefix(dir, b.tree.Root) {
		dir = filepath.Join(b.tree.Root, dir)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "*.json")); err == nil {
		b.note(files...)
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
		return nil, "", err
	}
	cookie, err := b.cfg.String("i18n.cookie", "")
	if err != nil {
		return nil, "", err
	}
	if list, ok := cfg.Value("locales").([]any); ok {
		opts.Locales = nil
		for _, v := range list {
			name, ok := v.(string)
			if !ok {
				return nil, "", fmt.Errorf("config i18n.locales: a locale is a name such as 'en', not %v", v)
			}
			opts.Locales = append(opts.Locales, name)
		}
		opts.Locales = slices.Compact(opts.Locales)
	}
	b.localized = len(opts.Locales) > 0
	catalogs, err := locale.Read(opts)
	if err != nil {
		return nil, "", err
	}
	t, err := translate.New(r, catalogs)
	if err != nil {
		return nil, "", err
	}
	return t, cookie, t.GiveApp(b.js.Object())
}
