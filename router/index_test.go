package router

import (
	"fmt"
	"strings"
	"testing"
)

// However many models there are and however deep their prefix is, a path is
// compared with the routes of its own model and those of no model.
func TestIndexLeavesFewCandidates(t *testing.T) {
	for _, prefix := range []string{"", "/api", "/API/v1.0", strings.Repeat("/deep", 20)} {
		var root node
		total := 0
		for _, s := range []string{"/*", "/:any", "r|^/x|", prefix + "/:any/find"} {
			a, err := ParseAddress(s)
			if err != nil {
				t.Fatal(err)
			}
			root.add(a.words(), total)
			total++
		}
		for m := range 1000 {
			for _, tail := range []string{"", "/:id?", "/find/:id?", "/:id/pets"} {
				root.add(Address{Path: fmt.Sprintf("%s/model%d%s", prefix, m, tail)}.words(), total)
				total++
			}
		}
		for path, want := range map[string]int{
			strings.ToUpper(prefix) + "/model7/1": 7, prefix + "/Model999/find/1": 8, prefix + "/other/find": 4, "/nothing/here": 3,
		} {
			if path == "/nothing/here" && prefix == "" {
				want = 4
			}
			got := 0
			for _, list := range root.find(path, nil) {
				got += len(list)
			}
			if got != want {
				t.Errorf("prefix %q: %d candidates of %d for %s, want %d", prefix, got, total, path, want)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"/a": "a", "/a/B/:c/d": "a b", "/a.b/c-d/~e/": "a.b c-d ~e", "/:a/b": "", "/*": "", "/": "", "a/b": "", "ab/c": "",
		"/a/b?": "a", "/a/b+/c": "a", "/a/b(c)": "a", "/a//b": "a", "/a/{2}b": "", "/a/?b": "", "/a|b": "", "/a/^b": "a", "/a/b*": "a",
		`/a/\d`: "a", "/a/b:c": "a", "/%C3%A9/b": "%c3%a9 b",
	} {
		if got := strings.Join((Address{Path: in}).words(), " "); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
