package response

import (
	"bytes"
	"math"
	"net/http"
	"strings"

	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

// WriteX answers with a payload as res.jsonx does: JSON, or JSONP where the
// route allows it, text as HTML, nothing as the release shows nothing.
func (s *Set) WriteX(x *router.Exchange, status int, p *Payload) error {
	switch p.Kind {
	case None:
		if s.opts.Switches.StatusText {
			return s.WriteStatus(x, status)
		}
		return x.Response.Commit(status, nil)
	case Text:
		return s.WriteText(x, status, p.Body)
	}
	if p.Number != 0 && s.rules().isStatus() {
		return s.WriteStatus(x, p.Number)
	}
	if x.Options != nil && x.Options.Value("jsonp") == true {
		return s.WriteJSONP(x, status, p.Body)
	}
	return s.WriteJSON(x, status, p.Body)
}

// WriteStatus answers with the text of the status, as res.send(404) does; it is empty for
// a status that has none.
func (s *Set) WriteStatus(x *router.Exchange, status int) error {
	text := web.StatusText(status)
	h := x.Response.Header()
	if IsVirtual(x) {
		return s.rules().status(s, x, status, text)
	}
	if status == http.StatusNoContent || status == http.StatusNotModified {
		h.Del("Content-Type")
		return x.Response.Commit(status, []byte{})
	}
	ct := h.Get("Content-Type")
	if ct == "" {
		ct = "text/plain"
	}
	if s.opts.Switches.CharsetOnTyped && (text != "" || !s.rules().isStatus()) {
		ct = withCharset(ct)
	}
	h.Set("Content-Type", ct)
	return x.Response.Commit(status, []byte(text))
}

// WriteText answers with text: HTML unless a content type is set already.
func (s *Set) WriteText(x *router.Exchange, status int, text []byte) error {
	if v, ok := x.Response.(Valuer); ok {
		if len(text) == 0 && s.opts.Switches.SocketFalsy {
			return v.CommitValue(status, []byte(`""`))
		}
		return v.CommitText(status, text)
	}
	h := x.Response.Header()
	switch ct := h.Get("Content-Type"); {
	case ct == "":
		h.Set("Content-Type", "text/html; charset=utf-8")
	case s.opts.Switches.CharsetOnTyped:
		h.Set("Content-Type", withCharset(ct))
	}
	return x.Response.Commit(status, text)
}

// WriteJSON answers with encoded JSON.
func (s *Set) WriteJSON(x *router.Exchange, status int, text []byte) error {
	if v, ok := x.Response.(Valuer); ok {
		return s.rules().value(x, v, status, text)
	}
	h := x.Response.Header()
	switch ct := h.Get("Content-Type"); {
	case ct == "":
		h.Set("Content-Type", "application/json; charset=utf-8")
	case s.opts.Switches.CharsetOnTyped:
		h.Set("Content-Type", withCharset(ct))
	}
	return x.Response.Commit(status, text)
}

// Valuer is a responder that passes values on as they are, without a content
// type that describes them: that of sockets.
type Valuer interface {
	// CommitValue answers with the value that text is the JSON of.
	CommitValue(status int, text []byte) error
	// CommitText answers with text, whatever the content type says; without
	// text there is no body.
	CommitText(status int, text []byte) error
}

// IsVirtual says that x is a request over a socket or of sails.request.
func IsVirtual(x *router.Exchange) bool {
	_, ok := x.Response.(Valuer)
	return ok || x.Request.Socket != ""
}

// NumberIsStatus says that res.json takes a number for the status, as in 0.10 to 0.12 for
// sails.request and sockets. Over sockets only what is a status of HTTP is one, so that
// clients get other numbers.
func (s *Set) NumberIsStatus(x *router.Exchange, number float64) bool {
	if !IsVirtual(x) || !s.rules().isStatus() {
		return false
	}
	return x.Request.Socket == "" || number >= 100 && number < 600 && number == math.Trunc(number)
}

// Literal says that x is a virtual request of 1.x: there a number is a body and no
// status, and answers take no second argument.
func (s *Set) Literal(x *router.Exchange) bool {
	_, ok := x.Response.(Valuer)
	return ok && s.rules().literal()
}

func isFalsy(text []byte) bool {
	switch string(text) {
	case "", "null", "false", "0", `""`:
		return true
	}
	return false
}

// WriteNull answers with null as res.send does: an empty body, but over a socket
// null itself where the release can.
func (s *Set) WriteNull(x *router.Exchange, status int) error {
	if v, ok := x.Response.(Valuer); ok && s.opts.Switches.SocketFalsy {
		return v.CommitValue(status, []byte("null"))
	}
	if IsVirtual(x) {
		return x.Response.Commit(status, nil)
	}
	return x.Response.Commit(status, []byte{}) // a body, which is empty
}

// WriteValue answers with the value that text is the JSON of, which says nothing about
// its type.
func (s *Set) WriteValue(x *router.Exchange, status int, text []byte) error {
	if v, ok := x.Response.(Valuer); ok {
		return v.CommitValue(status, text)
	}
	return s.WriteJSON(x, status, text)
}

// WriteFalse answers with false as res.send does: over a socket it is left out unless the
// release can send it.
func (s *Set) WriteFalse(x *router.Exchange, status int) error {
	if v, ok := x.Response.(Valuer); ok && s.opts.Switches.SocketFalsy {
		return v.CommitValue(status, []byte("false"))
	}
	return s.WriteJSON(x, status, []byte("false"))
}

// WriteBinary answers with bytes of any kind.
func (s *Set) WriteBinary(x *router.Exchange, status int, b []byte) error {
	h := x.Response.Header()
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", "application/octet-stream")
	}
	return x.Response.Commit(status, b)
}

