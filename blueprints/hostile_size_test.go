package blueprints_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// TestHostileSizes: much of everything, in the query and in the body.
func TestHostileSizes(t *testing.T) {
	testenv.Slow(t)
	many := func(each func(i int) string, between string) string {
		parts := make([]string, 10_000)
		for i := range parts {
			parts[i] = each(i)
		}
		return strings.Join(parts, between)
	}
	names := many(func(i int) string { return fmt.Sprintf(`"n%d"`, i) }, ",")
	pairs := many(func(i int) string { return fmt.Sprintf(`"p%d":1`, i) }, ",")
	alternatives := many(func(i int) string { return fmt.Sprintf(`{"name":"n%d"}`, i) }, ",")
	differ := many(func(i int) string { return fmt.Sprintf(`"p%d":{"!":1}`, i) }, ",")
	ranges := many(func(i int) string { return fmt.Sprintf(`"p%d":{">":1;"<":9;"!":3;"contains":"x"}`, i) }, ",")
	firsts := func(list string, n int) string {
		return strings.ReplaceAll(strings.Join(strings.SplitN(list, ",", n+1)[:n], ","), ";", ",")
	}
	for _, rel := range releases {
		t.Run(rel.Name, func(t *testing.T) {
			t.Parallel()
			s := settle(serveAs(t, community(t), rel, settings(t), nil))
			for _, r := range []struct {
				name, method, target, body string
				want                       string // the class of the status, or the status
			}{
				{"parameters", "GET", "/user?" + many(func(i int) string { return fmt.Sprintf("p%d=1", i) }, "&"), "", "400"},
				{"as many comparisons as there can be", "POST", "/user/find", `{"where":{"or":[` + firsts(alternatives, 800) + `]}}`, "200"},
				{"one more", "POST", "/user/find", `{"where":{"or":[` + firsts(alternatives, 801) + `]}}`, "400"},
				{"as many deep down", "POST", "/user/find", `{"where":` + nest(`{"not":`, `{`+firsts(differ, 800)+`}`, `}`, 99) + `}`, "200"},
				{"as many on the way down", "POST", "/user/find", `{"where":` + nest(`{"or":[{"a":1,"b":{"!":2},"c":{"!":[3]},"d":4},`, `{"name":"x"}`, `]}`, 99) + `}`, "200"},
				{"as many patterns", "POST", "/user/find", `{"where":{"like":{` + firsts(pairs, 800) + `}}}`, "200"},
				{"as many sort keys", "POST", "/user/find", `{"sort":{` + firsts(pairs, 800) + `},"where":{"or":[` + firsts(alternatives, 800) + `]}}`, "200"},
				{"children", "GET", "/user/1/pets?" + many(func(i int) string { return fmt.Sprintf("p%d=1", i) }, "&"), "", "400"},
				{"many patterns", "POST", "/user/find", `{"where":{"name":{"contains":[` + names + `]}}}`, "400"},
				{"many modifiers", "POST", "/user/find", `{"where":{` + firsts(ranges, 250) + `}}`, "400"},
				{"nots", "POST", "/user/find", `{"where":{` + differ + `}}`, "400"},
				{"one parameter often", "GET", "/user?" + many(func(int) string { return "name=a" }, "&"), "", "2"},
				{"more parameters than are read", "GET", "/user?" + strings.Repeat("a=1&", 100_001), "", "400"},
				{"brackets", "GET", "/user?a" + strings.Repeat("[b]", 10_000) + "=1", "", ""},
				{"associations", "GET", "/user?populate=" + many(func(int) string { return "pets" }, ","), "", "200"},
				{"ids", "GET", "/user?" + many(func(i int) string { return fmt.Sprintf("id=%d", i) }, "&"), "", ""},
				{"attributes of a condition", "POST", "/user/find", `{"where":{` + pairs + `}}`, "400"},
				{"values of a list", "POST", "/user/find", `{"where":{"name":[` + names + `]}}`, "200"},
				{"values that are not", "POST", "/user/find", `{"where":{"name":{"!":[` + names + `]}}}`, "200"},
				{"alternatives", "POST", "/user/find", `{"where":{"or":[` + alternatives + `]}}`, "400"},
				{"sort keys", "POST", "/user/find", `{"where":{},"sort":{` + pairs + `}}`, "400"},
				{"attributes of a record", "POST", "/pet", `{` + pairs + `}`, ""},
				{"attributes of a change", "PUT", "/pet/3", `{` + firsts(pairs, 400) + `}`, "200"},
				{"records", "POST", "/pet", `[` + alternatives + `]`, ""},
				{"members", "PUT", "/user/3", `{"pets":[` + many(func(i int) string { return fmt.Sprint(i + 100_000) }, ",") + `]}`, ""},
				{"depth of a condition", "POST", "/user/find", `{"where":` + nest(`{"or":[`, `{"name":"x"}`, `]}`, 10_000) + `}`, "400"},
				{"depth that is parsed", "POST", "/user/find", `{"where":` + nest(`{"or":[`, `{"name":"x"}`, `]}`, 240) + `}`, "400"},
				{"depth of and", "POST", "/user/find", `{"where":` + nest(`{"and":[`, `{"name":"x"}`, `]}`, 240) + `}`, "400"},
				{"depth of a parameter", "GET", "/user?where=" + url.QueryEscape(nest(`{"or":[`, `{"name":"x"}`, `]}`, 10_000)), "", "400"},
				{"depth of an operand", "POST", "/user/find", `{"where":{"name":` + nest(`{"a":`, `1`, `}`, 500) + `}}`, "400"},
				{"depth of a malformed or", "POST", "/user/find", `{"where":{"or":` + nest(`{"a":`, `"`+strings.Repeat("x", 400_000)+`"`, `}`, 490) + `}}`, "400"},
				{"depth of a record", "POST", "/pet", nest(`{"owner":`, `1`, `}`, 400), ""},
				{"depth of a body", "POST", "/pet", nest(`[`, ``, `]`, 10_000), "400"},
				{"path", "GET", "/user/" + strings.Repeat("9", 100_000), "", "404"},
				{"a path of words", "GET", strings.Repeat("/user", 10_000), "", "404"},
			} {
				status, answer := s.ask(r.method, r.target, r.body)
				if status == 0 || status >= http.StatusInternalServerError || !strings.HasPrefix(fmt.Sprint(status), r.want) {
					t.Errorf("%s: %d %.300s, want %s", r.name, status, answer, r.want)
				}
			}
			for _, r := range []row{
				{method: "GET", target: "/user", want: "200 [" + adaWhole + "," + bobWhole + "," + cydWhole + "]"},
				{method: "GET", target: "/pet/1?populate=", want: "200 " + rex},
				{method: "PUT", target: "/home/1", body: `{"street":"Elm"}`, want: "200 " + elm},
			} {
				if status, body := s.ask(r.method, r.target, r.body); !answered(r.want, status, body) {
					t.Errorf("onCommit %s: got %d %.300s, want %s", r.target, status, body, r.want)
				}
			}
		})
	}
}
