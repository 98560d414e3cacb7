package node

import (
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/go-json-experiment/json/jsontext"
)

var errTrailing = errors.New("more than one value")

// jsonParser is JSON.parse.
type jsonParser struct{ *host }

// parseJSON is JSON.parse without a reviver. It returns undefined if the text is
// invalid or contains half surrogate pairs; then goja's own JSON.parse is used.
func (m *jsonParser) parseJSON(call goja.FunctionCall) goja.Value {
	text := call.Argument(0).String()
	if strings.Contains(text, `\ud`) || strings.Contains(text, `\uD`) || strings.ContainsRune(text, utf8.RuneError) {
		return goja.Undefined()
	}
	dec := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true))
	v, err := m.readJSON(dec)
	if err == nil {
		if _, end := dec.ReadToken(); end == nil || !errors.Is(end, io.EOF) {
			err = errTrailing
		}
	}
	if err != nil {
		return goja.Undefined()
	}
	return v
}

func (m *jsonParser) readJSON(dec *jsontext.Decoder) (goja.Value, error) {
	rt := m.realm.Runtime()
	tok, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch tok.Kind() {
	case 'n':
		return goja.Null(), nil
	case 't', 'f':
		return rt.ToValue(tok.Bool()), nil
	case '"':
		return rt.ToValue(tok.String()), nil
	case '0':
		return rt.ToValue(numberOf(tok.String())), nil
	case '[':
		var list []any
		for dec.PeekKind() != ']' {
			e, err := m.readJSON(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, e)
		}
		_, err = dec.ReadToken()
		return rt.NewArray(list...), err
	}
	o := rt.NewObject()
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		e, err := m.readJSON(dec)
		if err != nil {
			return nil, err
		}
		if key == "__proto__" {
			err = o.DefineDataProperty(key, e, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		} else {
			err = o.Set(key, e)
		}
		if err != nil {
			return nil, err
		}
	}
	_, err = dec.ReadToken()
	return o, err
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
