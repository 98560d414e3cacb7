package jsapi_test

import (
	"context"
	"testing"
	"time"

	"framework/jsapi"
)

func TestDrainKeepsTimersOfPendingOperations(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	ticks := 0 // of timers without an operation
	err = iso.Do(context.Background(), func(r *jsapi.Realm) error {
		r.SetTimer(time.Millisecond, true, func() error { ticks++; return nil })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// The operation continues after Drain.
	finished := iso.Begin(context.Background(), func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, nil) })
	if _, err := finished.Wait(); err != nil {
		t.Fatal(err)
	}
	atDrain := 0
	op := iso.Begin(context.Background(), func(r *jsapi.Realm, op *jsapi.Op) {
		rounds := 0
		var id int64
		id = r.SetTimer(time.Millisecond, true, func() error {
			switch rounds++; rounds {
			case 1:
				iso.Drain()
			case 2:
				atDrain = ticks
			case 30:
				op.Settle(ticks-atDrain, nil)
				r.ClearTimer(id)
			}
			return nil
		})
	})
	extra, err := op.Wait()
	if err != nil || extra != 0 {
		t.Errorf("timers without an operation ran %v times after Drain, %v", extra, err)
	}
	ran := make(chan struct{}, 1)
	err = iso.Do(finished.Context(), func(r *jsapi.Realm) error {
		r.SetTimer(time.Millisecond, false, func() error { ran <- struct{}{}; return nil })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// A timer of a pending operation, due later, runs.
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
