package locale_test

import (
	"slices"
	"testing"

	"framework/engine/locale"
)

// FuzzChoose: whatever a client prefers, it gets a locale that there is.
func FuzzChoose(f *testing.F) {
	for _, s := range []string{"de-AT,de;q=0.9", "*", "zh-Hant-TW;q=0.5, pt", "x-klingon", "en-u-co-phonebk", ";q=", "i-default,und,mul"} {
		f.Add(s)
	}
	c, err := locale.Read(locale.Options{Dir: f.TempDir(), Locales: []string{"de", "pt_BR", "zh-Hant"}, Default: "en"})
	if err != nil {
		f.Fatal(err)
	}
	names := c.Names()
	f.Fuzz(func(t *testing.T, accept string) {
		if got := c.Choose(accept); !slices.Contains(names, got) {
			t.Errorf("%q chose %q", accept, got)
		}
	})
}
