package app

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed actions.js
var actionsSource string

var actionsProgram = compile.Once("framework:actions.js", actionsSource, true)

// Actions is the register of actions of 1.x.
type Actions struct {
	app     *App
	members *goja.Object
	files   []project.File
	isDef   func(v goja.Value) bool
	configs map[string]*value.Map // _config by the controller's identity
	skipped []string
}

// ActionOptions configure the register of actions.
type ActionOptions struct {
	// Files are those below api/controllers.
	Files []project.File
	// IsDefinition reports whether v may be a definition of an action.
	IsDefinition func(v goja.Value) bool
	// AsAction makes a function(req, res) of a definition.
	AsAction func(def goja.Value, identity string) (goja.Value, error)
	// Defaults lists the actions that the server has itself: those of models and
	// its own. RunDefault has one of them answer the request that req is.
	Defaults   func() []string
	RunDefault func(identity string, req goja.Value) error
	// Reload builds the app anew, once it is lifted.
	Reload func(ctx context.Context) error
}

// InstallActions gives the app object the register with its functions. Load
// fills it from the files.
func (a *App) InstallActions(opts ActionOptions) (*Actions, error) {
	rt := a.realm.Runtime()
	program, err := actionsProgram()
	if err != nil {
		return nil, err
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		return nil, a.realm.Wrap(err)
	}
	install, _ := goja.AssertFunction(v)
	acts := &Actions{app: a, files: opts.Files, isDef: opts.IsDefinition}
	native := rt.NewObject()
	for name, fn := range map[string]any{
		"define": func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0).String()
			if err := a.object.DefineDataProperty(name, call.Argument(1), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				panic(err)
			}
			return goja.Undefined()
		},
		"asAction": func(call goja.FunctionCall) goja.Value {
			fn, err := opts.AsAction(call.Argument(0), call.Argument(1).String())
			if err != nil {
				panic(a.realm.Error(err))
			}
			return fn
		},
		"defaults": func(goja.FunctionCall) goja.Value {
			var list []any
			if opts.Defaults != nil {
				for _, identity := range opts.Defaults() {
					list = append(list, identity)
				}
			}
			return rt.NewArray(list...)
		},
		"runDefault": func(call goja.FunctionCall) goja.Value {
			if err := opts.RunDefault(call.Argument(0).String(), call.Argument(1)); err != nil {
				panic(a.realm.Error(err))
			}
			return goja.Undefined()
		},
		"load": func(goja.FunctionCall) goja.Value {
			if err := acts.Load(); err != nil {
				panic(a.realm.Error(err))
			}
			return goja.Undefined()
		},
		"reloads": opts.Reload != nil,
		"reload": func(goja.FunctionCall) goja.Value {
			return a.realm.Promise(func(ctx context.Context) (any, error) {
				return nil, opts.Reload(ctx)
			})
		},
	} {
		if err := native.Set(name, fn); err != nil {
			return nil, err
		}
	}
	members, err := install(goja.Undefined(), a.object, native)
	if err != nil {
		return nil, a.realm.Wrap(err)
	}
	acts.members = members.ToObject(rt)
	return acts, nil
}

// The names of files below api/controllers.
var (
	controllerFile = regexp.MustCompile(`^[0-9A-Z][0-9a-zA-Z_]*Controller$`)
	actionFile     = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
)

// Load registers the actions of the files: the functions of controllers, and
// files that are an action. Skipped lists the files that are neither. An action
// that two files have is an error.
func (s *Actions) Load() error {
	s.skipped, s.configs = nil, map[string]*value.Map{}
	sources := map[string]string{}
	register := func(identity string, action goja.Value, source string) error {
		if first, taken := sources[identity]; taken {
			return &project.DuplicateError{Kind: "action", Identity: identity, First: first, Second: source}
		}
		sources[identity] = source
		rt := s.app.realm.Runtime()
		_, err := s.call("register", action, rt.ToValue(identity), rt.ToValue(true), rt.ToValue(source))
		return err
	}
	for _, f := range s.files {
		base := f.GlobalID[strings.LastIndexByte(f.GlobalID, '/')+1:]
		identity := strings.ToLower(f.GlobalID)
		switch {
		case controllerFile.MatchString(base):
			m, err := s.app.Load(f)
			if err != nil && f.Copy {
				s.skipped = append(s.skipped, f.Rel)
				continue
			}
			if err != nil {
				return err
			}
			identity = strings.TrimSuffix(identity, "controller")
			o := m.Object()
			if err := m.classError(); err != nil {
				return err
			}
			if _, callable := m.Function(); o == nil || callable || jsapi.IsArray(o) {
				s.skipped = append(s.skipped, f.Rel)
				continue
			}
			if err := s.controller(o, identity, f.Rel, register); err != nil {
				return err
			}
		case actionFile.MatchString(base):
			m, err := s.app.Load(f)
			if err != nil && f.Copy {
				s.skipped = append(s.skipped, f.Rel)
				continue
			}
			if err != nil {
				return err
			}
			if _, callable := m.Function(); !callable && !s.isDef(m.Exports) {
				s.skipped = append(s.skipped, f.Rel)
				continue
			} else if o := m.Object(); o != nil && !callable {
				// A definition goes by its file, in messages and in X-Stub.
				if named := o.Get("identity"); named == nil || goja.IsUndefined(named) || named.String() == f.Identity {
					if err := o.Set("identity", f.GlobalID+path.Ext(f.Rel)); err != nil {
						return fmt.Errorf("%s: name the definition: %w", f.Rel, err)
					}
				}
			}
			if err := register(identity, m.Exports, f.Rel); err != nil {
				return err
			}
		default:
			s.skipped = append(s.skipped, f.Rel)
		}
	}
	_, err := s.call("written")
	return err
}

