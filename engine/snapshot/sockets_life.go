package snapshot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"framework/engine/admission"
	"framework/engine/diff"
	"framework/engine/httpd"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/socket"
	"framework/router"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// admissionTime is how long the project may take to decide about a client.
const admissionTime = 20 * time.Second

// Admit implements sockets.Dispatcher.
func (d dispatcher) Admit(ctx context.Context, h *engineio.Handshake) (http.Header, error) {
	s, release, err := d.host.Acquire()
	if err != nil {
		return nil, stopping
	}
	defer release()
	return nil, s.requests.admit(ctx, h)
}

// forbid is the refusal of a client, best with what the project says.
func forbid(message string) error {
	if message == "" {
		message = "Forbidden"
	}
	return &engineio.Refusal{Status: http.StatusForbidden, Code: 4, Message: message}
}

// admit gives a client its session and asks the project whether it may connect.
func (q *requests) admit(ctx context.Context, h *engineio.Handshake) error {
	side := q.sockets
	q.believe(ctx, h)
	for _, name := range []string{"cookie", "nosession"} {
		if v := h.Query.Get(name); v != "" && h.Header.Get(name) == "" {
			h.Header.Set(name, v) // of a client that cannot set the header
		}
	}
	if q.sessions != nil && !withoutSession(h.Header) {
		line, isNew := q.sessions.Admit(h.Header["Cookie"])
		if isNew && side.needsCookie {
			return forbid("No cookie with a session was sent: load a page of this server first, or connect with the cookie that an answer of it set.")
		}
		if isNew {
			h.Header.Set("Cookie", line)
		} else if err := q.sessions.Claim(ctx, h.Header["Cookie"]); err != nil {
			q.host.log.Warn("the session of a socket could not be made known to its store", "error", err)
		}
	}
	if side.before == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(admission.Arrive(ctx), admissionTime)
	defer cancel()
	given := q.handshakeObject(h)
	if session := q.readSession(ctx, h, h.Header); session != nil {
		given.Set("session", session)
	}
	known := given.Keys()
	verdict, err := side.set.BeforeConnect(ctx, q.isolate, side.before.call, side.before.length, given)
	switch {
	case errors.Is(err, jsapi.ErrOverloaded):
		q.host.TurnAway("connection", h.URL, err)
		return overloaded
	case err != nil && errors.Is(context.Cause(ctx), sockets.ErrStopping):
		return stopping
	case err != nil && ctx.Err() != nil:
		q.host.log.Warn(fmt.Sprintf("a client was refused: %s did not call proceed() within %v", side.before.where, admissionTime))
		return forbid("")
	case err != nil:
		q.host.log.Error(fmt.Sprintf("a client was refused: %s failed", side.before.where), "error", jsapi.Explain(err))
		return forbid("")
	case !verdict.Allowed:
		return forbid(firstLine(verdict.Refusal))
	}
	for _, name := range known {
		verdict.Handshake.Delete(name)
	}
	if verdict.Handshake.Len() > 0 {
		h.Data = verdict.Handshake
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// Guards implements sockets.Dispatcher.
func (d dispatcher) Guards(namespace string) bool {
	s, release, err := d.host.Acquire()
	if err != nil {
		return false
	}
	defer release()
	return s.sockets.set.Guards(namespace)
}

// Enter implements sockets.Dispatcher.
func (d dispatcher) Enter(ctx context.Context, s *sockets.Socket, decide func(error) bool) {
	snapshot, release, err := d.host.Acquire()
	if err != nil {
		decide(stopping)
		return
	}
	defer release()
	side := snapshot.sockets
	err = side.set.Admit(admission.Arrive(ctx), snapshot.isolate, s.Namespace(), s.ID(), snapshot.requests.socketHandshake(s))
	if err != nil {
		err = d.refusal(ctx, s, err)
	}
	if !decide(err) {
		if err := side.set.Forget(context.WithoutCancel(ctx), snapshot.isolate, s.ID()); err != nil {
			d.host.log.Error("a socket that was not connected was not forgotten", "error", jsapi.Explain(err))
		}
	}
}

// refusal is what a client is told that did not get into a namespace.
func (d dispatcher) refusal(ctx context.Context, s *sockets.Socket, err error) error {
	if refused, ok := errors.AsType[*socket.Refused](err); ok {
		return &socketio.ConnectError{Message: refused.Message, Data: refused.Data}
	}
	if errors.Is(err, jsapi.ErrOverloaded) {
		d.host.TurnAway("namespace", s.Namespace(), err)
		return &socketio.ConnectError{Message: overloaded.Message}
	}
	if errors.Is(context.Cause(ctx), sockets.ErrStopping) {
		return stopping
	}
	if ctx.Err() != nil {
		d.host.log.Warn("a client was refused: a function given to use() of sails.io did not call next() in time", "namespace", s.Namespace())
	} else {
		d.host.log.Error("a client was refused: a function given to use() of sails.io failed", "namespace", s.Namespace(), "error", jsapi.Explain(err))
	}
	return &socketio.ConnectError{Message: "Forbidden"}
}

// openNamespaces has clients connect to the namespaces that a version of the
// project has asked for, when it is the current one.
func (h *Host) openNamespaces(l *lifetime) {
	h.namespaces.Lock()
	defer h.namespaces.Unlock()
	if s := h.current.Load(); s != nil && s.lifetime == l {
		h.hub.SetNamespaces(s.sockets.set.Namespaces())
	}
}

// Connect implements sockets.Dispatcher.
func (d dispatcher) Connect(ctx context.Context, s *sockets.Socket) {
	if grown := d.host.opts.Grown; grown != nil {
		grown(d.host.hub.Len())
	}
	d.connect(ctx, s, false)
}

// Resume tells a new version of the project of a socket that was connected
// before: the listeners of its io meet it, as those of the version before did.
func (d dispatcher) Resume(ctx context.Context, s *sockets.Socket) { d.connect(ctx, s, true) }

func (d dispatcher) connect(ctx context.Context, s *sockets.Socket, again bool) {
	snapshot, release, err := d.host.Acquire()
	if err != nil {
		return
	}
	defer release()
	q, side := snapshot.requests, snapshot.sockets
	if side.connect != nil && !again && s.Namespace() == "/" {
		err := q.withSession(ctx, s, func(session *value.Map) (*value.Map, error) {
			return side.set.OnConnect(ctx, snapshot.isolate, side.connect.call, session, s.ID())
		})
		if err != nil {
			q.host.log.Error(side.connect.where+" failed", "error", jsapi.Explain(err))
		}
	}
	if err := side.set.Connect(ctx, snapshot.isolate, s.Namespace(), s.ID()); err != nil {
		q.host.log.Error("a listener of connections to sockets failed", "error", jsapi.Explain(err))
	}
}

// Event implements sockets.Dispatcher.
func (d dispatcher) Event(ctx context.Context, s *sockets.Socket, name string, args []any, ack func(args ...any) error) {
	snapshot, release, err := d.host.Acquire()
	if err != nil {
		return
	}
	defer release()
	if err := snapshot.sockets.set.Event(ctx, snapshot.isolate, s.ID(), name, args, ack); err != nil {
		d.host.log.Error("a listener of a socket failed", "event", name, "error", jsapi.Explain(err))
	}
}

// Disconnect implements sockets.Dispatcher.
func (d dispatcher) Disconnect(ctx context.Context, s *sockets.Socket, reason engineio.Reason) {
	snapshot, release, err := d.host.Acquire()
	if err != nil {
		return
	}
	defer release()
	q, side := snapshot.requests, snapshot.sockets
	fn, parameters := side.disconnected, 3
	if fn == nil {
		fn, parameters = side.disconnect, 2
	}
	if s.Namespace() != "/" {
		fn = nil
	}
	if fn == nil && !side.set.Knows(s.ID()) {
		return
	}
	handshake := q.socketHandshake(s)
	if err := side.set.End(ctx, snapshot.isolate, s.ID(), string(reason), handshake); err != nil {
		d.host.log.Error("a listener of a socket failed", "event", "disconnect", "error", jsapi.Explain(err))
	}
	if fn == nil {
		return
	}
	err = q.withSession(ctx, s, func(session *value.Map) (*value.Map, error) {
		return side.set.AfterDisconnect(ctx, snapshot.isolate, fn.call, min(fn.length, parameters), session, s.ID(), handshake)
	})
	if err != nil {
		d.host.log.Error(fn.where+" failed", "error", jsapi.Explain(err))
	}
}

// believe puts into a handshake what trusted proxies in front say about where it
// comes from; once, when the client connects.
func (q *requests) believe(ctx context.Context, h *engineio.Handshake) {
	in := &router.Request{Header: h.Header, Host: h.Host, Remote: h.Remote, Peer: h.Remote}
	q.web.Trust.Believe(ctx, in)
	h.Host, h.Remote = in.Host, in.Remote
	switch in.Protocol {
	case "https", "wss":
		h.Secure = true
	case "http", "ws":
		h.Secure = false
	}
}

// handshakeRequest is the request that made a connection.
func (q *requests) handshakeRequest(h *engineio.Handshake, header http.Header) *router.Request {
	in := &router.Request{Method: http.MethodGet, URL: h.URL, Header: header, Host: h.Host, Remote: h.Remote, Peer: h.Remote, Protocol: "ws", Received: h.Received}
	if h.Secure {
		in.Protocol = "wss"
	}
	return in
}

// handshakeObject is a handshake as JavaScript sees it, with what beforeConnect
// added to it.
func (q *requests) handshakeObject(h *engineio.Handshake) *value.Map {
	in := q.handshakeRequest(h, h.Header)
	headers := value.New(len(h.Header))
	for _, name := range slices.Sorted(maps.Keys(h.Header)) {
		separator := ", "
		if name == "Cookie" {
			separator = "; "
		}
		headers.Set(strings.ToLower(name), strings.Join(h.Header[name], separator))
	}
	headers.Set("host", in.Host)
	query := queryObject(h.Query)
	var address any = in.Remote
	if q.sockets.profile.AddressObject {
		address = value.Of("address", in.Remote)
	}
	secure := in.Protocol == "wss"
	o := value.Of(
		"headers", headers, "time", h.Received.Format("Mon Jan 02 2006 15:04:05 GMT-0700"), "address", address,
		"xdomain", h.Header.Get("Origin") != "", "secure", secure, "issued", h.Received.UnixMilli(), "url", h.URL,
		"query", query, "_query", query.Clone(), "method", http.MethodGet, "remoteAddress", in.Remote,
		"connection", value.Of("remoteAddress", in.Remote, "encrypted", secure),
	)
	if q.sessions != nil && !withoutSession(h.Header) {
		o.Set("sessionID", q.sessions.ID(h.Header["Cookie"]))
	}
	if m, ok := h.Data.(*value.Map); ok {
		for name, v := range m.DeepClone().All() {
			o.Set(name, v)
		}
	}
	return o
}

func queryObject(values url.Values) *value.Map {
	query := value.New(len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if list := values[name]; len(list) == 1 {
			query.Set(name, list[0])
		} else {
			query.Set(name, texts(list))
		}
	}
	value.Harmless(query)
	return query
}

// socketHandshake is the handshake of a socket, with what its client sent to
// connect to the namespace.
func (q *requests) socketHandshake(s *sockets.Socket) *value.Map {
	o := q.handshakeObject(s.Handshake())
	if auth := s.Auth(); auth != nil {
		o.Set("auth", auth.DeepClone())
	} else {
		o.Set("auth", value.New(0))
	}
	if query, ok := o.Value("query").(*value.Map); ok {
		for name, v := range queryObject(s.Query()).All() {
			query.Set(name, v)
		}
	}
	return o
}

// session opens the session of a connection outside of a request; nil when there
// are none.
func (q *requests) session(ctx context.Context, h *engineio.Handshake, header http.Header) (router.Session, *router.Exchange) {
	if q.sessions == nil || withoutSession(h.Header) {
		return nil, nil
	}
	in := q.handshakeRequest(h, header)
	in.Socket = "handshake" // its cookie stays with the server
	x := router.NewExchange(ctx, in, httpd.NewCollected())
	q.sessions.Open(x)
	return x.Session, x
}

// readSession is a copy of the data of a connection's session, nil when there is
// none.
func (q *requests) readSession(ctx context.Context, h *engineio.Handshake, header http.Header) *value.Map {
	session, _ := q.session(ctx, h, header)
	if session == nil {
		return nil
	}
	data, err := session.Load(ctx)
	if err != nil {
		q.host.log.Warn("the session of a socket could not be read", "error", err)
		return nil
	}
	return data.DeepClone()
}

// withSession calls fn with the data of a socket's session, an empty one where
// there is none, and stores what it returns if that is different.
func (q *requests) withSession(ctx context.Context, s *sockets.Socket, fn func(session *value.Map) (*value.Map, error)) error {
	session, x := q.session(ctx, s.Handshake(), s.Header())
	data := value.New(0)
	if session != nil {
		stored, err := session.Load(ctx)
		if err != nil {
			q.host.log.Warn("the session of a socket could not be read; an empty one is used", "error", err)
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
	for name, v := range after.All() {
		data.Set(name, v)
	}
	session.Touch()
	if err := session.Save(ctx); err != nil {
		return errors.Join(errors.New("the session was not stored"), err)
	}
	if line, changed := q.sessions.Follow(x.Request.Header["Cookie"], x.Response.Header()["Set-Cookie"]); changed {
		s.SetCookies(line)
	}
	return nil
}

// reloadEvent is what the clients are sent in development when another version
// of the project is served.
const reloadEvent = "framework:reload"

// TellSockets has the sockets go on with a new version of the project.
func (h *Host) TellSockets(s *Snapshot, changes diff.Diff) {
	if s.sockets.set.Listens() {
		h.hub.Each(dispatcher{h}.Resume)
	}
	if s.Settings.Production() {
		return
	}
	h.tellOwn(changes, nil)
}

// TellPages tells the sockets of views and assets that were saved: nothing is
// built for them, but what a page shows is outdated.
func (h *Host) TellPages(files []string) { h.tellOwn(diff.Diff{}, files) }

// tellOwn tells the sockets of this server; those of others hear of the
// reloads of theirs.
func (h *Host) tellOwn(changes diff.Diff, files []string) {
	h.hub.Receive(&sockets.Envelope{Event: reloadEvent, Args: []any{value.Of(
		"added", texts(changes.Added), "removed", texts(changes.Removed), "models", texts(changes.Models),
		"warnings", texts(changes.Warnings), "took", changes.Took.Milliseconds(), "files", texts(files),
	)}})
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = text
	}
	return out
}
