package node

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/go-json-experiment/json/jsontext"

	"framework/jsapi"
)

var errTrailing = errors.New("more than one value")

// jsonParser is JSON.parse.
type jsonParser struct{ *host }

// parseJSON(text, member) is JSON.parse without a reviver; member(object, name, value) defines a member.
// It returns undefined if the text is invalid; then goja's own JSON.parse throws the error.
func (m *jsonParser) parseJSON(call goja.FunctionCall) goja.Value {
	text := call.Argument(0).String()
	r := jsonReading{rt: m.realm.Runtime(), mark: -1}
	if s, ok := call.Argument(0).(goja.String); ok && hasHalves(s) {
		if text, r.mark = markHalves(s); r.mark < 0 {
			return goja.Undefined()
		}
		r.member, _ = goja.AssertFunction(call.Argument(1))
	}
	r.dec = jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true))
	v, err := r.value()
	if err == nil {
		if _, end := r.dec.ReadToken(); end == nil || !errors.Is(end, io.EOF) {
			err = errTrailing
		}
	}
	if err != nil {
		return goja.Undefined()
	}
	return v
}

// jsonReading is one reading of a text.
type jsonReading struct {
	rt     *goja.Runtime
	dec    *jsontext.Decoder
	mark   rune // in front of halves of surrogate pairs, or -1
	member goja.Callable
}

func (r *jsonReading) value() (goja.Value, error) {
	tok, err := r.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch tok.Kind() {
	case 'n':
		return goja.Null(), nil
	case 't', 'f':
		return r.rt.ToValue(tok.Bool()), nil
	case '"':
		return r.text(tok.String()), nil
	case '0':
		return r.rt.ToValue(numberOf(tok.String())), nil
	case '[':
		var list []any
		for r.dec.PeekKind() != ']' {
			e, err := r.value()
			if err != nil {
				return nil, err
			}
			list = append(list, e)
		}
		_, err = r.dec.ReadToken()
		return r.rt.NewArray(list...), err
	}
	o := r.rt.NewObject()
	for r.dec.PeekKind() != '}' {
		name, err := r.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		e, err := r.value()
		if err != nil {
			return nil, err
		}
		switch {
		case r.mark >= 0 && strings.ContainsRune(key, r.mark):
			_, err = r.member(goja.Undefined(), o, r.text(key), e)
		case key == "__proto__":
			err = o.DefineDataProperty(key, e, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		default:
			err = o.Set(key, e)
		}
		if err != nil {
			return nil, err
		}
	}
	_, err = r.dec.ReadToken()
	return o, err
}

// text returns a text with the halves that markHalves has marked.
func (r *jsonReading) text(s string) goja.Value {
	if r.mark < 0 || !strings.ContainsRune(s, r.mark) {
		return r.rt.ToValue(s)
	}
	var units []uint16
	for {
		before, after, found := strings.Cut(s, string(r.mark))
		units = append(units, utf16.Encode([]rune(before))...)
		if !found {
			return goja.StringFromUTF16(units)
		}
		half, _ := strconv.ParseUint(after[:4], 16, 16) // markHalves wrote it
		units, s = append(units, uint16(half)), after[4:]
	}
}

// hasHalves(text) is hasHalves for scripts.
func (m *jsonParser) hasHalves(call goja.FunctionCall) goja.Value {
	text, ok := call.Argument(0).(goja.String)
	return m.realm.Runtime().ToValue(ok && hasHalves(text))
}

// hasHalves reports whether a JSON text has, or may have as an escape, half a surrogate pair.
func hasHalves(text goja.String) bool {
	s := text.String()
	return strings.Contains(s, `\ud`) || strings.Contains(s, `\uD`) || jsapi.HasHalves(text)
}

// markHalves replaces the halves of surrogate pairs in a JSON text, and their escapes, by a character that
// the text does not have and four digits. The mark is -1 if the text has all characters for private use.
func markHalves(text goja.String) (marked string, mark rune) {
	s := text.String()
	lower := strings.ToLower(s)
	for mark = 0xe000; strings.ContainsRune(s, mark) || strings.Contains(lower, fmt.Sprintf(`\u%04x`, mark)); mark++ {
		if mark == 0xf8ff {
			return "", -1
		}
	}
	units := make([]uint16, text.Length())
	for at := range units {
		units[at] = text.CharAt(at)
	}
	var out strings.Builder
	half := func(c uint16) { fmt.Fprintf(&out, "%c%04x", mark, c) }
	for at := 0; at < len(units); at++ {
		c := units[at]
		switch {
		case c == '\\':
			if h, ok := escapedUnit(units[at:]); ok && utf16.IsSurrogate(rune(h)) {
				at += 5
				if low, ok := escapedUnit(units[at+1:]); ok && utf16.DecodeRune(rune(h), rune(low)) != utf8.RuneError {
					out.WriteRune(utf16.DecodeRune(rune(h), rune(low)))
					at += 6
				} else {
					half(h)
				}
			} else {
				out.WriteByte('\\')
				if at+1 < len(units) && units[at+1] < utf8.RuneSelf {
					at++
					out.WriteByte(byte(units[at]))
				}
			}
		case !utf16.IsSurrogate(rune(c)):
			out.WriteRune(rune(c))
		case at+1 < len(units) && utf16.DecodeRune(rune(c), rune(units[at+1])) != utf8.RuneError:
			out.WriteRune(utf16.DecodeRune(rune(c), rune(units[at+1])))
			at++
		default:
			half(c)
		}
	}
	return out.String(), mark
}

// escapedUnit reads an escape such as \ud800 at the start of units.
func escapedUnit(units []uint16) (unit uint16, ok bool) {
	if len(units) < 6 || units[0] != '\\' || units[1] != 'u' {
		return 0, false
	}
	for _, c := range units[2:6] {
		if c >= utf8.RuneSelf {
			return 0, false
		}
		digit := strings.IndexByte("0123456789abcdef", byte(c|0x20))
		if digit < 0 || c < '0' {
			return 0, false
		}
		unit = unit<<4 | uint16(digit)
	}
	return unit, true
}

// numberOf returns an int64 where goja represents the number as one, else a float64.
func numberOf(s string) any {
	if n, err := strconv.ParseInt(s, 10, 54); err == nil && s != "-0" {
		return n
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN()
	}
	return f
}
