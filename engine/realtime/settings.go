package realtime

import (
	"slices"
	"strings"
	"time"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/legacyio"
	"framework/sockets/redisbroker"
	"framework/sockets/socketio"
	"framework/sockets/virtual"
)

// Settings are the settings of config.sockets of one version of the project.
type Settings struct {
	off     bool // the project wants none
	options sockets.Options
	broker  *redisbroker.Options // nil where there are no other servers
	parts   virtual.Parts
	// maxAnswer is how long an answer that is streamed may be.
	maxAnswer int64
	origins   []originRule // nil lets pages of every site connect
	// originsListed says that config.sockets lists origins: clients that are no page of
	// any site cannot connect then.
	originsListed bool
	// needsCookie refuses clients without a session.
	needsCookie bool
	// cookieScript says that /__getcookie answers, scripts that the client of
	// socket.io is served.
	cookieScript, scripts bool
	cookieType            string // content type of the former
	// firehose says that sockets can listen to all messages of models.
	firehose                                  bool
	before, connect, disconnect, disconnected *projectFunction
}

// Off reports whether the project wants no sockets.
func (s *Settings) Off() bool { return s.off }

// Path is where clients connect, "" if sockets are switched off.
func (s *Settings) Path() string {
	if s.off {
		return ""
	}
	return s.options.Server.Path
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
	defaultPath         = "/socket.io"
	defaultPingInterval = 25 * time.Second
	defaultPingTimeout  = 60 * time.Second
	defaultMaxMessage   = 1_000_000
	defaultMaxAnswer    = 10_000_000 // that is streamed
)

// Project is what is known of a project when its settings are read.
type Project struct {
	Config     *config.Config
	Switches   Switches
	Production bool
	// BodyValues is how many values a message may have; 0 for the default.
	BodyValues int
	// HasHook: package.json names sails-hook-sockets.
	HasHook bool
	Warn    func(problems ...problem.Problem)
}

// settingsReader reads config.sockets.
type settingsReader struct {
	Project
	server *Server
}

// ReadSettings reads config.sockets. Call it on the loop of the project's
// JavaScript, as the configuration has functions.
func (s *Server) ReadSettings(p Project) (*Settings, error) {
	out := &Settings{}
	return out, settingsReader{p, s}.read(out)
}

func (b settingsReader) read(out *Settings) error {
	r := config.Reader{Config: b.Config}
	out.off = b.Config.HookOff("sockets")
	out.options.Off = out.off
	out.parts = virtual.Parts{
		NoHeaders: !r.Bool("sockets.sendResponseHeaders", true), NoStatus: !r.Bool("sockets.sendStatusCode", true),
	}
	out.cookieScript = r.Bool("sockets.grant3rdPartyCookie", true) && (b.HasHook || !b.Switches.CookieNeedsHook)
	out.scripts = r.Bool("sockets.serveClient", true)
	out.cookieType, out.firehose = b.Switches.CookieType, b.Switches.firehoseRoom(b.Production) != ""
	o := &out.options
	o.Log = b.server.opts.Log
	o.Server = socketio.Options{
		ErrorObjects: b.Switches.ErrorObjects,
		Path:         r.Text("sockets.path", r.Text("sockets.resource", defaultPath)),
		Engine: engineio.Options{
			NoUpgrades: !r.Bool("sockets.allowUpgrades", true), AssumeRevision: engineio.Revision3,
		},
		Legacy: legacyio.Options{HeartbeatInterval: b.seconds("heartbeat interval"), HeartbeatTimeout: b.seconds("heartbeat timeout")},
	}
	e, l := &o.Server.Engine, &o.Server.Legacy
	for _, row := range numbers {
		n := r.Int(row.key)
		if n < 0 {
			return b.invalid(strings.TrimPrefix(row.key, "sockets."), "a number above 0; leave it out for the default", int64(n))
		}
		row.set(o, n)
	}
	orElse(&e.PingInterval, defaultPingInterval)
	orElse(&e.PingTimeout, defaultPingTimeout)
	orElse(&l.HeartbeatInterval, e.PingInterval)
	orElse(&l.HeartbeatTimeout, e.PingTimeout)
	orElse(&e.MaxPayload, int64(b.legacyNumber("destroy buffer size")))
	out.maxAnswer = e.MaxPayload
	orElse(&out.maxAnswer, defaultMaxAnswer)
	orElse(&e.MaxPayload, defaultMaxMessage)
	e.Receiving, l.Receiving = b.server.opts.Receiving, b.server.opts.Receiving
	o.Server.Budget = b.server.opts.Budget
	if o.Server.MaxValues = b.BodyValues; o.Server.MaxValues == 0 {
		o.Server.MaxValues = web.DefaultValues(e.MaxPayload)
	}
	if r.Err() != nil {
		return r.Err()
	}
	for _, step := range []func(*Settings) error{
		b.readPath, b.readCookie, b.readTransports, b.readFunctions, b.readOrigins, b.readBroker,
	} {
		if err := step(out); err != nil {
			return err
		}
	}
	e.AllowOrigin = b.server.allowOrigin
	return nil
}

func orElse[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}

// invalid is about one setting of config.sockets.
func (b settingsReader) invalid(key, want string, got any) error {
	key = "sockets." + key
	return &config.Error{Key: key, Source: b.Config.Source(key), Want: want, Got: got}
}

