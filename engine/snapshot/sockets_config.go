package snapshot

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"framework/engine/config"
	"framework/engine/profile"
	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/socket"
	"framework/router"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/legacyio"
	"framework/sockets/redisbroker"
	"framework/sockets/socketio"
	"framework/sockets/virtual"
)

// socketSide is what one version of the project has to say about sockets.
type socketSide struct {
	off     bool // the project wants none
	options sockets.Options
	broker  *redisbroker.Options // nil where there are no other nodes
	set     *socket.Set
	parts   virtual.Parts
	// maxAnswer is how long an answer that is streamed may be.
	maxAnswer int64
	profile   profile.Sockets
	origins   []originRule // nil lets pages of every site connect
	// needsCookie lets only clients with a session in.
	needsCookie bool
	// cookieScript says that /__getcookie answers, scripts that the client of
	// socket.io is served.
	cookieScript, scripts                     bool
	before, connect, disconnect, disconnected *projectFunction
}

// projectFunction is a function of the project's configuration.
type projectFunction struct {
	call   jsapi.Function
	length int
	where  string // "sockets.onConnect in config/sockets.js"
}

// The defaults of the releases; the largest message is that of Socket.IO 3
// and later, not the 100 MB of before, which a few clients could fill the memory
// with.
const (
	socketPath         = "/socket.io"
	socketPingInterval = 25 * time.Second
	socketPingTimeout  = 60 * time.Second
	socketMaxMessage   = 1_000_000
	socketMaxAnswer    = 10_000_000 // that is streamed
)

// socketReader reads config.sockets.
type socketReader struct {
	*build
	configuration
}

// readSockets reads what the configuration says about sockets.
func readSockets(ctx context.Context, b *build, c configuration, rt realm) (*socketSide, error) {
	side := &socketSide{set: rt.io, profile: c.profile.Sockets}
	return side, rt.iso.Do(ctx, func(*jsapi.Realm) error { return socketReader{b, c}.read(side) })
}

func (b socketReader) read(side *socketSide) error {
	r := config.Reader{Config: b.cfg}
	side.off = !r.Bool("hooks.sockets", true)
	side.options.Off = side.off
	side.parts = virtual.Parts{
		NoHeaders: !r.Bool("sockets.sendResponseHeaders", true), NoStatus: !r.Bool("sockets.sendStatusCode", true),
	}
	side.cookieScript = r.Bool("sockets.grant3rdPartyCookie", true)
	side.scripts = r.Bool("sockets.serveClient", true)
	o := &side.options
	o.Log = b.log
	o.MaxRequests, o.MaxWaiting = r.Int("sockets.maxRequests"), r.Int("sockets.maxWaitingRequests")
	o.Server = socketio.Options{
		ErrorObjects: side.profile.ErrorObjects,
		Path:         r.Text("sockets.path", r.Text("sockets.resource", socketPath)),
		Engine: engineio.Options{
			PingInterval: r.Milliseconds("sockets.pingInterval"), PingTimeout: r.Milliseconds("sockets.pingTimeout"),
			NoUpgrades: !r.Bool("sockets.allowUpgrades", true), AssumeRevision: engineio.Revision3,
			MaxConnections: r.Int("sockets.maxConnections"), MaxQueueBytes: r.Int("sockets.maxQueueBytes"),
			MaxPayload: int64(r.Int("sockets.maxHttpBufferSize")),
		},
		Legacy: legacyio.Options{HeartbeatInterval: r.Seconds("sockets.heartbeat interval"), HeartbeatTimeout: r.Seconds("sockets.heartbeat timeout")},
	}
	e, l := &o.Server.Engine, &o.Server.Legacy
	orElse(&e.PingInterval, socketPingInterval)
	orElse(&e.PingTimeout, socketPingTimeout)
	orElse(&l.HeartbeatInterval, e.PingInterval)
	orElse(&l.HeartbeatTimeout, e.PingTimeout)
	orElse(&e.MaxPayload, int64(r.Int("sockets.maxBufferSize")))
	orElse(&e.MaxPayload, int64(r.Int("sockets.destroy buffer size")))
	side.maxAnswer = e.MaxPayload
	orElse(&side.maxAnswer, socketMaxAnswer)
	orElse(&e.MaxPayload, socketMaxMessage)
	o.Server.Budget, o.Server.MaxRooms = &b.parsing, r.Int("sockets.maxRooms")
	if o.Server.MaxValues = b.set.BodyValues; o.Server.MaxValues == 0 {
		o.Server.MaxValues = web.DefaultValues(e.MaxPayload)
	}
	if r.Err() != nil {
		return r.Err()
	}
	for _, step := range []func(*socketSide) error{
		b.checkSocketNumbers, b.readSocketPath, b.readSocketCookie, b.readTransports, b.readSocketFunctions, b.readOrigins, b.readBroker,
	} {
		if err := step(side); err != nil {
			return err
		}
	}
	e.AllowOrigin = b.allowOrigin
	return nil
}

func orElse[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}

// cookiePath is where sails.io.js of a page of another site loads a script from,
// to be given the cookie of a session before it connects.
const cookiePath = "/__getcookie"

