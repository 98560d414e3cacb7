package node

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// overflow is the fault of a head that is not whole, but too long already.
func (r headRules) overflow(b []byte) *parseFault {
	if len(b) > r.limit+mostEnd {
		return &parseFault{"HPE_HEADER_OVERFLOW", "Header overflow", len(b)}
	}
	return nil
}

// mostEnd is the length of the ends of the last line and of the head.
const mostEnd = len("\r\n\r\n")

// bounded returns as much of b as a head may have, and one byte more where there is one.
func (r headRules) bounded(b []byte) []byte { return b[:min(len(b), r.limit+mostEnd+1)] }

// overflown moves the place of an overflow, found in the bounded part of b, to the end of what is too long: llhttp reads on to there.
func (r headRules) overflown(b []byte, fault *parseFault, ends string) {
	if fault != nil && fault.code == "HPE_HEADER_OVERFLOW" && len(b) > fault.at {
		if i := bytes.IndexAny(b[r.limit:], ends); i >= 0 {
			fault.at = r.limit + i
			if ends == "\r" {
				fault.at++
			}
		} else {
			fault.at = len(b)
		}
	}
}

// scan reads the lines of headers or of trailers that begin at at, up to the empty line. It returns where that ends, 0
// where more is to come. A fault is found as soon as its byte has come; its words are those of llhttp in Node 20.
func (h *messageHead) scan(b []byte, at int, rules headRules) (end int, fault *parseFault) {
	var connection, coding []string
	begin, upgrade := at, false
	for at < len(b) {
		switch c := b[at]; {
		case c == '\r' && at+1 == len(b):
			return 0, rules.overflow(b)
		case c == '\r' && b[at+1] != '\n' && !rules.lenient:
			return 0, &parseFault{"HPE_STRICT", "Expected LF after headers", at + 1}
		case c == '\r' && b[at+1] == '\n':
			h.framed(connection, coding, upgrade)
			return at + 2, nil
		case c == '\r', c == '\n' && rules.lenient:
			h.framed(connection, coding, upgrade)
			return at + 1, nil
		case c == '\n':
			return 0, &parseFault{"HPE_INVALID_HEADER_TOKEN", "Invalid header field char", at + 1}
		case (c == ' ' || c == '\t') && !rules.lenient:
			if at == begin && !h.trailers {
				return 0, &parseFault{"HPE_UNEXPECTED_SPACE", "Unexpected space after start line", at + 1}
			}
			return 0, &parseFault{"HPE_INVALID_HEADER_TOKEN", "Unexpected whitespace after header value", at}
		case c == ' ' || c == '\t':
			from := at + len(b[at:]) - len(bytes.TrimLeft(b[at:], " \t"))
			if len(h.fields) == 0 {
				at = from
				continue
			}
			to, next, fault := rules.value(b, from) // it goes on with the value of the line before
			if next == 0 {
				return 0, fault
			}
			h.fields[len(h.fields)-1] += " " + latin1(bytes.TrimRight(b[from:to], " \t"))
			at = next
			continue
		}
		colon := at
		for colon < len(b) && isToken(b[colon]) {
			colon++
		}
		if colon == len(b) {
			break
		}
		if colon == at || b[colon] != ':' {
			return 0, &parseFault{"HPE_INVALID_HEADER_TOKEN", "Invalid header token", colon}
		}
		from := colon + 1
		for from < len(b) && (b[from] == ' ' || b[from] == '\t') {
			from++
		}
		name := string(b[at:colon])
		to, next, late := rules.value(b, from)
		if late != nil || next == 0 {
			return 0, late
		}
		text := latin1(bytes.TrimRight(b[from:to], " \t"))
		if !h.trailers {
			switch strings.ToLower(name) {
			case "content-length":
				if h.coded && !rules.lenient {
					return 0, &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Content-Length can't be present with Transfer-Encoding", colon + 1}
				}
				if fault := h.sized(text, from, next); fault != nil {
					return 0, fault
				}
			case "transfer-encoding":
				if h.length >= 0 && !rules.lenient {
					return 0, &parseFault{"HPE_INVALID_TRANSFER_ENCODING", "Transfer-Encoding can't be present with Content-Length", colon + 1}
				}
				if i := strings.Index(strings.ToLower(text), "chunked,"); i >= 0 && !rules.lenient && (i == 0 || strings.ContainsAny(text[i-1:i], ", \t")) {
					return 0, &parseFault{"HPE_INVALID_TRANSFER_ENCODING", "Invalid `Transfer-Encoding` header value", from + i + len("chunked,")}
				}
				h.coded = true
				coding = appendTokens(coding, text)
			case "connection":
				connection = appendTokens(connection, text)
			case "upgrade":
				upgrade = true
			}
		}
		h.fields = append(h.fields, name, text)
		at = next
	}
	return 0, rules.overflow(b)
}

