package node

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/crypto/x509roots/fallback/bundle"

	"framework/engine/certificate"
	"framework/engine/value"
	"framework/jsapi"
)

// connection is a socket that may be upgraded to TLS while a read is blocked.
type connection struct {
	net.Conn
	reading  sync.Mutex
	detached atomic.Bool
	unread   atomic.Pointer[[]byte] // what was read, until JavaScript gets it
	over     atomic.Bool            // a read found the end, or failed
	taken    bool                   // JavaScript gets nothing any more; used on the loop
	release  func()
}

var errDetached = errors.New("the socket belongs to a TLS connection now")

func (c *connection) readPiece() ([]byte, int, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	if c.detached.Load() {
		return nil, 0, errDetached
	}
	b, n, err := readPiece(c.Conn)
	if n > 0 {
		c.unread.Store(&b)
	}
	if err != nil && c.detached.Load() {
		err = errDetached
	}
	c.over.Store(err != nil)
	if err != nil && !errors.Is(err, errDetached) && !errors.Is(err, io.EOF) {
		err = networkFailure("read", "", err)
	}
	return b, n, err
}

// delivered is called on the loop when JavaScript gets what was read.
func (c *connection) delivered() {
	if !c.taken {
		c.unread.Store(nil)
	}
}

// quiet reports whether the other side has sent nothing that is still to be read, not even the end.
func (c *connection) quiet() bool {
	if c.over.Load() {
		return false
	}
	of, ok := beneath(c.Conn).(syscall.Conn)
	if !ok {
		return true
	}
	raw, err := of.SyscallConn()
	return err == nil && nothingArrived(raw)
}

// beneath returns the connection that carries conn.
func beneath(conn net.Conn) net.Conn {
	if t, ok := conn.(*tls.Conn); ok {
		conn = t.NetConn()
	}
	if h, ok := conn.(*headed); ok {
		conn = h.Conn
	}
	return conn
}

func (c *connection) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, networkFailure("write", "", err)
}

// detach interrupts a blocked read. It returns the underlying connection, and what was read of it but did not
// reach JavaScript before taken was set.
func (c *connection) detach() (net.Conn, []byte) {
	c.detached.Store(true)
	_ = c.SetReadDeadline(time.Unix(1, 0)) // if the connection is closed, the handshake fails
	c.reading.Lock()
	defer c.reading.Unlock()
	_ = c.SetReadDeadline(time.Time{})
	c.release()
	if unread := c.unread.Swap(nil); unread != nil {
		return c.Conn, *unread
	}
	return c.Conn, nil
}

func (c *connection) Close() error {
	c.release()
	return c.Conn.Close()
}

// netModule is the native part of net and tls.
type netModule struct {
	*host
	open *resources
}

// newPipe makes the pipe of a connection, which is closed with the realm.
func (m *netModule) newPipe(conn net.Conn) *pipe {
	c := &connection{Conn: conn}
	c.release = sync.OnceFunc(m.open.add(conn.Close))
	end := func() error { return nil }
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		end = func() error {
			if err := half.CloseWrite(); err != nil && !errors.Is(err, net.ErrClosed) && !errors.Is(err, os.ErrClosed) && !errors.Is(err, syscall.ENOTCONN) {
				return networkFailure("shutdown", "", err)
			}
			return nil
		}
	}
	p := &pipe{in: c, out: c, end: end, close: c.Close, quiet: c.quiet}
	if _, ok := beneath(conn).(*streamConn); ok {
		p.loose, p.weak = true, true
	}
	if of, ok := conn.(syscall.Conn); ok {
		if raw, err := of.SyscallConn(); err == nil {
			p.try = func(b []byte) int { return writeAtOnce(raw, b) }
		}
	}
	return p
}

