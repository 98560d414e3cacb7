package snapshot

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"time"
)

// slowServer closes when it is told to.
type slowServer struct {
	closing chan struct{}
	closed  chan struct{}
	calls   atomic.Int32
}

func (*slowServer) Listen(context.Context, *Snapshot) (net.Addr, error) { return nil, nil }

func (s *slowServer) Close(context.Context) error {
	if s.calls.Add(1) == 1 {
		close(s.closing)
		<-s.closed
	}
	return nil
}

// A second call of lower is over when the first one is: the port is free then.
func TestLowerWhileItIsLowered(t *testing.T) {
	dir := t.TempDir()
	server := &slowServer{closing: make(chan struct{}), closed: make(chan struct{})}
	a := &testApp{server: server, build: newBuild(NewHost(Options{Dir: dir}, nil), true)}
	over := make(chan struct{}, 2)
	lower := func() {
		if _, err := a.lower(t.Context(), time.Hour); err != nil {
			t.Error(err)
		}
		over <- struct{}{}
	}
	go lower()
	<-server.closing
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.lower(ended, time.Hour); err == nil {
		t.Error("a second call does not wait for the first one")
	}
	go lower()
	close(server.closed)
	<-over
	<-over
	if calls := server.calls.Load(); calls != 1 {
		t.Errorf("the server was closed %d times", calls)
	}
}
