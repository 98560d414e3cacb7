package locale_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/locale"
)

func catalogs(t *testing.T, files map[string]string, locales ...string) (*locale.Catalogs, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return locale.Read(locale.Options{Dir: dir, Locales: locales, Default: "en"})
}

func TestChoose(t *testing.T) {
	c, err := catalogs(t, nil, "en", "de", "pt_BR", "zh-Hant")
	if err != nil {
		t.Fatal(err)
	}
	for accept, want := range map[string]string{
		"": "en", "de": "de", "de-AT,de;q=0.9": "de", "fr": "en", "fr, de;q=0.5": "de", "pt": "pt_BR", "zh-TW": "zh-Hant",
		"*": "en", "nonsense;;;q=x": "en", "en-GB": "en", "es;q=0.9, en;q=0.1": "en",
	} {
		if got := c.Choose(accept); got != want {
			t.Errorf("%q chose %s, want %s", accept, got, want)
		}
	}
}

func TestText(t *testing.T) {
	c, err := catalogs(t, map[string]string{"en.json": "\uFEFF{\"hi\":\"Hello\"}", "de.json": `{"hi":"Hallo"}`}, "de")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range [][3]string{{"en", "hi", "Hello"}, {"de", "hi", "Hallo"}, {"de", "bye", "bye"}, {"xx", "hi", "hi"}} {
		if got := c.Text(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%s %s: %v, want %s", tt[0], tt[1], got, tt[2])
		}
	}
}

func TestBrokenCatalog(t *testing.T) {
	for _, text := range []string{"{", "[]", "1"} {
		if _, err := catalogs(t, map[string]string{"de.json": text}, "de"); err == nil || !strings.Contains(err.Error(), "de.json") {
			t.Errorf("%s: got %v, want an error that names the file", text, err)
		}
	}
}
