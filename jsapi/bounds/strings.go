package bounds

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/dop251/goja"
)

// units returns the length of a string, 0 for other values.
func units(v goja.Value) int64 {
	if s, ok := v.(goja.String); ok {
		return int64(s.Length())
	}
	return 0
}

func (b *bounds) strings() error {
	proto := b.member("String", "prototype")
	for name, guard := range map[string]func(native, goja.Value) native{
		"repeat": b.repeat, "padStart": b.pad, "padEnd": b.pad, "concat": b.joinedText,
		"replace": b.expanded, "replaceAll": b.expanded, "split": b.split, "match": b.matched(goja.SymMatch), "matchAll": b.matched(goja.SymMatchAll), "search": b.matched(goja.SymSearch),
	} {
		if err := b.replace(proto, name, guard); err != nil {
			return err
		}
	}
	return b.replace(b.member("String"), "raw", func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if o, ok := call.Argument(0).(*goja.Object); ok {
				if raw, ok := o.Get("raw").(*goja.Object); ok {
					if _, many := length(raw); many {
						b.rangeError("Invalid string length")
					}
				}
			}
			return old(call)
		}
	})
}

// counted converts the first argument to a number once, so that the built-in function
// gets the number that was checked.
func counted(call *goja.FunctionCall) float64 {
	n := call.Argument(0).ToNumber()
	if len(call.Arguments) > 0 {
		call.Arguments = append([]goja.Value{n}, call.Arguments[1:]...)
	}
	return n.ToFloat()
}

func (b *bounds) repeat(old native, _ goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if _, ok := call.Argument(0).(*goja.Object); ok {
			counted(&call)
		}
		n := call.Argument(0).ToFloat()
		if n < 16 {
			return old(call)
		}
		if !goja.IsUndefined(call.This) && !goja.IsNull(call.This) {
			call.This = b.asText(call.This)
		}
		if size := units(call.This); size > 0 && n > float64(b.text()/size) && !math.IsInf(n, 1) {
			b.rangeError("Invalid string length")
		}
		return old(call)
	}
}

func (b *bounds) pad(old native, _ goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if _, ok := call.Argument(0).(*goja.Object); ok {
			counted(&call)
		}
		if call.Argument(0).ToFloat() > float64(b.text()) {
			if fill, ok := call.Argument(1).(goja.String); !ok || fill.Length() > 0 {
				b.rangeError("Invalid string length")
			}
		}
		return old(call)
	}
}

func (b *bounds) joinedText(old native, _ goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		n := units(call.This)
		for _, v := range call.Arguments {
			n += units(v)
		}
		if n > b.text() {
			b.rangeError("Invalid string length")
		}
		return old(call)
	}
}

// expanded lets bounds.js make the replacements if their length may be large.
func (b *bounds) expanded(old native, fn goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		size := units(call.This)
		slow := b.slow(call.This, call.Argument(0))
		if slow && size <= MaxText && !isRegExp(call.Argument(0)) && size <= 1<<21 {
			slow = false // searching for plain text is fast
		}
		if slow || size > 0 && b.mayExpand(size, call.Argument(1)) {
			return b.run("replaced", fn, call.This, call.Argument(0), call.Argument(1), b.rt.ToValue(slow))
		}
		return old(call)
	}
}

// mayExpand reports whether replacements may make a text of that size too long.
func (b *bounds) mayExpand(size int64, with goja.Value) bool {
	s, ok := with.(goja.String)
	if !ok {
		return false
	}
	n := int64(s.Length())
	if n <= 64 && size <= 1024 { // the usual case
		return false
	}
	if strings.Contains(s.String(), "$") {
		n *= size
	}
	return n > b.text()/(size+1)
}

func (b *bounds) split(old native, fn goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		size := units(call.This)
		if size <= 1<<21 && (!isRegExp(call.Argument(0)) || !b.slow(call.This, call.Argument(0))) {
			return old(call)
		}
		switch sep := call.Argument(0).(type) {
		case goja.String:
			pieces := size
			if sep.Length() > 0 {
				pieces = int64(strings.Count(call.This.String(), sep.String())) + 1
			}
			if !b.fits(pieces, 2*elementSize) {
				b.rangeError("Invalid array length")
			}
		case *goja.Object:
			return b.run("matched", fn, call.This, b.list(call.Arguments))
		}
		return old(call)
	}
}

// matched limits the functions that convert their argument to a regular expression
// unless it has the given method.
func (b *bounds) matched(method *goja.Symbol) func(old native, fn goja.Value) native {
	return func(old native, fn goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if len(call.Arguments) > 0 {
				call.Arguments = append([]goja.Value{b.pattern(call.Arguments[0], method)}, call.Arguments[1:]...)
			}
			if b.slow(call.This, call.Argument(0)) {
				return b.run("matched", fn, call.This, b.list(call.Arguments))
			}
			return old(call)
		}
	}
}

// pattern returns the source of the regular expression that a value stands for, or
// the value itself if it has the given method.
func (b *bounds) pattern(v goja.Value, method *goja.Symbol) goja.Value {
	if o, ok := v.(*goja.Object); ok {
		if m := o.GetSymbol(method); m != nil && !goja.IsUndefined(m) && !goja.IsNull(m) {
			return v
		}
		v = o.ToString()
	}
	if n := units(v); n > maxPattern {
		panic(b.syntaxError("Invalid regular expression: /%.20s…/: Regular expression too large", v))
	}
	return v
}

func (b *bounds) syntaxError(format string, args ...any) *goja.Object {
	o, err := b.rt.New(b.rt.Get("SyntaxError"), b.rt.ToValue(fmt.Sprintf(format, args...)))
	if err != nil {
		panic(err)
	}
	return o
}

// slow reports whether finding all matches in a text may take long.
func (b *bounds) slow(text, pattern goja.Value) bool {
	n := units(text)
	if n > muchText {
		return true
	}
	if n <= someText {
		return false
	}
	o, ok := pattern.(*goja.Object)
	if !ok || o.ClassName() != "RegExp" || o.ExportType() == proxyType {
		return false
	}
	src := o.Get("source")
	return src != nil && backtracks.MatchString(src.String())
}

// backtracks finds syntax that only a backtracking matcher supports.
var backtracks = regexp.MustCompile(`\\[1-9k]|\(\?(?:[=!]|<[=!])`)

func isRegExp(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "RegExp"
}
