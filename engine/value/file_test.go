package value_test

import (
	"errors"
	"testing"

	"framework/engine/value"
)

func TestParseFileNamesThePlace(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"a\": 1,\n}":        `f.json:3:1: invalid character '}' looking for beginning of object key string (JSON has no comma after the last entry)`,
		"{\n  \"a\": 1,,\n}":       `f.json:2:10: invalid character ',' looking for beginning of object key string (JSON has no comma after the last entry)`,
		"{\n  'a': 1 }":            `f.json:2:3: invalid character '\'' looking for beginning of object key string (JSON has double quotes only)`,
		"{ // words\n}":            `f.json:1:3: invalid character '/' looking for beginning of object key string (JSON has no comments)`,
		"{ \"a\": 1\n  \"b\": 2 }": `f.json:2:3: invalid character '"' after object key:value pair (is a comma missing before it?)`,
		"{ \"a\": 1":               `f.json:1:8: unexpected end of JSON input`,
		" \n":                      `f.json:1:1: the file is empty (without anything to say it holds {})`,
		"{} {}":                    `f.json:1:4: invalid character '{' after top-level value`,
		"\uFEFF{\n x }":            `f.json:2:2: invalid character 'x' looking for beginning of object key string`,
	} {
		_, err := value.ParseFile("f.json", []byte(text))
		var syntax *value.SyntaxError
		if !errors.As(err, &syntax) || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if v, err := value.ParseFile("f.json", []byte("\uFEFF{\"a\":1}")); err != nil || v.(*value.Map).Value("a") != int64(1) {
		t.Errorf("got %v, %v", v, err)
	}
}