// addresses returns the addresses of a connection as members of net.Socket.
func addresses(conn net.Conn) *value.Map {
	m := value.New(6)
	_, mapped := beneath(conn).(dualConn)
	for _, e := range []struct {
		name string
		addr net.Addr
	}{{"local", conn.LocalAddr()}, {"remote", conn.RemoteAddr()}} {
		if a, ok := e.addr.(*net.TCPAddr); ok {
			text, kind := a.IP.String(), family(a.IP)
			if mapped && kind == "IPv4" {
				text, kind = "::ffff:"+text, "IPv6"
			}
			m.Set(e.name+"Address", text)
			m.Set(e.name+"Port", a.Port)
			m.Set(e.name+"Family", kind)
		}
	}
	return m
}

func family(ip net.IP) string {
	if ip.To4() != nil {
		return "IPv4"
	}
	return "IPv6"
}

// address returns the result of server.address().
func address(a net.Addr) any {
	if t, ok := a.(*net.TCPAddr); ok {
		return value.Of("address", t.IP.String(), "family", family(t.IP), "port", t.Port)
	}
	return a.String()
}

// connectionInfo is the result of connect and of a TLS handshake.
func (m *netModule) connectionInfo(conn net.Conn) *value.Map {
	info := addresses(conn)
	if t, ok := conn.(*tls.Conn); ok {
		for k, v := range tlsInfo(t.ConnectionState()).All() {
			info.Set(k, v)
		}
	}
	info.Set("pipe", handle{m.newPipe(conn)})
	return info
}

// handle is a Go value that JavaScript passes back to native functions.
type handle struct{ value any }

func (h *host) handleValue(v any) (goja.Value, bool) {
	if x, ok := v.(handle); ok {
		return h.realm.Runtime().ToValue(x.value), true
	}
	return nil, false
}

// settings reads the options object that an embedded script passes.
type settings struct{ o *goja.Object }

func (h *host) settings(v goja.Value) settings { return settings{v.ToObject(h.realm.Runtime())} }

func (s settings) get(name string) (goja.Value, bool) {
	v := s.o.Get(name)
	return v, v != nil && !goja.IsUndefined(v) && !goja.IsNull(v)
}

func (s settings) text(name string) string {
	if v, ok := s.get(name); ok {
		return v.String()
	}
	return ""
}

func (s settings) int(name string) int64 {
	if v, ok := s.get(name); ok {
		return v.ToInteger()
	}
	return 0
}

func (s settings) flag(name string) bool {
	v, ok := s.get(name)
	return ok && v.ToBoolean()
}

// insecure reports whether certificates are not checked.
func (s settings) insecure() bool { return s.flag("insecure") }

// dial connects to a path, or to host and port, there from a local address and port unless from is nil.
func (m *netModule) dial(ctx context.Context, host string, port int64, path string, fam int64, from *net.TCPAddr) (net.Conn, error) {
	network, address := "tcp", net.JoinHostPort(host, strconv.FormatInt(port, 10))
	switch {
	case path != "":
		network, address = "unix", path
	case fam == 4:
		network = "tcp4"
	case fam == 6:
		network = "tcp6"
	}
	var d net.Dialer
	if from == nil || path != "" {
		conn, err := d.DialContext(ctx, network, address)
		return conn, networkFailure("connect", address, err)
	}
	d.LocalAddr = from
	conn, err := d.DialContext(ctx, network, address)
	if failure := bindFailure(from, err); failure != nil {
		return nil, failure
	}
	return conn, networkFailure("connect", address, err)
}

// local is the address from which the options of connect want to connect, nil for any.
func (s settings) local() *net.TCPAddr {
	from := &net.TCPAddr{IP: net.ParseIP(s.text("localAddress")), Port: int(s.int("localPort"))}
	if from.IP == nil && from.Port == 0 {
		return nil
	}
	return from
}

