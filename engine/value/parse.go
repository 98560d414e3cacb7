package value

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

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
// others float64. Invalid UTF-8 is replaced by U+FFFD. The error of a text that is no
// JSON has the message that JSON.parse gives in Node 20.
func Parse(text []byte) (any, error) { return ParseWithin(text, Limits{}) }

// ParseWithin is Parse for what a client sent: with limits, and an error where
// the values would take more than 15 bytes for each byte of the text.
func ParseWithin(text []byte, limits Limits) (any, error) {
	found, err := measure(text, limits)
	if err != nil && (limits != Limits{} || !errors.Is(err, ErrStructure)) {
		return nil, err
	}
	// A buffer is read in its place.
	p := parser{sizes: found, dec: jsontext.NewDecoder(bytes.NewBuffer(text),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
	v, err := p.value(0)
	if err == nil {
		if _, after := p.dec.ReadToken(); !errors.Is(after, io.EOF) {
			err = fmt.Errorf("unexpected text after the JSON value at byte %d", p.dec.InputOffset())
		}
	}
	if err == nil {
		return v, nil
	}
	if errors.Is(err, ErrDepth) {
		return nil, err
	}
	if message := SyntaxMessage(string(text)); message != "" {
		err = errors.New(message)
	}
	return nil, err
}

type parser struct {
	dec   *jsontext.Decoder
	sizes sizes
}

func (p *parser) value(depth int) (any, error) {
	if depth > MaxDepth {
		return nil, ErrDepth
	}
	tok, err := p.dec.ReadToken()
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
		return p.list(depth)
	case '{':
		return p.object(depth)
	}
	return nil, fmt.Errorf("unexpected %v", tok.Kind())
}

func (p *parser) list(depth int) (any, error) {
	list := make([]any, 0, p.sizes.take())
	for p.dec.PeekKind() != ']' {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := p.dec.ReadToken()
	return list, err
}

func (p *parser) object(depth int) (any, error) {
	m := New(p.sizes.take())
	for p.dec.PeekKind() != '}' {
		name, err := p.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		m.Set(key, v)
	}
	_, err := p.dec.ReadToken()
	return m, err
}

func parseNumber(s string) (any, error) {
	if strings.ContainsAny(s, ".eE") {
		return parseFloat(s) // an error of ParseInt would cost more than the number
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil && i >= -maxSafeInteger && i <= maxSafeInteger {
		if i == 0 && s[0] == '-' {
			return math.Copysign(0, -1), nil
		}
		return i, nil
	}
	return parseFloat(s)
}

func parseFloat(s string) (any, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, err
	}
	return f, nil
}
