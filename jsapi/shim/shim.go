package shim

import (
	_ "embed"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/web"
	"framework/jsapi"
	"framework/router"
)

// Switches are differences of req and res between releases; engine/profile sets
// them. Package response has others.
type Switches struct {
	// SubdomainsOfIP: req.subdomains splits an IP address like a host name (0.10).
	SubdomainsOfIP bool
	// KeepsAddress: req._parsedUrl has the text that was parsed, and there is
	// req._parsedOriginalUrl (0.11 and later).
	KeepsAddress bool
	// Params are how the parameters of a request are read.
	Params router.ParamRules
	// FormatCharset: res.format adds the charset of a text type; in later releases
	// res.send does (0.10).
	FormatCharset bool
	// SendX: res.jsonx sends what is no object with res.send, and errors with their message
	// and stack (1.x).
	SendX bool
	// OwnLocales: i18n.queryParameter chooses the locale of a request, and the local
	// locale that of a view (up to 0.12).
	OwnLocales bool
	// ResponseLocale: res.setLocale leaves the locale of the request as it is (0.12).
	ResponseLocale bool
	// RelativeUploads: the fd of a file that the disk adapter has stored in a folder
	// which is not absolute is relative to .tmp/uploads (up to 0.12).
	RelativeUploads bool
	// RequestJoins: req.join, listen and subscribe put a socket into rooms (0.10).
	RequestJoins bool
	// PlainRelative: a relative redirect is appended to the path unchanged (0.10);
	// later releases resolve its dots.
	PlainRelative bool
	// PlainSocketRedirect: a redirect over a socket names the location as it was given
	// (0.12).
	PlainSocketRedirect bool
	// NoMaxAgeOfZero: a Max-Age of 0 is left out of cookies (0.10).
	NoMaxAgeOfZero bool
	// PlainParams: req.params is an object, without all() (1.x).
	PlainParams bool
	// RouteMethods: req.route has methods and a stack (1.x) instead of one method and
	// its callbacks.
	RouteMethods bool
	// EncodeRedirect: a redirect encodes characters that a URL must not contain (1.x).
	EncodeRedirect bool
	// Types are the content types of files, and of res.type.
	Types web.Types
	// Rules are the differences that are more than a value; nil means Classic().
	Rules Rules
}

// Options configure a Shim.
type Options struct {
	Switches Switches
	// Responses implements res.ok and the like, and writes all responses.
	Responses *response.Set
	// LocaleCookie is the name of the cookie with the locale; "" for none.
	LocaleCookie string
	// LocaleQuery is the parameter of the address with the locale; "" for none. Only
	// some releases look at it, see Switches.
	LocaleQuery string
	// Socket returns req.socket of a request over a socket.
	Socket func(id string) (goja.Value, error)
	// Sails returns the app object for req._sails, req.app and views; nil when
	// there is none.
	Sails func() goja.Value
	// Views renders res.view; nil for a project without views.
	Views Views
	// Upload returns the files of a request for req.file, nil if it has none. It may
	// be nil itself.
	Upload func(x *router.Exchange) *web.Upload
	// Require loads a module for the server itself; nil when there are none.
	Require func(name string) (goja.Value, error)
	// Root is the project folder, against which res.sendfile resolves; uploads go
	// to .tmp/uploads in it.
	Root string
	// Translator adds the functions of i18n to req, res and views; nil for none.
	Translator Translator
	// Localized: the project has locales.
	Localized bool
	// Tokens makes CSRF tokens, see SetTokens; nil for none.
	Tokens Tokens
	// Secret signs cookies; "" refuses signed cookies.
	Secret string
	// Unanswered is how long a handler may have a request before the log says so; 0 for
	// ever.
	Unanswered time.Duration
	Log        *slog.Logger
}

// Views renders views in the realm.
type Views interface {
	// Exists reports whether there is a view of that name.
	Exists(name string) bool
	// View renders as res.view does: locals are those of the call, held is res.locals,
	// route has the locals of the route, and seen makes what the view sees once held
	// has all of them. done is called on the loop, at once or later.
	View(name string, locals, held *goja.Object, route goja.Value, seen func() *goja.Object, done func(html string, err error))
	// Express renders as res.render does.
	Express(name string, locals *goja.Object, done func(html string, err error))
}

