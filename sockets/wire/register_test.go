package wire_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"framework/sockets/wire"
)

func TestRegister(t *testing.T) { synctest.Test(t, testRegister) } // which fails if a goroutine waits for ever

func testRegister(t *testing.T) {
	var g wire.Register[*int]
	a, b := new(int), new(int)
	if err := errors.Join(g.Add("a", a, 2), g.Add("b", b, 2)); err != nil {
		t.Fatal(err)
	}
	if err := g.Add("c", new(int), 2); !errors.Is(err, wire.ErrTooMany) {
		t.Errorf("one too many: %v", err)
	}
	if g.Find("a") != a || g.Find("c") != nil || g.Len() != 2 {
		t.Error("the wrong connections are there")
	}
	g.Remove("b")
	if err := g.Add("c", b, 2); err != nil {
		t.Error(err)
	}
	if err := g.Add("e", b, 0); err != nil {
		t.Errorf("without a limit: %v", err)
	}
	g.Remove("e")
	if !g.Acquire() {
		t.Fatal("the register is closed already")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	aborted := map[*int]bool{}
	err := g.Shutdown(ctx, func(*int) { cancel() }, func(c *int) {
		if aborted[c] = true; len(aborted) == 2 {
			g.Release()
		}
	})
	if !errors.Is(err, context.Canceled) || !aborted[a] || !aborted[b] {
		t.Errorf("shutdown: %v, aborted %d", err, len(aborted))
	}
	if err := g.Add("d", a, 0); !errors.Is(err, wire.ErrClosed) || g.Acquire() {
		t.Errorf("after the end: %v", err)
	}
}

// TestRegisterAtOnce adds and removes while the register is shut down: it waits
// for each Acquire that was not released, whatever happens in between.
func TestRegisterAtOnce(t *testing.T) {
	var g wire.Register[int]
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for j := 0; ; j++ {
				if err := g.Add(fmt.Sprint(i, j), i, 0); err != nil {
					if !errors.Is(err, wire.ErrClosed) {
						t.Error(err)
					}
					return
				}
				if g.Acquire() {
					g.Remove(fmt.Sprint(i, j))
					g.Release()
				}
			}
		})
	}
	if err := g.Shutdown(t.Context(), func(int) {}, func(int) { t.Error("aborted") }); err != nil {
		t.Error(err)
	}
	all.Wait()
}

// TestRegisterWaits: those who have acquired are waited for, and new connections
// may be refused before.
func TestRegisterWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g wire.Register[int]
		if err := g.Add("a", 1, 0); err != nil {
			t.Fatal(err)
		}
		g.Refuse()
		if err := g.Add("b", 2, 0); !errors.Is(err, wire.ErrClosed) {
			t.Errorf("after Refuse: %v", err)
		}
		if !g.Acquire() {
			t.Fatal("a connection that is there cannot acquire")
		}
		ended, done := 0, make(chan error, 1)
		go func() {
			done <- g.Shutdown(t.Context(), func(c int) { ended += c }, func(int) { t.Error("aborted") })
		}()
		synctest.Wait()
		if ended != 1 || len(done) > 0 {
			t.Errorf("%d were ended; over: %v", ended, len(done) > 0)
		}
		g.Release()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
