package jsapi_test

import (
	"context"
	"testing"
	"time"

	"framework/jsapi"
)

func TestRetireKeepsTheTimersOfPendingOperations(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	ticks := 0 // of timers that belong to nobody
	err = iso.Do(context.Background(), func(r *jsapi.Realm) error {
		r.SetTimer(time.Millisecond, true, func() error { ticks++; return nil })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// The operation goes on after it has seen its realm retired; each round
	// sets a timer of its own, and one that belongs to a finished operation.
	finished := iso.Begin(context.Background(), func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, nil) })
	if _, err := finished.Wait(); err != nil {
		t.Fatal(err)
	}
	atRetirement := 0
	op := iso.Begin(context.Background(), func(r *jsapi.Realm, op *jsapi.Op) {
		rounds := 0
		var id int64
		id = r.SetTimer(time.Millisecond, true, func() error {
			switch rounds++; rounds {
			case 1:
				iso.Retire()
			case 2:
				atRetirement = ticks
			case 30:
				op.Settle(ticks-atRetirement, nil)
				r.ClearTimer(id)
			}
			return nil
		})
	})
	extra, err := op.Wait()
	if err != nil || extra != 0 {
		t.Errorf("timers of nobody ran %v times after the retirement, %v", extra, err)
	}
	ran := make(chan struct{}, 1)
	err = iso.Do(finished.Context(), func(r *jsapi.Realm) error {
		r.SetTimer(time.Millisecond, false, func() error { ran <- struct{}{}; return nil })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// One that belongs to a pending operation comes later, and runs.
	last := iso.Begin(context.Background(), func(r *jsapi.Realm, op *jsapi.Op) {
		r.SetTimer(20*time.Millisecond, false, func() error { op.Settle("ran", nil); return nil })
	})
	if v, err := last.Wait(); err != nil || v != "ran" {
		t.Errorf("got %v, %v", v, err)
	}
	if len(ran) != 0 {
		t.Error("a timer of a finished operation ran")
	}
}
