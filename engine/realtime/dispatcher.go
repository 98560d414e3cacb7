package realtime

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"framework/engine/admission"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/socket"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// admissionTime is how long the project may take to decide about a client.
const admissionTime = 20 * time.Second

// dispatcher answers what comes in on sockets, each time from the version that is
// served then.
type dispatcher struct{ server *Server }

var _ sockets.Dispatcher = dispatcher{}

const (
	// firstWorker does what has to be done in one place, such as what has an order.
	firstWorker = 0
	// anyWorker is that for what all of them do alike without JavaScript.
	anyWorker = 0
)

// acquire pins the worker of a socket, in the version that is served.
func (d dispatcher) acquire(s *sockets.Socket) (*Version, func(), error) {
	return d.server.opts.Versions.Acquire(s.Handshake().Worker)
}

// stopping is the answer to clients that come too late.
var stopping = &engineio.Refusal{Status: http.StatusServiceUnavailable, Code: 4, Message: "The server is stopping. Try again in a moment."}

// overloaded is the answer where too many requests wait.
var overloaded = &engineio.Refusal{Status: http.StatusServiceUnavailable, Code: 4, Message: "The server has more to do than it can. Try again in a moment."}

// Admit implements sockets.Dispatcher.
func (d dispatcher) Admit(ctx context.Context, h *engineio.Handshake) (http.Header, error) {
	versions := d.server.opts.Versions
	h.Worker = versions.Choose(d.server.turns.Add(1) - 1)
	v, release, err := versions.Acquire(h.Worker)
	if err != nil {
		return nil, stopping
	}
	defer release()
	return nil, v.admit(ctx, h)
}

// forbid is the refusal of a client, with the message of the project if there
// is one.
func forbid(message string) error {
	if message == "" {
		message = "Forbidden"
	}
	return &engineio.Refusal{Status: http.StatusForbidden, Code: 4, Message: message}
}

