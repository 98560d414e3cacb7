package spelling_test

import (
	"slices"
	"testing"

	"framework/engine/spelling"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"find", "findOne", "create", "destroy", "ok", "json", "prod", "port"}
	for name, want := range map[string]struct{ nearest, close string }{
		"fnd":     {"find", ""},
		"find":    {"find", "find"},
		"FindOne": {"findOne", "findOne"},
		"finOdne": {"findOne", "findOne"},
		"creat":   {"create", "create"},
		"jsno":    {"json", "json"},
		"foo":     {"ok", ""},
		"prot":    {"port", "port"},
		"upsert":  {"", ""},
		"":        {"", ""},
	} {
		if got := spelling.Nearest(name, slices.Values(names)); got != want.nearest {
			t.Errorf("the nearest to %q is %q, want %q", name, got, want.nearest)
		}
		if got := spelling.Close(name, slices.Values(names)); got != want.close {
			t.Errorf("close to %q is %q, want %q", name, got, want.close)
		}
	}
	if got := spelling.DidYouMean("crate", []string{"Create"}); got != `; did you mean "Create"?` {
		t.Errorf("got %q", got)
	}
	if got := spelling.DidYouMean("other", names); got != "" {
		t.Errorf("got %q", got)
	}
}
