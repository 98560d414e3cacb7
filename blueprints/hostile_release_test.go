package blueprints_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
)

// slowest is how long one hostile request may take, generously.
const slowest = 5 * time.Second

// nest puts inner into n layers.
func nest(before, inner, after string, n int) string {
	return strings.Repeat(before, n) + inner + strings.Repeat(after, n)
}

// hostileJSON are values that no client means.
func hostileJSON() []string {
	sql := `'; DROP TABLE user; --`
	return []string{
		`null`, `true`, `false`, `""`, `" "`, `0`, `-1`, `1.5`, `1e30`, `-1e308`, `9007199254740993`, strings.Repeat("9", 400),
		`"NaN"`, `"Infinity"`, `"0x10"`, `"` + sql + `"`, `"\" OR 1=1 --"`, `"a\u0000b"`, "\"\xff\xfe\"", `"\ud800"`, `"%"`, `"` + strings.Repeat("a", 40_000) + `"`,
		`[]`, `[null]`, `[1,2]`, `[98,99]`, `["a",1]`, `[[1]]`, `[{}]`, `[{"id":1}]`, `{}`, `{"id":1}`, `{"id":[]}`, `{"id":{}}`, `{"id":null}`, `{">":0}`, `{"!":1}`,
		`{"$gt":""}`, `{"` + sql + `":1}`, `{"\"":1}`, `{"a\u0000":1}`, `{"__proto__":{"x":1}}`, `{"constructor":1}`, `{"":1}`,
		nest(`[`, ``, `]`, 10_000), nest(`{"a":`, `1`, `}`, 10_000), nest(`{"id":`, `1`, `}`, 10_000), nest(`{"or":[`, `{"name":"x"}`, `]}`, 3_000), nest(`{"not":`, `1`, `}`, 10_000),
	}
}

// TestHostilePositions puts every value into every place of a request, in
// every release. Nothing is the server's fault, nothing takes long, and what
// is there stays.
func TestHostilePositions(t *testing.T) {
	testenv.Slow(t)
	for _, rel := range releases {
		t.Run(rel.Name, func(t *testing.T) {
			t.Parallel()
			s := settle(serveAs(t, community(t), rel, settings(t), nil))
			try := func(method, target, body string) {
				t.Helper()
				began := time.Now()
				status, answer := s.ask(method, target, body)
				if took := time.Since(began); took > slowest {
					t.Errorf("%s %.100s %.100s: took %v", method, target, body, took)
				}
				if status == 0 || status >= http.StatusInternalServerError {
					t.Errorf("%s %.100s %.100s: %d %.300s", method, target, body, status, answer)
				}
			}
			for _, v := range hostileJSON() {
				q := url.QueryEscape(v)
				for _, p := range []string{"where", "limit", "skip", "sort", "populate", "criteria", "select", "id", "name", "age", "home", "pets", "parentid", "%00", "a%27b"} {
					try("GET", "/user?"+p+"="+q, "")
					try("GET", "/user/1/pets?"+p+"="+q, "")
					try("GET", "/user/1?"+p+"="+q, "")
				}
				for _, p := range []string{"where", "limit", "skip", "sort", "populate", "id", "name", "age", "home", "pets", "or", "not", "like", "and"} {
					try("POST", "/user/find", `{"`+p+`":`+v+`}`)
					try("POST", "/user/find", `{"where":{"`+p+`":`+v+`}}`)
					try("POST", "/user/find", `{"where":{"`+p+`":{"contains":`+v+`}}}`)
					try("POST", "/user/find", `{"where":{"or":[{"`+p+`":`+v+`}]}}`)
				}
				if len(q) < 10_000 {
					for _, target := range []string{"/user/$", "/user/$/pets", "/user/1/pets/$", "/user/1/groups/$", "/user/find/$"} {
						try("GET", strings.ReplaceAll(target, "$", url.PathEscape(v)), "")
					}
				}
			}
			if _, now := s.ask("GET", "/user", ""); now != "["+adaWhole+","+bobWhole+","+cydWhole+"]" {
				t.Errorf("reading changed the records to %s", now)
			}
		})
	}
}

// TestHostileWrites: what a write cannot mean is refused or taken as it is;
// the tables can be read and written onCommit.
func TestHostileWrites(t *testing.T) {
	testenv.Slow(t)
	for _, rel := range releases {
		t.Run(rel.Name, func(t *testing.T) {
			t.Parallel()
			s := settle(serveAs(t, community(t), rel, settings(t), nil))
			try := func(method, target, body string) {
				t.Helper()
				status, answer := s.ask(method, target, body)
				if status == 0 || status >= http.StatusInternalServerError {
					t.Errorf("%s %.100s %.100s: %d %.300s", method, target, body, status, answer)
				}
			}
			for i, v := range hostileJSON() {
				for j, p := range []string{"id", "name", "age", "home", "pets", "groups", "color", "where", "parentid"} {
					try("POST", "/user", `{"`+p+`":`+v+`}`)
					try("POST", "/user", fmt.Sprintf(`{"name":"x%d/%d","%s":%s}`, i, j, p, v)) // a name is taken once
					try("PUT", "/user/3", `{"`+p+`":`+v+`}`)
					try("POST", "/user/2/pets", `{"`+p+`":`+v+`}`)
					try("POST", "/user/2/groups", `{"`+p+`":`+v+`}`)
				}
				try("POST", "/user", `[`+v+`]`)
				try("DELETE", "/user", `{"id":{"x":`+v+`}}`)
				try("DELETE", "/user/2/pets/77", `{"id":`+v+`}`)
			}
			for _, r := range [][2]string{{"GET", "/user"}, {"GET", "/pet"}, {"GET", "/group"}, {"GET", "/home"}} {
				if status, body := s.ask(r[0], r[1], ""); status != http.StatusOK {
					t.Errorf("onCommit %s: %d %.300s", r[1], status, body)
				}
			}
			if status, body := s.ask("GET", "/user/1?populate=", ""); !answered("200 "+ada, status, body) {
				t.Errorf("Ada became %d %.300s", status, body)
			}
		})
	}
}
