package listener_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"framework/engine/listener"
)

// named is a configuration with a certificate of that name.
func named(t *testing.T, name string) *tls.Config {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}}}
}

// TestEncrypt: each client is shown the certificate that is current when it comes.
func TestEncrypt(t *testing.T) {
	t.Parallel()
	var current atomic.Pointer[tls.Config]
	current.Store(named(t, "first"))
	ln := listener.Encrypt(listen(t), current.Load)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			_ = c.(*tls.Conn).HandshakeContext(t.Context()) //nolint:errcheck,forcetypeassert // the client reports it
			_ = c.Close()
		}
	}()
	t.Cleanup(func() {
		_ = ln.Close()
		<-ended
	})
	shown := func() string {
		t.Helper()
		d := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // the name is all that is looked at
		c, err := d.DialContext(t.Context(), "tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.(*tls.Conn).ConnectionState().PeerCertificates[0].Subject.CommonName //nolint:errcheck,forcetypeassert // it is one of TLS
	}
	for _, name := range []string{"first", "second", "third"} {
		if name != "first" {
			current.Store(named(t, name))
		}
		if got := shown(); got != name {
			t.Errorf("the certificate of %s is shown, want that of %s", got, name)
		}
	}
}

// TestListen: a port that is taken is an error that says what to do.
func TestListen(t *testing.T) {
	t.Parallel()
	first, err := listener.Listen(t.Context(), "127.0.0.1", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	port := first.Addr().(*net.TCPAddr).Port //nolint:errcheck,forcetypeassert // it is one of TCP
	_, err = listener.Listen(t.Context(), "127.0.0.1", port)
	var taken *listener.ListenError
	if !errors.As(err, &taken) || taken.Addr != first.Addr().String() || errors.Unwrap(err) == nil {
		t.Fatalf("got %v", err)
	}
}
