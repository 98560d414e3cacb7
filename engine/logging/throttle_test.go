package logging_test

import (
	"slices"
	"testing"
	"time"

	"framework/engine/logging"
)

func TestThrottle(t *testing.T) {
	t.Parallel()
	throttle := logging.Throttle{Every: 10 * time.Second}
	start := time.Unix(1000, 0)
	var got []int
	for _, after := range []int{0, 1, 9, 10, 19, 25, 26} {
		got = append(got, throttle.Count(start.Add(time.Duration(after)*time.Second)))
	}
	if want := []int{1, 0, 0, 3, 0, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("got %d, want %d", got, want)
	}
}
