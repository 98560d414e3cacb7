package snapshot

import (
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
// object __ and its like.
func (b viewReader) translations(r *jsapi.Realm) (translations, error) {
	set, err := locale.ReadSettings(b.cfg, b.tree.Root, b.profile.Locales)
	if err != nil {
		return translations{}, err
	}
	b.reading.Note(set.Files()...)
	catalogs, err := locale.Read(set.Options)
	if err != nil {
		return translations{}, err
	}
	t, err := translate.New(r, catalogs)
	if err != nil {
		return translations{}, err
	}
	return translations{t, set.Cookie, len(set.Locales) > 0}, t.GiveApp(b.js.Object())
}
