package node

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"time"

	"github.com/dop251/goja"

	"framework/engine/certificate"
	"framework/engine/value"
	"framework/jsapi"
)

// security holds the options of TLS.
type security struct {
	servername, ca, extra string   // PEM texts; extra are issuers that are trusted besides those of ca, or of the system
	certs, keys           []string // PEM texts; their order need not be the same
	insecure              bool     // a certificate that is refused does not end the connection
	server, request       bool     // a server; one that asks for certificates
	protocols             []string
	min, max              uint16
	trusts, roots         bool          // the option ca was given; the certificates of the system are trusted besides
	ciphers               []uint16      // of TLS up to 1.2; nil for the usual ones
	curves                []tls.CurveID // nil for the usual ones
	revoked               []*x509.RevocationList
}

func (s settings) security() security {
	return security{
		servername: s.text("servername"), ca: s.text("ca"), extra: s.text("extra"), certs: s.list("certs"), keys: s.list("keys"), insecure: s.insecure(),
		server: s.flag("server"), request: s.flag("request"), protocols: s.list("protocols"), min: tlsVersion(s.text("min")), max: tlsVersion(s.text("max")),
		trusts: s.flag("trusts"), roots: s.flag("roots"), ciphers: numbers[uint16](s, "ciphers"), curves: numbers[tls.CurveID](s, "curves"), revoked: revocationLists(s.list("crls")),
	}
}

// numbers are the numbers of a list; nil where there is no list.
func numbers[T ~uint16](s settings, name string) []T {
	v, ok := s.get(name)
	if !ok {
		return nil
	}
	list, _ := v.Export().([]any)
	out := make([]T, 0, len(list))
	for _, n := range list {
		if n, ok := n.(int64); ok {
			out = append(out, T(n)) //nolint:gosec // tlscontext.js gives those of the protocol
		}
	}
	return out
}

// revocationLists are the lists of texts that tlscontext.js has found to be such.
func revocationLists(texts []string) (all []*x509.RevocationList) {
	for _, text := range texts {
		lists, _ := certificate.RevocationLists([]byte(text))
		all = append(all, lists...)
	}
	return all
}

func tlsVersion(name string) uint16 {
	return map[string]uint16{"TLSv1": tls.VersionTLS10, "TLSv1.1": tls.VersionTLS11, "TLSv1.2": tls.VersionTLS12, "TLSv1.3": tls.VersionTLS13}[name]
}

func (s security) config() (*tls.Config, error) {
	//nolint:gosec // check verifies, because code may ask what was wrong, and old projects need TLS 1.0
	c := &tls.Config{ServerName: s.servername, InsecureSkipVerify: true, NextProtos: s.protocols, MinVersion: s.min, MaxVersion: s.max, CipherSuites: s.ciphers}
	if len(s.curves) > 0 {
		c.CurvePreferences = s.curves
	}
	for i := range s.certs {
		pair, err := s.pair(i)
		if err != nil {
			return nil, &netFailure{"ERR_OSSL_X509_KEY_VALUES_MISMATCH", "the options cert and key: " + err.Error(), nil, err}
		}
		c.Certificates = append(c.Certificates, pair)
	}
	if s.server && s.request {
		c.ClientAuth, c.ClientCAs = tls.RequestClientCert, s.authorities()
	}
	if !s.insecure && (!s.server || s.request) {
		c.VerifyConnection = s.check
	}
	return c, nil
}

