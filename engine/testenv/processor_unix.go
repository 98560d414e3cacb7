//go:build unix

package testenv

import (
	"syscall"
	"testing"
	"time"
)

// ProcessorTime is what this process has spent so far, user and system.
func ProcessorTime(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PerCall is the processor time of one of n calls of do, in microseconds, after warm
// calls that do not count.
func PerCall(tb testing.TB, warm, n int, do func(i int) error) float64 {
	tb.Helper()
	run := func(n int) {
		for i := range n {
			if err := do(i); err != nil {
				tb.Fatal(err)
			}
		}
	}
	run(warm)
	before := ProcessorTime(tb)
	run(n)
	return float64((ProcessorTime(tb) - before).Nanoseconds()) / 1000 / float64(n)
}
