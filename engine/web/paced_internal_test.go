package web

import (
	"testing"
	"time"
)

// TestEarned: the time for a body grows with its length, whatever that is.
func TestEarned(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[int64]time.Duration{
		0: 0, 512: time.Second / 2, 1 << 10: time.Second, 1<<20 + 512: 1024*time.Second + time.Second/2,
		10 << 30: 10 << 20 * time.Second, 1 << 42: 1 << 32 * time.Second,
	} {
		if got := earned(bytes); got != want {
			t.Errorf("%d bytes: %v, want %v", bytes, got, want)
		}
	}
}
