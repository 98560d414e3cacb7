package ordered

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how deep Parse lets arrays and objects nest.
const MaxDepth = 512

// ErrDepth is returned by Parse for text that nests deeper than MaxDepth.
var ErrDepth = fmt.Errorf("nested deeper than %d levels", MaxDepth)

// maxSafeInteger is the largest integer that a JavaScript number holds exactly.
const maxSafeInteger = 1<<53 - 1

// Parse reads one JSON text. Objects become *Map in the order of the text (of
// a repeated key the last value wins, at the first one's place, as in
// JSON.parse), whole numbers that JavaScript holds exactly become int64, all
// others float64. Invalid UTF-8 is replaced by U+FFFD.
func Parse(text []byte) (any, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(text),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := parseValue(dec, 0)
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("unexpected text after the JSON value at byte %d", dec.InputOffset())
	}
	return v, nil
}

func parseValue(dec *jsontext.Decoder, depth int) (any, error) {
	if depth > MaxDepth {
		return nil, ErrDepth
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch tok.Kind() {
	case 'n':
		return nil, nil
	case 't':
		return true, nil
	case 'f':
		return false, nil
	case '"':
		return tok.String(), nil
	case '0':
		return parseNumber(tok.String())
	case '[':
		list := []any{}
		for dec.PeekKind() != ']' {
			v, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.ReadToken()
		return list, err
	case '{':
		m := New(8)
		for dec.PeekKind() != '}' {
			name, err := dec.ReadToken()
			if err != nil {
				return nil, err
			}
			key := name.String()
			v, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			m.Set(key, v)
		}
		_, err := dec.ReadToken()
		return m, err
	}
	return nil, fmt.Errorf("unexpected %v", tok.Kind())
}

func parseNumber(s string) (any, error) {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil && i >= -maxSafeInteger && i <= maxSafeInteger {
		if i == 0 && s[0] == '-' {
			return math.Copysign(0, -1), nil
		}
		return i, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, err
	}
	return f, nil
}
