package watch

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Batches that nobody has taken are one: what it says is what has become of a file
// since the last one that was taken.
func TestMerge(t *testing.T) {
	const none = Op(0)
	for _, c := range []struct{ earlier, later, want Op }{
		{Added, none, Added},
		{Changed, none, Changed},
		{Removed, none, Removed},
		{none, Added, Added},
		{none, Changed, Changed},
		{none, Removed, Removed},
		{Added, Changed, Added},
		{Added, Removed, Stale},
		{Added, Stale, Stale},
		{Removed, Stale, Stale},
		{Stale, Removed, Removed},
		{none, Stale, Stale},
		{Changed, Changed, Changed},
		{Changed, Removed, Removed},
		{Removed, Added, Changed},
	} {
		batch := func(op Op) []Change {
			if op == none {
				return []Change{{"z.js", Changed}}
			}
			return []Change{{"a.js", op}, {"z.js", Changed}}
		}
		if diff := cmp.Diff(batch(c.want), merge(batch(c.earlier), batch(c.later))); diff != "" {
			t.Errorf("%v and then %v (-want +got)\n%s", c.earlier, c.later, diff)
		}
	}
}
