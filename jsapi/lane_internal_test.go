package jsapi

import (
	"context"
	"testing"

	"framework/jsapi/pace"
)

// TestComputationsGiveWay: short work does not wait for the end of long work that checks its pace.
func TestComputationsGiveWay(t *testing.T) {
	i, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close(context.Background()) // again
	i.processors.slice = 1              // any time is enough
	short := make(chan struct{})
	ended := make(chan error)
	if err := i.Do(t.Context(), func(r *Realm) error {
		for range i.processors.limit {
			r.Compute(func(ctx context.Context) (any, error) {
				for {
					select {
					case <-short:
						return nil, nil
					default:
					}
					if err := pace.Check(ctx); err != nil {
						return nil, err
					}
				}
			}, func(_ *Realm, _ any, err error) { ended <- err })
		}
		r.Compute(func(context.Context) (any, error) { return nil, nil }, func(*Realm, any, error) { close(short) })
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for range i.processors.limit {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := i.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if i.processors.running != 0 || len(i.processors.waiting) != 0 {
		t.Errorf("%d run and %d wait", i.processors.running, len(i.processors.waiting))
	}
}
