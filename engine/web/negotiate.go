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
