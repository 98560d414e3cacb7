package config_test

import (
	"runtime"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/value"
)

// TestWorkers: numbers and "auto" are meant for the server, other values for the project.
func TestWorkers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		value any
		want  int
		wrong bool
	}{
		{nil, 1, false},
		{int64(1), 1, false},
		{int64(4), 4, false},
		{float64(4), 4, false},
		{"4", 4, false},
		{" 4 ", 4, false},
		{"", 1, false},
		{"auto", min(runtime.GOMAXPROCS(0), config.MaxWorkers), false},
		{"Auto", min(runtime.GOMAXPROCS(0), config.MaxWorkers), false},
		{int64(config.MaxWorkers), config.MaxWorkers, false},
		{int64(config.MaxWorkers + 1), 1, true},
		{int64(0), 1, true},
		{int64(-1), 1, true},
		{2.5, 1, true},
		{1e300, 1, true},
		{"many", 1, true},
		{"2.5", 1, true},
		{true, 1, true},
		{false, 1, false},
		{value.Of("queue", "mail"), 1, false},
		{[]any{int64(2)}, 1, false},
	} {
		c := config.Merge([]config.Layer{{Source: "config/a.js", Values: value.Of("workers", tc.value)}}, config.Options{})
		n, misread := c.Workers()
		if n != tc.want || (misread != nil) != tc.wrong {
			t.Errorf("%v: %d workers, %v", tc.value, n, misread)
		}
		if misread != nil && !strings.HasPrefix(misread.String(), "config/a.js: config workers: expected") {
			t.Errorf("%v: %s", tc.value, misread)
		}
	}
}
