package node

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// pendingResponse is the response to a request that JavaScript answers. The handler of net/http waits
// until it is finished.
type pendingResponse struct {
	mu       sync.Mutex // one write at a time, none after the handler's return
	w        http.ResponseWriter
	gone     bool // the handler has returned
	finished chan struct{}
	once     sync.Once
	forward  chan http.Handler // answers in place of JavaScript
	conn     *servedConnection
}

var errGone = &netFailure{"ECONNRESET", "aborted", nil, nil}

// respond writes the next part of the response: the head, a piece of the body, or
// its end.
func (s *pendingResponse) respond(status int, head http.Header, piece []byte, end bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return errGone
	}
	if head != nil {
		own := s.w.Header()
		own["Content-Type"] = nil // not to be guessed
		for k, v := range head {
			own[k] = v
		}
		s.w.WriteHeader(status)
	}
	if len(piece) > 0 {
		if _, err := s.w.Write(piece); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) {
			return networkFailure("write", "", err)
		}
	}
	if end {
		s.once.Do(func() { close(s.finished) })
		return nil
	}
	// If the peer has disconnected, the next write fails.
	_ = http.NewResponseController(s.w).Flush()
	return nil
}

// listener serves HTTP for one server object of JavaScript.
type listener struct {
	host     *httpModule
	enter    func(func(*jsapi.Realm)) bool
	request  goja.Callable
	gone     goja.Callable
	security security
	ending   context.Context
}

func (l *listener) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s := &pendingResponse{w: w, finished: make(chan struct{}), forward: make(chan http.Handler, 1), conn: served(req)}
	// A handler of Node may read the request while it writes the response. This
	// fails for HTTP/1.0, which does not allow it.
	_ = http.NewResponseController(w).EnableFullDuplex()
	hd := req.Header.Clone()
	hd.Set("Host", req.Host)
	if len(req.TransferEncoding) > 0 {
		hd["Transfer-Encoding"] = req.TransferEncoding
	}
	m := value.Of(
		"method", req.Method, "url", req.RequestURI, "headers", flatHeaders(hd), "major", req.ProtoMajor, "minor", req.ProtoMinor,
		"connection", s.conn.number, "upgrade", asksUpgrade(req.Header), "response", handle{s},
		"pipe", handle{&pipe{in: requestBody{req.Body}, close: func() error { return nil }}},
	)
	if req.TLS != nil {
		info := tlsInfo(*req.TLS)
		l.security.judge(info, *req.TLS)
		m.Set("tls", info)
	}
	if !l.enter(func(r *jsapi.Realm) {
		if _, err := l.request(goja.Undefined(), r.ToJS(m)); err != nil {
			r.Uncaught(err)
		}
	}) {
		panic(http.ErrAbortHandler)
	}
	select {
	case <-s.finished:
	case h := <-s.forward:
		h.ServeHTTP(w, req)
		s.once.Do(func() { close(s.finished) })
	case <-req.Context().Done():
		l.enter(func(r *jsapi.Realm) {
			if _, err := l.gone(goja.Undefined(), r.Runtime().ToValue(s.conn.number)); err != nil {
				r.Uncaught(err)
			}
		})
	case <-l.ending.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
	select {
	case <-s.finished:
	default:
		panic(http.ErrAbortHandler) // closes the connection: the answer is not whole
	}
}

// Forward lets h answer a request of http.createServer; res is the response object
// of its listener. It returns false for other objects. Call it on the loop.
func Forward(res goja.Value, h http.Handler) bool {
	o, ok := res.(*goja.Object)
	if !ok {
		return false
	}
	to := o.Get("_to")
	if to == nil {
		return false
	}
	s, ok := to.Export().(*pendingResponse)
	if !ok {
		return false
	}
	select {
	case s.forward <- h:
		return true
	default:
		return false // forwarded before
	}
}

// requestBody converts errors of reading a request body to Node's errors.
type requestBody struct{ io.Reader }

func (b requestBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = errGone
	}
	return n, err
}

