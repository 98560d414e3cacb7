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

// served is a request that JavaScript answers; the handler of net/http waits
// until it is finished.
type served struct {
	mu       sync.Mutex // one write at a time, none after the handler's return
	w        http.ResponseWriter
	gone     bool
	finished chan struct{}
	once     sync.Once
	forward  chan http.Handler // answers in place of JavaScript
}

var errGone = &netFailure{"ECONNRESET", "aborted", nil, nil}

// respond writes what a response consists of next: its head, a piece of the
// body, its end.
func (s *served) respond(status int, head http.Header, piece []byte, end bool) error {
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
	// A peer that is gone shows with the next write.
	_ = http.NewResponseController(s.w).Flush()
	return nil
}

// listener serves HTTP for one server object of JavaScript.
type listener struct {
	host    *host
	enter   func(func(*jsapi.Realm)) bool
	request goja.Callable
	gone    goja.Callable
	secure  bool
	ending  context.Context
}

func (l *listener) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s := &served{w: w, finished: make(chan struct{}), forward: make(chan http.Handler, 1)}
	// Both directions may be under way at once, as in Node; HTTP/1.0 cannot.
	_ = http.NewResponseController(w).EnableFullDuplex()
	hd := req.Header.Clone()
	hd.Set("Host", req.Host)
	if len(req.TransferEncoding) > 0 {
		hd["Transfer-Encoding"] = req.TransferEncoding
	}
	m := value.Of(
		"method", req.Method, "url", req.RequestURI, "headers", flat(hd), "major", req.ProtoMajor, "minor", req.ProtoMinor,
		"remote", req.RemoteAddr, "secure", l.secure, "response", handle{s},
		"pipe", handle{&pipe{in: requestBody{req.Body}, close: func() error { return nil }}},
	)
	if a, ok := req.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		m.Set("local", a.String())
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
			if _, err := l.gone(goja.Undefined(), r.Runtime().ToValue(s)); err != nil {
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

// Forward hands a request of http.createServer to h, by the response that its
// listener was given. It reports whether res is one. Call it on the loop.
func Forward(res goja.Value, h http.Handler) bool {
	o, ok := res.(*goja.Object)
	if !ok {
		return false
	}
	to := o.Get("_to")
	if to == nil {
		return false
	}
	s, ok := to.Export().(*served)
	if !ok {
		return false
	}
	select {
	case s.forward <- h:
		return true
	default:
		return false // given away before
	}
}

// requestBody puts errors of reading a body into Node's terms.
type requestBody struct{ io.Reader }

func (b requestBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = errGone
	}
	return n, err
}

// addServer adds the natives of http.Server: serve(where, onRequest, onGone)
// and respond(response, status, headers, piece, end, done).
func (h *host) addServer(natives map[string]any) {
	natives["serve"] = func(call goja.FunctionCall) goja.Value {
		o := h.settings(call.Argument(0))
		sec := o.security()
		l := &listener{host: h, enter: h.realm.Enqueuer(), secure: sec.cert != "", ending: h.realm.Lifetime()}
		l.request, _ = goja.AssertFunction(call.Argument(1))
		l.gone, _ = goja.AssertFunction(call.Argument(2))
		config, err := sec.config()
		if err != nil {
			panic(h.realm.Error(err))
		}
		in, err := listen(o)
		if err != nil {
			panic(h.realm.Error(err))
		}
		inner := in
		if l.secure {
			in = tls.NewListener(in, config)
		}
		srv := &http.Server{
			Handler: l, ReadHeaderTimeout: time.Minute, IdleTimeout: idleTime, MaxHeaderBytes: 16 << 10,
			ErrorLog: log.New(io.Discard, "", 0),
		}
		release := h.open.hold(srv.Close)
		h.realm.Go(func(context.Context) {
			_ = srv.Serve(in) // it ends with the server
		})
		held := h.listening(inner, func() {
			in.Close()
			srv.SetKeepAlivesEnabled(false)
		}).ToObject(h.realm.Runtime())
		_ = held.Set("drain", func(call goja.FunctionCall) goja.Value {
			ctx := h.realm.Lifetime()
			return h.later(call.Argument(0), func() (any, error) {
				err := srv.Shutdown(ctx)
				release()
				if errors.Is(err, context.Canceled) {
					err = nil
				}
				return nil, err
			})
		})
		_ = held.Set("closeAll", func(goja.FunctionCall) goja.Value {
			_ = srv.Close() // what was to be known came with the connections
			return goja.Undefined()
		})
		return held
	}
	natives["respond"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).Export().(*served)
		status, end := int(call.Argument(1).ToInteger()), call.Argument(4).ToBoolean()
		var head http.Header
		if list, ok := call.Argument(2).Export().([]any); ok {
			texts := make([]string, len(list))
			for i, x := range list {
				texts[i], _ = x.(string)
			}
			head = headers(texts)
		}
		var piece []byte
		if o, ok := call.Argument(3).(*goja.Object); ok {
			piece = append([]byte(nil), h.bytes(o)...)
		}
		return h.later(call.Argument(5), func() (any, error) { return nil, s.respond(status, head, piece, end) })
	}
	natives["cut"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).Export().(*served)
		return h.later(call.Argument(1), func() (any, error) {
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
