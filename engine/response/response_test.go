package response_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/profile/answers"
	"framework/engine/response"
	"framework/engine/value"
	"framework/router"
)

// recorder is a Responder that keeps the answer.
type recorder struct {
	header http.Header
	status int
	body   string
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) Commit(status int, body []byte) error {
	if r.status != 0 {
		return router.ErrCommitted
	}
	r.status, r.body = status, string(body)
	return nil
}

func (r *recorder) Stream(int) (io.WriteCloser, error) { return nil, errors.ErrUnsupported }
func (r *recorder) Committed() bool                    { return r.status != 0 }

func (r *recorder) String() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s|%s", r.status, r.header.Get("Content-Type"), r.body))
}

// exchange makes one for a client with that Accept header.
func exchange(accept string) (*router.Exchange, *recorder) {
	rec := &recorder{header: http.Header{}}
	x := router.NewExchange(context.Background(), &router.Request{
		Method: "GET", Path: "/pet/1", Header: http.Header{"Accept": {accept}}, Query: value.New(0),
	}, rec)
	x.Options = value.Of("controller", "pet", "action", "find")
	return x, rec
}

var (
	sails10 = answers.Classic("0.10").Response
	sails11 = answers.Classic("0.11").Response
	sails12 = answers.Classic("0.12").Response
)

var invalid = &orm.ValidationError{Model: "Pet", Invalid: []orm.AttributeFailures{
	{Attribute: "name", Failures: []orm.Failure{{Rule: "required", Message: "needed"}}},
}}

func TestRespond(t *testing.T) {
	const jsonType = "application/json; charset=utf-8"
	none := value.Undefined{}
	for _, tt := range []struct {
		name       string
		data       any
		dev10      string
		dev11      string
		dev12      string
		production string // 0.12
	}{
		{"ok", none, "200 text/plain|OK", "200 |", "200 |", "200 |"},
		{"ok", "str", "200 text/html; charset=utf-8|str", "200 text/html; charset=utf-8|str", "200 text/html; charset=utf-8|str", "200 text/html; charset=utf-8|str"},
		{"ok", value.Of("a", int64(1)), "200 " + jsonType + "|{\n  \"a\": 1\n}", "200 " + jsonType + "|{\n  \"a\": 1\n}", "200 " + jsonType + "|{\n  \"a\": 1\n}", "200 " + jsonType + `|{"a":1}`},
		{"created", value.New(0), "error", "201 " + jsonType + "|{}", "201 " + jsonType + "|{}", "201 " + jsonType + "|{}"},
		{"badRequest", none, "400 text/plain|Bad Request", "400 |", "400 |", "400 |"},
		{"badRequest", errors.New("boom"), "400 " + jsonType + "|{}", "400 " + jsonType + "|{}", "400 " + jsonType + "|{\n  \"stack\": \"Error: boom\",\n  \"message\": \"boom\"\n}", "400 |"},
		{"forbidden", "no entry", "403 text/html; charset=utf-8|no entry", "403 text/html; charset=utf-8|no entry", "403 text/html; charset=utf-8|no entry", "403 |"},
		{"notFound", none, "404 text/plain|Not Found", "404 |", "404 |", "404 |"},
		{"serverError", value.Of("broke", true), "500 " + jsonType + "|{\n  \"broke\": true\n}", "500 " + jsonType + "|{\n  \"broke\": true\n}", "500 " + jsonType + "|{\n  \"broke\": true\n}", "500 |"},
		{"negotiate", &router.Error{Status: 404, Message: "gone"}, "404 " + jsonType + "|{\n  \"status\": 404\n}", "404 " + jsonType + "|{\n  \"status\": 404\n}", "404 " + jsonType + "|{\n  \"stack\": \"Error: gone\",\n  \"message\": \"gone\",\n  \"status\": 404\n}", "404 |"},
		{"negotiate", &router.Error{Status: 422}, "400 " + jsonType + "|{\n  \"status\": 422\n}", "400 " + jsonType + "|{\n  \"status\": 422\n}", "400 " + jsonType + "|{\n  \"stack\": \"Error: \",\n  \"message\": \"\",\n  \"status\": 422\n}", "400 |"},
		{"negotiate", value.Of("status", int64(403)), "403 " + jsonType + "|{\n  \"status\": 403\n}", "403 " + jsonType + "|{\n  \"status\": 403\n}", "403 " + jsonType + "|{\n  \"status\": 403\n}", "403 |"},
		{
			"negotiate", fmt.Errorf("saving: %w", invalid),
			"400 " + jsonType + "|{\n  \"error\": \"E_VALIDATION\",\n  \"status\": 400,\n  \"summary\": \"1 attribute is invalid\",\n  \"model\": \"Pet\",\n  \"invalidAttributes\": {\n    \"name\": [\n      {\n        \"rule\": \"required\",\n        \"message\": \"needed\"\n      }\n    ]\n  }\n}",
			"", "", "400 |",
		},
	} {
		for _, env := range []struct {
			label string
			opts  response.Options
			want  string
		}{
			{"0.10", response.Options{Switches: sails10}, tt.dev10},
			{"0.11", response.Options{Switches: sails11}, tt.dev11},
			{"0.12", response.Options{Switches: sails12}, tt.dev12},
			{"0.12 production", response.Options{Switches: sails12, Production: true}, tt.production},
		} {
			if env.want == "" {
				continue
			}
			t.Run(fmt.Sprintf("%s(%v) %s", tt.name, tt.data, env.label), func(t *testing.T) {
				x, rec := exchange("*/*")
				_, err := response.New(env.opts).Respond(x, tt.name, tt.data)
				if (err != nil) != (env.want == "error") {
					t.Fatal(err)
				}
				if got := rec.String(); err == nil && got != env.want {
					t.Errorf("got  %q\nwant %q", got, env.want)
				}
			})
		}
	}
}