// legacyNumber reads a setting of socket.io 0.9, which takes any value: one that
// cannot be used is 0, with a warning.
func (b settingsReader) legacyNumber(key string) int {
	n, err := b.Config.Int("sockets."+key, 0)
	if err == nil && n < 0 {
		err = b.invalid(key, "a number above 0", int64(n))
	}
	if err != nil {
		b.Warn(problem.General("%v; the default is used", err))
		return 0
	}
	return n
}

func (b settingsReader) seconds(key string) time.Duration {
	return time.Duration(b.legacyNumber(key)) * time.Second
}

// numbers are the settings of config.sockets that are numbers. 0, and a setting that is
// left out, is the default of the release or of the protocol.
var numbers = []struct {
	key string
	set func(o *sockets.Options, n int)
}{
	{"sockets.pingInterval", func(o *sockets.Options, n int) { o.Server.Engine.PingInterval = milliseconds(n) }},
	{"sockets.pingTimeout", func(o *sockets.Options, n int) { o.Server.Engine.PingTimeout = milliseconds(n) }},
	{"sockets.maxHttpBufferSize", func(o *sockets.Options, n int) { o.Server.Engine.MaxPayload = int64(n) }},
	{"sockets.maxBufferSize", func(o *sockets.Options, n int) { orElse(&o.Server.Engine.MaxPayload, int64(n)) }}, // an older name
	{"sockets.maxConnections", func(o *sockets.Options, n int) { o.Server.Engine.MaxConnections = n }},
	{"sockets.maxQueueBytes", func(o *sockets.Options, n int) { o.Server.Engine.MaxQueueBytes = n }},
	{"sockets.maxRequests", func(o *sockets.Options, n int) { o.MaxRequests = n }},
	{"sockets.maxWaitingRequests", func(o *sockets.Options, n int) { o.MaxWaiting = n }},
	{"sockets.maxRooms", func(o *sockets.Options, n int) { o.Server.MaxRooms = n }},
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func (b settingsReader) readPath(out *Settings) error {
	path := &out.options.Server.Path
	*path = strings.TrimRight(*path, "/")
	if !strings.HasPrefix(*path, "/") || strings.ContainsAny(*path, "?# %") {
		return b.invalid("path", `a path such as "/socket.io"`, *path)
	}
	return nil
}

// readCookie reads the name of the cookie with the connection's id: a
// text, or an object with a name.
func (b settingsReader) readCookie(out *Settings) error {
	v, _ := b.Config.Get("sockets.cookie")
	if m, ok := v.(*value.Map); ok {
		v = m.Value("name")
	}
	switch v := v.(type) {
	case nil:
	case bool:
		if v {
			out.options.Server.Engine.Cookie = "io"
		}
	case string:
		out.options.Server.Engine.Cookie = v
	default:
		return b.invalid("cookie", "the name of a cookie, or false", v)
	}
	return nil
}

// transportNames are the transports that settings may name, by what they are
// here.
var transportNames = map[string]string{
	"websocket": engineio.WebSocket, "polling": engineio.Polling,
	"xhr-polling": engineio.Polling, "jsonp-polling": engineio.Polling, "htmlfile": engineio.Polling, "flashsocket": engineio.WebSocket,
}

func (b settingsReader) readTransports(out *Settings) error {
	v, _ := b.Config.Get("sockets.transports")
	if v == nil {
		return nil
	}
	const want = `a list of "websocket" and "polling"`
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return b.invalid("transports", want, v)
	}
	e := &out.options.Server.Engine
	for _, each := range list {
		name, _ := each.(string)
		transport, known := transportNames[name]
		if !known {
			return b.invalid("transports", want, v)
		}
		if !slices.Contains(e.Transports, transport) {
			e.Transports = append(e.Transports, transport)
		}
	}
	return nil
}

// readFunctions reads the functions that the project wants to be called.
func (b settingsReader) readFunctions(out *Settings) error {
	if v, ok := b.Config.Get("sockets.allowRequest"); ok && v != nil {
		return b.invalid("allowRequest", "nothing: rename it to beforeConnect, which is called in the same way", "a function")
	}
	for _, each := range []struct {
		key string
		to  **projectFunction
	}{
		{"beforeConnect", &out.before},
		{"authorization", &out.before},
		{"onConnect", &out.connect},
		{"onDisconnect", &out.disconnect},
		{"afterDisconnect", &out.disconnected},
	} {
		v, _ := b.Config.Get("sockets." + each.key)
		gate := each.to == &out.before
		switch fn, isFunction := app.Callable(v); {
		case isFunction && *each.to != nil: // of both names
			return b.invalid("authorization", "nothing, as beforeConnect is there: keep one of them", "a function")
		case isFunction:
			*each.to = &projectFunction{
				call: fn, length: app.Arity(v), where: "sockets." + each.key + " in " + b.Config.Source("sockets."+each.key),
			}
		case v == nil || v == false:
		case v == true && gate && each.key == "authorization" && b.Switches.CookieRequired:
			out.needsCookie = true
		case v == true && gate:
			b.Warn(problem.In(b.Config.Source("sockets."+each.key), "sockets.%s: true lets everybody connect", each.key).
				Advise("write a function(handshake, proceed) that decides, or leave it out"))
		default:
			return b.invalid(each.key, "a function", v)
		}
	}
	if out.disconnect != nil && out.disconnected != nil {
		return b.invalid("onDisconnect", "nothing, as afterDisconnect is there: keep one of them", "a function")
	}
	return nil
}