// pair is a certificate with its key, which most often stands at the same place.
func (s security) pair(i int) (tls.Certificate, error) {
	var first error
	for n := range s.keys {
		pair, err := tls.X509KeyPair([]byte(s.certs[i]), []byte(s.keys[(i+n)%len(s.keys)]))
		if err == nil {
			return pair, nil
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		_, first = tls.X509KeyPair([]byte(s.certs[i]), nil)
	}
	return tls.Certificate{}, first
}

// authorities are the certificates that are trusted, nil for those of the system.
func (s security) authorities() *x509.CertPool {
	if !s.trusts && s.extra == "" {
		return nil
	}
	pool := x509.NewCertPool()
	if !s.trusts || s.roots {
		if system, err := x509.SystemCertPool(); err == nil {
			pool = system
		}
	}
	pool.AppendCertsFromPEM([]byte(s.extra))
	pool.AppendCertsFromPEM([]byte(s.ca))
	return pool
}

var errNoCertificate = &netFailure{"ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE", "peer did not return a certificate", nil, nil}

// check verifies the certificates of the other side; JavaScript compares their names.
func (s security) check(state tls.ConnectionState) error {
	certs := state.PeerCertificates
	if len(certs) == 0 {
		return errNoCertificate
	}
	opts := x509.VerifyOptions{Roots: s.authorities(), Intermediates: x509.NewCertPool()}
	for _, c := range certs[1:] {
		opts.Intermediates.AddCert(c)
	}
	if s.server {
		opts.KeyUsages = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	}
	chains, err := certs[0].Verify(opts)
	if err != nil || len(s.revoked) == 0 {
		return err
	}
	return certificate.Unrevoked(chains[0], s.revoked, time.Now())
}

// tlsInfo describes a connection for TLSSocket.
func tlsInfo(state tls.ConnectionState) *value.Map {
	certs := make([]any, len(state.PeerCertificates))
	for i, c := range state.PeerCertificates {
		certs[i] = c.Raw
	}
	return value.Of(
		"protocol", tls.VersionName(state.Version), "cipher", tls.CipherSuiteName(state.CipherSuite), "alpn", state.NegotiatedProtocol,
		"servername", state.ServerName, "certificates", certs, "resumed", state.DidResume,
	)
}

// judge adds to the description whether the certificates are good, or the code and the text of
// what is wrong.
func (s security) judge(info *value.Map, state tls.ConnectionState) {
	if s.server && !s.request {
		return
	}
	err := s.check(state)
	info.Set("authorized", err == nil)
	if e, ok := errors.AsType[*netFailure](networkFailure("connect", "", err)); ok {
		info.Set("authorizationError", e.code)
		info.Set("authorizationMessage", e.Error())
	}
}

// named has JavaScript choose the certificate by the name that a client asks for: the
// setting sni is a function (name, done), and done is called with an error or with other
// settings.
func (m *netModule) named(o settings, c *tls.Config) {
	v, _ := o.get("sni")
	choose, ok := goja.AssertFunction(v)
	if !ok {
		return
	}
	enter, ending := m.realm.Enqueuer(), m.realm.Lifetime()
	type answer struct {
		config *tls.Config
		err    error
	}
	c.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		if hello.ServerName == "" {
			return nil, nil //nolint:nilnil // the usual one
		}
		answers := make(chan answer, 1)
		entered := enter(func(r *jsapi.Realm) {
			done := func(call goja.FunctionCall) goja.Value {
				a := answer{}
				if bad := call.Argument(0); !goja.IsUndefined(bad) && !goja.IsNull(bad) {
					a.err = r.GoError(bad)
				} else if x, ok := call.Argument(1).(*goja.Object); ok {
					a.config, a.err = m.settings(x).security().config()
					if a.err == nil {
						m.resume(m.settings(x), a.config)
					}
				}
				select {
				case answers <- a:
				default: // answered before
				}
				return goja.Undefined()
			}
			if _, err := choose(goja.Undefined(), r.Runtime().ToValue(hello.ServerName), r.Runtime().ToValue(done)); err != nil {
				answers <- answer{err: err}
				r.Uncaught(err)
			}
		})
		if !entered {
			return nil, context.Canceled
		}
		select {
		case a := <-answers:
			return a.config, a.err
		case <-hello.Context().Done():
			return nil, hello.Context().Err()
		case <-ending.Done():
			return nil, context.Canceled
		}
	}
}

// headed is a connection of which a part was read before.
type headed struct {
	net.Conn
	head []byte
}

func (c *headed) Read(b []byte) (int, error) {
	if len(c.head) == 0 {
		return c.Conn.Read(b)
	}
	n := copy(b, c.head)
	c.head = c.head[n:]
	return n, nil
}

func withHead(conn net.Conn, head []byte) net.Conn {
	if len(head) == 0 {
		return conn
	}
	return &headed{conn, head}
}

// handshake begins TLS on the connection of a pipe: (pipe, settings, done, head), where head is what
// was read from it before.
func (m *netModule) handshake(call goja.FunctionCall) goja.Value {
	p, o := call.Argument(0).Export().(*pipe), m.settings(call.Argument(1))
	s, ctx := o.security(), m.realm.Lifetime()
	config, err := s.config()
	if err == nil {
		m.named(o, config)
		m.resume(o, config)
	}
	var head []byte
	if b, ok := call.Argument(3).(*goja.Object); ok {
		head = append(head, m.bytes(b)...)
	}
	c, ok := p.in.(*connection)
	if ok {
		c.taken = true
	}
	restore := func() {}
	defer func() {
		if p.loose {
			restore = m.realm.Loosen()
		}
	}()
	return m.laterAfter(call.Argument(2), func() (any, error) {
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, errors.New("tls needs a connected socket")
		}
		plain, unread := c.detach()
		conn := tls.Client(withHead(plain, append(head, unread...)), config)
		if s.server {
			conn = tls.Server(conn.NetConn(), config)
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, handshakeTime)
			defer cancel()
		}
		if err := conn.HandshakeContext(ctx); err != nil {
			_ = conn.Close() // the handshake reports what went wrong
			return nil, networkFailure("connect", "", err)
		}
		info := m.connectionInfo(conn)
		s.judge(info, conn.ConnectionState())
		return info, nil
	}, func() { restore() })
}
