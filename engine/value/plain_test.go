package value_test

import (
	"math"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"framework/engine/value"
)

// letter writes JSON that is not of this package.
type letter string

func (l letter) AppendJSON(dst []byte, _, _ string) []byte {
	return append(append(append(dst, `{"letter":"`...), l...), `"}`...)
}

// TestPlainIsWhatParseReads compares with the text.
func TestPlainIsWhatParseReads(t *testing.T) {
	var values func(depth int) *rapid.Generator[any]
	values = func(depth int) *rapid.Generator[any] {
		leaves := []*rapid.Generator[any]{
			rapid.SampledFrom([]any{nil, value.Undefined{}, true, 1, math.NaN(), math.Inf(1), math.Copysign(0, -1), time.UnixMilli(1500).UTC(), []byte("ab"), letter("x"), (*value.Map)(nil)}),
			rapid.Map(rapid.Int64Range(-1<<53+1, 1<<53-1), func(n int64) any { return n }),
			rapid.Map(rapid.Float64(), func(f float64) any { return f }),
			rapid.Map(rapid.StringMatching(`[a-z"é]{0,4}`), func(s string) any { return s }),
		}
		if depth > 0 {
			leaves = append(leaves,
				rapid.Map(rapid.SliceOfN(values(depth-1), 0, 4), func(list []any) any { return append([]any{}, list...) }),
				rapid.Map(rapid.MapOfN(rapid.StringMatching(`[a-z]{1,3}`), values(depth-1), 0, 4), func(m map[string]any) any {
					out := value.New(len(m))
					for k, v := range m {
						out.Set(k, v)
					}
					return out
				}))
		}
		return rapid.OneOf(leaves...)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := values(3).Draw(t, "value")
		text := value.Append(nil, v)
		want, err := value.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := value.Plain(v)
		if string(value.Append(nil, got)) != string(text) {
			t.Fatalf("got %s, want %s", value.Append(nil, got), text)
		}
		if reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Fatalf("%s is a %T, want a %T", text, got, want)
		}
		if !value.EqualJSON(v, want) {
			t.Fatalf("%s is not equal to itself", text)
		}
	})
}

func TestEqualJSON(t *testing.T) {
	for _, tc := range []struct {
		a, b any
		want bool
	}{
		{"a", "a", true},
		{"a", "b", false},
		{int64(1), int64(2), false},
		{int64(1), float64(1), true},
		{int64(1), "1", false},
		{true, false, false},
		{time.UnixMilli(0), "1970-01-01T00:00:00.000Z", true},
		{nil, value.Undefined{}, true},
		{value.Of("a", int64(1)), value.Of("a", int64(1)), true},
		{[]any{"a"}, []any{}, false},
	} {
		if got := value.EqualJSON(tc.a, tc.b); got != tc.want {
			t.Errorf("%v and %v: %t", tc.a, tc.b, got)
		}
	}
}
