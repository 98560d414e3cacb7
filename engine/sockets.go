package engine

import (
	"context"
	"net/http"
	"strings"
	"time"

	"framework/engine/ordered"
	"framework/engine/web/qs"
	"framework/router"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/virtual"
)

// dispatcher answers what comes in on sockets, each time from the snapshot that
// is current then.
type dispatcher struct{ app *App }

var _ sockets.Dispatcher = dispatcher{}

// Admit implements sockets.Dispatcher.
func (d dispatcher) Admit(_ context.Context, h *engineio.Handshake) (http.Header, error) {
	s, release, err := d.app.Acquire()
	if err != nil {
		return nil, stopping
	}
	defer release()
	if m := s.requests.sessions; m != nil && !withoutSession(h.Header) {
		if line, changed := m.Admit(h.Header["Cookie"]); changed {
			h.Header.Set("Cookie", line)
		}
	}
	return nil, nil
}

var stopping = &engineio.Refusal{Status: http.StatusServiceUnavailable, Code: 4, Message: "The server is stopping. Try again in a moment."}

// withoutSession reports whether a client asked to have no session.
func withoutSession(h http.Header) bool { return h.Get("nosession") != "" }

// Connect implements sockets.Dispatcher.
func (d dispatcher) Connect(context.Context, *sockets.Socket) {}

// Request implements sockets.Dispatcher.
func (d dispatcher) Request(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
	snapshot, release, err := d.app.Acquire()
	if err != nil {
		return sockets.Answer{Status: stopping.Status, Body: []byte(stopping.Message)}
	}
	defer release()
	return snapshot.requests.virtual(ctx, s, r)
}

// Event implements sockets.Dispatcher.
func (d dispatcher) Event(context.Context, *sockets.Socket, string, []any, func(args ...any) error) {
}

// Disconnect implements sockets.Dispatcher.
func (d dispatcher) Disconnect(context.Context, *sockets.Socket, engineio.Reason) {}

// virtual answers a request that came in on a socket.
func (q *requests) virtual(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
	in := virtualRequest(s, r)
	res := &collected{header: http.Header{}}
	x := router.NewExchange(ctx, in, res)
	path, query, _ := strings.Cut(r.URL, "?")
	in.Path = path
	var err error
	if in.Query, err = qs.Parse(query); err != nil {
		in.Query = ordered.New(0)
		q.finish(x, q.refuse(x, err))
	} else {
		err = q.through(ctx, x, !withoutSession(in.Header))
	}
	if !res.Committed() {
		if err != nil {
			q.app.log.Error("a request over a socket was not answered", "method", in.Method, "path", in.Path, "error", err)
		}
		return sockets.Answer{Status: http.StatusInternalServerError}
	}
	if q.sessions != nil {
		if line, changed := q.sessions.Follow(in.Header["Cookie"], res.header["Set-Cookie"]); changed {
			s.SetCookies(line)
		}
	}
	for name := range res.header {
		if name == "Vary" || strings.HasPrefix(name, "Access-Control-") {
			delete(res.header, name) // they say things to browsers and caches
		}
	}
	return sockets.Answer{Status: res.status, Header: res.header, Body: res.body.Bytes()}
}

// virtualRequest is a virtual request as handlers see it: what a client may not
// choose comes from the handshake.
func virtualRequest(s *sockets.Socket, r *virtual.Request) *router.Request {
	shake := s.Handshake()
	header := r.Header
	from := s.Header()
	for _, name := range []string{"Cookie", "Origin", "Nosession"} {
		header.Del(name)
		if v := from[name]; len(v) > 0 {
			header[name] = v
		}
	}
	for _, name := range []string{"User-Agent", "Accept-Language"} {
		if v := from[name]; len(v) > 0 && header[name] == nil {
			header[name] = v
		}
	}
	header.Set("Host", shake.Host)
	protocol := "ws"
	if shake.Secure {
		protocol = "wss"
	}
	body := r.Body
	if body == nil {
		body = ordered.New(0)
	}
	return &router.Request{
		Method: r.Method, URL: r.URL, Header: header, Host: shake.Host, Remote: shake.Remote, Protocol: protocol,
		Body: body, Socket: s.ID(), Received: time.Now(),
	}
}
