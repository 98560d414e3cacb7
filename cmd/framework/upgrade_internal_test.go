package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"framework/engine"
)

// TestCompareRelease: which archive is to be installed, if one is.
func TestCompareRelease(t *testing.T) {
	sums := func(version, system string) string {
		return fmt.Sprintf("%s  THIRD_PARTY_NOTICES.txt\n%s  framework-%s-%s.tar.gz\n", strings.Repeat("0", 64), strings.Repeat("a", 64), version, system)
	}
	here := runtime.GOOS + "-" + runtime.GOARCH
	for _, tt := range []struct {
		sums, says string
		newer      bool
		fails      bool
	}{
		{sums(engine.Version, here), "this is the release", false, false},
		{sums("0.0.1", here), "newer than the release 0.0.1", false, false},
		{sums("99.0.0", here), "install /releases/framework-99.0.0-" + here, true, false},
		{sums("99.0.0-beta.1", here), "there is 99.0.0-beta.1", true, false},
		{sums(engine.Version+"-beta.1", here), "newer than the release", false, false},
		{sums("99.0.0", "plan9-mips"), "", false, true},
		{"no list", "", false, true},
	} {
		var out strings.Builder
		err := compareRelease(&out, tt.sums, "/releases/")
		if !strings.Contains(out.String(), tt.says) || errors.Is(err, errPending) != tt.newer || (err != nil) != (tt.newer || tt.fails) {
			t.Errorf("%s: got %q, %v", tt.sums, out.String(), err)
		}
	}
}
