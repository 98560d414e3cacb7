package virtual_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"framework/engine/value"
	"framework/sockets/virtual"
)

// FuzzParse: an event is a request, whose parts are of the types that handlers
// count on, or an error that the client can be sent.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`[{"url":"/a?b=1","data":{"c":[1]},"params":{"c":2},"headers":{"x-a":"1","B":2}}]`, `["{\"url\":\"/a\"}"]`, `[{"url":"http://host?x"}]`,
		`[]`, `[{"url":"/"},1]`, `[{"url":[]}]`, `["["]`, `[{"url":"https://","headers":{"":true,"\n":"\r"}}]`, `[null]`,
	} {
		f.Add("get", []byte(s))
	}
	f.Fuzz(func(t *testing.T, event string, text []byte) {
		v, err := value.Parse(text)
		args, ok := v.([]any)
		if err != nil || !ok {
			return
		}
		r, failed := virtual.Parse(event, args, value.Limits{Values: 100})
		if (r == nil) == (failed == nil) {
			t.Fatalf("%s: request %v, error %v", text, r, failed)
		}
		if failed != nil {
			if _, err := value.Parse(value.Append(nil, failed.Object())); err != nil || failed.Details == "" {
				t.Errorf("%s: the error %v cannot be sent: %v", text, failed, err)
			}
			return
		}
		if r.Header == nil || r.Method != strings.ToUpper(event) {
			t.Errorf("%s: %+v", text, r)
		}
		switch r.Body.(type) {
		case nil, *value.Map, []any:
		default:
			t.Errorf("%s: the body is %T", text, r.Body)
		}
	})
}

// FuzzClientOf: every version is read, and answers can be given to who says it.
func FuzzClientOf(f *testing.F) {
	for _, s := range []string{"0.9.0", "0.10", "1.2.1", "x", "0.-1", ".", "99999999999999999999.1"} {
		f.Add(s, s, true, []byte(`{"a":1}`))
	}
	f.Fuzz(func(t *testing.T, header, query string, legacy bool, body []byte) {
		h := http.Header{"Content-Type": {"application/json"}}
		h.Set(virtual.VersionParameter, header)
		values, _ := url.ParseQuery(query) // with what of it can be read
		c := virtual.ClientOf(h, values, legacy)
		for _, kind := range []virtual.Kind{virtual.Typed, virtual.Value, virtual.Text} {
			answer := c.Answer(http.StatusOK, h, body, kind, virtual.Parts{})
			if _, err := value.Parse(value.Append(nil, answer)); err != nil {
				t.Errorf("%q %q: the answer is no JSON: %v", header, query, err)
			}
		}
	})
}