// value finds the end of a value and the beginning of the next line, 0 where more is to come.
func (r headRules) value(b []byte, from int) (end, next int, fault *parseFault) {
	for i := from; i < len(b); i++ {
		c := b[i]
		if c >= ' ' && c != 0x7f || c == '\t' {
			continue
		}
		switch {
		case c == '\r' && i+1 == len(b):
			return 0, 0, r.overflow(b)
		case (c == '\r' || c == '\n') && i > r.limit:
			return 0, 0, &parseFault{"HPE_HEADER_OVERFLOW", "Header overflow", i + 1}
		case c == '\r' && b[i+1] == '\n':
			return i, i + 2, nil
		case c == '\n' && r.lenient:
			return i, i + 1, nil
		case c == '\r':
			return 0, 0, &parseFault{"HPE_LF_EXPECTED", "Missing expected LF after header value", i + 1}
		case c == '\n':
			return 0, 0, &parseFault{"HPE_CR_EXPECTED", "Missing expected CR after header value", i}
		case !r.lenient:
			return 0, 0, &parseFault{"HPE_INVALID_HEADER_TOKEN", "Invalid header value char", i}
		}
	}
	return 0, 0, r.overflow(b)
}

// sized reads a Content-Length, which stands at from; next is where the next line begins.
func (h *messageHead) sized(text string, from, next int) *parseFault {
	if h.length >= 0 {
		return &parseFault{"HPE_UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length", from}
	}
	if text == "" {
		return &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Empty Content-Length", next}
	}
	n := uint64(0)
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Invalid character in Content-Length", from + i}
		}
		digit := uint64(text[i] - '0')
		if n > (math.MaxUint64-digit)/10 {
			return &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Content-Length overflow", from + i + 1}
		}
		n = 10*n + digit
	}
	if n > maxSafe {
		return &parseFault{"HPE_INVALID_CONTENT_LENGTH", "Content-Length overflow", from + len(text)}
	}
	h.length = int64(n) //nolint:gosec // checked
	return nil
}

// framed takes what the headers say about the length of the body, and about what follows it.
func (h *messageHead) framed(connection, coding []string, upgrade bool) {
	has := func(token string) bool { return slices.Contains(connection, token) }
	h.chunked = len(coding) > 0 && coding[len(coding)-1] == "chunked"
	h.upgrade = upgrade && has("upgrade")
	h.keep = !has("close") && (h.minor > 0 || has("keep-alive"))
}

func appendTokens(list []string, v string) []string {
	for t := range strings.SplitSeq(strings.ToLower(v), ",") {
		if t = strings.TrimSpace(t); t != "" {
			list = append(list, t)
		}
	}
	return list
}

// isToken reports whether c may stand in the name of a header.
func isToken(c byte) bool { return httpguts.IsTokenRune(rune(c)) }

// chunkSize reads the line of a chunk: its size in hexadecimal digits, and extensions. It returns where
// the chunk begins, 0 where more is to come.
func chunkSize(b []byte, rules headRules) (next int, size int64, fault *parseFault) {
	at, n := 0, uint64(0)
	for ; at < len(b); at++ {
		digit := strings.IndexByte("0123456789abcdef", b[at]|0x20)
		if digit < 0 || b[at] < '0' {
			break
		}
		if n > math.MaxUint64>>4 {
			return 0, 0, &parseFault{"HPE_INVALID_CHUNK_SIZE", "Chunk size overflow", at + 1}
		}
		n = n<<4 | uint64(digit)
	}
	if n > maxSafe {
		return 0, 0, &parseFault{"HPE_INVALID_CHUNK_SIZE", "Chunk size overflow", at}
	}
	size = int64(n) //nolint:gosec // checked
	for rules.lenient && at > 0 && at < len(b) && b[at] == ' ' {
		at++
	}
	if at == len(b) {
		return 0, 0, rules.longExtensions(b)
	}
	if at == 0 {
		return 0, 0, &parseFault{"HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size", 0}
	}
	switch b[at] {
	case ';':
		for at++; at < len(b) && b[at] != '\r' && b[at] != '\n'; at++ {
			if c := b[at]; c < ' ' && c != '\t' || c == 0x7f {
				return 0, 0, &parseFault{"HPE_STRICT", "Invalid character in chunk extensions name", at + 1}
			}
		}
		if fault := rules.longExtensions(b[:at]); fault != nil || at == len(b) {
			return 0, 0, fault
		}
	case '\r', '\n':
	default:
		return 0, 0, &parseFault{"HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size", at + 1}
	}
	switch {
	case b[at] == '\n' && !rules.lenient:
		return 0, 0, &parseFault{"HPE_CR_EXPECTED", "Missing expected CR after chunk size", at + 1}
	case b[at] == '\n':
		return at + 1, size, nil
	case at+1 == len(b):
		return 0, 0, nil
	case b[at+1] == '\n':
		return at + 2, size, nil
	case rules.lenient:
		return at + 1, size, nil
	}
	return 0, 0, &parseFault{"HPE_STRICT", "Expected LF after chunk size", at + 1}
}

// longExtensions is the fault of a line with more bytes of extensions than a head may have.
func (r headRules) longExtensions(line []byte) *parseFault {
	if len(line) > r.limit {
		return &parseFault{"HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow", len(line)}
	}
	return nil
}
