package snapshot

import (
	"context"
	"net"
	"net/http"

	"framework/engine/listener"
)

// testServer listens for tests that lift the app themselves, as they expect it.
type testServer struct {
	server *http.Server // nil before it listens
	ended  chan struct{}
}

// serve listens where s says. A port that is taken is an error only if it was
// configured: tests that use the app without a port need none.
func (t *testServer) serve(ctx context.Context, b *build, s *Snapshot) (net.Addr, error) {
	ln, err := listener.Listen(ctx, s.Settings.Host, s.Settings.Port)
	if err != nil {
		if s.Config.Source("port") != s.Profile.DefaultsSource() {
			return nil, err
		}
		b.log.Warn(err.Error() + "; the tests go on without a port of their own")
		return nil, nil
	}
	server, ended := &http.Server{Handler: b.gateway, ReadHeaderTimeout: s.Settings.HeadTimeout}, make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(ln) // it ends with the tests
	}()
	t.server, t.ended = server, ended
	return ln.Addr(), nil
}

// close ends it.
func (t *testServer) close() {
	if t.server != nil {
		_ = t.server.Close() // the tests are over
		<-t.ended
	}
}
