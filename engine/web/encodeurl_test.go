package web_test

import (
	"testing"

	"framework/engine/web"
)

func TestEncodeURL(t *testing.T) {
	for in, want := range map[string]string{
		"/plain?a=1&b=[2]#x": "/plain?a=1&b=[2]#x",
		"/a b?c=d e":         "/a%20b?c=d%20e",
		"/a%20b%zz%":         "/a%20b%25zz%25",
		"/ü\n\"<>`{}":        "/%C3%BC%0A%22%3C%3E%60%7B%7D",
		"http://x.y/~'()*!":  "http://x.y/~'()*!",
		"":                   "",
	} {
		if got := web.EncodeURL(in); got != want {
			t.Errorf("EncodeURL(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestStatusText(t *testing.T) {
	for status, want := range map[int]string{200: "OK", 413: "Payload Too Large", 414: "URI Too Long", 418: "I'm a Teapot", 999: ""} {
		if got := web.StatusText(status); got != want {
			t.Errorf("%d: got %q, want %q", status, got, want)
		}
	}
}
