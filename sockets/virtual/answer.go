package virtual

import (
	"mime"
	"net/http"
	"slices"

	"framework/engine/ordered"
)

// Parts are what acknowledgements leave out; nothing by default.
type Parts struct {
	NoHeaders, NoStatus bool
}

// Answer is the one argument of the acknowledgement: {body, headers,
// statusCode}, without body if there is none. JSON, which the content type says,
// becomes a value, anything else a string. Cookies are not handed on: a page
// must not see them; nor is the type of JSON, as the value tells it. Bare clients get the body alone, as text.
func (c Client) Answer(status int, h http.Header, body []byte, parts Parts) any {
	if c.Bare {
		return string(body)
	}
	answer := ordered.New(3)
	content, isJSON := value(h, body)
	if len(body) > 0 {
		answer.Set("body", content)
	}
	if !parts.NoHeaders {
		headers := ordered.New(len(h))
		names := make([]string, 0, len(h))
		for name := range h {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			switch values := h[name]; {
			case name == "Set-Cookie" || name == "Content-Type" && isJSON || len(values) == 0:
			case len(values) == 1:
				headers.Set(name, values[0])
			default:
				list := make([]any, len(values))
				for i, v := range values {
					list[i] = v
				}
				headers.Set(name, list)
			}
		}
		answer.Set("headers", headers)
	}
	if !parts.NoStatus {
		answer.Set("statusCode", int64(status))
	}
	return answer
}

func value(h http.Header, body []byte) (v any, isJSON bool) {
	if kind, _, err := mime.ParseMediaType(h.Get("Content-Type")); err == nil && kind == "application/json" {
		if v, err := ordered.Parse(body); err == nil {
			return v, true
		}
	}
	return string(body), false
}