// Translator is the i18n of a realm.
type Translator interface {
	// Install defines __ and the other functions of i18n on target. state is a
	// function: it gets their this and returns the object with the locale.
	Install(target, state goja.Value) error
	// InstallHeirs does so on a prototype, for the objects that inherit from it.
	InstallHeirs(prototype, state goja.Value) error
	// Functions returns the names of these functions, Function makes one of them.
	Functions() []string
	Function(name string, state goja.Value) (goja.Value, error)
	// Choose returns the locale for an Accept-Language header and a cookie.
	Choose(accept, cookie string) string
}

// Shim makes req and res in one realm. It and all that it returns may be used on
// the loop only, except the results of Handler, ErrorHandler and Response, which
// are made on the loop and may be called from any goroutine.
type Shim struct {
	realm *jsapi.Realm
	rt    *goja.Runtime
	opts  Options

	reqProto, resProto *goja.Object
	library            goja.Value    // lodash, where it is no global; nil before it was needed
	withSession        *goja.Object  // reqProto with the members of a session
	sessionOf          [2]goja.Value // the getter and the setter of req.session
	// key is the symbol of the property of req and res that holds their native side.
	key *goja.Symbol
	// end and writeHead are the native methods of res, to detect whether the project
	// has replaced them.
	end, writeHead goja.Value
	// helpers are the functions of shim.js.
	helpers *goja.Object
	// sessionProto is the prototype of sessions; sessionNames are the members of
	// sessions that are not data, and sessionCookie the getter and the setter of one.
	sessionProto  *goja.Object
	sessionNames  map[string]bool
	getters       map[string]bool // members that functions of Go compute
	sessionCookie [2]goja.Value
	// plainLocals are the names of the locals of every view, sailsLocals those if
	// there is an app object.
	plainLocals, sailsLocals []string
	// views has a *usage for each view that Go has answered with.
	views sync.Map

	indent    string
	errorCtor *goja.Object // Error
}

//go:embed shim.js
var source string

var program = lazy("framework:shim.js", &source)

// lazy compiles a script when it is needed first: a command that serves nothing needs none, and a project only
// those of its release.
func lazy(name string, source *string) func() *goja.Program {
	return sync.OnceValue(func() *goja.Program { return goja.MustCompile(name, *source, true) })
}

// New builds the prototypes of one realm. Call it on the loop.
func New(r *jsapi.Realm, opts Options) (*Shim, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Responses == nil {
		opts.Responses = response.New(response.Options{})
	}
	if opts.Switches.Rules == nil {
		opts.Switches.Rules = Classic()
	}
	rt := r.Runtime()
	s := &Shim{
		realm: r, rt: rt, opts: opts,
		key:          goja.NewSymbol("exchange"),
		sessionNames: map[string]bool{}, getters: map[string]bool{},
		indent: opts.Responses.Indent(), errorCtor: rt.Get("Error").ToObject(rt),
	}
	r.OnError(s.fileErrorToJS)
	s.reqProto, s.resProto = rt.NewObject(), rt.NewObject()
	if err := s.requestMembers(); err != nil {
		return nil, err
	}
	if err := s.responseMembers(); err != nil {
		return nil, err
	}
	if err := s.SetResponses(opts.Responses); err != nil {
		return nil, err
	}
	run, err := rt.RunProgram(program())
	if err != nil {
		return nil, r.Wrap(err)
	}
	natives := s.natives()
	makeFile, err := rt.RunProgram(uploadProgram())
	if err != nil {
		return nil, r.Wrap(err)
	}
	file, _ := goja.AssertFunction(makeFile)
	fileMethod, err := file(goja.Undefined(), natives)
	if err != nil {
		return nil, r.Wrap(err)
	}
	release, err := rt.RunProgram(s.rules().script())
	if err != nil {
		return nil, r.Wrap(err)
	}
	_ = natives.Set("file", fileMethod) // does not fail on a new object
	_ = natives.Set("release", release)
	install, _ := goja.AssertFunction(run)
	helpers, err := install(goja.Undefined(), s.reqProto, s.resProto, natives)
	if err != nil {
		return nil, r.Wrap(err)
	}
	s.helpers = helpers.ToObject(rt)
	var names []string
	s.sessionProto = s.helpers.Get("sessionProto").ToObject(rt)
	if err := rt.ExportTo(s.helpers.Get("sessionNames"), &names); err != nil {
		return nil, err
	}
	for _, name := range names {
		s.sessionNames[name] = true
	}
	for i := range s.sessionCookie {
		s.sessionCookie[i] = s.helpers.Get("sessionCookie").ToObject(rt).Get(strconv.Itoa(i))
	}
	s.realm.Describe("req", s.reqProto)
	s.realm.Describe("res", s.resProto)
	s.end, s.writeHead = s.resProto.Get("end"), s.resProto.Get("writeHead")
	s.nameLocals()
	if err := s.defineSession(); err != nil {
		return nil, err
	}
	s.show()
	return s, s.attachMembers()
}

