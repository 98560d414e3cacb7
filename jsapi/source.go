package jsapi

import (
	"regexp"
	"strings"

	"github.com/dop251/goja"
)

// parameters is the beginning of a function whose parameters are mere names.
var parameters = regexp.MustCompile(`^[\w$\s*]*\(([\w$\s,]*)\)`)

// MayUseThis reports whether a value is a function that can look at this; false
// takes a source that shows it.
func (r *Realm) MayUseThis(fn goja.Value) bool {
	if _, ok := goja.AssertFunction(fn); !ok {
		return false
	}
	v, err := r.toString(fn)
	if err != nil {
		return true
	}
	source := v.String()
	for _, word := range []string{"this", "super", "eval", `\u`, "[native code]"} {
		if strings.Contains(source, word) {
			return true
		}
	}
	return false
}

// MaySee reports whether a function can look at its argument number n, from 0:
// that it cannot takes a source that shows it.
func (r *Realm) MaySee(fn goja.Value, n int) bool {
	v, err := r.toString(fn)
	if err != nil {
		return true
	}
	source := v.String()
	for _, other := range []string{"arguments", "eval", `\u`, "[native code]"} {
		if strings.Contains(source, other) {
			return true
		}
	}
	m := parameters.FindStringSubmatch(source)
	if m == nil {
		return true
	}
	return strings.TrimSpace(m[1]) != "" && strings.Count(m[1], ",") >= n
}
