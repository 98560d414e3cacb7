package openapi_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/legacy"
	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/openapi"
	"framework/engine/value"
)

// unpack writes a project of testdata into a folder.
func unpack(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lifted is a project with its document, as another library reads it.
type lifted struct {
	t        *testing.T
	handler  http.Handler
	text     []byte
	document *openapi3.T
}

func lift(t *testing.T, name string) *lifted {
	t.Helper()
	app := engine.New(engine.Options{Dir: unpack(t, name), Stdout: io.Discard, Stderr: io.Discard})
	if err := app.Load(t.Context()); err != nil {
		t.Fatal(engine.Explain(err))
	}
	t.Cleanup(func() { _ = app.Close(t.Context()) })
	s, release, err := app.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	p, err := s.OpenAPI(t.Context())
	if err != nil {
		t.Fatal(engine.Explain(err))
	}
	l := &lifted{t: t, handler: app.Handler(), text: value.Append(nil, p.Document())}
	if l.document, err = openapi3.NewLoader().LoadFromData(l.text); err == nil {
		err = l.document.Validate(t.Context())
	}
	if err != nil {
		t.Fatalf("the document of %s is not valid: %v\n%s", name, err, l.text)
	}
	return l
}

// ask sends a request, and checks it and the answer with the document.
func (l *lifted) ask(method, path, body string, status int, header ...string) string {
	l.t.Helper()
	router, err := legacy.NewRouter(&openapi3.T{OpenAPI: l.document.OpenAPI, Info: l.document.Info, Paths: l.document.Paths, Components: l.document.Components})
	if err != nil {
		l.t.Fatal(err)
	}
	request := func() *http.Request {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return r
	}
	route, params, err := router.FindRoute(request())
	if err != nil {
		l.t.Errorf("%s %s: the document does not have it: %v", method, path, err)
		return ""
	}
	options := &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true}
	in := &openapi3filter.RequestValidationInput{Request: request(), PathParams: params, Route: route, Options: options}
	if err := openapi3filter.ValidateRequest(l.t.Context(), in); (err == nil) != (status < 400 || status == 403 || status == 404) {
		l.t.Errorf("%s %s: the document says %v of a request that is answered with %d", method, path, err, status)
	}
	w := httptest.NewRecorder()
	l.handler.ServeHTTP(w, request())
	if w.Code != status {
		l.t.Errorf("%s %s: %d %s, want %d", method, path, w.Code, w.Body, status)
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: w.Code, Header: w.Header(), Options: options}
	out.SetBodyBytes(w.Body.Bytes())
	if strings.Contains(w.Header().Get("Content-Type"), "json") {
		if err := openapi3filter.ValidateResponse(l.t.Context(), out); err != nil {
			l.t.Errorf("%s %s: the answer is not as the document says: %v", method, path, err)
		}
	}
	return w.Body.String()
}

// TestModern: the document of a project of 1.x is valid, and what the project answers is as
// it says.
func TestModern(t *testing.T) {
	t.Parallel()
	l := lift(t, "modern")
	l.ask("POST", "/user", `{"email": "a@example.com"}`, 200)
	l.ask("POST", "/pet", `{"name": "Rex", "owner": 1, "tags": ["a"]}`, 200)
	l.ask("POST", "/pet", `{"kind": "cat"}`, 400)
	l.ask("POST", "/pet", `{"name": "x", "kind": "cow"}`, 400)
	l.ask("POST", "/toy", `{"label": "ball"}`, 200)
	l.ask("PUT", "/pet/1/toys/1", "", 200)
	l.ask("GET", "/pet/1/toys", "", 200)
	l.ask("PUT", "/pet/1/toys", `[1]`, 200)
	l.ask("GET", "/pet?limit=3&kind=cat&populate=owner", "", 200)
	l.ask("GET", "/pet?populate=false", "", 200)
	l.ask("GET", "/pet/1", "", 200)
	l.ask("GET", "/pet/99", "", 404)
	l.ask("PATCH", "/pet/1", `{"age": 3}`, 200)
	l.ask("POST", "/pet/1/adopt", `{"user": "a@example.com", "notes": ["x"]}`, 201, "Authorization", "Bearer x")
	l.ask("POST", "/pet/101/adopt", `{"user": "a@example.com"}`, 404, "Authorization", "Bearer x")
	l.ask("POST", "/pet/1/adopt", `{"user": "a@example.com"}`, 403)
	l.ask("POST", "/pet/1/adopt", `{}`, 400, "Authorization", "Bearer x")
	l.ask("GET", "/search/cat?most=3", "", 200)
	l.ask("GET", "/search", "", 200)
	l.ask("DELETE", "/pet/1", "", 200)
	for _, want := range []string{
		`"title":"The shop","version":"2.1.0"`, `"servers":[{"url":"https://api.example.com"}]`, `"security":[{"is-logged-in":[]}]`,
		`"x-policies":["is-logged-in"]`, `"/files/{rest}"`, `"x-routes-with-regular-expressions":["r|^/x(\\d+)$|n"]`, `"maxLength":20`, `"enum":["cat","dog"]`,
	} {
		if !bytes.Contains(l.text, []byte(want)) {
			t.Errorf("the document lacks %s", want)
		}
	}
	if bytes.Contains(l.text, []byte(`"/_framework`)) {
		t.Error("the document has addresses of the server")
	}
	adopt := l.document.Paths.Find("/pet/{id}/adopt").Post
	if adopt.OperationID != "pet.adopt" || adopt.Summary != "Adopt" || adopt.Responses.Value("404") == nil {
		t.Errorf("got %+v", adopt)
	}
	if find := l.document.Paths.Find("/pet").Get; find.Parameters.GetByInAndName("query", "secret") != nil || find.Parameters.GetByInAndName("query", "age") == nil {
		t.Error("clients can filter by a protected attribute, or not by another one")
	}
}

