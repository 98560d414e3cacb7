package blueprints_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

func TestJSONP(t *testing.T) {
	const guarded = "/**/ typeof f === 'function' && f("
	for _, rel := range releases {
		s := settle(serveAs(t, community(t), rel, settings(t, "populate", false), nil))
		s = serveAs(t, s.orm, rel, settings(t, "populate", false, "jsonp", true), nil)
		guard, made := guarded, 201
		if rel.Name == "0.10" {
			guard, made = strings.TrimPrefix(guarded, "/**/ "), 200
		}
		for _, c := range []struct {
			method, target, want string
			status               int
			kind                 string
		}{
			{"GET", "/user?callback=f", guard + "[" + ada + "," + bob + "," + cyd + "]);", 200, "text/javascript"},
			{"GET", "/user/1?callback=f", guard + ada + ");", 200, "text/javascript"},
			{"GET", "/user/1", ada, 200, "application/json"},
			{"GET", "/user/9?callback=f", "No record found with the specified `id`.", 404, "text/html"},
			{"GET", "/user/1/pets?callback=f", guard + "[" + rex + "," + tom + "]);", 200, "text/javascript"},
			{"GET", "/user/update/2?callback=f", guard + bob + ");", 200, "text/javascript"},
			{"GET", "/user/create?name=Dan&callback=f", guard + `{"name":"Dan","id":4});`, made, "text/javascript"},
			{"GET", "/user/destroy/4?callback=f", guard + `{"name":"Dan","id":4});`, 200, "text/javascript"},
			{"GET", "/user/1?callback=alert(1)//", strings.ReplaceAll(guard, "f === 'f", "alert1 === 'f"), 200, "text/javascript"},
		} {
			status, body := s.ask(c.method, c.target, "")
			if strings.Contains(c.target, "alert") { // only what a name may hold is left of it
				body, c.want = body[:strings.Index(body, " ===")], c.want[:strings.Index(c.want, " ===")]
			}
			if kind := s.header.Get("Content-Type"); status != c.status || body != c.want || !strings.HasPrefix(kind, c.kind) {
				t.Errorf("%s %s %s: got %d %s %s, want %d %s %s", rel.Name, c.method, c.target, status, kind, body, c.status, c.kind, c.want)
			}
		}
	}
}

// Records that the database writes itself read as those that pass through Go,
// compact and indented, whatever they hold.
func TestFastAnswers(t *testing.T) {
	o := open(t, model("Note", attr("text", "string"), attr("data", "json"), attr("on", "boolean"), attr("size", "float"), attr("at", "datetime")))
	server := func(fast bool, indent string) *server {
		return serveAs(t, o, sails12, settings(t), nil, func(opts *blueprints.Options) { opts.FastOK, opts.Indent = fast, indent })
	}
	s := server(true, "")
	for _, body := range []string{
		`{}`, `{"text":null,"data":null,"on":null,"size":null}`, `{"text":"a\nb\t\"c\" \u2028 \\n   x\u0000","on":true,"size":1.5}`,
		`{"data":{"a":[1,{"b":"\n  x"},[]],"c":{}},"size":-0.0,"at":"2020-02-03T04:05:06.007Z"}`, `{"data":[],"on":false,"size":1e21,"extra":{"deep":["\r\n"]}}`, `{"text":"日本 \ud83d\ude00 </script>"}`,
	} {
		if status, answer := s.ask("POST", "/note", body); status != http.StatusCreated {
			t.Fatal(body, status, answer)
		}
	}
	for _, indent := range []string{"", "  ", "\t"} {
		for _, target := range []string{"/note", "/note?limit=1", "/note?text=nothing", "/note?where=null", "/note/1", "/note/2", "/note/3", "/note/4", "/note/5", "/note/6", "/note/7", "/note?id=4"} {
			// The answers of the slow server are written by this test: the
			// responses of the fixture know one indentation.
			status, fast := server(true, indent).ask("GET", target, "")
			other, want := slowly(server(false, indent), target, indent)
			if status != other || fast != want {
				t.Errorf("%s with indent %q:\nfast %d %s\nslow %d %s", target, indent, status, fast, other, want)
			}
		}
	}
}

