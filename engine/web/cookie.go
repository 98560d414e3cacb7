package web

import (
	"iter"
	"net/url"
	"strings"
	"unicode/utf8"

	"framework/engine/value"
)

// parseCookies reads Cookie headers into the cookies as they came, those
// decoded from JSON ("j:…") included, and those whose signature ("s:…") one of
// the secrets made. Of two cookies of one name the first counts.
func parseCookies(headers, secrets []string) (plain, signed *value.Map) {
	plain, signed = value.New(len(headers)), value.New(0)
	for _, h := range headers {
		for pair := range strings.SplitSeq(h, ";") {
			name, val, ok := strings.Cut(strings.TrimSpace(pair), "=")
			name = strings.TrimSpace(name)
			if !ok || plain.Has(name) || signed.Has(name) {
				continue
			}
			val = strings.TrimSpace(val)
			if len(val) > 1 && val[0] == '"' && val[len(val)-1] == '"' {
				val = val[1 : len(val)-1]
			}
			val = unescape(val)
			if s, ok := strings.CutPrefix(val, "s:"); ok && len(secrets) > 0 {
				// A cookie with a wrong signature is present, with the value
				// false.
				signed.Set(name, false)
				if v, ok := Unsign(s, secrets); ok {
					signed.Set(name, cookieValue(v))
				}
				continue
			}
			plain.Set(name, cookieValue(val))
		}
	}
	value.StripPrototypeKeys(plain)
	value.StripPrototypeKeys(signed)
	return plain, signed
}

// unescape keeps what does not stand for UTF-8 text as it is.
func unescape(s string) string {
	if d, err := url.PathUnescape(s); err == nil && utf8.ValidString(d) {
		return d
	}
	return s
}

func cookieValue(s string) any {
	if text, ok := strings.CutPrefix(s, "j:"); ok {
		// What JavaScript takes for false is left as the text.
		if v, err := value.ParseUntrusted([]byte(text), value.Limits{}); err == nil && v != nil && v != false && v != "" && v != int64(0) && v != float64(0) {
			return v
		}
	}
	return s
}

// CookiesNamed yields the raw values of the cookies called name in the Cookie
// headers, URI-decoded, in their order.
func CookiesNamed(headers []string, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, h := range headers {
			for pair := range strings.SplitSeq(h, ";") {
				n, v, ok := strings.Cut(strings.TrimSpace(pair), "=")
				if ok && n == name && !yield(unescape(v)) {
					return
				}
			}
		}
	}
}
