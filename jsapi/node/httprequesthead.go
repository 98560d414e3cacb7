package node

import (
	"bytes"

	"framework/engine/web"
)

// requestHead is the first line of a request, and its headers.
type requestHead struct {
	messageHead
	method, url string
}

var knownMethods = web.Methods()

// streamMethods are those of RTSP and others, which a reader of HTTP recognizes for as long as the word goes on.
var streamMethods = []string{"ANNOUNCE", "DESCRIBE", "FLUSH", "GET_PARAMETER", "PAUSE", "PLAY", "PRI", "RECORD", "REDIRECT", "SET_PARAMETER", "SETUP", "SOURCE", "TEARDOWN"}

// parseRequestHead reads the head at the start of b; it is nil where more of it is to come. Which faults it finds, and
// their words, are those of llhttp in Node 20.
func parseRequestHead(b []byte, rules headRules) (*requestHead, *parseFault) {
	blank := len(b) - len(bytes.TrimLeft(b, "\r\n")) // empty lines between requests
	b = b[blank:]
	h, head, ends := &requestHead{messageHead: messageHead{length: -1}}, rules.bounded(b), " \r"
	at, fault := h.requestLine(head, rules)
	if at > 0 && fault == nil {
		ends = "\r"
		h.size, fault = h.scan(head, at, rules)
	}
	if fault != nil {
		rules.overflown(b, fault, ends)
		fault.at += blank
	}
	if h.size == 0 || fault != nil {
		return nil, fault
	}
	h.size += blank
	h.upgrade = h.upgrade || h.method == "CONNECT"
	return h, nil
}

// requestLine reads `GET /path HTTP/1.1`, and returns where the next line begins, 0 where more is to come. The version
// may be left out, as in HTTP 0.9.
func (h *requestHead) requestLine(b []byte, rules headRules) (next int, fault *parseFault) {
	line, whole := b, false
	if end := bytes.IndexByte(b, '\n'); end >= 0 && (rules.lenient || end > 0 && b[end-1] == '\r') {
		line, whole = b[:end+1], true
	}
	method := len(line)
	if i := bytes.IndexByte(line, ' '); i >= 0 {
		method = i
	}
	if known := matched(line[:method]); !known.whole && (known.bytes < method || method < len(line) || whole) {
		return 0, &parseFault{"HPE_INVALID_METHOD", "Invalid method encountered", known.bytes}
	}
	h.method = string(line[:method])
	from := min(method+1, len(line))
	for from < len(line) && line[from] == ' ' {
		from++
	}
	var to int
	versioned := false
	if i := bytes.IndexByte(line[from:], ' '); i >= 0 {
		to, versioned = from+i, true
	} else {
		to = from + len(bytes.TrimRight(line[from:], "\r\n")) // the end of the line, or the beginning of that
	}
	url := line[from:to]
	if fault := checkTarget(url, h.method, versioned || whole); fault != nil {
		fault.at += from
		return 0, fault
	}
	if to > rules.limit && (versioned || whole) {
		return 0, &parseFault{"HPE_HEADER_OVERFLOW", "Header overflow", to}
	}
	h.minor = 9
	if versioned {
		if fault := checkVersion(line[to+1:], whole, rules.lenient); fault != nil {
			fault.at += to + 1
			return 0, fault
		}
	}
	if !whole {
		return 0, rules.overflow(b)
	}
	h.url = latin1(url)
	if versioned {
		h.major, h.minor = int(line[to+6]-'0'), int(line[to+8]-'0')
	}
	return len(line), nil
}

// match is how far a word is that of a method, and whether it is one.
type match struct {
	bytes int
	whole bool
}

func matched(word []byte) (m match) {
	count := func(method string) int {
		n := 0
		for n < len(word) && n < len(method) && word[n] == method[n] {
			n++
		}
		return n
	}
	for _, method := range knownMethods {
		n := count(method)
		m.bytes, m.whole = max(m.bytes, n), m.whole || n == len(word) && n == len(method)
	}
	for _, method := range streamMethods {
		m.bytes = max(m.bytes, count(method))
	}
	return m
}

// checkVersion checks `HTTP/1.1` and the end of its line, as far as they have come.
func checkVersion(version []byte, whole, lenient bool) *parseFault {
	const form = "HTTP/0.0\r\n"
	for i, c := range version[:min(len(version), len(form))] {
		if fault := checkProtocol(i, c); fault != nil {
			return fault
		}
		switch {
		case i == 7 && !lenient && !knownVersion(version[5:8]):
			return &parseFault{"HPE_INVALID_VERSION", "Invalid HTTP version", i + 1}
		case i == 8 && c == '\n':
			if lenient {
				return nil
			}
			return &parseFault{"HPE_INVALID_VERSION", "Expected CRLF after version", i + 1}
		case i > 7 && c != form[i]:
			return &parseFault{"HPE_INVALID_VERSION", "Expected CRLF after version", i}
		}
	}
	if whole && len(version) < len("HTTP/0.0\n") {
		return &parseFault{"HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/", 0}
	}
	return nil
}

// checkTarget checks the characters of what a request is for; ended says that another byte follows it.
func checkTarget(url []byte, method string, ended bool) *parseFault {
	letter, colon := false, false
	for i, c := range url {
		if i == 0 {
			letter = 'a' <= c|0x20 && c|0x20 <= 'z'
		}
		colon = colon || c == ':'
		schema := method != "CONNECT" && url[0] != '/' && url[0] != '*'
		switch {
		case c == '\t' || c == '\f':
			return &parseFault{"HPE_INVALID_URL", "Invalid characters in url", i + 1}
		case c <= ' ' || c >= 0x7f:
			return &parseFault{"HPE_INVALID_URL", "Invalid char in url path", i}
		case i == 0 && schema && !letter:
			return &parseFault{"HPE_INVALID_URL", "Unexpected start char in url", i}
		case i > 0 && schema && !colon && (c|0x20 < 'a' || c|0x20 > 'z'):
			return &parseFault{"HPE_INVALID_URL", "Unexpected char in url schema", i}
		}
	}
	if ended && letter && !colon && method != "CONNECT" {
		return &parseFault{"HPE_INVALID_URL", "Invalid characters in url", len(url) + 1}
	}
	return nil
}