// TestClassic is TestModern for 0.12.
func TestClassic(t *testing.T) {
	t.Parallel()
	l := lift(t, "classic")
	l.ask("POST", "/user", `{"email": "a@example.com"}`, 201)
	l.ask("POST", "/pet", `{"name": "Rex", "owner": 1, "born": "2020-01-01T00:00:00.000Z"}`, 201)
	l.ask("POST", "/pet", `{"age": 3}`, 400)
	l.ask("POST", "/pet/1/toys", `{"label": "ball"}`, 200)
	l.ask("GET", "/pet?limit=3", "", 200)
	l.ask("GET", "/pet/1", "", 200)
	l.ask("GET", "/pet/1/owner", "", 200)
	l.ask("PUT", "/pet/1", `{"age": 3}`, 200)
	l.ask("GET", "/pet/find", "", 200)
	l.ask("GET", "/pet/feed", "", 200)
	l.ask("DELETE", "/pet/1", "", 200)
	l.ask("GET", "/pet/1", "", 404)
}

// TestPaths: the paths of a document that patterns of routes stand for.
func TestPaths(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]string{
		"/":                    {"/"},
		"/pet/:id":             {"/pet/{id}"},
		"/pet/:id?":            {"/pet/{id}", "/pet"},
		"/:a?/:b?":             {"/{a}/{b}", "/{b}", "/{a}", "/"},
		"/files/*":             {"/files/{rest}"},
		"/a/*/b/*":             {"/a/{rest}/b/{rest2}"},
		"/v:version/x":         {"/v{version}/x"},
		"/pet/:id([0-9]+)/toy": {"/pet/{id}/toy"},
	} {
		got := openapi.Paths(pattern)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", pattern, got, want)
		}
	}
}

// FuzzPaths: whatever a route is, its paths begin with a slash and close their braces.
func FuzzPaths(f *testing.F) {
	f.Add("/pet/:id?/*")
	f.Add("/:a(x|y)?:b*")
	f.Fuzz(func(t *testing.T, pattern string) {
		if strings.Count(pattern, "?")+strings.Count(pattern, "*") > 8 || strings.ContainsAny(pattern, "{}") {
			t.Skip()
		}
		for _, path := range openapi.Paths(pattern) {
			if !strings.HasPrefix(path, "/") || strings.Count(path, "{") != strings.Count(path, "}") {
				t.Errorf("%q leads to %q", pattern, path)
			}
		}
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given any
		want  string // the error
	}{
		{value.Of("title", "x"), ""},
		{"x", "config openapi.: it has to be an object"},
		{value.Of("tilte", "x"), `config openapi.tilte: there is no such setting; did you mean "title"?`},
		{value.Of("servers", "x"), "config openapi.servers: it has to be a list"},
		{value.Of("security", value.Of("isin", value.Of("type", "http"))), `config openapi.security.isin: there is no such policy; did you mean "isIn"?`},
		{value.Of("security", value.Of("isIn", value.Of("type", "htp"))), "config openapi.security.isIn.type: it has to be one of"},
	} {
		_, err := openapi.ReadSettings(c.given, []string{"isIn"})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%v: got %v, want %q", c.given, err, c.want)
		}
	}
}
