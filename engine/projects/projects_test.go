package projects_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"framework/engine/enginetest"

	"golang.org/x/tools/txtar"
)

// TestProjects serves each project of testdata/projects and plays the script
// that stands in front of its files. A script has requests at the margin and
// what is expected of their answers indented below:
//
//	POST /pet {"name":"Rex"}
//	    201 {"name":"Rex","id":1}
//	    header Content-Type application/json; charset=utf-8
//
// A body is JSON (compared as a value, createdAt and updatedAt left out), a
// /regular expression/, or absent when it does not matter. Lines between a
// request and its answer that begin with + are headers to send. What follows
// # is a remark.
func TestProjects(t *testing.T) {
	files, err := filepath.Glob("testdata/projects/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no projects: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			play(t, file, enginetest.Serve(t, archive.Files), string(archive.Comment))
		})
	}
}

type scripted struct {
	line         int
	method, path string
	body         string
	headers      []string // name, value, …
	expected     []string
}

var requestLine = regexp.MustCompile(`^([A-Z]+) (\S+)(?: (.*))?$`)

func parseScript(t *testing.T, file, script string) []scripted {
	t.Helper()
	var list []scripted
	for n, line := range strings.Split(script, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
		case line[0] == ' ' || line[0] == '\t':
			if len(list) == 0 {
				t.Fatalf("%s:%d: an answer without a request", file, n+1)
			}
			last := &list[len(list)-1]
			if h, ok := strings.CutPrefix(trimmed, "+"); ok {
				name, val, _ := strings.Cut(strings.TrimSpace(h), " ")
				last.headers = append(last.headers, name, val)
				continue
			}
			last.expected = append(last.expected, trimmed)
		default:
			m := requestLine.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("%s:%d: no request: %s", file, n+1, line)
			}
			list = append(list, scripted{line: n + 1, method: m[1], path: m[2], body: m[3]})
		}
	}
	return list
}

func play(t *testing.T, file string, server *httptest.Server, script string) {
	t.Helper()
	playAs(t, &http.Client{}, file, server, script)
}

// playAs is play with a client of the caller's.
func playAs(t *testing.T, client *http.Client, file string, server *httptest.Server, script string) {
	t.Helper()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for _, s := range parseScript(t, file, script) {
		req, err := http.NewRequest(s.method, server.URL+s.path, strings.NewReader(s.body))
		if err != nil {
			t.Fatalf("%s:%d: %v", file, s.line, err)
		}
		if s.body != "" {
			req.Header.Set("Content-Type", "application/json")
		}
		for i := 0; i < len(s.headers); i += 2 {
			req.Header.Set(s.headers[i], s.headers[i+1])
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, s.line, err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatalf("%s:%d: %v", file, s.line, err)
		}
		for _, want := range s.expected {
			if problem := check(want, res, string(body)); problem != "" {
				t.Errorf("%s:%d: %s %s: %s", file, s.line, s.method, s.path, problem)
			}
		}
	}
}

// check says how an answer differs from what a line expects.
func check(want string, res *http.Response, body string) string {
	if rest, ok := strings.CutPrefix(want, "header "); ok {
		name, val, _ := strings.Cut(rest, " ")
		if got := res.Header.Get(name); got != val {
			return fmt.Sprintf("header %s is %q, want %q", name, got, val)
		}
		return ""
	}
	status, text, _ := strings.Cut(want, " ")
	if fmt.Sprint(res.StatusCode) != status {
		return fmt.Sprintf("answered %d, want %s: %.500s", res.StatusCode, status, body)
	}
	switch {
	case text == "":
		return ""
	case strings.HasPrefix(text, "/") && strings.HasSuffix(text, "/"):
		if !regexp.MustCompile(text[1 : len(text)-1]).MatchString(body) {
			return fmt.Sprintf("the body does not match %s: %.500s", text, body)
		}
		return ""
	}
	var expected, got any
	if err := json.Unmarshal([]byte(text), &expected); err != nil {
		return fmt.Sprintf("the script expects no JSON: %v", err)
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		return fmt.Sprintf("the body is no JSON: %.500s", body)
	}
	if !reflect.DeepEqual(withoutDates(expected), withoutDates(got)) {
		compact, _ := json.Marshal(got)
		return fmt.Sprintf("got %s, want %s", compact, text)
	}
	return ""
}

func withoutDates(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "createdAt")
		delete(v, "updatedAt")
		for k := range v {
			v[k] = withoutDates(v[k])
		}
	case []any:
		for i := range v {
			v[i] = withoutDates(v[i])
		}
	}
	return v
}
