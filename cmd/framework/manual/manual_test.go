package manual_test

import (
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"framework/cmd/framework/manual"
	"framework/docs"
	"framework/engine/testenv"
)

func read(t *testing.T, pages map[string]string) *manual.Manual {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range pages {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	m, err := manual.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSearch(t *testing.T) {
	m := read(t, map[string]string{
		"orm.md":   "# Queries\n\nAll of them.\n\n## Populate\n\nWhat `find` finds, with `Model.stream`.\n\n```js\nPet.find().populate('owner')\n```\n",
		"views.md": "# Views\n\nA page may populate a list.\n",
	})
	for query, want := range map[string][]string{
		"populate":         {"orm#populate", "views#views"},
		"Populate, find":   {"orm#populate"},
		"stream":           {"orm#populate"},
		"model.stream":     {"orm#populate"},
		"popul":            {"orm#populate", "views#views"},
		"views":            {"views#views"},
		"populate nothing": nil,
		"":                 nil,
		"...":              nil,
	} {
		hits, _ := m.Search(query)
		var got []string
		for _, h := range hits {
			got = append(got, h.Page.Name+"#"+h.Section.Anchor)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
	if _, meant := m.Search("pouplate list"); meant != "populate list" {
		t.Errorf("got %q", meant)
	}
}

// TestPages: each page of the documentation is served, and every link between them leads to
// a heading.
func TestPages(t *testing.T) {
	testenv.Slow(t)
	m, err := manual.New(docs.Pages)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := m.Handler()
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string) (int, string) {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		text, err := io.ReadAll(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		return w.Code, string(text)
	}
	shown := map[string]bool{} // pictures
	entries, err := docs.Pages.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name, isPage := strings.CutSuffix(e.Name(), ".md")
		if !isPage {
			continue
		}
		status, text := ask("/" + name)
		if status != http.StatusOK || !strings.Contains(text, "<h1") {
			t.Errorf("%s: got %d", name, status)
		}
		for _, part := range strings.Split(text, `href="/`)[1:] {
			target, _, _ := strings.Cut(part, `"`)
			page, anchor, _ := strings.Cut(target, "#")
			if strings.Contains(page, "/") || page == "" || strings.HasPrefix(page, "search") {
				continue
			}
			status, there := ask("/" + page)
			if status != http.StatusOK || anchor != "" && !strings.Contains(there, `id="`+anchor+`"`) {
				t.Errorf("%s links to /%s: got %d", name, target, status)
			}
		}
		for _, part := range strings.Split(text, `<img src="`)[1:] {
			source, rest, _ := strings.Cut(part, `"`)
			shown[source] = true
			if !strings.Contains(rest[:strings.IndexByte(rest, '>')], `alt="`) || strings.Contains(rest[:strings.IndexByte(rest, '>')], `alt=""`) {
				t.Errorf("%s shows %s without a text", name, source)
			}
		}
	}
	for _, e := range entries {
		if path.Ext(e.Name()) == ".md" {
			continue
		}
		if !shown[e.Name()] {
			t.Errorf("no page shows the picture %s", e.Name())
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/"+e.Name(), http.NoBody))
		if _, err := png.Decode(w.Body); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" || err != nil {
			t.Errorf("the picture %s: got %d %s %v", e.Name(), w.Code, w.Header().Get("Content-Type"), err)
		}
		delete(shown, e.Name())
	}
	for name := range shown {
		t.Errorf("a page shows %s, which is no picture of the documentation", name)
	}
	if status, text := ask("/"); status != http.StatusOK || !strings.Contains(text, `href="/tutorial"`) {
		t.Errorf("the first page: got %d", status)
	}
	if status, text := ask("/search?q=res.view"); status != http.StatusOK || !strings.Contains(text, `href="/views#`) {
		t.Errorf("a search: got %d %s", status, text)
	}
	if status, text := ask("/search?q=%3Cscript%3E"); status != http.StatusOK || strings.Contains(text, "<script>") {
		t.Errorf("a search for markup: got %d %s", status, text)
	}
	if status, _ := ask("/nope"); status != http.StatusNotFound {
		t.Errorf("a page that is not there: got %d", status)
	}
}
