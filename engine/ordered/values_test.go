package ordered_test

import (
	"math"
	"testing"

	"framework/engine/ordered"
)

func TestTruthy(t *testing.T) {
	for _, v := range []any{nil, ordered.Undefined{}, false, "", int64(0), 0.0, math.NaN()} {
		if ordered.Truthy(v) {
			t.Errorf("%#v is true", v)
		}
	}
	for _, v := range []any{true, "0", int64(-1), 0.5, []any{}, ordered.New(0)} {
		if !ordered.Truthy(v) {
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
		{ordered.Undefined{}, "undefined"},
		{`it's \`, `'it\'s \\'`},
		{1.5, "1.5"},
		{[]any{}, "[]"},
		{[]any{int64(1), "a", true}, "[ 1, 'a', true ]"},
		{ordered.New(0), "{}"},
		{ordered.Of("a", ordered.Of("b", nil)), "{ a: { b: null } }"},
	} {
		if got := ordered.Inspect(c.v); got != c.want {
			t.Errorf("%#v: %s, want %s", c.v, got, c.want)
		}
	}
}
