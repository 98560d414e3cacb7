package web

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// span is a part of a file, both ends included.
type span struct{ first, last int64 }

// plainConditions is the request with its conditions as Express understands them: what
// the client has does not count if it wants no cached answer, and the header Range asks
// for one part of the file, or is not there.
func plainConditions(r *http.Request, size int64, tag string, modified time.Time) *http.Request {
	asked := r.Header.Get("Range")
	fresh := strings.Contains(r.Header.Get("Cache-Control"), "no-cache")
	if asked == "" && !fresh {
		return r
	}
	plain := r.WithContext(r.Context())
	plain.Header = r.Header.Clone()
	if asked != "" {
		setRange(plain.Header, asked, size)
		if held := plain.Header.Get("If-Range"); held != "" && current(held, tag, modified) {
			plain.Header.Del("If-Range")
		}
	}
	if fresh {
		plain.Header.Del("If-None-Match")
		plain.Header.Del("If-Modified-Since")
	}
	return plain
}

// setRange makes the header Range what it asks for: one part, nothing of the file, or all of it.
func setRange(h http.Header, asked string, size int64) {
	list, ok := strings.CutPrefix(strings.TrimLeft(asked, " "), "bytes=")
	if !ok {
		h.Del("Range")
		return
	}
	switch parts := spans(list, size); len(parts) {
	case 0:
		h.Set("Range", fmt.Sprintf("bytes=%d-", size)) // cannot be satisfied
	case 1:
		h.Set("Range", fmt.Sprintf("bytes=%d-%d", parts[0].first, parts[0].last))
	default:
		h.Del("Range")
	}
}

// spans are the parts of a file of that size which list asks for, without those that it
// does not have; parts that touch each other are one.
func spans(list string, size int64) []span {
	var out []span
	for part := range strings.SplitSeq(list, ",") {
		s, ok := parseSpan(part, size)
		if !ok {
			continue
		}
		if n := len(out); n > 0 && s.first <= out[n-1].last+1 && s.last >= out[n-1].first-1 {
			out[n-1] = span{min(out[n-1].first, s.first), max(out[n-1].last, s.last)}
			continue
		}
		out = append(out, s)
	}
	return out
}

func parseSpan(part string, size int64) (span, bool) {
	from, to, _ := strings.Cut(part, "-")
	first, begins := leadingInt(from)
	last, ends := leadingInt(to)
	switch {
	case !begins && !ends:
		return span{}, false
	case !begins: // the end of the file
		first, last = max(size-last, 0), size-1
	case !ends:
		last = size - 1
	}
	last = min(last, size-1)
	return span{first, last}, first <= last
}

// leadingInt is the number at the beginning of a text, as parseInt of JavaScript reads it.
// Numbers with more digits than a file can have bytes are as large as one can be.
func leadingInt(s string) (n int64, ok bool) {
	for _, c := range strings.TrimSpace(s) {
		if c < '0' || c > '9' {
			break
		}
		if ok = true; n < 1<<58 {
			n = n*10 + int64(c-'0')
		}
	}
	return n, ok
}

// current reports whether the version of a file that the client has a part of, named by
// its tag or a date, is still the current one.
func current(held, tag string, modified time.Time) bool {
	if strings.Contains(held, `"`) {
		return tag != "" && strings.Contains(held, tag)
	}
	date, err := http.ParseTime(held)
	return err == nil && !modified.Truncate(time.Second).After(date)
}