// SetResponses replaces Options.Responses: a set with views and custom responses
// can only be made after the shim. Call it on the loop, before serving.
func (s *Shim) SetResponses(set *response.Set) error {
	s.opts.Responses = set
	s.indent = set.Indent()
	for _, name := range set.Names() {
		if s.resProto.Get(name) != nil {
			continue // a response of the project's own
		}
		if err := s.method(s.resProto, name, func(e *exchange, call goja.FunctionCall) goja.Value {
			e.request.decideJSON()
			return e.response.respond(name, call)
		}); err != nil {
			return err
		}
		if err := s.attach(s.resProto, name, toResponse); err != nil {
			return err
		}
	}
	return nil
}

// maxResponding is how many custom responses may run inside of each other. The engine
// takes long to end a deep recursion through functions of Go, such as that of a response
// that calls itself, and Node ends it within milliseconds.
const maxResponding = 100

// stackExceeded is the error of a recursion that is too deep.
func (s *Shim) stackExceeded() goja.Value {
	e, err := s.rt.New(s.rt.Get("RangeError"), s.rt.ToValue("Maximum call stack size exceeded"))
	if err != nil {
		panic(err)
	}
	return e
}

// AddResponse adds a method to res that calls a custom response with this =
// {req, res}.
func (s *Shim) AddResponse(name string, fn goja.Callable) error {
	method := func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.This)
		if e.responding >= maxResponding {
			panic(s.stackExceeded())
		}
		e.responding++
		defer func() { e.responding-- }()
		if o, ok := call.Argument(0).(*goja.Object); ok && name == "serverError" && o.ClassName() == "Error" {
			s.opts.Responses.Note(e.x, s.realm.GoError(o))
		}
		v, err := fn(e.responseThis(), call.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	}
	if err := s.resProto.DefineDataProperty(name, s.rt.ToValue(method), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		return err
	}
	return s.attach(s.resProto, name, toResponse)
}

// method defines a native method on a prototype.
func (s *Shim) method(proto *goja.Object, name string, fn func(e *exchange, call goja.FunctionCall) goja.Value) error {
	return proto.DefineDataProperty(name, s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		return fn(s.exchange(call.This), call)
	}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// accessor defines a property that get computes once per exchange; at is where its
// value is kept. It can be assigned to.
func (s *Shim) accessor(proto *goja.Object, name string, at func(e *exchange) *goja.Value, get func(e *exchange) goja.Value) error {
	s.getters[name] = true
	getter, setter := s.kept(at, get)
	return proto.DefineAccessorProperty(name, getter, setter, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// kept makes the getter and the setter of such a property.
func (s *Shim) kept(at func(e *exchange) *goja.Value, get func(e *exchange) goja.Value) (getter, setter goja.Value) {
	getter = s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.This)
		kept := at(e)
		if *kept != nil {
			return *kept
		}
		v := get(e)
		if v == nil {
			return goja.Undefined() // computed again by the next read
		}
		*kept = v
		return v
	})
	setter = s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		*at(s.exchange(call.This)) = call.Argument(0)
		return goja.Undefined()
	})
	return getter, setter
}

// computed defines a property that get computes on every read. An assignment makes
// it an ordinary property of that object.
func (s *Shim) computed(proto *goja.Object, name string, get func(e *exchange) goja.Value) error {
	s.getters[name] = true
	getter := s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		v := get(s.exchange(call.This))
		if v == nil {
			return goja.Undefined()
		}
		return v
	})
	return proto.DefineAccessorProperty(name, getter, s.shadow(name), goja.FLAG_TRUE, goja.FLAG_TRUE)
}

func (s *Shim) rules() Rules { return s.opts.Switches.Rules }
