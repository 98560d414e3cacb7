package jsapi_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"framework/engine/admission"
	"framework/jsapi"
)

// handClock is a clock that a test moves.
type handClock struct {
	mu      sync.Mutex
	now     time.Time
	waiting []*alarm
}

type alarm struct {
	at time.Time
	f  func()
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &alarm{c.now.Add(d), f}
	c.waiting = append(c.waiting, a)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		n := len(c.waiting)
		c.waiting = slices.DeleteFunc(c.waiting, func(other *alarm) bool { return other == a })
		return len(c.waiting) < n
	}
}

// pass moves the clock by d, and runs the alarms that are due in between.
func (c *handClock) pass(d time.Duration) {
	c.mu.Lock()
	end := c.now.Add(d)
	for {
		first := -1
		for n, a := range c.waiting {
			if !a.at.After(end) && (first < 0 || a.at.Before(c.waiting[first].at)) {
				first = n
			}
		}
		if first < 0 {
			break
		}
		a := c.waiting[first]
		c.waiting = slices.Delete(c.waiting, first, first+1)
		if a.at.After(c.now) {
			c.now = a.at
		}
		c.mu.Unlock()
		a.f()
		c.mu.Lock()
	}
	c.now = end
	c.mu.Unlock()
}

// blocked is an isolate whose loop does nothing until release is called.
func blocked(t *testing.T) (i *jsapi.Isolate, clock *handClock, release func()) {
	t.Helper()
	clock = &handClock{now: time.Unix(1000, 0)}
	i = isolate(t, jsapi.Options{Clock: clock, QueueTime: time.Second, TurnLimit: -1, BlockWarning: -1})
	entered, hold := make(chan struct{}), make(chan struct{})
	release = sync.OnceFunc(func() { close(hold) })
	t.Cleanup(release)
	i.Begin(context.Background(), func(_ *jsapi.Realm, op *jsapi.Op) {
		close(entered)
		<-hold
		op.Settle(nil, nil)
	})
	<-entered
	return i, clock, release
}

func settledOp(op *jsapi.Op) (*jsapi.Op, error) {
	_, err := op.Wait()
	return op, err
}

func arrive(t *testing.T, i *jsapi.Isolate) *jsapi.Op {
	return i.Begin(admission.Arrive(t.Context()), func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, nil) })
}

// A request that has waited for too long is refused even while the loop is
// blocked; work of a request that has started is not.
func TestQueueTimeRefusesRequests(t *testing.T) {
	i, clock, release := blocked(t)
	started := admission.Arrive(t.Context())
	admission.Start(started)
	goesOn := i.Begin(started, func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, nil) })
	early := arrive(t, i)
	clock.pass(900 * time.Millisecond)
	late := arrive(t, i)
	clock.pass(150 * time.Millisecond)
	if _, err := settledOp(early); !errors.Is(err, jsapi.ErrOverloaded) {
		t.Errorf("a request that waited for more than a second got %v", err)
	}
	release()
	if _, err := settledOp(late); err != nil {
		t.Errorf("a request that waited for 150 ms got %v", err)
	}
	if _, err := settledOp(goesOn); err != nil {
		t.Errorf("a request that had started got %v", err)
	}
}

// Once a request has waited for as long as the limit, requests wait for half of it
// only, until the queue has been empty.
func TestStandingQueueIsShortened(t *testing.T) {
	i, clock, release := blocked(t)
	var ops []*jsapi.Op
	for range 13 {
		ops = append(ops, arrive(t, i))
		clock.pass(100 * time.Millisecond)
	}
	release()
	var got string
	for n, op := range ops {
		switch _, err := settledOp(op); {
		case err == nil:
			got += fmt.Sprint(n, " ")
		case !errors.Is(err, jsapi.ErrOverloaded):
			t.Errorf("request %d: %v", n, err)
		}
	}
	if want := "9 10 11 12 "; got != want {
		t.Errorf("answered were %swant %s", got, want)
	}
	if _, err := settledOp(arrive(t, i)); err != nil {
		t.Error(err)
	}
}

// A request that was admitted is not refused later.
func TestStartedRequestsAreNeverRefused(t *testing.T) {
	clock := &handClock{now: time.Unix(1000, 0)}
	i := isolate(t, jsapi.Options{Clock: clock, QueueTime: time.Second, TurnLimit: -1, BlockWarning: -1})
	ctx := admission.Arrive(t.Context())
	if err := i.Admit(ctx); err != nil {
		t.Fatal(err)
	}
	entered, hold := make(chan struct{}), make(chan struct{})
	i.Begin(context.Background(), func(_ *jsapi.Realm, op *jsapi.Op) {
		close(entered)
		<-hold
	})
	<-entered
	done := i.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, nil) })
	other := make(chan error, 1)
	ahead := []*jsapi.Op{arrive(t, i)}
	go func() { other <- i.Admit(admission.Arrive(context.Background())) }()
	var refused error
	for refused == nil { // until the goroutine has called Admit and has waited for too long
		clock.pass(100 * time.Millisecond)
		select {
		case refused = <-other:
		case <-time.After(time.Millisecond):
			ahead = append(ahead, arrive(t, i)) // so that Admit always finds a queue
		}
	}
	if !errors.Is(refused, jsapi.ErrOverloaded) {
		t.Errorf("a request that was to be admitted got %v", refused)
	}
	close(hold)
	for _, op := range ahead {
		_, _ = settledOp(op)
	}
	if _, err := settledOp(done); err != nil {
		t.Error(err)
	}
}
