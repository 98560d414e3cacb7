package jsapi

import (
	"errors"
	"reflect"
	"unicode/utf16"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// groupFinder says where the groups of a match are, which goja knows and does not tell. It
// reads the compiled pattern in private fields of goja, and matches again.
type groupFinder struct {
	rt    *goja.Runtime
	known map[compiledPattern]*regexp2.Regexp
}

// compiledPattern is a regular expression as goja has compiled it.
type compiledPattern struct {
	source                                 string
	ignoreCase, multiline, dotAll, unicode bool
}

// newGroupFinder fails if the fields of goja are not what they were.
func newGroupFinder(rt *goja.Runtime) (*groupFinder, error) {
	o, err := rt.New(rt.Get("RegExp"), rt.ToValue("a"))
	if err == nil && patternOf(o) != (compiledPattern{source: "a"}) {
		err = errors.New("regular expressions of goja have changed")
	}
	return &groupFinder{rt, map[compiledPattern]*regexp2.Regexp{}}, err
}

// patternOf is the pattern of a RegExp, the zero value for anything else.
func patternOf(o *goja.Object) compiledPattern {
	inner := reflect.ValueOf(o).Elem().FieldByName("self")
	if !inner.IsValid() || inner.Kind() != reflect.Interface || inner.Elem().Kind() != reflect.Pointer {
		return compiledPattern{}
	}
	p := inner.Elem().Elem().FieldByName("pattern")
	if !p.IsValid() || p.Kind() != reflect.Pointer {
		return compiledPattern{}
	}
	p = p.Elem()
	source := p.FieldByName("src")
	if !source.IsValid() || source.Kind() != reflect.String {
		return compiledPattern{}
	}
	is := func(name string) bool {
		f := p.FieldByName(name)
		return f.IsValid() && f.Kind() == reflect.Bool && f.Bool()
	}
	return compiledPattern{source.String(), is("ignoreCase"), is("multiline"), is("dotAll"), is("unicode")}
}

// compiled returns the pattern for the library that goja uses.
func (g *groupFinder) compiled(p compiledPattern) (*regexp2.Regexp, error) {
	if rx, ok := g.known[p]; ok {
		return rx, nil
	}
	options := regexp2.ECMAScript
	for option, on := range map[regexp2.RegexOptions]bool{regexp2.Multiline: p.multiline, regexp2.Singleline: p.dotAll, regexp2.IgnoreCase: p.ignoreCase, regexp2.Unicode: p.unicode} {
		if on {
			options |= option
		}
	}
	rx, err := regexp2.Compile(p.source, options)
	if err == nil && len(g.known) < 1000 {
		g.known[p] = rx
	}
	return rx, err
}

// indices is indices(regexp, text, at): the first and last place of each group of the match that
// begins there.
func (g *groupFinder) indices(call goja.FunctionCall) goja.Value {
	o := call.Argument(0).ToObject(g.rt)
	p := patternOf(o)
	rx, err := g.compiled(p)
	if err != nil {
		panic(g.rt.NewGoError(err))
	}
	text, _ := call.Argument(1).ToString().(goja.String)
	runes, places, start := runesOf(text, p.unicode, int(call.Argument(2).ToInteger()))
	m, err := rx.FindRunesMatchStartingAt(runes, start)
	if err != nil {
		panic(g.rt.NewGoError(err))
	}
	var out []any
	if m != nil {
		for _, group := range m.Groups() {
			if len(group.Captures) == 0 {
				out = append(out, goja.Undefined())
				continue
			}
			from, to := group.RuneIndex, group.RuneIndex+group.RuneLength
			out = append(out, g.rt.NewArray(places[from], places[to]))
		}
	}
	return g.rt.NewArray(out...)
}

// runesOf are the characters of a text, with the place of each one in the text and that of the
// end: code units, or with unicode code points. start is the character at the place at.
func runesOf(text goja.String, unicode bool, at int) (runes []rune, places []int, start int) {
	for i := 0; i < text.Length(); i++ {
		if i == at {
			start = len(runes)
		}
		c, place := rune(text.CharAt(i)), i
		if unicode && utf16.IsSurrogate(c) && i+1 < text.Length() {
			if both := utf16.DecodeRune(c, rune(text.CharAt(i+1))); both != '\uFFFD' {
				c = both
				i++
			}
		}
		runes, places = append(runes, c), append(places, place)
	}
	if at >= text.Length() {
		start = len(runes)
	}
	return runes, append(places, text.Length()), start
}