// WriteJSONP answers with encoded JSON, given to the function that the query
// parameter "callback" names; without the parameter it is plain JSON.
func (s *Set) WriteJSONP(x *router.Exchange, status int, text []byte) error {
	h := x.Response.Header()
	name := callbackName(x)
	if s.opts.Switches.JSONPGuard && (name != "" || h.Get("Content-Type") == "") {
		h.Set("X-Content-Type-Options", "nosniff")
	}
	if name == "" {
		if !s.opts.Switches.JSONPGuard {
			h.Del("Content-Type") // the type that was set before does not count
		}
		return s.WriteJSON(x, status, text)
	}
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	var b bytes.Buffer
	b.Grow(len(text) + 2*len(name) + 40)
	if s.opts.Switches.JSONPGuard {
		b.WriteString("/**/ ")
	}
	b.WriteString("typeof " + name + " === 'function' && " + name + "(")
	// U+2028 and U+2029 end a line in JavaScript, not in JSON.
	text = bytes.ReplaceAll(text, []byte("\u2028"), []byte(`\u2028`))
	text = bytes.ReplaceAll(text, []byte("\u2029"), []byte(`\u2029`))
	b.Write(text)
	b.WriteString(");")
	return x.Response.Commit(status, b.Bytes())
}

// callbackName is the requested name of the JSONP callback, reduced to what a
// member expression needs.
func callbackName(x *router.Exchange) string {
	if x.Request.Query == nil {
		return ""
	}
	v := x.Request.Query.Value("callback")
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0]
	}
	name, _ := v.(string)
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9',
			r == '_', r == '$', r == '.', r == '[', r == ']':
			return r
		}
		return -1
	}, name)
}

// withCharset gives a content type the charset of everything we send.
func withCharset(ct string) string {
	mime, params, _ := strings.Cut(ct, ";")
	out := strings.TrimSpace(mime) + "; charset=utf-8"
	for param := range strings.SplitSeq(params, ";") {
		param = strings.TrimSpace(param)
		if param != "" && !strings.HasPrefix(strings.ToLower(param), "charset=") {
			out += "; " + param
		}
	}
	return out
}

// Encode writes a value as this environment's JSON.
func (s *Set) Encode(v any) []byte { return value.AppendIndent(nil, v, s.indent) }
