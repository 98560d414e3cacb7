package sequence_test

import (
	"context"
	"testing"

	"framework/engine/sequence"
)

func waits(p *sequence.Place) bool { return p.Turn() != nil }

func TestLine(t *testing.T) {
	t.Parallel()
	var line sequence.Line
	ctx, a := line.Join(t.Context())
	_, b := line.Join(t.Context())
	_, c := line.Join(t.Context())
	if sequence.Of(ctx) != a || sequence.Of(sequence.Without(ctx)) != nil {
		t.Error("the context has another place")
	}
	if waits(a) || !waits(b) || !waits(c) {
		t.Error("only the first has its turn")
	}
	b.Pass() // without its turn: c still waits for a
	if !waits(c) {
		t.Error("c does not wait for a")
	}
	turn := c.Turn()
	a.Pass()
	<-turn
	a.Rejoin()
	b.Rejoin()
	if waits(c) || !waits(a) || !waits(b) {
		t.Error("who rejoins is not behind the others")
	}
	c.Leave()
	c.Rejoin()
	if waits(a) || waits(c) {
		t.Error("who has left is still in the line")
	}
	a.Leave()
	b.Leave()
	_, d := line.Join(t.Context())
	if waits(d) {
		t.Error("the line is not empty")
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, e := line.Join(gone); e.Await(gone) == nil {
		t.Error("it waited for longer than its context")
	}
	_, f := line.Join(t.Context())
	pass := f.Passer()
	f.Rejoin()
	_, g := line.Join(t.Context())
	if pass(); !waits(g) {
		t.Error("a place from before was passed with the new ticket")
	}
	var none *sequence.Place
	none.Pass()
	none.Rejoin()
	none.Leave()
	if waits(none) || none.Await(gone) != nil {
		t.Error("no place waits")
	}
}
