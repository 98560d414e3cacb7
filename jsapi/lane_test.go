package jsapi_test

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"framework/jsapi"
)

type begins = func(work func(context.Context) (any, error), done func(*jsapi.Realm, any, error))

// TestLanes: of work that takes a processor no more runs at once than there are processors, of work that may hold threads
// 64 pieces; all of it is done in the end, and the loop answers meanwhile.
func TestLanes(t *testing.T) {
	t.Run("compute", func(t *testing.T) {
		testLane(t, int64(runtime.GOMAXPROCS(0)), func(r *jsapi.Realm) begins { return r.Compute })
	})
	t.Run("blocking", func(t *testing.T) { testLane(t, 64, func(r *jsapi.Realm) begins { return r.Blocking }) })
}

func testLane(t *testing.T, limit int64, lane func(r *jsapi.Realm) begins) {
	i := isolate(t, jsapi.Options{})
	const jobs = 200
	var running, most atomic.Int64
	var all sync.WaitGroup
	all.Add(jobs)
	begun, release := make(chan struct{}, jobs), make(chan struct{})
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		for range jobs {
			lane(r)(func(context.Context) (any, error) {
				n := running.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				begun <- struct{}{}
				<-release
				running.Add(-1)
				return nil, nil
			}, func(_ *jsapi.Realm, _ any, err error) {
				if err != nil {
					t.Error(err)
				}
				all.Done()
			})
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for range limit {
		<-begun
	}
	if err := i.Do(t.Context(), func(*jsapi.Realm) error { return nil }); err != nil {
		t.Error(err)
	}
	close(release)
	all.Wait()
	if most.Load() > limit {
		t.Errorf("%d ran at once, want %d at most", most.Load(), limit)
	}
}

// TestLanesEndWithTheIsolate: what waits does not run after Close.
func TestLanesEndWithTheIsolate(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	var ran atomic.Int64
	release := make(chan struct{})
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		for range 10 + runtime.GOMAXPROCS(0) {
			r.Compute(func(context.Context) (any, error) {
				ran.Add(1)
				<-release
				return nil, nil
			}, func(*jsapi.Realm, any, error) {})
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	i.Stop()
	close(release)
	if err := i.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := ran.Load(); n > int64(runtime.GOMAXPROCS(0)) {
		t.Errorf("%d pieces ran", n)
	}
}
