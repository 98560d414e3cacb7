package web

import (
	"strconv"
	"strings"
)

// encodings are the content encodings that answers are compressed with, best first: what
// costs least for what it saves. zstd and br are sent to clients that name them only.
var encodings = [...]string{"zstd", "br", "gzip", "deflate"}

// bestEncoding is the encoding that a client prefers by the header Accept-Encoding; "" is
// the plain answer. Among those that it likes as much the server's order decides. As in
// the package negotiator, which Express uses, the plain answer is chosen only where the
// client prefers it, and * stands for gzip.
func bestEncoding(accept string, offered []string) string {
	if accept == "" {
		return ""
	}
	best, most := "", 0.0
	for _, name := range offered {
		if q := quality(accept, name, name == "gzip"); q > most {
			best, most = name, q
		}
	}
	if plain := quality(accept, "identity", false); plain > most {
		return ""
	}
	return best
}

// quality is how much a client wants an encoding, from 0 to 1. wild says that * stands for
// it too.
func quality(accept, name string, wild bool) float64 {
	other := 0.0
	for each := range strings.SplitSeq(accept, ",") {
		coding, params, _ := strings.Cut(each, ";")
		coding = strings.TrimSpace(coding)
		switch {
		case strings.EqualFold(coding, name), name == "gzip" && strings.EqualFold(coding, "x-gzip"):
			return weight(params)
		case wild && coding == "*":
			other = weight(params)
		}
	}
	return other
}

// weight is the q of an entry: 1 where there is none, 0 where it is no number.
func weight(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		key, value, found := strings.Cut(p, "=")
		if !found || !strings.EqualFold(strings.TrimSpace(key), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || q < 0 {
			return 0
		}
		return min(q, 1)
	}
	return 1
}

// PreferredType is the first of some media types that a client prefers by the header Accept, "" if it
// takes none of them. The quality that it gives counts first, then how exactly it names a type, then
// the order in which it names them, as in the package negotiator.
func PreferredType(accept string, types ...string) string {
	if accept == "" {
		return types[0]
	}
	best, most, closest, first := "", 0.0, 0, 0
	for _, t := range types {
		q, exact, at := 0.0, 0, 0
		for i, each := range strings.Split(accept, ",") {
			name, params, _ := strings.Cut(each, ";")
			if n := exactness(strings.ToLower(strings.TrimSpace(name)), t); n > exact {
				q, exact, at = weight(params), n, i
			}
		}
		if q == 0 || q < most {
			continue
		}
		if q > most || exact > closest || exact == closest && at < first {
			best, most, closest, first = t, q, exact, at
		}
	}
	return best
}

// exactness is how exactly a range of Accept names a type, 0 for not at all.
func exactness(name, t string) int {
	group, _, _ := strings.Cut(t, "/")
	switch name {
	case t:
		return 3
	case group + "/*":
		return 2
	case "*/*":
		return 1
	}
	return 0
}
