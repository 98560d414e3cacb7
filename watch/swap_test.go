package watch_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/watch"
)

// Folders that change places keep their watches: the system has one for each folder, and
// one that is removed under its old name is lost under the new one.
func TestFoldersThatChangePlaces(t *testing.T) {
	for _, names := range [][]string{{"a", "b"}, {"a", "b", "c"}, {"b", "a"}, {"c", "a", "b"}, {"a/x", "b/x"}, {"a", "a/x"}} {
		t.Run(strings.Join(names, ","), func(t *testing.T) {
			t.Parallel()
			f := start(t, watch.Options{}, "a/x/f.js", "b/x/f.js", "c/x/f.js", "a/f.js", "b/f.js", "c/f.js")
			f.reported()
			for range 3 {
				if len(names) == 2 && names[1] == "a/x" { // the inner folder becomes the outer one
					f.rename("a/x", "t")
					f.rename("a", "t/x")
					f.rename("t", "a")
				} else {
					f.rename(names[0], "t")
					for i, name := range names[1:] {
						f.rename(name, names[i])
					}
					f.rename("t", names[len(names)-1])
				}
				f.reported()
				var want []string
				for i, dir := range []string{"a", "a/x", "b", "b/x", "c", "c/x"} {
					f.write(dir+"/f.js", fmt.Sprint(i, time.Now()))
					want = append(want, dir+"/f.js changed")
				}
				if diff := cmp.Diff(want, f.reported()); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}
