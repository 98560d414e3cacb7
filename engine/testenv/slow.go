package testenv

import "testing"

// Slow marks a test that takes long, which go test -short leaves out.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow: left out by -short")
	}
}
