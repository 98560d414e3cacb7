package snapshot

import (
	"context"
	"net/http"
	"strings"
	"time"

	"framework/engine/admission"
	"framework/engine/httpd"
	"framework/engine/value"
	"framework/engine/web/qs"
	"framework/router"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/virtual"
)

// dispatcher answers what comes in on sockets, each time from the snapshot that
// is current then.
type dispatcher struct{ host *Host }

var _ sockets.Dispatcher = dispatcher{}

// stopping is the answer to clients that come too late.
var stopping = &engineio.Refusal{Status: http.StatusServiceUnavailable, Code: 4, Message: "The server is stopping. Try again in a moment."}

// overloaded is the answer where too many requests wait.
var overloaded = &engineio.Refusal{Status: http.StatusServiceUnavailable, Code: 4, Message: "The server has more to do than it can. Try again in a moment."}

// withoutSession reports whether a client asked to have no session.
func withoutSession(h http.Header) bool { return h.Get("nosession") != "" }

// Request implements sockets.Dispatcher.
func (d dispatcher) Request(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
	snapshot, release, err := d.host.Acquire()
	if err != nil {
		return sockets.Answer{Status: stopping.Status, Body: []byte(stopping.Message)}
	}
	defer release()
	return snapshot.requests.virtual(ctx, s, r)
}

// virtual answers a request that came in on a socket.
func (q *requests) virtual(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
	in := q.virtualRequest(s, r)
	res := httpd.NewValues(q.sockets.maxAnswer)
	ctx, finish := httpd.DetachOnFinish(admission.Arrive(ctx))
	defer finish()
	x := router.NewExchange(ctx, in, res)
	x.Entered = func() { sockets.LetNext(ctx) }
	address, _, _ := strings.Cut(r.URL, "#")
	path, query, _ := strings.Cut(address, "?")
	in.Path = path
	var err error
	if in.Query, err = qs.Parse(query); err != nil {
		in.Query = value.New(0)
		q.finish(x, q.refuse(x, err))
	} else {
		err = q.through(ctx, x, !withoutSession(in.Header))
	}
	answer := sockets.Answer{Status: http.StatusInternalServerError, Parts: q.sockets.parts}
	if err != nil {
		q.host.log.Error("a request over a socket went wrong", "method", in.Method, "path", in.Path, "error", err)
	}
	if !res.Committed() {
		return answer
	}
	given := res.Result()
	if q.sessions != nil {
		if line, changed := q.sessions.Follow(in.Header["Cookie"], given.Header["Set-Cookie"]); changed {
			s.SetCookies(line)
		}
	}
	if given.TooLong {
		q.host.log.Error("a request over a socket was answered with more than one message may hold", "method", in.Method, "path", in.Path)
		answer.Body = []byte(httpd.ErrTooLong.Error())
		return answer
	}
	for name := range given.Header {
		if name == "Vary" || strings.HasPrefix(name, "Access-Control-") {
			delete(given.Header, name) // they say things to browsers and caches
		}
	}
	answer.Status, answer.Header, answer.Body, answer.Kind = given.Status, given.Header, given.Body, given.Kind
	return answer
}

// virtualRequest is a virtual request as handlers see it: what a client may not
// choose comes from the handshake.
func (q *requests) virtualRequest(s *sockets.Socket, r *virtual.Request) *router.Request {
	in := q.handshakeRequest(s.Handshake(), s.Header())
	header := r.Header
	for _, name := range []string{"Cookie", "Origin", "Nosession"} {
		header.Del(name)
		if v := in.Header[name]; len(v) > 0 {
			header[name] = v
		}
	}
	for _, name := range []string{"User-Agent", "Accept-Language"} {
		if v := in.Header[name]; len(v) > 0 && header[name] == nil {
			header[name] = v
		}
	}
	header.Set("Host", in.Host)
	in.Method, in.URL, in.Header, in.Socket, in.Received = r.Method, r.URL, header, s.ID(), time.Now()
	if in.Body = r.Body; r.Body == nil {
		in.Body = value.New(0)
	}
	return in
}