func TestInvalidKeys(t *testing.T) {
	set := response.New(response.Options{Switches: sails12})
	m := set.ErrorValue(invalid).(*value.Map)
	const want = "invalidAttributes,model,_e,rawStack,reason,code,status,details,message,stack"
	if got := strings.Join(m.Keys(), ","); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	unique := set.ErrorValue(&orm.ValidationError{Invalid: invalid.Invalid}).(*value.Map)
	if unique.Has("model") {
		t.Error("a uniqueness failure names a model")
	}
}

func TestKeepErrors(t *testing.T) {
	for _, tt := range []struct {
		switches response.Switches
		want     string
	}{{sails11, "404 |"}, {sails12, "404 text/html; charset=utf-8|nowhere"}} {
		x, rec := exchange("*/*")
		set := response.New(response.Options{Switches: tt.switches, Production: true, KeepErrors: true})
		if _, err := set.Respond(x, "notFound", "nowhere"); err != nil || rec.String() != tt.want {
			t.Errorf("got %q, %v, want %q", rec, err, tt.want)
		}
	}
}

// views has the views that it maps, and fails for the text "fail".
type views map[string]string

func (v views) Exists(name string) bool { _, ok := v[name]; return ok }

func (v views) Render(_ *router.Exchange, name string, locals any) ([]byte, error) {
	if v[name] == "fail" {
		return nil, viewError{errors.New("broken view")}
	}
	data, _ := locals.(*value.Map).Get("data")
	return fmt.Appendf(nil, "%s with %v", name, data), nil
}

type viewError struct{ error }

func (viewError) ViewFailed() bool { return true }

func TestPages(t *testing.T) {
	const page = "text/html; charset=utf-8|"
	all := views{"403": "", "404": "", "500": "", "pet/find": "", "other": ""}
	for _, tt := range []struct {
		name   string
		views  views
		data   any
		accept string
		want   string
	}{
		{"notFound", all, "x", "text/html", "404 " + page + "404 with x"},
		{"notFound", all, "x", "application/json", "404 " + page + "x"},
		{"notFound", views{}, "x", "text/html", "404 " + page + "x"},
		{"notFound", views{"404": "fail"}, "x", "text/html", "404 " + page + "x"},
		{"serverError", all, errors.New("e"), "text/html", "500 " + page + "500 with e"},
		{"serverError", all, viewError{errors.New("e")}, "text/html", "500 application/json; charset=utf-8|{}"},
		{"ok", all, "x", "text/html", "200 " + page + "pet/find with x"},
		{"ok", all, &response.Payload{Kind: response.None, View: "other"}, "text/html", "200 " + page + "other with <nil>"},
		{"badRequest", views{}, "x", "text/html", "400 " + page + "x"},
		{"ok", views{"pet/find": "fail"}, "x", "text/html", "error"},
	} {
		x, rec := exchange(tt.accept)
		_, err := response.New(response.Options{Switches: sails11, Views: tt.views}).Respond(x, tt.name, tt.data)
		if got := rec.String(); err == nil && got != tt.want || err != nil && tt.want != "error" {
			t.Errorf("%s for %s: got %q, %v, want %q", tt.name, tt.accept, got, err, tt.want)
		}
	}
}

