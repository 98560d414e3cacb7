package virtual_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"framework/engine/value"
	"framework/sockets/virtual"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ argument, want string }{
		{`{"method":"post","url":"/user?a=1","headers":{"x-a":"b","n":1},"data":{"z":1,"a":2}}`, `GET /user?a=1 X-A=b {"z":1,"a":2}`},
		{`{"url":"/user","params":{"a":1,"b":2},"data":{"b":3}}`, `GET /user X-A= {"a":1,"b":3}`},
		{`{"url":"/user","params":{"a":1}}`, `GET /user X-A= {"a":1}`},
		{`{"url":"/user","data":[1,2]}`, `GET /user X-A= [1,2]`},
		{`{"url":"/user","data":"text","headers":7}`, `GET /user X-A= null`},
		{`"{\"url\":\"/user\",\"data\":{\"a\":1}}"`, `GET /user X-A= {"a":1}`},
		{`{"url":"http://a.example:1337/user?a=1"}`, `GET /user?a=1 X-A= null`},
		{`{"url":"https://a.example"}`, `GET / X-A= null`},
		{`{"url":"http://a.example?a=1"}`, `GET /?a=1 X-A= null`},
		{`{"url":"http:///user"}`, `GET /user X-A= null`},
		{`{"url":"/user","headers":{"x-a":1.5}}`, `GET /user X-A=1.5 null`},
		{`{"url":"/user","headers":{"x-a":true}}`, `GET /user X-A=true null`},
		{`{"url":"/user","headers":{"x-a":{"b":1}}}`, `GET /user X-A= null`},
		{`"{\"url\":\"/user\",\"data\":[1,2,3,4,5,6,7,8]}"`, `Invalid socket.io message: it has more than 10 values.`},
		{`"garbage"`, `Invalid socket.io message`},
		{`{}`, `No url provided in request: `},
		{`{"url":""}`, `No url provided in request: `},
		{`null`, `No url provided in request: `},
		{`7`, `No url provided in request: `},
		{`{"url":{"a":1}}`, `Invalid url provided: `},
	} {
		argument, err := value.Parse([]byte(test.argument))
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if r, refused := virtual.Parse("get", []any{argument}, value.Limits{Values: 10}); refused != nil {
			got = refused.Details
			if object := refused.Object(); object.Value("code") != "SAILS:HOOK:SOCKETS:PARSE_VIRTUAL_REQ" || object.Value("details") != got {
				t.Errorf("%s: got the object %s", test.argument, value.Append(nil, object))
			}
		} else {
			got = r.Method + " " + r.URL + " X-A=" + r.Header.Get("X-A") + " " + string(value.Append(nil, r.Body))
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.argument, got, test.want)
		}
	}
	if _, refused := virtual.Parse("get", nil, value.Limits{}); refused == nil {
		t.Error("an event without arguments is a request")
	}
	if _, refused := virtual.Parse("get", []any{value.Of("url", "/user"), "no callback"}, value.Limits{}); refused == nil || refused.Details != virtual.NoCallback {
		t.Errorf("a request with something that is no callback: %v", refused)
	}
}

func TestAnswer(t *testing.T) {
	const version = virtual.VersionParameter
	json := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "Set-Cookie": {"a=b"}, "X-Two": {"1", "2"}}
	for _, test := range []struct {
		name   string
		header http.Header
		query  url.Values
		legacy bool
		answer http.Header
		body   string
		parts  virtual.Parts
		want   string
	}{
		{"newest", nil, url.Values{version: {"1.2.1"}}, false, json, `[{"z":1,"a":2}]`, virtual.Parts{}, `{"body":[{"z":1,"a":2}],"headers":{"X-Two":["1","2"]},"statusCode":200}`},
		{"no release named", nil, nil, false, nil, `text`, virtual.Parts{}, `{"body":"text","headers":{},"statusCode":200}`},
		{"nothing", nil, nil, false, nil, ``, virtual.Parts{}, `{"headers":{},"statusCode":200}`},
		{"parts left out", nil, nil, false, json, `1`, virtual.Parts{NoHeaders: true, NoStatus: true}, `{"body":1}`},
		{"0.10 on 0.9", nil, url.Values{version: {"0.10.0"}}, true, nil, `x`, virtual.Parts{}, `{"body":"x","headers":{},"statusCode":200}`},
		{"0.9 by its header", http.Header{http.CanonicalHeaderKey(version): {"0.9.16"}}, url.Values{version: {"1.0.0"}}, true, json, `[1]`, virtual.Parts{}, `"[1]"`},
		{"0.9 without a release", nil, nil, true, json, `[1]`, virtual.Parts{}, `"[1]"`},
		{"a release of nonsense", nil, url.Values{version: {"x"}}, true, json, `[1]`, virtual.Parts{NoHeaders: true}, `{"body":[1],"statusCode":200}`},
		{"0.9 with two numbers", nil, url.Values{version: {"0.9"}}, true, json, `[1]`, virtual.Parts{}, `"[1]"`},
		{"a release of one number", nil, url.Values{version: {"0"}}, true, json, `[1]`, virtual.Parts{NoHeaders: true}, `{"body":[1],"statusCode":200}`},
		{"JSON that is none", nil, nil, false, http.Header{"Content-Type": {"application/json"}}, `{`, virtual.Parts{}, `{"body":"{","headers":{"Content-Type":"application/json"},"statusCode":200}`},
		{"text that could be JSON", nil, nil, false, http.Header{"Content-Type": {"text/html"}}, `1`, virtual.Parts{}, `{"body":"1","headers":{"Content-Type":"text/html"},"statusCode":200}`},
		{"headers in their order", nil, nil, false, http.Header{"X-D": {"4"}, "X-B": {"2"}, "X-A": {"1"}, "X-C": {"3"}, "X-E": {}}, ``, virtual.Parts{}, `{"headers":{"X-A":"1","X-B":"2","X-C":"3","X-D":"4"},"statusCode":200}`},
	} {
		client := virtual.ClientOf(test.header, test.query, test.legacy)
		if got := string(value.Append(nil, client.Answer(200, test.answer, []byte(test.body), virtual.Typed, test.parts))); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestKinds: what is known of a body counts more than its type.
func TestKinds(t *testing.T) {
	for _, tc := range []struct {
		kind              virtual.Kind
		mediaType, answer string
	}{
		{virtual.Typed, "application/json", `{"body":[1],"headers":{},"statusCode":200}`},
		{virtual.Typed, "text/plain", `{"body":"[1]","headers":{"Content-Type":"text/plain"},"statusCode":200}`},
		{virtual.Value, "application/json", `{"body":[1],"headers":{"Content-Type":"application/json"},"statusCode":200}`},
		{virtual.Text, "application/json", `{"body":"[1]","headers":{"Content-Type":"application/json"},"statusCode":200}`},
	} {
		got := virtual.Client{}.Answer(200, http.Header{"Content-Type": {tc.mediaType}}, []byte("[1]"), tc.kind, virtual.Parts{})
		if text := string(value.Append(nil, got)); text != tc.answer {
			t.Errorf("%v, %s: got %s, want %s", tc.kind, tc.mediaType, text, tc.answer)
		}
	}
}

func TestIsMethod(t *testing.T) {
	for event, want := range map[string]bool{"get": true, "head": true, "patch": true, "GET": false, "request": false, "message": false} {
		if virtual.IsMethod(event) != want {
			t.Errorf("%s: %v", event, !want)
		}
	}
}
