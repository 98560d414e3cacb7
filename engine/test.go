package engine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"framework/engine/listener"
	"framework/engine/snapshot"
)

// Test runs mocha-style tests of a project, see snapshot.Test.
func Test(ctx context.Context, opts Options, tests TestOptions) (TestStats, error) {
	return snapshot.Test(ctx, opts, tests, func(h *snapshot.Host) snapshot.TestServer { return &testServer{app: newApp(h)} })
}

// testServer serves an app that tests have lifted, as Run serves a project.
type testServer struct {
	app    *App
	server *http.Server // nil unless it listens
	failed <-chan error
}

// Listen implements snapshot.TestServer.
func (t *testServer) Listen(ctx context.Context, s *Snapshot) (net.Addr, error) {
	ln, err := listener.Listen(ctx, s.Settings.Host, s.Settings.Port)
	if err != nil {
		return nil, err
	}
	if own := s.TLS(); own != nil {
		t.app.encryption.Store(own)
	}
	t.app.Host.Serve(ctx, s)
	t.server, t.failed = t.app.listen(ln)
	return ln.Addr(), nil
}

// Close implements snapshot.TestServer.
func (t *testServer) Close(ctx context.Context) error {
	if t.server == nil {
		return nil
	}
	server := t.server
	t.server = nil
	t.app.stopListening(ctx, server)
	if err := <-t.failed; err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("the server of the app: %w", err)
	}
	return nil
}
