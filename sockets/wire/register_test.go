package wire_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"framework/sockets/wire"
)

func TestRegister(t *testing.T) {
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

// TestRegisterAtOnce adds and removes while the register is shut down: who has
// acquired is waited for, whatever comes in between.
func TestRegisterAtOnce(t *testing.T) {
	var g wire.Register[int]
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for j := 0; g.Add(fmt.Sprint(i, j), i, 0) == nil; j++ {
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
