package engineio_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"framework/sockets/engineio"
)

// Whatever the texts are, they come back, and none is taken for a part of another.
func TestFields(t *testing.T) {
	long := strings.Repeat("x", 40_000)
	given := http.Header{"Cookie": {"a=1; b=2", "c=3"}, "Origin": {"http://x"}, "X-Odd": {"a\nb\x00c", "", long}, "Accept": {""}}
	f := engineio.PackFields(given)
	if got := f.Header(); !reflect.DeepEqual(got, given) {
		t.Errorf("got %v", got)
	}
	for name, want := range map[string]string{"cookie": "a=1; b=2", "X-ODD": "a\nb\x00c", "Accept": "", "Absent": ""} {
		if got := f.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := f.Values("x-odd"); !reflect.DeepEqual(got, given["X-Odd"]) {
		t.Errorf("values of X-Odd: %q", got)
	}
	if got := f.Values("Absent"); got != nil {
		t.Errorf("values of a name that is absent: %q", got)
	}
}

func TestFieldsWith(t *testing.T) {
	f := engineio.PackFields(http.Header{"B": {"1", "2"}, "D": {"3"}})
	for name, want := range map[string]http.Header{
		"a": {"A": {"x"}, "B": {"1", "2"}, "D": {"3"}},
		"B": {"B": {"x"}, "D": {"3"}},
		"c": {"B": {"1", "2"}, "C": {"x"}, "D": {"3"}},
		"D": {"B": {"1", "2"}, "D": {"x"}},
		"e": {"B": {"1", "2"}, "D": {"3"}, "E": {"x"}},
	} {
		with := f.With(name, "x")
		if got := with.Header(); !reflect.DeepEqual(got, want) {
			t.Errorf("with %s: %v, want %v", name, got, want)
		}
		if again := engineio.PackFields(with.Header()); again != with {
			t.Errorf("with %s the names are not in order", name)
		}
	}
	if got := f.Header(); !reflect.DeepEqual(got, http.Header{"B": {"1", "2"}, "D": {"3"}}) {
		t.Errorf("changed to %v", got)
	}
	if got := (engineio.Fields{}).With("cookie", "a=1").Header(); !reflect.DeepEqual(got, http.Header{"Cookie": {"a=1"}}) {
		t.Errorf("with of none: %v", got)
	}
}
