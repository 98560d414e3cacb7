package node

import (
	"bytes"
	"strings"

	"github.com/dop251/goja"
)

// maxSafe is Number.MAX_SAFE_INTEGER.
const maxSafe = 1<<53 - 1

// parseFault is an error of the syntax of HTTP with the code that Node has for it. at is how many bytes were read before it was found.
type parseFault struct {
	code, reason string
	at           int
}

func (e *parseFault) Error() string { return "Parse Error: " + e.reason }

// messageHead is what the heads of requests and of responses have in common.
type messageHead struct {
	major, minor  int
	trailers      bool     // it is no head: what frames a message has no meaning
	fields        []string // names and values in turn
	size          int      // of its text
	upgrade, keep bool
	coded         bool  // it has a Transfer-Encoding
	chunked       bool  // the last of which is chunked
	length        int64 // of the body, -1 if it is not known
}

// responseHead is the first line of a response, and its headers.
type responseHead struct {
	messageHead
	status  int
	message string
}

// headRules are how a head is read: limit is how many bytes it may have, and lenient is the option insecureHTTPParser.
type headRules struct {
	limit   int
	lenient bool
}

// parseResponseHead reads the head at the start of b; it is nil where more of it is
// to come.
func parseResponseHead(b []byte, rules headRules) (*responseHead, *parseFault) {
	h, head := &responseHead{messageHead: messageHead{length: -1}}, rules.bounded(b)
	at, fault := h.statusLine(head, rules)
	if at > 0 && fault == nil {
		h.size, fault = h.scan(head, at, rules)
	}
	if h.size == 0 || fault != nil {
		rules.overflown(b, fault, "\r")
		return nil, fault
	}
	h.upgrade = h.upgrade && h.status == 101
	return h, nil
}

// statusLine reads `HTTP/1.1 200 OK`, and returns where the next line begins, 0 where more is to come.
func (h *responseHead) statusLine(b []byte, rules headRules) (next int, fault *parseFault) {
	const form = "HTTP/0.0 000"
	for i, c := range b[:min(len(b), len(form))] {
		if fault := checkProtocol(i, c); fault != nil {
			return 0, fault
		}
		switch {
		case i == 8 && !knownVersion(b[5:8]) && !rules.lenient:
			return 0, &parseFault{"HPE_INVALID_VERSION", "Invalid HTTP version", i}
		case i == 8 && c != ' ':
			return 0, &parseFault{"HPE_INVALID_VERSION", "Expected space after version", i}
		case i > 8 && !isDigit(c):
			return 0, &parseFault{"HPE_INVALID_STATUS", "Invalid status code", i}
		case i > 8:
			h.status = 10*h.status + int(c-'0')
		}
	}
	if len(b) <= len(form) {
		return 0, nil
	}
	h.major, h.minor = int(b[5]-'0'), int(b[7]-'0')
	if c := b[len(form)]; c != ' ' && c != '\r' && c != '\n' {
		return 0, &parseFault{"HPE_INVALID_STATUS", "Invalid response status", len(form)}
	}
	end := bytes.IndexAny(b, "\r\n")
	if end < 0 || b[end] == '\r' && end+1 == len(b) {
		return 0, rules.overflow(b)
	}
	h.message = latin1(b[min(len(form)+1, end):end])
	switch {
	case b[end] == '\n':
		if !rules.lenient {
			return 0, &parseFault{"HPE_CR_EXPECTED", "Missing expected CR after response line", end + 1}
		}
		return end + 1, nil
	case b[end+1] == '\n':
		return end + 2, nil
	case rules.lenient:
		return end + 1, nil
	}
	return 0, &parseFault{"HPE_STRICT", "Expected LF after CR", end + 1}
}

