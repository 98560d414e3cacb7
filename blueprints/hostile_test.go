package blueprints_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"framework/blueprints"
)

// TestHostileInput: what makes no sense gets a 4xx with a message, or an
// answer; never a server error, and the records stay what they were.
func TestHostileInput(t *testing.T) {
	s := serve(t, blueprints.DefaultSettings())
	s.fill()
	_, before := s.ask("GET", "/pet?sort=id", "")
	sql := `'; DROP TABLE "pet"; --`
	esc := url.QueryEscape
	deep := strings.Repeat(`{"or":[`, 3000) + `{"name":"x"}` + strings.Repeat(`]}`, 3000)
	var requests [][3]string
	get := func(query string) { requests = append(requests, [3]string{"GET", "/pet?" + query, ""}) }
	for _, where := range []string{
		`{`, `[]`, `5`, `"name"`, `null`, `{"or":{}}`, `{"or":[]}`, `{"or":[5]}`, `{"age":{"sideways":1}}`, `{"age":{}}`, `{"name":{"like":5}}`,
		`{"age":{">":{"<":1}}}`, `{"` + strings.ReplaceAll(sql, `"`, ``) + `":1}`, `{"name":"` + strings.ReplaceAll(sql, `"`, ``) + `"}`, `{"__proto__":{"x":1}}`,
		"{\"name\":\"a\\u0000b\"}", "{\"name\":\"\xff\xfe\"}", `{"id":` + strings.Repeat("9", 400) + `}`, `{"id":[[[[]]]]}`, `{"id":1e400}`, deep,
		`{"name":["` + strings.Repeat(`a","`, 5000) + `b"]}`, `{"limit":-1}`, `{"sort":{"name":"up"}}`, `{"skip":-5}`, `{"groupBy":["name"]}`,
	} {
		get("where=" + esc(where))
	}
	for _, v := range []string{sql, "-1", "1e9", "NaN", "%00", strings.Repeat("9", 400), "[]", "{}", "\xff", "name sideways", `{"name":"up"}`, "name;name", "nosuch ASC"} {
		for _, p := range []string{"limit", "skip", "sort", "populate", "name", "age", "id", "where", "criteria", "select"} {
			get(p + "=" + esc(v))
		}
		for _, r := range [][2]string{
			{"GET", "/pet/" + url.PathEscape(v)},
			{"GET", "/owner/" + url.PathEscape(v) + "/pets"},
			{"GET", "/owner/1/pets/" + url.PathEscape(v)},
			{"GET", "/pet/find/" + url.PathEscape(v)},
		} {
			requests = append(requests, [3]string{r[0], r[1], ""})
		}
	}
	for i := range 3 {
		get(strings.Repeat([]string{"name=a&", "a[b]=c&", "x[]=1&"}[i], 10_000))
	}
	for _, body := range []string{
		`{`, `[`, `"text"`, `5`, `null`, `[null]`, `[[]]`, `{"name":{"$gt":""}}`, `{"name":null}`, `{"name":"Rex"}`, `{"name":"x","age":"old"}`, `{"name":"x","owner":{"id":{}}}`,
		`{"id":1}`, `{"name":"x","id":{}}`, `[` + strings.Repeat(`{"age":1},`, 100) + `{"age":1}]`, strings.Repeat(`[`, 20_000), strings.Repeat(`{"a":`, 20_000),
	} {
		requests = append(requests, [3]string{"POST", "/pet", body})
	}
	requests = append(requests,
		[3]string{"PUT", "/pet/1", `{"name":"Tom"}`}, [3]string{"PUT", "/pet/99", `{}`}, [3]string{"DELETE", "/pet", ""},
		[3]string{"DELETE", "/pet?where={}", ""}, [3]string{"GET", "/pet/destroy?where={}", ""}, [3]string{"PUT", "/pet?where={}", `{"age":0}`},
		[3]string{"POST", "/owner/99/pets/1", ""}, [3]string{"POST", "/owner/1/pets/99999", ""}, [3]string{"DELETE", "/owner/1/pets/99999", ""},
		[3]string{"POST", "/owner/1/nosuch/1", ""}, [3]string{"GET", "/owner/1/nosuch", ""},
	)
	for _, r := range requests {
		status, body := s.ask(r[0], r[1], r[2])
		if status == 0 || status >= http.StatusInternalServerError {
			t.Errorf("%s %.100s %.100s: %d %.300s", r[0], r[1], r[2], status, body)
		}
		if status >= 400 && status != http.StatusNotFound && body == "" {
			t.Errorf("%s %.100s %.100s: %d without a message", r[0], r[1], r[2], status)
		}
	}
	if _, after := s.ask("GET", "/pet?sort=id", ""); after != before {
		t.Errorf("the records changed from\n%s\nto\n%s", before, after)
	}
}

// FuzzWhere: no condition breaks the server, and none that it takes finds a
// record twice.
func FuzzWhere(f *testing.F) {
	for _, s := range []string{`{"name":"Rex"}`, `{"age":{">":3,"<=":9}}`, `{"or":[{"name":{"contains":"e"}},{"owner":[1,null]}]}`, `{"name":{"!":["a"]}}`, `{"id":"1"}`, `{"age":null}`, `{"not":1}`} {
		f.Add(s)
	}
	s := serve(f, blueprints.DefaultSettings())
	s.fill()
	f.Fuzz(func(t *testing.T, where string) {
		s.t = t
		status, body := s.ask("GET", "/pet?populate=&where="+url.QueryEscape(where), "")
		if status != http.StatusOK && status != http.StatusBadRequest {
			t.Errorf("%q: %d %s", where, status, body)
		}
		if strings.Count(body, `"Rex"`) > 1 && status == http.StatusOK {
			t.Errorf("%q found a record twice: %s", where, body)
		}
	})
}
