package blueprints_test

import (
	"testing"

	"framework/engine/value"
	"framework/router"
)

// TestChangedOptions: what a policy does to the options of one request is not seen
// by the next request of the same binding.
func TestChangedOptions(t *testing.T) {
	s := serve(t, settings(t, "populate", false))
	s.fill()
	changes := map[string][]any{
		"limit": {"limit", int64(1)},
		"where": {"where", value.Of("name", "Tom")},
		"model": {"model", "Owner"},
		"id":    {"id", int64(3)},
	}
	find := s.set.Handler("find")
	table, err := router.NewTable([]*router.Binding{{
		Address: router.Address{Path: "/some"}, Options: value.Of("model", "pet", "limit", int64(2)),
		Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			if name, ok := x.Request.Query.Value("sort").(string); ok {
				x.SetOption(changes[name][0].(string), changes[name][1])
				x.Request.Query = value.New(0)
			}
			return find.Serve(x)
		}),
	}}, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.table = table
	const rex, tom, kim = `{"name":"Rex","age":3,"owner":1,"id":1}`, `{"name":"Tom","age":5,"owner":1,"id":2}`, `{"name":"Kim","id":3}`
	for name, want := range map[string]string{"limit": "[" + rex + "]", "where": "[" + tom + "]", "model": `[{"name":"Ada","id":1}]`, "id": kim} {
		for range 2 {
			if _, got := s.ask("GET", "/some", ""); got != "["+rex+","+tom+"]" {
				t.Errorf("before %s: %s", name, got)
			}
			if _, got := s.ask("GET", "/some?sort="+name, ""); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
}

// TestRouteCondition: the condition of a route is added to that of a request. Where both
// name an attribute, the request's comparisons win.
func TestRouteCondition(t *testing.T) {
	s := serve(t, settings(t, "populate", false))
	s.fill()
	parse := func(text string) *value.Map {
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v.(*value.Map)
	}
	const rex, tom, kim = `{"name":"Rex","age":3,"owner":1,"id":1}`, `{"name":"Tom","age":5,"owner":1,"id":2}`, `{"name":"Kim","id":3}`
	for _, tt := range []struct{ where, target, want string }{
		{`{"owner":1}`, "/some", "[" + rex + "," + tom + "]"},
		{`{"owner":1}`, "/some?name=Tom", "[" + tom + "]"},
		{`{"owner":1}`, "/some?name=Kim", "[]"},
		{`{"owner":1}`, "/some?owner=2", "[]"},
		{`{"age":{">":3}}`, `/some?where={"age":{"<":9}}`, "[" + tom + "]"},
		{`{"age":{">":3}}`, `/some?where={"age":{">":1}}`, "[" + rex + "," + tom + "]"},
		{`{"or":[{"name":"Rex"},{"name":"Kim"}]}`, "/some", "[" + rex + "," + kim + "]"},
		{`{"or":[{"name":"Rex"},{"name":"Kim"}]}`, "/some?age=3", "[" + rex + "]"},
		{`{"name":[]}`, "/some?age=3", "[]"},
		{`{"sort":"name DESC"}`, "/some?owner=1", "[" + tom + "," + rex + "]"},
		{`{"sort":"name DESC"}`, "/some?owner=1&sort=name", "[" + rex + "," + tom + "]"},
		{`{"owner":1}`, "/some?id=2", tom},
		{`{"owner":1}`, "/some?id=3", "No record found with the specified `id`."},
		{`{"owner":1,"id":2}`, "/some?id=3", tom},
		{`{"owner":1,"id":3}`, "/some", "No record found with the specified `id`."},
	} {
		table, err := router.NewTable([]*router.Binding{{
			Address: router.Address{Path: "/some"}, Handler: s.set.Handler("find"), Options: value.Of("model", "pet", "where", parse(tt.where)),
		}}, router.TableOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s.table = table
		if _, got := s.ask("GET", tt.target, ""); got != tt.want {
			t.Errorf("%s with %s: %s, want %s", tt.target, tt.where, got, tt.want)
		}
	}
}
