package virtual

import (
	"mime"
	"net/http"
	"slices"

	"framework/engine/value"
)

// Parts are what acknowledgements leave out; nothing by default.
type Parts struct {
	NoHeaders, NoStatus bool
}

// Kind is what a body is.
type Kind int

const (
	Typed Kind = iota // by the content type: JSON is a value, anything else text
	Value             // the JSON of a value
	Text              // text, whatever the content type says
)

// Answer is the one argument of the acknowledgement: {body, headers,
// statusCode}, without body if there is none. Cookies are not handed on: a page
// must not see them; nor is a type that says JSON of what is a value anyway. Bare
// clients get the body alone, as text.
func (c Client) Answer(status int, h http.Header, body []byte, kind Kind, parts Parts) any {
	if c.Bare {
		return string(body)
	}
	answer := value.New(3)
	content, typed := decoded(h, body, kind)
	if len(body) > 0 {
		answer.Set("body", content)
	}
	if !parts.NoHeaders {
		headers := value.New(len(h))
		names := make([]string, 0, len(h))
		for name := range h {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			switch values := h[name]; {
			case name == "Set-Cookie" || name == "Content-Type" && typed || len(values) == 0:
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

// decoded is a body as its client gets it; typed is set if the content type is
// that of a value.
func decoded(h http.Header, body []byte, kind Kind) (v any, typed bool) {
	if kind == Typed {
		mediaType, _, err := mime.ParseMediaType(h.Get("Content-Type"))
		typed = err == nil && mediaType == "application/json"
	}
	if typed || kind == Value {
		if v, err := value.Parse(body); err == nil {
			return v, typed
		}
	}
	return string(body), false
}
