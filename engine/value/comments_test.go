package value_test

import (
	"testing"

	"framework/engine/value"
)

func TestWithoutComments(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`:                     `{"a": 1}`,
		"{ // one\n \"a\": 1 }":        "{       \n \"a\": 1 }",
		"{ /* a\r\nb */ \"a\": 1 }//":  "{     \r\n     \"a\": 1 }  ",
		`{"a": "http://x/*y*/"}`:       `{"a": "http://x/*y*/"}`,
		`{"a": "\"//\\"} // b`:         `{"a": "\"//\\"}     `,
		`/*`:                           `  `,
		`/* *`:                         `    `,
		`"a`:                           `"a`,
		`"\`:                           `"\`,
		`/`:                            `/`,
		"/**/1":                        "    1",
		"{\"a\":1 /* \" */, \"b\":2 }": "{\"a\":1        , \"b\":2 }",
	} {
		if got := string(value.WithoutComments([]byte(text))); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
