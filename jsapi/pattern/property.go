package pattern

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"
)

// packed is written by testdata/ask.js, which says what is in it: the properties of Node 20, of Unicode 17.
//
//go:embed properties.txt.gz
var packed []byte

// tables are the ranges of properties, as text, by kind and name: "script Grek".
var tables = sync.OnceValue(func() map[string]string {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // the file is ours
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		panic(err)
	}
	byName := map[string]string{}
	for line := range strings.Lines(string(text)) {
		head, ranges, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		kind, names, _ := strings.Cut(head, " ")
		for name := range strings.FieldsSeq(names) {
			byName[kind+" "+name] = ranges
		}
	}
	return byName
})

// span is a range of code points.
type span struct{ from, to rune }

// property returns the characters that have a property as \p{…} names it; false
// for one that there is not.
func property(name string) ([]span, bool) {
	key, value, given := strings.Cut(name, "=")
	if !given {
		if s, ok := table("category", name); ok {
			return s, true
		}
		return table("binary", name)
	}
	switch key {
	case "General_Category", "gc":
		return table("category", value)
	case "Script", "sc":
		return table("script", value)
	case "Script_Extensions", "scx":
		return table("extensions", value)
	}
	return nil, false
}

// table reads the ranges of a property.
func table(kind, name string) (list []span, ok bool) {
	text, ok := tables()[kind+" "+name]
	next, gap := rune(0), true
	for number := range strings.FieldsSeq(text) {
		n, err := strconv.ParseInt(number, 36, 32)
		if err != nil {
			panic(err)
		}
		if gap {
			next += rune(n)
		} else {
			list = append(list, span{next, next + rune(n)})
			next += rune(n) + 1
		}
		gap = !gap
	}
	return list, ok
}

// spaces are the characters that \s matches.
func spaces() []span {
	separators, _ := table("category", "Zs")
	return union([]span{{'\t', '\r'}, {0xfeff, 0xfeff}, {0x2028, 0x2029}}, separators)
}
