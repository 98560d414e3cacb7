package router_test

import (
	"context"
	"testing"

	"framework/engine/value"
	"framework/router"
)

// TestParams: what each release makes of the same request.
func TestParams(t *testing.T) {
	classic, modern := router.ParamRules{}, router.ParamRules{PathFirst: true, Nulls: true, SocketAsHTTP: true}
	parse := func(text string) any {
		t.Helper()
		if text == "" {
			return nil
		}
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	object := func(text string) *value.Map { m, _ := parse(text).(*value.Map); return m }
	for _, tt := range []struct {
		name, path, query, body, socket string
		classic, modern                 string // all, and then the parameter a
	}{
		{"none", ``, ``, ``, "", `{} null`, `{} null`},
		{"one each", `{"p":"1"}`, `{"q":"2"}`, `{"b":3}`, "", `{"q":"2","b":3,"p":"1"} null`, `{"q":"2","b":3,"p":"1"} null`},
		{"the same", `{"a":"1"}`, `{"a":"2"}`, `{"a":3}`, "", `{"a":"2"} "1"`, `{"a":"1"} "1"`},
		{"body alone", ``, ``, `{"a":3}`, "", `{"a":3} 3`, `{"a":3} 3`},
		{"query alone", ``, `{"a":"2"}`, ``, "", `{"a":"2"} "2"`, `{"a":"2"} "2"`},
		{"body and query", ``, `{"a":"2"}`, `{"a":3}`, "", `{"a":"2"} 3`, `{"a":3} 3`},
		{"falsy in the query", `{"a":"1"}`, `{"a":""}`, ``, "", `{"a":"1"} "1"`, `{"a":"1"} "1"`},
		{"null in the body", ``, `{"a":"2"}`, `{"a":null}`, "", `{"a":"2"} "2"`, `{"a":null} null`},
		{"objects", ``, `{"a":{"x":"1","in":{"k":"1"}}}`, `{"a":{"x":2,"y":3,"in":{"l":4}}}`, "", `{"a":{"x":"1","in":{"k":"1","l":4},"y":3}} {"x":2,"y":3,"in":{"l":4}}`, `{"a":{"x":2,"y":3,"in":{"l":4}}} {"x":2,"y":3,"in":{"l":4}}`},
		{"a list", `{"id":"7"}`, ``, `["x","y"]`, "", `{"0":"x","1":"y","id":"7"} null`, `{"0":"x","1":"y","id":"7"} null`},
		{"text", ``, `{"a":"1"}`, `"words"`, "", `{"a":"1"} "1"`, `{"a":"1"} "1"`},
		{"socket", ``, `{"a":"2"}`, `{"a":3}`, "id", `{"a":"2"} "2"`, `{"a":3} 3`},
		{"falsy over a socket", ``, `{"a":""}`, `{"a":0}`, "id", `{"a":""} 0`, `{"a":0} 0`},
		{"the path over a socket", `{"a":"1"}`, `{"a":"2"}`, `{"a":3}`, "id", `{"a":"2"} "1"`, `{"a":"1"} "1"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for release, want := range map[router.ParamRules]string{classic: tt.classic, modern: tt.modern} {
				x := router.NewExchange(context.Background(), &router.Request{Query: object(tt.query), Body: parse(tt.body), Socket: tt.socket}, nil)
				x.Params = object(tt.path)
				before := string(value.Append(nil, []any{x.Params, x.Request.Query, x.Request.Body}))
				got := string(value.Append(nil, release.AllOf(x))) + " " + string(value.Append(nil, release.Param(x, "a")))
				if got != want {
					t.Errorf("%+v: %s, want %s", release, got, want)
				}
				if after := string(value.Append(nil, []any{x.Params, x.Request.Query, x.Request.Body})); after != before {
					t.Errorf("%+v: the request was changed from %s to %s", release, before, after)
				}
			}
		})
	}
}

// TestFind: a falsy value is found, and is not the same as none.
func TestFind(t *testing.T) {
	path, body, query := router.FromPath, router.FromBody, router.FromQuery
	for _, c := range []struct {
		name            string
		socket          bool
		has             map[router.Source]any
		classic, modern any
	}{
		{"nothing", false, nil, "none", "none"},
		{"nothing over a socket", true, nil, "none", "none"},
		{"falsy", false, map[router.Source]any{path: "", body: "b"}, "", ""},
		{"falsy over a socket", true, map[router.Source]any{path: "", body: "b"}, "b", ""},
		{"only falsy over a socket", true, map[router.Source]any{path: "", query: int64(0)}, int64(0), ""},
		{"null", false, map[router.Source]any{query: nil}, nil, nil},
		{"null over a socket", true, map[router.Source]any{query: nil}, nil, nil},
		{"the first over a socket", true, map[router.Source]any{query: "q", body: "b"}, "q", "b"},
	} {
		for rules, want := range map[router.ParamRules]any{{}: c.classic, {SocketAsHTTP: true}: c.modern} {
			got, ok := rules.Find(c.socket, func(from router.Source) (any, bool) { v, ok := c.has[from]; return v, ok }, value.Truthy)
			if !ok && got == nil {
				got = "none"
			}
			if got != want || ok != (want != "none") {
				t.Errorf("%s, %+v: got %v, %v, want %v", c.name, rules, got, ok, want)
			}
		}
	}
}

// TestUndefinedParams: what code of a project has set to undefined is not there.
func TestUndefinedParams(t *testing.T) {
	query := value.Of("a", value.Undefined{}, "b", "1")
	for _, rules := range []router.ParamRules{{}, {PathFirst: true}} {
		got := string(value.Append(nil, rules.All(value.Of("b", value.Undefined{}), query, value.Of("a", int64(2)))))
		if got != `{"a":2,"b":"1"}` && got != `{"b":"1","a":2}` {
			t.Errorf("%+v: %s", rules, got)
		}
	}
}
