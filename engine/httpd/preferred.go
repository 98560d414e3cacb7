package httpd

import (
	"strconv"
	"strings"
)

// preferred is the first of some types that a client prefers, "" if it accepts none. The
// quality that it gives counts first, then how exactly it names a type, then the order in
// which it names them.
func preferred(accept string, types ...string) string {
	if accept == "" {
		return types[0]
	}
	best, most, closest, first := "", 0.0, 0, 0
	for _, t := range types {
		quality, close, at := 0.0, 0, 0
		for i, one := range strings.Split(accept, ",") {
			name, params, _ := strings.Cut(one, ";")
			if c := closeness(strings.ToLower(strings.TrimSpace(name)), t); c > close {
				quality, close, at = qualityOf(params), c, i
			}
		}
		if quality == 0 || quality < most {
			continue
		}
		if quality > most || close > closest || close == closest && at < first {
			best, most, closest, first = t, quality, close, at
		}
	}
	return best
}

// closeness is how exactly a range of Accept names a type, 0 for not at all.
func closeness(name, t string) int {
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

func qualityOf(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		if v, ok := strings.CutPrefix(strings.TrimSpace(p), "q="); ok {
			q, err := strconv.ParseFloat(v, 64)
			if err != nil {
				return 0
			}
			return q
		}
	}
	return 1
}
