package node

import (
	"bytes"
	"slices"
	"strings"

	"framework/engine/web"
)

// requestHead is the first line of a request, and its headers.
type requestHead struct {
	messageHead
	method, url string
}

var knownMethods = web.Methods()

// parseRequestHead reads the head at the start of b, which has at most limit bytes; it is nil where
// more of it is to come. Which faults it finds, and their words, are those of llhttp in Node 20.
func parseRequestHead(b []byte, limit int) (*requestHead, *parseFault) {
	blank := len(b) - len(bytes.TrimLeft(b, "\r\n")) // empty lines between requests
	b = b[blank:]
	if fault := checkRequestLine(b); fault != nil {
		return nil, fault
	}
	line, rest, size, fault := splitHead(b, limit)
	if size == 0 || fault != nil {
		return nil, fault
	}
	h := &requestHead{messageHead: messageHead{size: blank + size, length: -1}}
	h.method, line, _ = strings.Cut(line, " ")
	var version string
	var versioned bool
	h.url, version, versioned = strings.Cut(strings.TrimLeft(line, " "), " ")
	h.minor = 9
	if versioned {
		h.major, h.minor = int(version[5]-'0'), int(version[7]-'0')
	}
	if h.fields, fault = parseFields(rest); fault != nil {
		return nil, fault
	}
	if fault = h.framing(); fault != nil {
		return nil, fault
	}
	if h.coded && !h.chunked {
		return nil, &parseFault{"HPE_INVALID_TRANSFER_ENCODING", "Request has invalid `Transfer-Encoding`"}
	}
	h.upgrade = h.upgrade || h.method == "CONNECT"
	return h, nil
}

// checkRequestLine checks `GET /path HTTP/1.1` as far as it has come. The version may be left out, as in HTTP 0.9.
func checkRequestLine(b []byte) *parseFault {
	line, whole := b, false
	if at := bytes.Index(b, []byte("\r\n")); at >= 0 {
		line, whole = b[:at+2], true
	}
	method, rest, ended := bytes.Cut(line, []byte(" "))
	if !slices.ContainsFunc(knownMethods, func(known string) bool {
		return known == string(method) || !ended && !whole && strings.HasPrefix(known, string(method))
	}) {
		return &parseFault{"HPE_INVALID_METHOD", "Invalid method encountered"}
	}
	url, version, ended := bytes.Cut(bytes.TrimLeft(rest, " "), []byte(" "))
	if !ended {
		url = bytes.TrimRight(url, "\r\n") // the end of the line, or the beginning of that
	}
	if fault := checkTarget(url, string(method)); fault != nil || !ended {
		return fault
	}
	return checkVersion(version, whole)
}

// checkVersion checks `HTTP/1.1` and the end of its line, as far as they have come.
func checkVersion(version []byte, whole bool) *parseFault {
	const form = "HTTP/0.0\r\n"
	for i, c := range version[:min(len(version), len(form))] {
		digit := '0' <= c && c <= '9'
		switch {
		case i < 5 && c != form[i]:
			return &parseFault{"HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/"}
		case i == 5 && !digit:
			return &parseFault{"HPE_INVALID_VERSION", "Invalid major version"}
		case i == 6 && c != '.':
			return &parseFault{"HPE_INVALID_VERSION", "Expected dot"}
		case i == 7 && !digit:
			return &parseFault{"HPE_INVALID_VERSION", "Invalid minor version"}
		case i > 7 && c != form[i]:
			return &parseFault{"HPE_INVALID_VERSION", "Expected CRLF after version"}
		}
	}
	if !whole {
		return nil
	}
	switch string(version[5:8]) {
	case "0.9", "1.0", "1.1", "2.0":
		return nil
	}
	return &parseFault{"HPE_INVALID_VERSION", "Invalid HTTP version"}
}

// checkTarget checks the characters of what a request is for.
func checkTarget(url []byte, method string) *parseFault {
	for i, c := range url {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		switch {
		case c == '\t' || c == '\f':
			return &parseFault{"HPE_INVALID_URL", "Invalid characters in url"}
		case c <= ' ' || c >= 0x7f:
			return &parseFault{"HPE_INVALID_URL", "Invalid char in url path"}
		case i == 0 && method != "CONNECT" && c != '/' && c != '*' && !letter:
			return &parseFault{"HPE_INVALID_URL", "Unexpected start char in url"}
		case i > 0 && method != "CONNECT" && url[0] != '/' && url[0] != '*' && !letter && !bytes.Contains(url[:i+1], []byte(":")):
			return &parseFault{"HPE_INVALID_URL", "Unexpected char in url schema"}
		}
	}
	return nil
}