// checkProtocol checks the byte at i of `HTTP/1.1`; it takes any behind that.
func checkProtocol(i int, c byte) *parseFault {
	switch {
	case i < 5 && c != "HTTP/"[i]:
		return &parseFault{"HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/", i}
	case i == 5 && !isDigit(c):
		return &parseFault{"HPE_INVALID_VERSION", "Invalid major version", i}
	case i == 6 && c != '.':
		return &parseFault{"HPE_INVALID_VERSION", "Expected dot", i}
	case i == 7 && !isDigit(c):
		return &parseFault{"HPE_INVALID_VERSION", "Invalid minor version", i}
	}
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// knownVersion reports whether text is a version of HTTP.
func knownVersion(text []byte) bool {
	switch string(text) {
	case "0.9", "1.0", "1.1", "2.0":
		return true
	}
	return false
}

// validHeaderName reports whether s is a token of HTTP.
func validHeaderName(s string) bool {
	for i := range len(s) {
		if !isToken(s[i]) {
			return false
		}
	}
	return s != ""
}

// validHeaderValue reports whether the characters of s are those of a value.
func validHeaderValue(s string) bool {
	for _, c := range s {
		if c != '\t' && (c < ' ' || c == 0x7f || c > 0xff) {
			return false
		}
	}
	return true
}

// latin1 converts bytes to the characters of these numbers.
func latin1[T string | []byte](b T) string {
	for i := range len(b) {
		if b[i] >= 0x80 {
			out := make([]rune, len(b))
			for i := range len(b) {
				out[i] = rune(b[i])
			}
			return string(out)
		}
	}
	return string(b)
}

// singleHeaders are those of which the first value counts; the values of others are joined.
var singleHeaders = map[string]bool{
	"age": true, "authorization": true, "content-length": true, "content-type": true, "etag": true, "expires": true, "from": true, "host": true,
	"if-modified-since": true, "if-unmodified-since": true, "last-modified": true, "location": true, "max-forwards": true, "proxy-authorization": true,
	"referer": true, "retry-after": true, "server": true, "user-agent": true,
}

// headersOf makes the headers of an IncomingMessage of names and values in turn.
func (h *host) headersOf(fields []string) *goja.Object {
	rt := h.realm.Runtime()
	out := rt.NewObject()
	joined := make(map[string]any, len(fields)/2)
	names := make([]string, 0, len(fields)/2)
	for i := 0; i+1 < len(fields); i += 2 {
		name, v := strings.ToLower(fields[i]), fields[i+1]
		had, again := joined[name]
		switch {
		case name == "set-cookie":
			list, _ := had.([]any)
			joined[name] = append(list, v)
		case !again:
			joined[name] = v
		case name == "cookie":
			joined[name] = had.(string) + "; " + v
		case !singleHeaders[name]:
			joined[name] = had.(string) + ", " + v
		}
		if !again {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if list, ok := joined[name].([]any); ok {
			_ = out.Set(name, h.realm.ToJS(list)) // does not fail on a new object
			continue
		}
		_ = out.Set(name, rt.ToValue(joined[name]))
	}
	return out
}

// flatFields makes rawHeaders.
func (h *host) flatFields(fields []string) goja.Value {
	rt := h.realm.Runtime()
	list := make([]any, len(fields))
	for i, f := range fields {
		list[i] = rt.ToValue(f)
	}
	return rt.NewArray(list...)
}

// httpParseNatives are the native functions of httpparse.js: head(bytes, limit, lenient) returns
// undefined where more is to come, or a list of what httpparse.js names; trailers(bytes, limit, lenient)
// is the number of their bytes, with the list of their names and values. The member bytesParsed of their
// errors counts from the beginning of the bytes.
func httpParseNatives(h *host) map[string]any {
	rt := h.realm.Runtime()
	throw := func(fault *parseFault) {
		e := h.errorWith("Error", "", "%s", fault.Error())
		_ = e.Set("bytesParsed", fault.at)
		_ = e.Set("code", fault.code)
		_ = e.Set("reason", fault.reason)
		panic(e)
	}
	rules := func(call goja.FunctionCall) headRules {
		return headRules{limit: int(call.Argument(1).ToInteger()), lenient: call.Argument(2).ToBoolean()}
	}
	return map[string]any{
		"head": func(call goja.FunctionCall) goja.Value {
			head, fault := parseResponseHead(h.bytes(call.Argument(0)), rules(call))
			if fault != nil {
				throw(fault)
			}
			if head == nil {
				return goja.Undefined()
			}
			return rt.NewArray(
				head.size, head.major, head.minor, head.status, rt.ToValue(head.message), h.flatFields(head.fields), h.headersOf(head.fields),
				head.upgrade, head.keep, head.chunked, head.length, head.coded,
			)
		},
		// requestHead is the same for requests.
		"requestHead": func(call goja.FunctionCall) goja.Value {
			head, fault := parseRequestHead(h.bytes(call.Argument(0)), rules(call))
			if fault != nil {
				throw(fault)
			}
			if head == nil {
				return goja.Undefined()
			}
			return rt.NewArray(
				head.size, head.major, head.minor, rt.ToValue(head.method), rt.ToValue(head.url), h.flatFields(head.fields), h.headersOf(head.fields),
				head.upgrade, head.keep, head.chunked, head.length, head.coded,
			)
		},
		// chunk is where a chunk begins, and its size.
		"chunk": func(call goja.FunctionCall) goja.Value {
			next, size, fault := chunkSize(h.bytes(call.Argument(0)), rules(call))
			if fault != nil {
				throw(fault)
			}
			if next == 0 {
				return goja.Undefined()
			}
			return rt.NewArray(next, size)
		},
		"trailers": func(call goja.FunctionCall) goja.Value {
			head := messageHead{trailers: true}
			r := rules(call)
			size, fault := head.scan(r.bounded(h.bytes(call.Argument(0))), 0, r)
			if fault != nil {
				throw(fault)
			}
			if size == 0 {
				return goja.Undefined()
			}
			return rt.NewArray(size, h.flatFields(head.fields))
		},
	}
}

// headerNatives check names and values for http.js, and make the headers of a message of names and values in turn.
func headerNatives(h *host, natives map[string]any) {
	rt := h.realm.Runtime()
	natives["validName"] = func(call goja.FunctionCall) goja.Value {
		name, ok := call.Argument(0).(goja.String)
		return rt.ToValue(ok && validHeaderName(name.String()))
	}
	natives["validValue"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(validHeaderValue(call.Argument(0).String()))
	}
	natives["headers"] = func(call goja.FunctionCall) goja.Value {
		list, _ := call.Argument(0).Export().([]any)
		fields := make([]string, len(list))
		for i, v := range list {
			fields[i], _ = v.(string)
		}
		return h.headersOf(fields)
	}
}
