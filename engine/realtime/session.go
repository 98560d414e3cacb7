package realtime

import (
	"context"
	"errors"

	"framework/engine/httpd"
	"framework/engine/value"
	"framework/router"
	"framework/sockets"
	"framework/sockets/engineio"
)

// session opens the session of a connection outside of a request; nil when there
// are none.
func (v *Version) session(ctx context.Context, h *engineio.Handshake, header engineio.Fields) (router.Session, *router.Exchange) {
	if !v.hasSession(h.Header) {
		return nil, nil
	}
	in := handshakeRequest(h)
	in.Header = header.Header()
	in.Socket = "handshake" // its cookie stays with the server
	x := router.NewExchange(ctx, in, httpd.NewCollected())
	v.opts.Sessions.Open(x)
	return x.Session, x
}

// readSession is a copy of the data of a connection's session, nil when there is
// none.
func (v *Version) readSession(ctx context.Context, h *engineio.Handshake, header engineio.Fields) *value.Map {
	session, _ := v.session(ctx, h, header)
	if session == nil {
		return nil
	}
	data, err := session.Load(ctx)
	if err != nil {
		v.log().Warn("the session of a socket could not be read", "error", err)
		return nil
	}
	return data.DeepClone()
}

// withSession calls fn with the data of a socket's session, an empty one where
// there is none, and stores what it returns if that is different.
func (v *Version) withSession(ctx context.Context, s *sockets.Socket, fn func(session *value.Map) (*value.Map, error)) error {
	session, x := v.session(ctx, s.Handshake(), s.Header())
	data := value.New(0)
	if session != nil {
		stored, err := session.Load(ctx)
		if err != nil {
			v.log().Warn("the session of a socket could not be read; an empty one is used", "error", err)
			session = nil
		} else {
			data = stored
		}
	}
	before := value.Append(nil, data)
	after, err := fn(data.DeepClone())
	if err != nil || session == nil || after == nil || string(value.Append(nil, after)) == string(before) {
		return err
	}
	for _, name := range data.Keys() {
		data.Delete(name)
	}
	for name, each := range after.All() {
		data.Set(name, each)
	}
	session.Touch()
	if err := session.Save(ctx); err != nil {
		return errors.Join(errors.New("the session was not stored"), err)
	}
	if line, changed := v.opts.Sessions.MergeCookies(x.Request.Header["Cookie"], x.Response.Header()["Set-Cookie"]); changed {
		s.SetCookies(line)
	}
	return nil
}
