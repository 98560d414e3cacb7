package testenv

import (
	"os"
	"testing"
)

// Missing ends a test that lacks something: skipped, unless CI is set.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Server is the URL of a server that a variable of the environment names. Its
// answers take their time, so that -short leaves out what asks it.
func Server(t testing.TB, variable string) string {
	t.Helper()
	Slow(t)
	address := os.Getenv(variable)
	if address == "" {
		Missing(t, "%s is not set: it has to be the URL of a server", variable)
	}
	return address
}