// controller registers the members of a controller.
func (s *Actions) controller(o *goja.Object, identity, source string, register func(string, goja.Value, string) error) error {
	for _, k := range s.app.actionNames(o) {
		v := o.Get(k)
		switch {
		case k == "identity", k == "globalId", k == "sails":
			continue
		case k == "_config":
			if cfg, ok := newExporter(s.app.realm).value(v, 0).(*value.Map); ok {
				s.configs[identity] = cfg
			}
			continue
		case !isActionValue(v):
			continue
		}
		if fn, ok := goja.AssertFunction(v); ok && s.app.opts.BindModules {
			bound := s.app.realm.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
				out, err := fn(o, call.Arguments...)
				if err != nil {
					panic(err)
				}
				return out
			})
			v = bound
		}
		if err := register(identity+"/"+strings.ToLower(k), v, source); err != nil {
			return err
		}
	}
	return nil
}

// isActionValue reports whether a member of a controller is one of its
// actions: texts, numbers and the like are its own business.
func isActionValue(v goja.Value) bool {
	_, ok := v.(*goja.Object)
	return ok
}

// Skipped are the files below api/controllers that hold no action.
func (s *Actions) Skipped() []string { return s.skipped }

// call runs one of the functions of actions.js.
func (s *Actions) call(name string, args ...goja.Value) (goja.Value, error) {
	fn, ok := goja.AssertFunction(s.members.Get(name))
	if !ok {
		return nil, fmt.Errorf("actions.js has no %s", name)
	}
	v, err := fn(goja.Undefined(), args...)
	return v, s.app.realm.Wrap(err)
}

// Changed reports whether something was registered since Controllers was called.
func (s *Actions) Changed() bool {
	v, err := s.call("changed")
	return err == nil && v.ToBoolean()
}

// Controllers are the registered actions as controllers: those whose identities
// share all but the last part, "" for those that have only one.
func (s *Actions) Controllers() ([]*Controller, error) {
	v, err := s.call("list")
	if err != nil {
		return nil, err
	}
	rt := s.app.realm.Runtime()
	list := v.ToObject(rt)
	var out []*Controller
	byIdentity := map[string]*Controller{}
	group := func(identity, source string) *Controller {
		c := byIdentity[identity]
		if c == nil {
			c = &Controller{Module: &Module{File: project.File{Identity: identity, GlobalID: identity, Rel: source}}, Config: s.configs[identity]}
			byIdentity[identity] = c
			out = append(out, c)
		}
		return c
	}
	for _, k := range list.Keys() {
		entry := list.Get(k).ToObject(rt)
		identity, source := entry.Get("0").String(), entry.Get("1").String()
		at := strings.LastIndexByte(identity, '/')
		c := group(identity[:max(at, 0)], source)
		run, err := s.call("run", rt.ToValue(identity))
		if err != nil {
			return nil, err
		}
		call, _ := goja.AssertFunction(run)
		c.Actions = append(c.Actions, Action{Name: identity[at+1:], Kind: SingleFunction, Calls: []goja.Callable{call}, Source: source})
	}
	// A controller without an action of its own may still switch routes off.
	for _, identity := range slices.Sorted(maps.Keys(s.configs)) {
		group(identity, "")
	}
	return out, nil
}

// Before are the functions that were registered to run before the action of
// that identity.
func (s *Actions) Before(identity string) ([]goja.Callable, error) {
	rt := s.app.realm.Runtime()
	v, err := s.call("middlewareFor", rt.ToValue(identity))
	if err != nil {
		return nil, err
	}
	list := v.ToObject(rt)
	var out []goja.Callable
	for _, k := range list.Keys() {
		if fn, ok := goja.AssertFunction(list.Get(k)); ok {
			out = append(out, fn)
		}
	}
	return out, nil
}
