package locale_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/locale"
	"framework/engine/value"
)

func catalogs(t *testing.T, files map[string]string, locales ...string) (*locale.Catalogs, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return locale.Read(locale.Options{Dir: dir, Locales: locales, Default: "en", Paths: true})
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

// TestNames: each locale is there once, in the order of the setting, and the default
// of requests always.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		locales []string
		def     string
		want    string
		wantDef string
	}{
		{nil, "", "en", "en"},
		{[]string{"de", "en"}, "", "de en", "de"},
		{[]string{"", "de", "", "de"}, "", "de", "de"},
		{[]string{"de", "fr", "de"}, "fr", "de fr", "fr"},
		{[]string{"de"}, "it", "de it", "it"},
	} {
		got, err := locale.Read(locale.Options{Dir: t.TempDir(), Locales: c.locales, Default: c.def})
		if err != nil {
			t.Fatal(err)
		}
		if names := strings.Join(got.Names(), " "); names != c.want || got.Default() != c.wantDef || got.Choose("") != c.wantDef || got.Choose("x") != c.wantDef {
			t.Errorf("%v, default %q: got %s, default %q", c.locales, c.def, names, got.Default())
		}
		if !got.Has(c.wantDef) || got.Has("xx") || got.Has("") {
			t.Errorf("%v: it has other locales than %s", c.locales, c.want)
		}
	}
}

func TestText(t *testing.T) {
	c, err := catalogs(t, map[string]string{
		"en.json": "\uFEFF{\"hi\":\"Hello\"}",
		"de.json": `{"hi":"Hallo","gone":null,"cart":{"empty":"Leer","deep":{"er":"Tiefer"},"items":{"one":"eins","other":"%s"},"a.b":"mit Punkt"},
			"cart.full":"Voll","":{"x":"nirgends"}}`,
	}, "de", "fr")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range [][3]string{
		{"en", "hi", `"Hello"`},
		{"de", "hi", `"Hallo"`},
		{"de", "bye", `"bye"`},
		{"de", "gone", `"gone"`},
		{"fr", "hi", `"hi"`},    // it has no file
		{"xx", "hi", `"Hello"`}, // in the default
		{"de", "cart.empty", `"Leer"`},
		{"de", "cart.deep.er", `"Tiefer"`},
		{"de", "cart.items", `{"one":"eins","other":"%s"}`},
		{"de", "cart.full", `"Voll"`},
		{"de", "cart.none", `"cart.none"`},
		{"de", "cart.empty.er", `"cart.empty.er"`},
		{"de", "hi.there", `"hi.there"`},
		{"de", ".x", `".x"`},
		{"de", "The end.", `"The end."`},
	} {
		v, known := c.Text(tt[0], tt[1])
		if got := string(value.Append(nil, v)); got != tt[2] || known == (v == tt[1]) {
			t.Errorf("%s %s: %s, known: %v, want %s", tt[0], tt[1], got, known, tt[2])
		}
	}
	if got := string(value.Append(nil, c.Catalog("en"))); got != `{"hi":"Hello"}` {
		t.Errorf("the catalog is %s", got)
	}
	if got := string(value.Append(nil, c.Catalog("fr"))); got != `{}` {
		t.Errorf("the catalog of a locale without a file is %s", got)
	}
}

// TestBrokenCatalog: each file that cannot be read is named, and the others are there.
func TestBrokenCatalog(t *testing.T) {
	for _, text := range []string{"{", "[]", "1"} {
		c, err := catalogs(t, map[string]string{"de.json": text, "fr.json": "[", "it.json": `{"hi":"Ciao"}`}, "de", "fr", "it")
		if err == nil || !strings.Contains(err.Error(), "de.json") || !strings.Contains(err.Error(), "fr.json") {
			t.Errorf("%s: got %v, want an error that names the files", text, err)
		}
		if got, _ := c.Text("it", "hi"); got != "Ciao" {
			t.Errorf("%s: the text of another file is %v", text, got)
		}
		if c.Catalog("de") != nil {
			t.Errorf("%s: there is a catalog of it", text)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "de.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := locale.Read(locale.Options{Dir: dir, Locales: []string{"de"}}); err == nil || !strings.Contains(err.Error(), "reading translations") {
		t.Errorf("a folder in place of a file: %v", err)
	}
	_, err := locale.Read(locale.Options{Dir: filepath.Join(dir, "none"), Shown: "config/locales", Locales: []string{"en"}})
	if err != nil {
		t.Errorf("without the folder: %v", err)
	}
}