// slowly asks for records as values and writes them.
func slowly(s *server, target, indent string) (int, string) {
	status, body := s.ask("GET", target, "")
	v, err := value.Parse([]byte(body))
	if err != nil {
		return status, body
	}
	return status, string(value.AppendIndent(nil, v, indent))
}

// A model that overrides toJSON, or refers to one that does, is written by
// whoever knows how.
func TestToJSON(t *testing.T) {
	special := model("Owner", attr("name", "string"))
	special.ToJSON = true
	o := open(t, special, model("Pet", attr("name", "string"), orm.AttributeDef{Name: "owner", Model: "owner"}), model("Rock", attr("name", "string")))
	s := serveAs(t, o, sails12, settings(t), nil, func(opts *blueprints.Options) {
		opts.ToJSON = func(_ context.Context, dst []byte, v any, _, _ string) ([]byte, error) {
			if list, ok := v.(orm.Records); ok {
				return append(dst, `"`+strings.Repeat("r", len(list))+`"`...), nil
			}
			return append(dst, `"`+v.(*orm.Record).Model.Identity+`"`...), nil
		}
	})
	for _, r := range []row{
		{method: "POST", target: "/owner", body: `{"name":"Ada"}`, want: `201 "owner"`},
		{method: "POST", target: "/pet", body: `{"name":"Rex","owner":1}`, want: `201 "pet"`},
		{method: "POST", target: "/rock", body: `{"name":"Ore"}`, want: `201 {"name":"Ore","id":1}`},
		{method: "POST", target: "/owner", body: `[{"name":"B"},{"name":"C"}]`, want: `201 "rr"`},
		{method: "GET", target: "/owner", want: `200 "rrr"`},
		{method: "GET", target: "/owner/1", want: `200 "owner"`},
		{method: "GET", target: "/pet/1", want: `200 "pet"`},
		{method: "GET", target: "/pet", want: `200 "r"`},
		{method: "GET", target: "/pet?populate=", want: `200 [{"name":"Rex","owner":1,"id":1}]`}, // no owner in it
		{method: "GET", target: "/pet/1/owner", want: `200 "owner"`},
		{method: "GET", target: "/rock", want: `200 [{"name":"Ore","id":1}]`},
		{method: "PUT", target: "/owner/1", body: `{"name":"Eve"}`, want: `200 "owner"`},
		{method: "DELETE", target: "/pet/1", want: `200 "pet"`},
	} {
		if status, body := s.ask(r.method, r.target, r.body); !answered(r.want, status, body) {
			t.Errorf("%s %s: got %d %s, want %s", r.method, r.target, status, body, r.want)
		}
	}
}

// A default action without a model is a mistake of the project; a request that
// the client has cancelled gets no answer.
func TestUnanswerable(t *testing.T) {
	s := settle(serveAs(t, community(t), sails12, settings(t), nil))
	for _, name := range blueprints.ActionNames() {
		h := s.set.Handler(name)
		if h == nil {
			t.Fatalf("there is no handler %s", name)
		}
		x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Query: value.New(0)}, nil)
		x.Options = value.Of("model", "nobody")
		if _, err := h.Serve(x); err == nil || !strings.Contains(err.Error(), `"nobody"`) {
			t.Errorf("%s without a model: %v", name, err)
		}
		gone, cancel := context.WithCancel(context.Background())
		cancel()
		x = router.NewExchange(gone, &router.Request{Method: "GET", Query: value.Of("id", "1", "parentid", "1")}, nil)
		x.Options, x.Params = value.Of("model", "user", "alias", "pets"), value.Of("id", "1", "parentid", "1")
		// Nothing may be written: there is no response to write to.
		if _, err := h.Serve(x); err == nil {
			t.Errorf("%s for a client that left: no error", name)
		}
	}
	if s.set.Handler("replace") != nil || s.set.Handler("FINDONE") == nil {
		t.Error("handlers are to be found by name in any case")
	}
}
