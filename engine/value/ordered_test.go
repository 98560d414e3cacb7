package value_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"framework/engine/value"
)

func TestParseKeepsOrderAndNumbers(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{`{"b":1,"a":{"z":[1.5,-0.25,1e3],"y":null}}`, `{"b":1,"a":{"z":[1.5,-0.25,1000],"y":null}}`},
		{`{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{`[9007199254740991,9007199254740993]`, `[9007199254740991,9007199254740992]`},
		{`"line\u0000\n\ud83d\ude00</b>"`, `"line\u0000\n😀</b>"`},
		{`1e21`, `1e+21`},
		{`1e-7`, `1e-7`},
		{`123456789012345680000`, `123456789012345680000`},
	} {
		v, err := value.Parse([]byte(tc.in))
		if err != nil {
			t.Errorf("Parse(%s): %v", tc.in, err)
			continue
		}
		if got := string(value.Append(nil, v)); got != tc.want {
			t.Errorf("Parse(%s) prints %s, want %s", tc.in, got, tc.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat("[", value.MaxDepth+2) + strings.Repeat("]", value.MaxDepth+2)
	for _, in := range []string{``, `{`, `{"a":`, `[1,]`, `{"a" 1}`, `1 2`, `nul`, `{'a':1}`, deep} {
		if v, err := value.Parse([]byte(in)); err == nil {
			t.Errorf("Parse(%.20q) = %v, want an error", in, v)
		}
	}
}

func TestAppendIndentLikeStringify(t *testing.T) {
	v := value.Of("a", []any{int64(1), value.Of()}, "u", value.Undefined{}, "d", time.Unix(0, 0), "e", []any{})
	want := "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"d\": \"1970-01-01T00:00:00.000Z\",\n  \"e\": []\n}"
	if got := string(value.AppendIndent(nil, v, "  ")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFormatNumber(t *testing.T) {
	for f, want := range map[float64]string{
		0.1: "0.1", 1e21: "1e+21", 1.5e-9: "1.5e-9", 1e-10: "1e-10", 1e100: "1e+100",
		123456789.125: "123456789.125", math.Inf(-1): "-Infinity", 5: "5",
	} {
		if got := value.FormatNumber(f); got != want {
			t.Errorf("FormatNumber(%v) = %s, want %s", f, got, want)
		}
	}
}

func TestSharedKeysAreNeverChanged(t *testing.T) {
	keys := []string{"a", "b", "c"}
	m := value.FromRow(keys, []any{int64(1), int64(2), int64(3)})
	other := value.FromRow(keys, []any{int64(4), int64(5), int64(6)})
	m.Delete("a")
	m.Set("d", true)
	if got := string(value.Append(nil, other)); got != `{"a":4,"b":5,"c":6}` {
		t.Errorf("a map sharing its keys changed: %s", got)
	}
	if got := string(value.Append(nil, m)); got != `{"b":2,"c":3,"d":true}` {
		t.Errorf("got %s", got)
	}
}

func TestLargeMapIsIndexed(t *testing.T) {
	m := value.New(0)
	for i := range 1000 {
		m.Set(strings.Repeat("k", i+1), int64(i))
	}
	m.Delete("k")
	if v := m.Value(strings.Repeat("k", 500)); v != int64(499) {
		t.Errorf("got %v", v)
	}
	if m.Len() != 999 {
		t.Errorf("Len = %d", m.Len())
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,{"b":null}]}`, `"\ud800"`, `1e999`, `-0`, "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		v, err := value.Parse(in)
		if err != nil {
			return
		}
		text := value.Append(nil, v)
		again, err := value.Parse(text)
		if err != nil {
			t.Fatalf("own output %q of %q does not parse: %v", text, in, err)
		}
		if got := value.Append(nil, again); string(got) != string(text) {
			t.Fatalf("%q prints %q, then %q", in, text, got)
		}
	})
}

func TestAppendDate(t *testing.T) {
	for _, at := range []time.Time{{}, time.Unix(0, 0), time.UnixMilli(-1), time.Date(2024, 2, 29, 23, 59, 59, 999_999_999, time.FixedZone("", -3600)), time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if got, want := string(value.AppendDate(nil, at)), at.UTC().Format(value.DateLayout); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