// netNatives are the native functions of net.js and tls.js.
func (m *netModule) netNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		// The host is an address where the options have a function lookup: the script has asked it.
		"connect": func(call goja.FunctionCall) goja.Value {
			o := m.settings(call.Argument(0))
			name, port, path, fam := o.text("host"), o.int("port"), o.text("path"), o.int("family")
			from := o.local()
			ctx, cancel := context.WithCancel(m.realm.Lifetime())
			m.later(call.Argument(1), func() (any, error) {
				conn, err := m.dial(ctx, name, port, path, fam, from)
				if err != nil {
					return nil, err
				}
				return m.connectionInfo(conn), nil
			})
			return rt.ToValue(func(goja.FunctionCall) goja.Value {
				cancel()
				return goja.Undefined()
			})
		},
		"secure": m.handshake,
		// pfx(bytes, passphrase) are the key and the certificates of a bundle.
		"pfx": func(call goja.FunctionCall) goja.Value {
			v, err := unpackPFX(m.bytes(call.Argument(0)), call.Argument(1).String())
			if err != nil {
				panic(m.realm.Error(err))
			}
			return m.realm.ToJS(v)
		},
		// contexts(prototype, options) has Go see the options of a context, which options(context) gives.
		"contexts": func(call goja.FunctionCall) goja.Value {
			proto := call.Argument(0).ToObject(rt)
			options, _ := goja.AssertFunction(call.Argument(1))
			m.realm.OnFromJS(func(o *goja.Object) (any, bool) {
				if o.Prototype() != proto {
					return nil, false
				}
				given, err := options(goja.Undefined(), o)
				if err != nil {
					return nil, false
				}
				v, err := m.realm.FromJS(given)
				return v, err == nil
			})
			return goja.Undefined()
		},
		"isCRL": func(call goja.FunctionCall) goja.Value {
			lists, err := certificate.RevocationLists([]byte(call.Argument(0).String()))
			return rt.ToValue(err == nil && len(lists) > 0)
		},
		// rootCertificates() are those of Mozilla, in PEM.
		"rootCertificates": func(goja.FunctionCall) goja.Value {
			var list []any
			for root := range bundle.Roots() {
				list = append(list, strings.TrimSuffix(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate})), "\n"))
			}
			return rt.NewArray(list...)
		},
		// streamPair() are the pipes of both ends of a connection, one of which a stream carries on.
		"streamPair": func(goja.FunctionCall) goja.Value {
			a, b := newStreamConns()
			return rt.NewArray(m.newPipe(a), m.newPipe(b))
		},
		"listen": func(call goja.FunctionCall) goja.Value {
			o := m.settings(call.Argument(0))
			accepted, _ := goja.AssertFunction(call.Argument(1))
			l, err := listen(o)
			if err != nil {
				panic(m.realm.Error(err))
			}
			return m.listening(l, accepted)
		},
		// open(descriptor) is a connection or a pipe that the process was given.
		"open": func(call goja.FunctionCall) goja.Value {
			info, err := m.given(uintptr(call.Argument(0).ToInteger()))
			if err != nil {
				panic(m.realm.Error(err))
			}
			return m.realm.ToJS(info)
		},
		// keepAlive(pipe, on, seconds) has the system ask whether the other side is still there.
		"keepAlive": func(call goja.FunctionCall) goja.Value {
			if c, ok := call.Argument(0).Export().(*pipe).in.(*connection); ok {
				if t, ok := c.Conn.(interface {
					SetKeepAliveConfig(net.KeepAliveConfig) error
				}); ok {
					after := time.Duration(call.Argument(2).ToInteger()) * time.Second
					_ = t.SetKeepAliveConfig(net.KeepAliveConfig{Enable: call.Argument(1).ToBoolean(), Idle: after}) // a connection that is gone says so elsewhere
				}
			}
			return goja.Undefined()
		},
		// reset(pipe) has the connection be reset when it is closed.
		"reset": func(call goja.FunctionCall) goja.Value {
			if c, ok := call.Argument(0).Export().(*pipe).in.(*connection); ok {
				if tcp, ok := c.Conn.(interface{ SetLinger(int) error }); ok {
					_ = tcp.SetLinger(0) // it is closed next, in whatever way
				}
			}
			return goja.Undefined()
		},
		"noDelay": func(call goja.FunctionCall) goja.Value {
			if c, ok := call.Argument(0).Export().(*pipe).in.(*connection); ok {
				if t, ok := c.Conn.(interface{ SetNoDelay(on bool) error }); ok {
					_ = t.SetNoDelay(call.Argument(1).ToBoolean()) // an optimisation only
				}
			}
			return goja.Undefined()
		},
		"isIP": func(call goja.FunctionCall) goja.Value {
			ip, err := netip.ParseAddr(call.Argument(0).String())
			switch {
			case err != nil, !plainZone(ip.Zone()):
				return rt.ToValue(0)
			case ip.Is4():
				return rt.ToValue(4)
			}
			return rt.ToValue(6) // also one of IPv4 that is written as one of IPv6
		},
	}
}

