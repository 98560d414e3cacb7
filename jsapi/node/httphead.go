package node

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// maxHead is how long the head of a response may be, in bytes, and trailers.
const maxHead = 16 << 10

// maxSafe is Number.MAX_SAFE_INTEGER.
const maxSafe = 1<<53 - 1

// parseFault is an error of the syntax of HTTP with the code that Node has for it.
type parseFault struct{ code, reason string }

func (e *parseFault) Error() string { return "Parse Error: " + e.reason }

// messageHead is what the heads of requests and of responses have in common.
type messageHead struct {
	major, minor  int
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

// parseResponseHead reads the head at the start of b; it is nil where more of it is
// to come.
func parseResponseHead(b []byte) (*responseHead, *parseFault) {
	if const5 := min(len(b), 5); string(b[:const5]) != "HTTP/"[:const5] {
		return nil, &parseFault{"HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/"}
	}
	if feed := bytes.IndexByte(b, '\n'); feed == 0 || feed > 0 && b[feed-1] != '\r' {
		return nil, &parseFault{"HPE_CR_EXPECTED", "Missing expected CR after response line"}
	}
	line, rest, size, fault := splitHead(b, maxHead)
	if size == 0 || fault != nil {
		return nil, fault
	}
	h := &responseHead{messageHead: messageHead{size: size, length: -1}}
	if !h.statusLine(line) {
		return nil, &parseFault{"HPE_INVALID_STATUS", "Invalid status code"}
	}
	if h.fields, fault = parseFields(rest); fault != nil {
		return nil, fault
	}
	fault = h.framing()
	h.upgrade = h.upgrade && h.status == 101
	return h, fault
}

// splitHead finds the first line and the lines of headers of a head of at most limit bytes. Size is that of the
// head with the empty line, 0 where more of it is to come.
func splitHead(b []byte, limit int) (line, fields string, size int, fault *parseFault) {
	const mark = "\r\n\r\n"
	end := bytes.Index(b, []byte(mark))
	if end > limit || end < 0 && len(b)-len(mark) > limit {
		return "", "", 0, &parseFault{"HPE_HEADER_OVERFLOW", "Header overflow"}
	}
	if end < 0 {
		return "", "", 0, nil
	}
	line, fields, _ = strings.Cut(latin1(b[:end]), "\r\n")
	return line, fields, end + len(mark), nil
}

// statusLine reads `HTTP/1.1 200 OK`.
func (h *responseHead) statusLine(line string) bool {
	digit := func(at int) (int, bool) {
		if at >= len(line) || line[at] < '0' || line[at] > '9' {
			return 0, false
		}
		return int(line[at] - '0'), true
	}
	for _, p := range []struct {
		at int
		to *int
	}{{5, &h.major}, {7, &h.minor}, {9, &h.status}, {10, &h.status}, {11, &h.status}} {
		n, ok := digit(p.at)
		if !ok {
			return false
		}
		*p.to = *p.to*10 + n
	}
	if line[6] != '.' || line[8] != ' ' || len(line) > 12 && line[12] != ' ' || strings.ContainsAny(line, "\r\n") {
		return false
	}
	if len(line) > 13 {
		h.message = line[13:]
	}
	return true
}

// framing reads the headers that say how long the body is, and what follows it.
func (h *messageHead) framing() *parseFault {
	var lengths, coded, connection []string
	upgrade := false
	for i := 0; i < len(h.fields); i += 2 {
		switch v := h.fields[i+1]; strings.ToLower(h.fields[i]) {
		case "content-length":
			lengths = append(lengths, v)
		case "transfer-encoding":
			coded = appendTokens(coded, v)
		case "connection":
			connection = appendTokens(connection, v)
		case "upgrade":
			upgrade = true
		}
	}
	has := func(token string) bool {
		for _, t := range connection {
			if t == token {
				return true
			}
		}
		return false
	}
	h.coded = len(coded) > 0
	h.chunked = h.coded && coded[len(coded)-1] == "chunked"
	h.upgrade = upgrade && has("upgrade")
	h.keep = !has("close") && (h.minor > 0 || has("keep-alive"))
	switch {
	case len(lengths) == 0:
		return nil
	case len(lengths) > 1:
		return &parseFault{"HPE_UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length"}
	case h.coded:
		return &parseFault{"HPE_INVALID_TRANSFER_ENCODING", "Transfer-Encoding can't be present with Content-Length"}
	case lengths[0] == "":
		return &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Empty Content-Length"}
	case strings.Trim(lengths[0], "0123456789") != "":
		return &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Invalid character in Content-Length"}
	}
	n, err := strconv.ParseInt(lengths[0], 10, 64)
	if err != nil || n > maxSafe {
		return &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Content-Length overflow"}
	}
	h.length = n
	return nil
}

func appendTokens(list []string, v string) []string {
	for t := range strings.SplitSeq(strings.ToLower(v), ",") {
		if t = strings.TrimSpace(t); t != "" {
			list = append(list, t)
		}
	}
	return list
}

// parseFields reads the lines of a head or of trailers to names and values in turn.
func parseFields(text string) ([]string, *parseFault) {
	if text == "" {
		return nil, nil
	}
	out := make([]string, 0, 2*(strings.Count(text, "\r\n")+1))
	for line := range strings.SplitSeq(text, "\r\n") {
		if line != "" && (line[0] == ' ' || line[0] == '\t') {
			return nil, &parseFault{"HPE_INVALID_HEADER_TOKEN", "Unexpected whitespace after header value"}
		}
		name, v, ok := strings.Cut(line, ":")
		if !ok || !validHeaderName(name) {
			return nil, &parseFault{"HPE_INVALID_HEADER_TOKEN", "Invalid header token"}
		}
		if v = strings.Trim(v, " \t"); !validHeaderValue(v) {
			return nil, &parseFault{"HPE_INVALID_HEADER_TOKEN", "Invalid header value char"}
		}
		out = append(out, name, v)
	}
	return out, nil
}

// validHeaderName reports whether s is a token of HTTP.
func validHeaderName(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0:
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
func latin1(b []byte) string {
	for _, c := range b {
		if c >= 0x80 {
			out := make([]rune, len(b))
			for i, c := range b {
				out[i] = rune(c)
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

// httpParseNatives are the native functions of httpparse.js: head(bytes) returns undefined
// where more is to come, or a list of what httpparse.js names; trailers(bytes) is the list of
// their names and values.
func httpParseNatives(h *host) map[string]any {
	rt := h.realm.Runtime()
	throw := func(fault *parseFault) {
		e := h.errorWith("Error", fault.code, "%s", fault.Error())
		_ = e.Set("reason", fault.reason)
		panic(e)
	}
	return map[string]any{
		"head": func(call goja.FunctionCall) goja.Value {
			head, fault := parseResponseHead(h.bytes(call.Argument(0)))
			if fault != nil {
				throw(fault)
			}
			if head == nil {
				return goja.Undefined()
			}
			return rt.NewArray(
				head.size, head.major, head.minor, head.status, rt.ToValue(head.message), h.flatFields(head.fields), h.headersOf(head.fields),
				head.upgrade, head.keep, head.chunked, head.length,
			)
		},
		// requestHead(bytes, limit) is the same for requests.
		"requestHead": func(call goja.FunctionCall) goja.Value {
			head, fault := parseRequestHead(h.bytes(call.Argument(0)), int(call.Argument(1).ToInteger()))
			if fault != nil {
				throw(fault)
			}
			if head == nil {
				return goja.Undefined()
			}
			return rt.NewArray(
				head.size, head.major, head.minor, rt.ToValue(head.method), rt.ToValue(head.url), h.flatFields(head.fields), h.headersOf(head.fields),
				head.upgrade, head.keep, head.chunked, head.length,
			)
		},
		"trailers": func(call goja.FunctionCall) goja.Value {
			fields, fault := parseFields(latin1(h.bytes(call.Argument(0))))
			if fault != nil {
				throw(fault)
			}
			return h.flatFields(fields)
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
