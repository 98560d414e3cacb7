package jsapi

import (
	"testing"
	"time"
)

// TestLost: the limit of a turn is about what this process does, not about others
// that have the processor meanwhile.
func TestLost(t *testing.T) {
	const limit = 10 * time.Second
	for _, tc := range []struct{ elapsed, used, want time.Duration }{
		{9 * time.Second, 9 * time.Second, 0},
		{9 * time.Second, 14 * time.Second, 0}, // on two processors
		{9 * time.Second, 8500 * time.Millisecond, 0},
		{9 * time.Second, time.Second, 8 * time.Second},
		{300 * time.Second, time.Second, 50 * time.Second},
	} {
		if got := lost(limit, tc.elapsed, tc.used); got != tc.want {
			t.Errorf("%v elapsed, %v used: %v, want %v", tc.elapsed, tc.used, got, tc.want)
		}
	}
	if got := (share{}).extra(limit); got != 0 {
		t.Errorf("unmeasured: %v", got)
	}
}