// TestNumbers: a number alone is a status, as res.send has it, before 1.x.
func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		data any
		want string
	}{
		{int64(404), "404 text/plain; charset=utf-8|Not Found"},
		{503.0, "503 text/plain; charset=utf-8|Service Unavailable"},
		{int64(7), "500 application/json; charset=utf-8|7"},
		{404.5, "500 application/json; charset=utf-8|404.5"},
	} {
		x, rec := exchange("")
		if _, err := response.New(response.Options{Switches: sails12}).Respond(x, "serverError", tt.data); err != nil || rec.String() != tt.want {
			t.Errorf("%v: got %q, %v, want %q", tt.data, rec.String(), err, tt.want)
		}
	}
}

func TestIncident(t *testing.T) {
	var log bytes.Buffer
	set := response.New(response.Options{Switches: sails12, Production: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
	x, rec := exchange("*/*")
	if _, err := set.Respond(x, "serverError", errors.New("disk on fire")); err != nil {
		t.Fatal(err)
	}
	id := rec.header.Get("Incident-Id")
	if len(id) != 16 || !strings.Contains(log.String(), id) || !strings.Contains(log.String(), "disk on fire") {
		t.Errorf("incident %q, log %q", id, log.String())
	}
	if strings.Contains(rec.body, "fire") {
		t.Errorf("the client got: %s", rec.body)
	}
}

func TestWantsJSON(t *testing.T) {
	for _, tt := range []struct {
		header map[string]string
		socket string
		option any
		want   bool
	}{
		{header: nil, want: true},
		{header: map[string]string{"Accept": "*/*"}, want: true},
		{header: map[string]string{"Accept": "text/html,*/*"}, want: false},
		{header: map[string]string{"Accept": "text/html", "X-Requested-With": "XMLHttpRequest"}, want: true},
		{header: map[string]string{"Accept": "text/html", "Content-Type": "application/json; charset=utf-8"}, want: true},
		{header: map[string]string{"Accept": "text/html", "Content-Type": "application/x-www-form-urlencoded"}, want: false},
		{header: map[string]string{"Accept": "text/html"}, socket: "s1", want: true},
		{header: map[string]string{"Accept": "text/html"}, option: true, want: true},
		{header: map[string]string{"Accept": "text/html"}, option: false, want: false},
	} {
		x, _ := exchange("")
		x.Request.Header = http.Header{}
		for k, v := range tt.header {
			x.Request.Header.Set(k, v)
		}
		x.Request.Socket = tt.socket
		if tt.option != nil {
			x.Options.Set("wantsJSON", tt.option)
		}
		if got := response.WantsJSON(x); got != tt.want {
			t.Errorf("%v: got %v", tt, got)
		}
	}
}

func TestJSONP(t *testing.T) {
	for _, tt := range []struct {
		switches       response.Switches
		callback, want string
	}{
		{sails10, "fn", "typeof fn === 'function' && fn({\"u\":\"\\u2028\"});"},
		{sails11, "fn", "/**/ typeof fn === 'function' && fn({\"u\":\"\\u2028\"});"},
		{sails11, "a.b[0];alert(1)//", "/**/ typeof a.b[0]alert1 === 'function' && a.b[0]alert1({\"u\":\"\\u2028\"});"},
		{sails11, "", "{\"u\":\"\u2028\"}"},
	} {
		x, rec := exchange("*/*")
		x.Options.Set("jsonp", true)
		x.Request.Query.Set("callback", tt.callback)
		set := response.New(response.Options{Switches: tt.switches, Production: true})
		if _, err := set.Respond(x, "ok", value.Of("u", "\u2028")); err != nil || rec.body != tt.want {
			t.Errorf("got %q, %v, want %q", rec.body, err, tt.want)
		}
	}
}

func BenchmarkRespondRecord(b *testing.B) {
	set := response.New(response.Options{Switches: sails12, Production: true})
	data := value.Of("id", int64(1), "name", "Rex", "tags", []any{"a", "b"})
	x, rec := exchange("*/*")
	b.ReportAllocs()
	for b.Loop() {
		rec.status = 0
		if _, err := set.Respond(x, "ok", data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBareEncode(b *testing.B) {
	data := value.Of("id", int64(1), "name", "Rex", "tags", []any{"a", "b"})
	b.ReportAllocs()
	for b.Loop() {
		_ = value.Append(nil, data)
	}
}
