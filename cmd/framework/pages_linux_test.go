package main

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Only what the file has can be forgotten.
func TestUnchanged(t *testing.T) {
	const smaps = `00400000-02672000 r-xp 00000000 fe:01 123                                /srv/my program
Size:              35272 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
02672000-049c2000 r--p 02272000 fe:01 123                                /srv/my program
Rss:               28584 kB
Anonymous:             0 kB
04a00000-04b00000 r--p 045c2000 fe:01 123                                /srv/my program
Rss:                 316 kB
Anonymous:             8 kB
Swap:                  0 kB
04b00000-04c00000 rw-p 045c2000 fe:01 123                                /srv/my program
Anonymous:             0 kB
04c00000-04d00000 r--p 00000000 fe:01 124                                /usr/lib/libc.so.6
Anonymous:             0 kB
04d00000-04e00000 r-xs 00000000 fe:01 123                                /srv/my program
Anonymous:             0 kB
7f19ce3d0000-7f19ce900000 r--p 00000000 00:00 0 
Anonymous:             0 kB
7ffd0e1f4000-7ffd0e1f6000 r-xp 00000000 00:00 0                          [vdso]
Anonymous:             0 kB
`
	want := []mapping{{0x400000, 0x2672000}, {0x2672000, 0x49c2000}}
	if got := unchanged(strings.NewReader(smaps), "/srv/my program"); !slices.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

// Most of the test's own program leaves the resident memory, and comes back when it is needed.
func TestForgetProgram(t *testing.T) {
	_ = resident(t) // what measuring needs is there before and after
	before := resident(t)
	forgetProgram()
	after := resident(t)
	if after > before/2 {
		t.Errorf("%d kB of the program were resident, and %d are", before, after)
	}
}

var share = regexp.MustCompile(`(?m)^RssFile:\s+(\d+) kB$`)

// resident is how many kilobytes of files are mapped and resident.
func resident(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	found := share.FindSubmatch(status)
	if found == nil {
		t.Skip("this system does not tell which memory is that of files")
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
