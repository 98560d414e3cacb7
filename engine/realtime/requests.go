package realtime

import (
	"context"
	"net/http"
	"strings"
	"time"

	"framework/engine/httpd"
	"framework/engine/value"
	"framework/router"
	"framework/sockets"
	"framework/sockets/virtual"
)

// Request implements sockets.Dispatcher.
func (d dispatcher) Request(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
	v, release, err := d.acquire(s)
	if err != nil {
		return sockets.Answer{Status: stopping.Status, Body: []byte(stopping.Message)}
	}
	defer release()
	return v.answer(ctx, s, r)
}

// answer answers a request that came in on a socket.
func (v *Version) answer(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
	in := v.request(s, r)
	res := httpd.NewValues(v.settings.maxAnswer)
	failed := v.opts.Requests.Answer(ctx, in, res, wantsSession(in.Header), func() { sockets.StartNext(ctx) })
	if failed != nil {
		v.log().Error("a request over a socket went wrong", "method", in.Method, "path", in.Path, "error", failed)
	}
	answer := sockets.Answer{Status: http.StatusInternalServerError, Parts: v.settings.parts}
	given := res.Result()
	if given.Status == 0 {
		return answer
	}
	if v.opts.Sessions != nil {
		if line, changed := v.opts.Sessions.MergeCookies(in.Header["Cookie"], given.Header["Set-Cookie"]); changed {
			s.SetCookies(line)
		}
	}
	if given.TooLong {
		v.log().Error("a request over a socket was answered with more than one message may hold", "method", in.Method, "path", in.Path)
		answer.Body = []byte(httpd.ErrTooLong.Error())
		return answer
	}
	for name := range given.Header {
		if name == "Vary" || strings.HasPrefix(name, "Access-Control-") {
			delete(given.Header, name) // they are for browsers and caches
		}
	}
	answer.Status, answer.Header, answer.Body, answer.Kind = given.Status, given.Header, given.Body, given.Kind
	return answer
}

// request is a virtual request as handlers see it: what a client may not
// choose comes from the handshake.
func (v *Version) request(s *sockets.Socket, r *virtual.Request) *router.Request {
	in := handshakeRequest(s.Handshake())
	header := r.Header
	for _, name := range []string{"Cookie", "Origin", "Nosession"} {
		header.Del(name)
	}
	given := http.Header{} // what the client says of itself in the request
	for _, name := range []string{"User-Agent", "Accept-Language"} {
		if v := header[name]; v != nil {
			given[name] = v
		}
	}
	for name, v := range s.Header().All() {
		switch name {
		case "Cookie", "Origin", "Nosession", "User-Agent", "Accept-Language":
			if given[name] == nil {
				header[name] = append(header[name], v)
			}
		}
	}
	header.Set("Host", in.Host)
	in.Method, in.URL, in.Header, in.Socket, in.Received = r.Method, r.URL, header, s.ID(), time.Now()
	if in.Body = r.Body; r.Body == nil {
		in.Body = value.New(0)
	}
	return in
}
