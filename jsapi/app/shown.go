package app

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
)

// Shown are settings that code finds in framework.config although the project has none
// of them: Sails writes its defaults there. The server has its own defaults, so it reads
// these only where code has changed them.
type Shown struct {
	// Settings are the defaults, by their section.
	Settings *value.Map
	// Cache is the setting of the age of assets, in development 1 and in production
	// a year.
	Cache string
	// CSRFObject: config.csrf is an object where the project says true or false.
	CSRFObject bool
	// SessionFunctions are those of config.session, in 1.x.
	SessionFunctions bool
	// OriginList: config.security.cors.allowOrigins is a list where the project names one
	// origin.
	OriginList bool
	// CookieKey is the setting of the name of the session's cookie.
	CookieKey string
	// Middleware are the functions of config.http.middleware.
	Middleware []string
}

// Sessions are the sessions of the server, by their ids, in the form of express-session.
type Sessions interface {
	Find(ctx context.Context, id string) (*value.Map, error)
	Save(ctx context.Context, id string, all *value.Map) error
	Touch(ctx context.Context, id string) error
	Destroy(ctx context.Context, id string) error
}

//go:embed shown.js
var shownSource string

//go:embed session.js
var sessionSource string

var (
	shownProgram   = compile.Once("framework:shown.js", shownSource, true)
	sessionProgram = compile.Once("framework:session.js", sessionSource, true)
)

// shownMember is a member that is shown: as long as code finds now there, the
// configuration has was, which is nil for nothing.
type shownMember struct{ now, was goja.Value }

// shown remembers what is shown, by the object that has it. It is used on the loop only.
type shown map[*goja.Object]map[string]shownMember

// hides returns what the configuration has in the place of the member of o that is v, and
// reports whether there is something to return.
func (s shown) hides(o *goja.Object, key string, v goja.Value) (was goja.Value, hidden bool) {
	m, ok := s[o][key]
	return m.was, ok && m.now.StrictEquals(v)
}

// ShowSettings writes the defaults of Sails into the configuration that code sees.
// secret is that of sessions, and random if the project has none.
func (a *App) ShowSettings(production, sessions bool, secret string) error {
	made, err := a.runProgram(shownProgram)
	if err != nil {
		return err
	}
	rt, of := a.realm.Runtime(), a.opts.Shown
	native := rt.NewObject()
	for name, v := range map[string]any{
		"show": func(call goja.FunctionCall) goja.Value {
			o, key := call.Argument(0).ToObject(rt), call.Argument(1).String()
			if a.shown[o] == nil {
				a.shown[o] = map[string]shownMember{}
			}
			a.shown[o][key] = shownMember{now: call.Argument(2), was: o.Get(key)}
			if err := o.Set(key, call.Argument(2)); err != nil {
				panic(err)
			}
			return goja.Undefined()
		},
		"settings": a.realm.ToJS(of.Settings), "cache": of.Cache, "csrfObject": of.CSRFObject, "sessionFunctions": of.SessionFunctions, "originList": of.OriginList,
		"cookieKey": of.CookieKey, "middleware": a.realm.ToJS(texts(of.Middleware)), "production": production, "sessions": sessions, "secret": secret,
		"session": a.session, "looksLikeAsset": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(a.opts.LooksLikeAsset(call.Argument(0).String()))
		},
		"serveFile": a.serveFile,
	} {
		if err := native.Set(name, v); err != nil {
			return err
		}
	}
	session, err := a.runProgram(sessionProgram)
	if err != nil {
		return err
	}
	a.showing, err = a.callMade(made, a.object, native, a.requireFunction(), session)
	if err != nil {
		return fmt.Errorf("writing the defaults into the configuration: %w", err)
	}
	return nil
}

// ShowMiddleware writes the functions of the server's own middleware into
// config.http.middleware.
func (a *App) ShowMiddleware() error {
	if a.showing == nil {
		return nil
	}
	_, err := a.callMade(a.showing.ToObject(a.realm.Runtime()).Get("middleware"))
	return err
}

func (a *App) runProgram(program func() (*goja.Program, error)) (goja.Value, error) {
	p, err := program()
	if err != nil {
		return nil, err
	}
	v, err := a.realm.Runtime().RunProgram(p)
	return v, a.realm.Wrap(err)
}

func (a *App) callMade(fn goja.Value, args ...goja.Value) (goja.Value, error) {
	call, ok := goja.AssertFunction(fn)
	if !ok {
		return nil, errors.New("a script of the app gives no function")
	}
	v, err := call(goja.Undefined(), args...)
	return v, a.realm.Wrap(err)
}

// session is native.session(what, id, data, done).
func (a *App) session(call goja.FunctionCall) goja.Value {
	rt := a.realm.Runtime()
	done, ok := goja.AssertFunction(call.Argument(3))
	if !ok {
		panic(rt.NewTypeError("a session store needs a function(err, session)"))
	}
	what, id := call.Argument(0).String(), call.Argument(1).String()
	data, err := a.realm.FromJS(call.Argument(2))
	if err != nil {
		panic(a.realm.Error(err))
	}
	a.realm.Async(func(ctx context.Context) (any, error) {
		sessions := a.opts.Sessions()
		if sessions == nil {
			return nil, errors.New("the app has no sessions yet: wait for the event ready")
		}
		switch what {
		case "get":
			found, err := sessions.Find(ctx, id)
			if found == nil {
				return nil, err
			}
			return found, err
		case "set":
			all, ok := data.(*value.Map)
			if !ok {
				return nil, errors.New("a session is an object")
			}
			return nil, sessions.Save(ctx, id, all)
		case "touch":
			return nil, sessions.Touch(ctx, id)
		}
		return nil, sessions.Destroy(ctx, id)
	}, func(r *jsapi.Realm, v any, err error) {
		if err := r.Callback(done, v, err); err != nil {
			r.Uncaught(r.Wrap(err))
		}
	})
	return goja.Undefined()
}

// serveFile is native.serveFile(name, req): the files of the public folders answer
// req, or the icon does.
func (a *App) serveFile(call goja.FunctionCall) goja.Value {
	if err := a.opts.ServeFile(call.Argument(0).String(), call.Argument(1)); err != nil {
		panic(a.realm.Error(err))
	}
	return goja.Undefined()
}
