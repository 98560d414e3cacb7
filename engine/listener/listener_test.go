package listener_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"framework/engine/listener"
)

func listen(t *testing.T) *net.TCPListener {
	t.Helper()
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	return ln.(*net.TCPListener) //nolint:errcheck,forcetypeassert // it is one of TCP
}

// A client that still sends when it is refused gets its answer, not a connection
// that is reset.
func TestARefusedClientGetsItsAnswer(t *testing.T) {
	t.Parallel()
	ln := listen(t)
	conns := make(chan *listener.Conn, 1)
	server := &http.Server{
		ReadHeaderTimeout: time.Minute, ConnContext: listener.WithConn,
		Handler: listener.Linger(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			conns <- listener.FromContext(r.Context())
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		})),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener.New(ln, slog.New(slog.DiscardHandler), time.Now))
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-ended
	})
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const size = 8 << 20
	if _, err := io.WriteString(c, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	own := <-conns
	if own == nil {
		t.Fatal("the request does not know its connection")
	}
	own.Served()
	if waited := own.Waited(time.Now().Add(-time.Hour)); waited > 0 {
		t.Errorf("a request that came since the last one has waited %v", waited)
	}
	if n, err := io.Copy(c, io.LimitReader(zeros{}, size)); err != nil {
		t.Fatalf("after %d bytes: %v", n, err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, err := io.ReadAll(res.Body); err != nil || !strings.HasPrefix(string(text), "too large") {
		t.Errorf("got %q and %v", text, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestRequestsThatCameInOtherwise(t *testing.T) {
	t.Parallel()
	if listener.FromContext(context.Background()) != nil {
		t.Error("a context without a connection has one")
	}
}

func TestEncryptWithoutACertificate(t *testing.T) {
	t.Parallel()
	ln := listen(t)
	if got := listener.Encrypt(ln, func() *tls.Config { return nil }); got != net.Listener(ln) {
		t.Errorf("got %T", got)
	}
}