// addServer adds the native functions of http.Server: serve(address, onRequest, onGone,
// onOpened, onClosed), take(response, done), cut(response, done) and respond(response,
// status, headers, piece, end, done).
func (m *httpModule) addServer(natives map[string]any) {
	natives["serve"] = func(call goja.FunctionCall) goja.Value {
		o := m.settings(call.Argument(0))
		sec := o.security()
		secure := sec.cert != ""
		l := &listener{host: m, enter: m.realm.Enqueuer(), ending: m.realm.Lifetime()}
		l.request, _ = goja.AssertFunction(call.Argument(1))
		l.gone, _ = goja.AssertFunction(call.Argument(2))
		conns := &servedConnections{enter: l.enter, secure: secure, open: map[net.Conn]*servedConnection{}}
		conns.opened, _ = goja.AssertFunction(call.Argument(3))
		conns.closed, _ = goja.AssertFunction(call.Argument(4))
		config, err := sec.config()
		if err != nil {
			panic(m.realm.Error(err))
		}
		m.named(o, config)
		l.security = sec
		given := o.flag("given")
		handed := &handedListener{conns: make(chan net.Conn), ended: make(chan struct{})}
		var in net.Listener = handed
		if !given {
			in, err = listen(o)
		}
		if err != nil {
			panic(m.realm.Error(err))
		}
		inner := in
		if secure && !given {
			in = tls.NewListener(in, config)
		}
		srv := &http.Server{
			Handler: l, ReadHeaderTimeout: time.Minute, IdleTimeout: idleTime, MaxHeaderBytes: 16 << 10,
			ErrorLog: log.New(io.Discard, "", 0), ConnState: conns.change, ConnContext: conns.context,
		}
		release := m.open.add(srv.Close)
		m.realm.Go(func(context.Context) {
			_ = srv.Serve(in) // it ends with the server
		})
		hold := func() {}
		if !given {
			hold = m.realm.Hold()
		}
		held := m.listening(inner, func() {
			hold()
			in.Close()
			srv.SetKeepAlivesEnabled(false)
		}).ToObject(m.realm.Runtime())
		_ = held.Set("forget", func(goja.FunctionCall) goja.Value {
			_ = srv.Close() // all of it is closed
			release()
			return goja.Undefined()
		})
		_ = held.Set("adopt", func(call goja.FunctionCall) goja.Value {
			c, ok := call.Argument(0).Export().(*pipe).in.(*connection)
			if !ok {
				panic(m.realm.Runtime().NewTypeError("http needs a connected socket"))
			}
			conn := &handedConnection{c.detach(), call.Argument(1).ToInteger()}
			m.realm.Go(func(context.Context) { handed.add(conn) })
			return goja.Undefined()
		})
		_ = held.Set("closeConnections", func(call goja.FunctionCall) goja.Value {
			number := call.Argument(0).ToInteger()
			conns.close(func(c *servedConnection) bool { return c.number == number })
			return goja.Undefined()
		})
		_ = held.Set("closeIdle", func(goja.FunctionCall) goja.Value {
			conns.close(func(c *servedConnection) bool { return c.state == http.StateIdle })
			return goja.Undefined()
		})
		return held
	}
	natives["respond"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).Export().(*pendingResponse)
		status, end := int(call.Argument(1).ToInteger()), call.Argument(4).ToBoolean()
		var head http.Header
		if list, ok := call.Argument(2).Export().([]any); ok {
			texts := make([]string, len(list))
			for i, x := range list {
				texts[i], _ = x.(string)
			}
			head = parseHeaders(texts)
		}
		var piece []byte
		if o, ok := call.Argument(3).(*goja.Object); ok {
			piece = append([]byte(nil), m.bytes(o)...)
		}
		return m.later(call.Argument(5), func() (any, error) { return nil, s.respond(status, head, piece, end) })
	}
	natives["take"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).Export().(*pendingResponse)
		return m.later(call.Argument(1), func() (any, error) { return s.take(m.netModule) })
	}
	natives["cut"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).Export().(*pendingResponse)
		return m.later(call.Argument(1), func() (any, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.gone {
				return nil, nil //nolint:nilnil // nothing to cut
			}
			conn, _, err := http.NewResponseController(s.w).Hijack()
			if err == nil {
				err = conn.Close()
			}
			s.gone = true
			s.once.Do(func() { close(s.finished) })
			return nil, err
		})
	}
}
