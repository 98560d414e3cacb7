package locale_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/locale"
	"framework/engine/value"
)

// TestLearn: the files are those that i18n 0.8.1 writes, which Sails 0.12 has.
func TestLearn(t *testing.T) {
	t.Parallel()
	const en, de = `{"a":{"b":"x"},"hi":"Hello"}`, `{"hi":"Hallo"}`
	for name, tt := range map[string]struct {
		opts           locale.Options
		wantEN, wantDE string
	}{
		"no": {locale.Options{}, en, de},
		"yes": {
			locale.Options{Write: true, Indent: "\t"},
			"{\n\t\"a\": {\n\t\t\"b\": \"x\"\n\t},\n\t\"hi\": \"Hello\",\n\t\"new\": \"new\",\n\t\"a.c.d\": \"a.c.d\",\n\t\"hi.x\": \"hi.x\",\n\t\"cat\": {\n\t\t\"one\": \"cat\",\n\t\t\"other\": \"cats\"\n\t}\n}",
			"{\n\t\"hi\": \"Hallo\",\n\t\"z\": \"z\"\n}",
		},
		"all locales": {
			locale.Options{Write: true, Indent: " ", Sync: true},
			"{\n \"a\": {\n  \"b\": \"x\"\n },\n \"hi\": \"Hello\",\n \"new\": \"new\",\n \"a.c.d\": \"a.c.d\",\n \"hi.x\": \"hi.x\",\n \"cat\": {\n  \"one\": \"cat\",\n  \"other\": \"cats\"\n },\n \"z\": \"z\"\n}",
			"{\n \"hi\": \"Hallo\",\n \"new\": \"new\",\n \"a.b\": \"a.b\",\n \"a.c.d\": \"a.c.d\",\n \"hi.x\": \"hi.x\",\n \"cat\": {\n  \"one\": \"cat\",\n  \"other\": \"cats\"\n },\n \"z\": \"z\"\n}",
		},
		"nested": { // i18n fails on hi.x
			locale.Options{Write: true, Nested: true},
			"{\n\"a\": {\n\"b\": \"x\",\n\"c\": {\n\"d\": \"a.c.d\"\n}\n},\n\"hi\": \"Hello\",\n\"new\": \"new\",\n\"hi.x\": \"hi.x\",\n\"cat\": {\n\"one\": \"cat\",\n\"other\": \"cats\"\n}\n}",
			"{\n\"hi\": \"Hallo\",\n\"z\": \"z\"\n}",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, dir := learner(t, tt.opts, map[string]string{"en.json": en, "de.json": de})
			for _, w := range []string{"hi", "new", "new", "a.b", "a.c.d", "hi.x", ""} {
				learn(t, c, "en", w, w)
			}
			learn(t, c, "xx", "cat", value.Of("one", "cat", "other", "cats")) // in the default
			learn(t, c, "de", "z", "z")
			for file, want := range map[string]string{"en.json": tt.wantEN, "de.json": tt.wantDE} {
				got, err := os.ReadFile(filepath.Join(dir, file))
				if err != nil || string(got) != want {
					t.Errorf("%s: got %s %v, want %s", file, got, err, want)
				}
				if wrote := c.Wrote(filepath.Join(dir, file)); wrote != tt.opts.Write {
					t.Errorf("%s was written by it: %v", file, wrote)
				}
			}
			if _, known := c.Text("en", "new"); known != tt.opts.Write {
				t.Errorf("the word is known: %v", known)
			}
		})
	}
}

func learner(t *testing.T, opts locale.Options, files map[string]string) (*locale.Catalogs, string) {
	t.Helper()
	opts.Dir, opts.Locales, opts.Default = filepath.Join(t.TempDir(), "locales"), []string{"en", "de"}, "en"
	opts.Paths = true
	for name, text := range files {
		if err := os.MkdirAll(opts.Dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(opts.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := locale.Read(opts)
	if err != nil {
		t.Fatal(err)
	}
	return c, opts.Dir
}

func learn(t *testing.T, c *locale.Catalogs, in, word string, text any) {
	t.Helper()
	if err := c.Learn(in, word, text); err != nil {
		t.Errorf("%s in %s: %v", word, in, err)
	}
}

// TestWrote: a file that was changed afterwards, or is another's, is news.
func TestWrote(t *testing.T) {
	t.Parallel()
	c, dir := learner(t, locale.Options{Write: true}, nil) // the folder is made
	learn(t, c, "de", "w", "w")
	at := filepath.Join(dir, "de.json")
	if !c.Wrote(at) || c.Wrote(filepath.Join(dir, "en.json")) || !c.Wrote(at+".tmp") {
		t.Error("it has written de.json, by de.json.tmp")
	}
	if err := os.WriteFile(at, []byte(`{"w": "W"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if c.Wrote(at) {
		t.Error("somebody else has changed the file")
	}
}

// TestLearnFails: the error names the file and the setting.
func TestLearnFails(t *testing.T) {
	t.Parallel()
	c, dir := learner(t, locale.Options{Write: true}, map[string]string{"en.json": "{}"})
	if err := os.Mkdir(filepath.Join(dir, "en.json.tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := c.Learn("en", "w", "w")
	if err == nil || !strings.Contains(err.Error(), "en.json") || !strings.Contains(err.Error(), "i18n.updateFiles") {
		t.Errorf("got %v", err)
	}
	if got, known := c.Text("en", "w"); got != "w" || !known {
		t.Errorf("the word is %v, known: %v: it would be written again and again", got, known)
	}
}

// TestLearnBounded: words that clients send do not fill the disk.
func TestLearnBounded(t *testing.T) {
	t.Parallel()
	c, _ := learner(t, locale.Options{Write: true}, nil)
	for i := range 1000 {
		learn(t, c, "en", fmt.Sprint(i), "w")
	}
	if err := c.Learn("en", "more", "w"); !errors.Is(err, locale.ErrTooMany) {
		t.Errorf("got %v", err)
	}
	learn(t, c, "en", "and more", "w") // it is said once
	if _, known := c.Text("en", "and more"); known {
		t.Error("there is no bound")
	}
}
