package admission_test

import (
	"testing"
	"time"

	"framework/engine/admission"
)

func TestQueue(t *testing.T) {
	now := time.Unix(1e9, 0)
	var q admission.Queue
	expect := func(after time.Duration, want time.Duration) {
		t.Helper()
		now = now.Add(after)
		if got, limited := q.Join(now); got != want || !limited {
			t.Errorf("who joins may wait for %v, limited %v, want %v", got, limited, want)
		}
	}
	if timeout, limited := q.Join(now); limited || timeout != 0 {
		t.Errorf("there is a limit of %v although none is set", timeout)
	}
	q.Leave()
	q.SetLimit(time.Second)
	expect(0, time.Second)
	expect(time.Second/2, time.Second)
	expect(time.Second/2, time.Second/2) // it was never empty
	q.Leave()
	q.Leave()
	expect(0, time.Second/2)
	q.Leave()
	q.Leave()
	expect(0, time.Second) // it was
}
