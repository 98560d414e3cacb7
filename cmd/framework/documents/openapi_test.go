package documents_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/legacy"

	"framework/cmd/framework/programtest"
)

// lifted is a project with its document, as another library reads it.
type lifted struct {
	t        *testing.T
	server   *programtest.Server
	text     []byte
	document *openapi3.T
}

func lift(t *testing.T, name string) *lifted {
	t.Helper()
	dir := unpack(t, name)
	l := &lifted{t: t}
	var text bytes.Buffer
	err := json.Compact(&text, run(t, "openapi", dir))
	if err != nil {
		t.Fatal(err)
	}
	l.text = text.Bytes()
	if l.document, err = openapi3.NewLoader().LoadFromData(l.text); err == nil {
		err = l.document.Validate(t.Context())
	}
	if err != nil {
		t.Fatalf("the document of %s is not valid: %v\n%s", name, err, l.text)
	}
	l.server = programtest.Lift(t, programtest.Path(t), dir, "development")
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
	asked := request()
	asked.RequestURI = ""
	asked.URL.Scheme, asked.URL.Host = "http", l.server.Addr
	res, err := http.DefaultClient.Do(asked)
	if err != nil {
		l.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	if res.StatusCode != status {
		l.t.Errorf("%s %s: %d %s, want %d", method, path, res.StatusCode, answer, status)
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: res.StatusCode, Header: res.Header, Options: options}
	out.SetBodyBytes(answer)
	if strings.Contains(res.Header.Get("Content-Type"), "json") {
		if err := openapi3filter.ValidateResponse(l.t.Context(), out); err != nil {
			l.t.Errorf("%s %s: the answer is not as the document says: %v", method, path, err)
		}
	}
	return string(answer)
}

// TestModernOpenAPI: the document of a project of 1.x is valid, and what the project answers is as
// it says.
func TestModernOpenAPI(t *testing.T) {
	t.Parallel()
	l := lift(t, "openapi_modern")
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

// TestClassicOpenAPI is TestModernOpenAPI for 0.12.
func TestClassicOpenAPI(t *testing.T) {
	t.Parallel()
	l := lift(t, "openapi_classic")
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
