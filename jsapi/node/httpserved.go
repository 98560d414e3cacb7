package node

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// servedConnections are the connections of one http.Server of JavaScript, which knows
// them by their number. Those that were handed over to JavaScript are not among
// them any more.
type servedConnections struct {
	enter  func(func(*jsapi.Realm)) bool
	opened goja.Callable // (number, information)
	closed goja.Callable // (number)
	secure bool

	mu   sync.Mutex
	last int64
	open map[net.Conn]*servedConnection
}

type servedKey struct{}

type servedConnection struct {
	number int64
	state  http.ConnState
	taken  atomic.Bool // it is being handed over
}

// context is the ConnContext of the http.Server, which calls it before everything else.
func (cs *servedConnections) context(ctx context.Context, conn net.Conn) context.Context {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.last++
	c := &servedConnection{number: cs.last}
	cs.open[conn] = c
	return context.WithValue(ctx, servedKey{}, c)
}

// change is the ConnState of the http.Server.
func (cs *servedConnections) change(conn net.Conn, state http.ConnState) {
	cs.mu.Lock()
	c := cs.open[conn]
	c.state = state
	ended := state == http.StateClosed || state == http.StateHijacked
	if ended {
		delete(cs.open, conn)
	}
	cs.mu.Unlock()
	switch {
	case state == http.StateNew:
		info := addresses(conn)
		info.Set("secure", cs.secure)
		if h, ok := conn.(*handedConnection); ok {
			info.Set("handed", h.key)
		}
		cs.call(cs.opened, c.number, info)
	case ended && !c.taken.Load():
		cs.call(cs.closed, c.number)
	}
}

func (cs *servedConnections) call(fn goja.Callable, values ...any) {
	cs.enter(func(r *jsapi.Realm) { // after the end of the realm there is nobody to tell
		args := make([]goja.Value, len(values))
		for i, v := range values {
			args[i] = r.ToJS(v)
		}
		if _, err := fn(goja.Undefined(), args...); err != nil {
			r.Uncaught(err)
		}
	})
}

// close closes the connections for which chosen returns true.
func (cs *servedConnections) close(chosen func(c *servedConnection) bool) {
	cs.mu.Lock()
	var list []net.Conn
	for conn, c := range cs.open {
		if chosen(c) {
			list = append(list, conn)
		}
	}
	cs.mu.Unlock()
	for _, conn := range list {
		_ = conn.Close() // what was to be known came with the requests
	}
}

// served returns the connection of a request.
func served(req *http.Request) *servedConnection {
	c, _ := req.Context().Value(servedKey{}).(*servedConnection)
	return c
}

// take hands over the connection of a request: the result of connectionInfo, and what
// was read already as head.
func (s *pendingResponse) take(m *netModule) (*value.Map, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return nil, errGone
	}
	s.conn.taken.Store(true)
	conn, buffered, err := http.NewResponseController(s.w).Hijack()
	if err != nil {
		return nil, networkFailure("read", "", err)
	}
	s.gone = true
	s.once.Do(func() { close(s.finished) })
	info := m.connectionInfo(conn)
	info.Set("head", rest(buffered.Reader))
	return info, nil
}

// rest returns what a reader has in its buffer.
func rest(r *bufio.Reader) []byte {
	b, _ := r.Peek(r.Buffered()) // cannot fail: it is there
	return append([]byte{}, b...)
}

// handedConnection is one that JavaScript has handed to its server; it knows the socket
// by the key.
type handedConnection struct {
	net.Conn
	key int64
}

// handedListener has a server serve such connections.
type handedListener struct {
	conns chan net.Conn
	ended chan struct{}
	once  sync.Once
}

func (l *handedListener) add(conn net.Conn) {
	select {
	case l.conns <- conn:
	case <-l.ended:
		_ = conn.Close() // nobody serves it
	}
}

// Accept is part of net.Listener.
func (l *handedListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.ended:
		return nil, net.ErrClosed
	}
}

// Close is part of net.Listener.
func (l *handedListener) Close() error {
	l.once.Do(func() { close(l.ended) })
	return nil
}

// Addr is part of net.Listener.
func (l *handedListener) Addr() net.Addr { return &net.UnixAddr{} }

// asksUpgrade reports whether a request asks for another protocol.
func asksUpgrade(hd http.Header) bool {
	if hd.Get("Upgrade") == "" {
		return false
	}
	for _, line := range hd.Values("Connection") {
		for token := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(token), "upgrade") {
				return true
			}
		}
	}
	return false
}