// admit gives a client its session, and calls the functions of the project that
// decide whether it may connect.
func (v *Version) admit(ctx context.Context, h *engineio.Handshake) error {
	settings, sessions := v.settings, v.opts.Sessions
	v.trustProxies(ctx, h)
	query := h.Query()
	for _, name := range []string{"cookie", "nosession"} {
		if text := query.Get(name); text != "" && h.Header.Get(name) == "" {
			h.Header = h.Header.With(name, text) // of a client that cannot set the header
		}
	}
	if v.hasSession(h.Header) {
		line, isNew := sessions.EnsureCookie(h.Header.Values("Cookie"))
		if isNew && settings.needsCookie {
			return forbid("No cookie with a session was sent: load a page of this server first, or connect with the cookie that an answer of it set.")
		}
		if isNew {
			h.Header = h.Header.With("Cookie", line)
		} else if err := sessions.EnsureStored(ctx, h.Header.Values("Cookie")); err != nil {
			v.log().Warn("the session of a socket could not be made known to its store", "error", err)
		}
	}
	if settings.before == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(admission.Arrive(ctx), admissionTime)
	defer cancel()
	given := v.handshakeObject(h)
	if session := v.readSession(ctx, h, h.Header); session != nil {
		given.Set("session", session)
	}
	known := given.Keys()
	decision, err := v.script.sockets.BeforeConnect(ctx, v.script.isolate, settings.before.call, settings.before.length, given)
	switch {
	case errors.Is(err, jsapi.ErrOverloaded):
		v.script.server.opts.TurnedAway("connection", h.URL, err)
		return overloaded
	case err != nil && errors.Is(context.Cause(ctx), sockets.ErrStopping):
		return stopping
	case err != nil && ctx.Err() != nil:
		v.log().Warn(fmt.Sprintf("a client was refused: %s did not call proceed() within %v", settings.before.where, admissionTime))
		return forbid("")
	case err != nil:
		v.log().Error(fmt.Sprintf("a client was refused: %s failed", settings.before.where), "error", jsapi.Explain(err))
		return forbid("")
	case !decision.Allowed:
		return forbid(firstLine(decision.Refusal))
	}
	for _, name := range known {
		decision.Handshake.Delete(name)
	}
	if decision.Handshake.Len() > 0 {
		h.Data = decision.Handshake
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// Guards implements sockets.Dispatcher.
func (d dispatcher) Guards(namespace string) bool {
	return slices.ContainsFunc(d.server.opts.Versions.Served(), func(v *Version) bool { return v.script.sockets.Guards(namespace) })
}

// Enter implements sockets.Dispatcher.
func (d dispatcher) Enter(ctx context.Context, s *sockets.Socket, decide func(error) bool) {
	v, release, err := d.acquire(s)
	if err != nil {
		decide(stopping)
		return
	}
	defer release()
	script := v.script
	err = script.sockets.Admit(admission.Arrive(ctx), script.isolate, s.Namespace(), s.ID(), v.socketHandshake(s))
	if err != nil {
		err = d.refusal(ctx, s, err)
	}
	if !decide(err) {
		if err := script.sockets.Forget(context.WithoutCancel(ctx), script.isolate, s.ID()); err != nil {
			d.server.opts.Log.Error("a socket that was not connected was not forgotten", "error", jsapi.Explain(err))
		}
	}
}

// refusal is the error that a client gets that is not admitted to a namespace.
func (d dispatcher) refusal(ctx context.Context, s *sockets.Socket, err error) error {
	if refused, ok := errors.AsType[*socket.Refused](err); ok {
		return &socketio.ConnectError{Message: refused.Message, Data: refused.Data}
	}
	if errors.Is(err, jsapi.ErrOverloaded) {
		d.server.opts.TurnedAway("namespace", s.Namespace(), err)
		return &socketio.ConnectError{Message: overloaded.Message}
	}
	if errors.Is(context.Cause(ctx), sockets.ErrStopping) {
		return stopping
	}
	if ctx.Err() != nil {
		d.server.opts.Log.Warn("a client was refused: a function given to use() of sails.io did not call next() in time", "namespace", s.Namespace())
	} else {
		d.server.opts.Log.Error("a client was refused: a function given to use() of sails.io failed", "namespace", s.Namespace(), "error", jsapi.Explain(err))
	}
	return &socketio.ConnectError{Message: "Forbidden"}
}

// Connect implements sockets.Dispatcher.
func (d dispatcher) Connect(ctx context.Context, s *sockets.Socket) {
	if grown := d.server.opts.Grown; grown != nil {
		grown(d.server.hub.Len())
	}
	d.connect(ctx, s, false)
}

// resume announces to a new version of the project a socket that was connected
// before: the listeners of its io meet it, as those of the version before did.
func (d dispatcher) resume(ctx context.Context, s *sockets.Socket) { d.connect(ctx, s, true) }

func (d dispatcher) connect(ctx context.Context, s *sockets.Socket, again bool) {
	v, release, err := d.acquire(s)
	if err != nil {
		return
	}
	defer release()
	settings, script := v.settings, v.script
	if settings.connect != nil && !again && s.Namespace() == "/" {
		err := v.withSession(ctx, s, func(session *value.Map) (*value.Map, error) {
			return script.sockets.OnConnect(ctx, script.isolate, settings.connect.call, session, s.ID())
		})
		if err != nil {
			v.log().Error(settings.connect.where+" failed", "error", jsapi.Explain(err))
		}
	}
	if err := script.sockets.Connect(ctx, script.isolate, s.Namespace(), s.ID()); err != nil {
		v.log().Error("a listener of connections to sockets failed", "error", jsapi.Explain(err))
	}
}

// Event implements sockets.Dispatcher.
func (d dispatcher) Event(ctx context.Context, s *sockets.Socket, name string, args []any, ack func(args ...any) error) {
	v, release, err := d.acquire(s)
	if err != nil {
		return
	}
	defer release()
	if err := v.script.sockets.Event(ctx, v.script.isolate, s.ID(), name, args, ack); err != nil {
		d.server.opts.Log.Error("a listener of a socket failed", "event", name, "error", jsapi.Explain(err))
	}
}

// Disconnect implements sockets.Dispatcher.
func (d dispatcher) Disconnect(ctx context.Context, s *sockets.Socket, reason engineio.Reason) {
	v, release, err := d.acquire(s)
	if err != nil {
		return
	}
	defer release()
	settings, script := v.settings, v.script
	fn, parameters := settings.disconnected, 3
	if fn == nil {
		fn, parameters = settings.disconnect, 2
	}
	if s.Namespace() != "/" {
		fn = nil
	}
	if fn == nil && !script.sockets.Knows(s.ID()) {
		return
	}
	handshake := v.socketHandshake(s)
	if err := script.sockets.End(ctx, script.isolate, s.ID(), string(reason), handshake); err != nil {
		d.server.opts.Log.Error("a listener of a socket failed", "event", "disconnect", "error", jsapi.Explain(err))
	}
	if fn == nil {
		return
	}
	err = v.withSession(ctx, s, func(session *value.Map) (*value.Map, error) {
		return script.sockets.AfterDisconnect(ctx, script.isolate, fn.call, min(fn.length, parameters), session, s.ID(), handshake)
	})
	if err != nil {
		d.server.opts.Log.Error(fn.where+" failed", "error", jsapi.Explain(err))
	}
}
