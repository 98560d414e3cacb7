package value_test

import (
	"math"
	"testing"

	"framework/engine/value"
)

func TestTruthy(t *testing.T) {
	for _, v := range []any{nil, value.Undefined{}, false, "", int64(0), 0.0, math.NaN()} {
		if value.Truthy(v) {
			t.Errorf("%#v is true", v)
		}
	}
	for _, v := range []any{true, "0", int64(-1), 0.5, []any{}, value.New(0)} {
		if !value.Truthy(v) {
			t.Errorf("%#v is false", v)
		}
	}
}

func TestInspect(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{value.Undefined{}, "undefined"},
		{`it's \`, `'it\'s \\'`},
		{1.5, "1.5"},
		{[]any{}, "[]"},
		{[]any{int64(1), "a", true}, "[ 1, 'a', true ]"},
		{value.New(0), "{}"},
		{value.Of("a", value.Of("b", nil)), "{ a: { b: null } }"},
	} {
		if got := value.Inspect(c.v); got != c.want {
			t.Errorf("%#v: %s, want %s", c.v, got, c.want)
		}
	}
}
