package response_test

import (
	"errors"
	"fmt"
	"testing"

	"framework/engine/profile/answers"
	"framework/engine/response"
	"framework/engine/value"
	"framework/router"
)

var sails1 = answers.Modern().Response

// The expected values are those of 1.5.18.
func TestModernResponses(t *testing.T) {
	const jsonType, textType, htmlType = "application/json; charset=utf-8|", "text/plain; charset=utf-8|", "text/html; charset=utf-8|"
	none := value.Undefined{}
	object := value.Of("a", int64(1))
	pages := views{"404": "", "500": ""}
	for _, tt := range []struct {
		name       string
		data       any
		accept     string
		dev        string
		production string
	}{
		{"ok", none, "*/*", "200 " + textType + "OK", ""},
		{"ok", "text", "*/*", "200 " + jsonType + `"text"`, ""},
		{"ok", object, "text/html", "200 " + jsonType + "{\n  \"a\": 1\n}", "200 " + jsonType + `{"a":1}`},
		{"ok", errors.New("boom"), "*/*", "200 " + htmlType + "Error: boom", "200 " + textType + "OK"},
		{"badRequest", none, "*/*", "400 " + textType + "Bad Request", ""},
		{"badRequest", object, "*/*", "400 " + jsonType + "{\n  \"a\": 1\n}", "400 " + jsonType + `{"a":1}`},
		{"badRequest", errors.New("boom"), "*/*", "400 " + htmlType + "Error: boom", "400 " + textType + "Bad Request"},
		{"forbidden", object, "text/html", "403 " + textType + "Forbidden", ""},
		{"notFound", object, "*/*", "404 " + textType + "Not Found", ""},
		{"notFound", object, "text/html", "404 " + htmlType + "404 with <nil>", ""},
		{"serverError", none, "*/*", "500 " + textType + "Internal Server Error", ""},
		{"serverError", "text", "*/*", "500 " + jsonType + `"text"`, "500 " + textType + "Internal Server Error"},
		{"serverError", object, "*/*", "500 " + jsonType + "{\n  \"a\": 1\n}", "500 " + textType + "Internal Server Error"},
		{"serverError", errors.New("boom"), "*/*", "500 " + htmlType + "Error: boom", "500 " + textType + "Internal Server Error"},
		{"serverError", object, "text/html", "500 " + htmlType + "500 with <nil>", ""},
		{"negotiate", &router.Error{Status: 404, Message: "gone"}, "*/*", "404 " + textType + "Not Found", ""},
		{"negotiate", errors.New("boom"), "*/*", "500 " + htmlType + "Error: boom", ""},
		{"created", object, "*/*", "error", "error"},
	} {
		for production, want := range map[bool]string{false: tt.dev, true: tt.production} {
			if want == "" {
				continue
			}
			t.Run(fmt.Sprintf("%s(%v) for %s, production %v", tt.name, tt.data, tt.accept, production), func(t *testing.T) {
				x, rec := exchange(tt.accept)
				_, err := response.New(response.Options{Switches: sails1, Production: production, Views: pages}).Respond(x, tt.name, tt.data)
				if got := rec.String(); err == nil && got != want || err != nil && want != "error" {
					t.Errorf("got  %q, %v\nwant %q", got, err, want)
				}
			})
		}
	}
}
