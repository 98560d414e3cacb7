package jsapi

import (
	"strings"

	"github.com/dop251/goja"
)

// parameters returns the parameter list of a function, if it consists of names only.
func parameters(source string) (list string, ok bool) {
	firstOther := func(s string, allowed byte) int {
		return strings.IndexFunc(s, func(c rune) bool {
			return c != '_' && c != '$' && c != rune(allowed) && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && !strings.ContainsRune("\t\n\f\r ", c)
		})
	}
	open := firstOther(source, '*')
	if open < 0 || source[open] != '(' {
		return "", false
	}
	source = source[open+1:]
	end := firstOther(source, ',')
	if end < 0 || source[end] != ')' {
		return "", false
	}
	return source[:end], true
}

// MayUseThis reports whether a value is a function that may use this. It is false
// only if the source proves it.
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

// MayUseArgument reports whether a function may use its argument number n, from 0.
// It is false only if the source proves it.
func (r *Realm) MayUseArgument(fn goja.Value, n int) bool {
	v, err := r.toString(fn)
	if err != nil {
		return true
	}
	source := v.String()
	list, ok := parameters(source)
	if !ok || strings.TrimSpace(list) != "" && strings.Count(list, ",") >= n {
		return true
	}
	for _, other := range []string{"arguments", "eval", `\u`, "[native code]"} {
		if strings.Contains(source, other) {
			return true
		}
	}
	return false
}