// cookieBinding answers it, behind the project's own routes.
func cookieBinding(contentType string) *router.Binding {
	return &router.Binding{
		Address: router.Address{Verb: http.MethodGet, Path: cookiePath},
		Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			x.Response.Header().Set("Content-Type", contentType)
			return router.Answered, x.Response.Commit(http.StatusOK, []byte("_sailsIoJSConnect();"))
		}),
		Options: value.New(0), Family: router.After, Target: "cookie for sails.io.js", Source: "config/sockets.js",
	}
}

// socketError is about one setting of config.sockets.
func (b socketReader) socketError(key, want string, got any) error {
	key = "sockets." + key
	return &config.Error{Key: key, Source: b.cfg.Source(key), Want: want, Got: got}
}

func (b socketReader) checkSocketNumbers(*socketSide) error {
	for _, key := range []string{
		"pingInterval", "pingTimeout", "maxHttpBufferSize", "maxBufferSize", "maxConnections", "maxQueueBytes",
		"maxRequests", "maxWaitingRequests", "maxRooms", "heartbeat interval", "heartbeat timeout", "destroy buffer size",
	} {
		if n, err := b.cfg.Int("sockets."+key, 0); err == nil && n < 0 {
			return b.socketError(key, "a number above 0; leave it out for the default", int64(n))
		}
	}
	return nil
}

func (b socketReader) readSocketPath(side *socketSide) error {
	path := &side.options.Server.Path
	*path = strings.TrimRight(*path, "/")
	if !strings.HasPrefix(*path, "/") || strings.ContainsAny(*path, "?# %") {
		return b.socketError("path", `a path such as "/socket.io"`, *path)
	}
	return nil
}

// readSocketCookie reads the name of the cookie with the connection's id: a
// text, or an object with a name.
func (b socketReader) readSocketCookie(side *socketSide) error {
	v, _ := b.cfg.Get("sockets.cookie")
	if m, ok := v.(*value.Map); ok {
		v = m.Value("name")
	}
	switch v := v.(type) {
	case nil:
	case bool:
		if v {
			side.options.Server.Engine.Cookie = "io"
		}
	case string:
		side.options.Server.Engine.Cookie = v
	default:
		return b.socketError("cookie", "the name of a cookie, or false", v)
	}
	return nil
}

// transportNames are the transports that settings may name, by what they are
// here.
var transportNames = map[string]string{
	"websocket": engineio.WebSocket, "polling": engineio.Polling,
	"xhr-polling": engineio.Polling, "jsonp-polling": engineio.Polling, "htmlfile": engineio.Polling, "flashsocket": engineio.WebSocket,
}

func (b socketReader) readTransports(side *socketSide) error {
	v, _ := b.cfg.Get("sockets.transports")
	if v == nil {
		return nil
	}
	const want = `a list of "websocket" and "polling"`
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return b.socketError("transports", want, v)
	}
	e := &side.options.Server.Engine
	for _, each := range list {
		name, _ := each.(string)
		transport, known := transportNames[name]
		if !known {
			return b.socketError("transports", want, v)
		}
		if !slices.Contains(e.Transports, transport) {
			e.Transports = append(e.Transports, transport)
		}
	}
	return nil
}

// readSocketFunctions reads the functions that the project wants to be called.
func (b socketReader) readSocketFunctions(side *socketSide) error {
	if v, ok := b.cfg.Get("sockets.allowRequest"); ok && v != nil {
		return b.socketError("allowRequest", "nothing: rename it to beforeConnect, which is called in the same way", "a function")
	}
	for _, each := range []struct {
		key string
		to  **projectFunction
	}{
		{"beforeConnect", &side.before},
		{"authorization", &side.before},
		{"onConnect", &side.connect},
		{"onDisconnect", &side.disconnect},
		{"afterDisconnect", &side.disconnected},
	} {
		v, _ := b.cfg.Get("sockets." + each.key)
		gate := each.to == &side.before
		switch fn, isFunction := app.Callable(v); {
		case isFunction && *each.to != nil: // of both names
			return b.socketError("authorization", "nothing, as beforeConnect is there: keep one of them", "a function")
		case isFunction:
			*each.to = &projectFunction{
				call: fn, length: app.Arity(v), where: "sockets." + each.key + " in " + b.cfg.Source("sockets."+each.key),
			}
		case v == nil || v == false:
		case v == true && gate && each.key == "authorization" && side.profile.CookieRequired:
			side.needsCookie = true
		case v == true && gate:
			b.warn(fmt.Sprintf(
				"%s: sockets.%s: true lets everybody connect; write a function(handshake, proceed) that decides, or leave it out",
				b.cfg.Source("sockets."+each.key), each.key))
		default:
			return b.socketError(each.key, "a function", v)
		}
	}
	if side.disconnect != nil && side.disconnected != nil {
		return b.socketError("onDisconnect", "nothing, as afterDisconnect is there: keep one of them", "a function")
	}
	return nil
}

// originRule is one entry of the origins that may connect; "" stands for every
// scheme, host or port.
type originRule struct{ scheme, host, port string }

