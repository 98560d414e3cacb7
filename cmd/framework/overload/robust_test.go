package overload_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// TestHostileRequests expects an answer below 500 to each, and the server to
// serve on with its data intact.
func TestHostileRequests(t *testing.T) {
	testenv.Slow(t)
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, programtest.Shelf), "development")
	if status, body := s.Ask("POST", "/book", `{"title":"kept","pages":7,"code":"k"}`); status != 201 {
		t.Fatalf("create: %d %s", status, body)
	}
	var params strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&params, "p%d=%d&", i, i)
	}
	q := url.QueryEscape
	sql := `1'; DROP TABLE book; -- " ` + "`" + ` ) OR 1=1`
	deep := strings.Repeat(`{"or":[`, 2000) + "{}" + strings.Repeat("]}", 2000)
	for _, tc := range []struct {
		name, method, path, body string
		want                     string // statuses, divided by blanks
		header                   []string
	}{
		{"malformed JSON", "POST", "/book", `{"title":`, "400", nil},
		{"JSON that is no object", "POST", "/book", `"text"`, "400", nil},
		{"wrong content type", "POST", "/book", `{"title":1}`, "400 201", []string{"Content-Type", "application/xml"}},
		{"10 MiB body", "POST", "/book", `{"title":"` + strings.Repeat("x", 10<<20) + `"}`, "400 413 0", nil},
		{"deep JSON", "POST", "/book", strings.Repeat("[", 100_000), "400", nil},
		{"10,000 parameters", "GET", "/book?" + params.String(), "", "200 400 414 431", nil},
		{"deep brackets", "GET", "/book?a" + strings.Repeat("[b]", 5000) + "=1", "", "200 400", nil},
		{"deep where", "GET", "/book?where=" + q(deep), "", "400 500", nil},
		{"unknown modifier", "GET", "/book?where=" + q(`{"pages":{"$gt":1}}`), "", "400 500", nil},
		{"SQL in where", "GET", "/book?where=" + q(`{"title":"`+strings.ReplaceAll(sql, `"`, `\"`)+`"}`), "", "200", nil},
		{"SQL as an attribute", "GET", "/book?where=" + q(`{"title\" OR 1=1 --":1}`), "", "200 400", nil},
		{"SQL as a value", "GET", "/book?title=" + q(sql), "", "200", nil},
		{"SQL as a sort", "GET", "/book?sort=" + q(sql), "", "200 400 500", nil},
		{"SQL as a limit", "GET", "/book?limit=" + q(sql), "", "200 400", nil},
		{"SQL as a skip", "GET", "/book?skip=" + q(sql), "", "200 400", nil},
		{"SQL as a key", "GET", "/book/" + url.PathEscape(sql), "", "404", nil},
		{"SQL as a name in a body", "POST", "/book", `{"title":"x","pages\") VALUES (1); DROP TABLE book; --":1}`, "201 400", nil},
		{"NUL bytes", "GET", "/book?title=a%00b&where=%00", "", "200 400 500", nil},
		{"NUL in a path", "GET", "/book/a%00b", "", "404 400", nil},
		{"invalid UTF-8", "GET", "/book?title=%ff%fe", "", "200 400", nil},
		{"invalid UTF-8 in a path", "GET", "/book/%ff", "", "400 404", nil},
		{"huge id", "GET", "/book/" + strings.Repeat("9", 400), "", "404", nil},
		{"huge id in a body", "POST", "/book", `{"title":"x","id":1e400}`, "400 201", nil},
		{"negative limit", "GET", "/book?limit=-5&skip=-5", "", "200", nil},
		{"prototype keys", "POST", "/book/echo", `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`, "200", nil},
		{"prototype keys in a query", "GET", "/book/echo?__proto__[polluted]=1&constructor[prototype][polluted]=1", "", "200", nil},
		{"traversal", "GET", "/..%2f..%2f..%2fetc%2fpasswd", "", "404 400", nil},
		{"header flood", "GET", "/book", "", "200 431", []string{"X-Long", strings.Repeat("y", 32<<10)}},
	} {
		status, body := s.Ask(tc.method, tc.path, tc.body, tc.header...)
		if !strings.Contains(" "+tc.want+" ", " "+strconv.Itoa(status)+" ") {
			t.Errorf("%s: answered %d, want %s: %.300s", tc.name, status, tc.want, body)
		}
		if status >= 400 && status != 404 && body == "" {
			t.Errorf("%s: answered %d without a message", tc.name, status)
		}
		if status, body := s.Ask("GET", "/book/1", ""); status != 200 || !strings.Contains(body, "kept") {
			t.Fatalf("after %s the record is gone: %d %.300s", tc.name, status, body)
		}
	}
	if _, body := s.Ask("GET", "/book/echo", ""); strings.Contains(body, "polluted") {
		t.Errorf("a prototype was polluted: %s", body)
	}
}

// TestRunawayScriptsAreSurvived lets actions misbehave and asks for others.
func TestRunawayScriptsAreSurvived(t *testing.T) {
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, programtest.Shelf), "development", "--script.turnLimit=300")
	spun := make(chan string, 1)
	go func() {
		status, body := s.Ask("GET", "/book/spin", "")
		spun <- fmt.Sprintf("%d %s", status, body)
	}()
	// Default actions do not wait for JavaScript.
	if status, _ := s.Ask("GET", "/book", ""); status != 200 {
		t.Errorf("a default action answered %d during an endless loop", status)
	}
	if got := <-spun; !strings.HasPrefix(got, "500 ") || !strings.Contains(got, "api/controllers/BookController.js:3") {
		t.Errorf("the endless loop was answered with %s", got)
	}
	for path, want := range map[string]string{
		"/book/late":   "api/controllers/BookController.js:8",
		"/book/reject": "api/controllers/BookController.js:13",
	} {
		if status, _ := s.Ask("GET", path, ""); status != 500 {
			t.Errorf("%s answered %d", path, status)
		}
		if !s.Logged(want) {
			t.Errorf("%s: the log does not name %s", path, want)
		}
	}
	if status, body := s.Ask("GET", "/book/quick", ""); status != 200 || !strings.Contains(body, "true") {
		t.Errorf("afterwards an action answers %d %s", status, body)
	}
}