// plainZone reports whether Node takes a zone of an address of IPv6.
func plainZone(zone string) bool {
	return !strings.ContainsFunc(zone, func(r rune) bool {
		return r != '-' && r != '.' && r != ':' && !(r >= '0' && r <= '9') && !(r >= 'a' && r <= 'z') && !(r >= 'A' && r <= 'Z')
	})
}

func listen(o settings) (net.Listener, error) {
	network, address := "tcp", net.JoinHostPort(o.text("host"), strconv.FormatInt(o.int("port"), 10))
	if _, ok := o.get("fd"); ok {
		return listenOn(uintptr(o.int("fd")))
	}
	path := o.text("path")
	if path != "" {
		network, address = "unix", path
	}
	switch ip, err := netip.ParseAddr(o.text("host")); {
	case err == nil && ip.Is4():
		network = "tcp4" // 0.0.0.0 would be all addresses of IPv6, too
	case path == "" && o.flag("ipv6Only"):
		network = "tcp6"
	}
	var config net.ListenConfig
	if o.flag("shared") {
		config.Control = shareAddress
	}
	l, err := config.Listen(context.Background(), network, address)
	if err != nil {
		return nil, networkFailure("listen", address, err)
	}
	if mode := o.int("mode"); mode != 0 && path != "" {
		if err := allow(path, fs.FileMode(mode)); err != nil {
			l.Close()
			return nil, networkFailure("uv_pipe_chmod", path, err)
		}
	}
	if a, ok := l.Addr().(*net.TCPAddr); ok && a.IP.IsUnspecified() && a.IP.To4() == nil && network != "tcp6" {
		return dualListener{l}, nil
	}
	return l, nil
}

// allow adds permissions to those of a file.
func allow(path string, mode fs.FileMode) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.Chmod(path, info.Mode().Perm()|mode)
}

// dualListener listens on all addresses of IPv6, and so on those of IPv4.
type dualListener struct{ net.Listener }

// dualConn is a connection of it: in Node one over IPv4 has addresses of IPv6 there.
type dualConn struct{ *net.TCPConn }

// Accept is part of net.Listener.
func (l dualListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if c, ok := conn.(*net.TCPConn); ok {
		return dualConn{c}, err
	}
	return conn, err
}

// listening makes the object of a listening server: its address, close, and weaken, after which it
// does not hold the loop.
func (m *netModule) listening(l net.Listener, accepted goja.Callable) goja.Value {
	release, enter := m.open.add(l.Close), m.realm.Enqueuer()
	m.realm.Go(func(context.Context) { m.accept(l, enter, accepted) })
	hold := &held{realm: m.realm}
	hold.set(true)
	closed := false
	o := m.realm.Runtime().NewObject()
	_ = o.Set("address", m.realm.ToJS(address(l.Addr())))
	_ = o.Set("descriptor", descriptor(l))
	_ = o.Set("weaken", func(call goja.FunctionCall) goja.Value {
		hold.set(!closed && !call.Argument(0).ToBoolean())
		return goja.Undefined()
	})
	_ = o.Set("close", func(goja.FunctionCall) goja.Value {
		closed = true
		hold.set(false)
		release()
		l.Close()
		return goja.Undefined()
	})
	return o
}

func (m *netModule) accept(l net.Listener, enter func(func(*jsapi.Realm)) bool, accepted goja.Callable) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		m := m.connectionInfo(conn)
		enter(func(r *jsapi.Realm) {
			if _, err := accepted(goja.Undefined(), r.ToJS(m)); err != nil {
				r.Uncaught(err)
			}
		})
	}
}