// readOrigins reads onlyAllowOrigins (1.x), a list of origins, or origins, a
// text or a list with patterns such as "example.com:*".
func (b socketReader) readOrigins(side *socketSide) error {
	if side.off {
		return nil
	}
	if v, _ := b.cfg.Get("sockets.onlyAllowOrigins"); v != nil {
		const want = `a list of origins such as "https://example.com" or "http://localhost:1337": with scheme, without path and default port`
		list, ok := v.([]any)
		if !ok {
			return b.socketError("onlyAllowOrigins", want, v)
		}
		side.origins = []originRule{}
		for _, each := range list {
			text, _ := each.(string)
			rule, ok := exactOrigin(text)
			if !ok {
				return b.socketError("onlyAllowOrigins", want, each)
			}
			side.origins = append(side.origins, rule)
		}
		if side.before != nil {
			b.warn("config/sockets.js: onlyAllowOrigins and beforeConnect are both there: a client has to satisfy both")
		}
		return nil
	}
	v, _ := b.cfg.Get("sockets.origins")
	var texts []string
	switch v := v.(type) {
	case nil:
		return b.openToAll(side)
	case string:
		texts = strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == ',' })
	case []any:
		for _, each := range v {
			text, ok := each.(string)
			if !ok {
				return b.socketError("origins", `origins such as "example.com:*"`, v)
			}
			texts = append(texts, text)
		}
	default:
		return b.socketError("origins", `origins such as "example.com:*"; what a function decides belongs into beforeConnect`, v)
	}
	side.origins = []originRule{}
	for _, text := range texts {
		rule, ok := originPattern(text)
		if !ok {
			return b.socketError("origins", `origins such as "example.com:*"`, text)
		}
		side.origins = append(side.origins, rule)
	}
	if slices.Contains(side.origins, originRule{}) {
		side.origins = nil
		return b.openToAll(side)
	}
	return nil
}

// openToAll is where pages of every site may connect: with the sessions of their
// visitors, for browsers send their cookies along.
func (b socketReader) openToAll(side *socketSide) error {
	if !b.set.Production() || side.before != nil || b.opts.Inspect {
		return nil
	}
	const hint = "config/sockets.js says nothing about who may connect: in production pages of every site could, with the sessions of their visitors; " +
		`set sockets.onlyAllowOrigins to a list such as ["https://example.com"], or write a beforeConnect(handshake, proceed)`
	if side.profile.OriginsRequired {
		if _, listed := b.tree.Package.Dependencies["sails-hook-sockets"]; !listed {
			side.origins = []originRule{} // who does not use sockets need not open them
			return nil
		}
		return fmt.Errorf("%s", hint)
	}
	b.warn(hint)
	return nil
}

// exactOrigin reads "https://example.com:8080" or "file://".
func exactOrigin(text string) (originRule, bool) {
	if text == "file://" {
		return originRule{scheme: "file"}, true
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return originRule{}, false
	}
	port := defaultPorts[u.Scheme]
	if u.Port() == port {
		return originRule{}, false
	}
	if u.Port() != "" {
		port = u.Port()
	}
	return originRule{u.Scheme, strings.ToLower(u.Hostname()), port}, true
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// originPattern reads "[scheme://]host[:port]", where * stands for everything.
func originPattern(text string) (originRule, bool) {
	var r originRule
	rest := strings.TrimSuffix(text, "/")
	if scheme, after, ok := strings.Cut(rest, "://"); ok {
		r.scheme, rest = strings.ToLower(scheme), after
	}
	r.host = rest
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		r.host, r.port = rest[:i], rest[i+1:]
	} else if port := defaultPorts[r.scheme]; port != "" {
		r.port = port
	}
	if r.host == "" || strings.ContainsAny(rest, "/?#") {
		return originRule{}, false
	}
	r.host = strings.ToLower(r.host)
	for _, part := range []*string{&r.scheme, &r.host, &r.port} {
		if *part == "*" {
			*part = ""
		}
	}
	return r, true
}

func (r originRule) allows(scheme, host, port string) bool {
	return (r.scheme == "" || r.scheme == scheme) && (r.host == "" || r.host == host) && (r.port == "" || r.port == port)
}

// allowsOrigin reports whether a page of an origin may connect to a host: pages
// of the same site always may.
func (side *socketSide) allowsOrigin(origin, host string) bool {
	if side.origins == nil {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	if u.Host != "" && strings.EqualFold(u.Host, host) {
		return true
	}
	port := u.Port()
	if port == "" {
		port = defaultPorts[u.Scheme]
	}
	name := strings.ToLower(u.Hostname())
	return slices.ContainsFunc(side.origins, func(r originRule) bool { return r.allows(u.Scheme, name, port) })
}

// allowOrigin asks the current snapshot.
func (h *Host) allowOrigin(origin string, r *http.Request) bool {
	s, release, err := h.Acquire()
	if err != nil {
		return true // the handshake is refused for what it is
	}
	defer release()
	return s.sockets.allowsOrigin(origin, r.Host)
}
