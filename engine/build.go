package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"sync/atomic"
	"time"

	"framework/blueprints"
	"framework/blueprints/pubsub"
	"framework/engine/config"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/inputs"
	"framework/engine/logging"
	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/engine/pipeline"
	"framework/engine/policy"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/response"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/library"
	"framework/jsapi/machine"
	"framework/jsapi/modules"
	scripted "framework/jsapi/pubsub"
	"framework/jsapi/shim"
)

// builder collects what one build of the project makes, step by step.
type builder struct {
	app      *App
	snapshot *Snapshot
	gateway  *gateway
	tree     *project.Tree
	profile  profile.Release
	cfg      *config.Config
	set      config.Settings
	iso      *jsapi.Isolate
	opened   map[string]*store // the datastores that models use, by name

	js          *app.App
	shim        *shim.Shim
	controllers []*app.Controller
	byIdentity  map[string]*app.Controller // set by route
	paths       project.Paths
	localized   bool // there are locales
	modern      modern
	classes     []*modelClass
	// onLift answers the project's own calls of lift, see app.Options.
	onLift func(ctx context.Context, settings *ordered.Map, listen bool) error
	// listen makes tests that lift the app listen when everything else is done;
	// nil without.
	listen func(ctx context.Context) (net.Addr, error)
	noted  map[string]os.FileInfo // see note
	last   bool                   // it is finished whatever changes
	// step is what the build does now.
	step     atomic.Pointer[buildStep]
	migrated bool               // the tables, or some of them
	assets   *pipeline.Pipeline // nil without

	hooks       *app.Hooks
	hookCount   int
	hooksLoaded *jsapi.Op

	policies    *policy.Set
	policyCalls map[string]jsapi.Function
	// middlewareOf are the functions registered in front of an action (1.x).
	middlewareOf map[string][]jsapi.Function
	responses    map[string]jsapi.Function
	blueprints   map[string]jsapi.Function
	orm          *orm.ORM

	cors     *cors.Set
	csrf     *csrf.Protection // nil when switched off
	secret   []string
	answers  *response.Set
	settings blueprints.Settings
	actions  *blueprints.Set
	pubsub   *pubsub.Set
	scripted *scripted.Set
	gates    *gates // nil where nobody asks policies without an action
}

func newBuilder(a *App) *builder {
	b := &builder{app: a, gateway: new(gateway), snapshot: &Snapshot{done: make(chan struct{}), sockets: new(socketSide)}}
	b.snapshot.refs.Store(1)
	return b
}

// build makes a snapshot of the project as it is on disk now. What a failed
// build has made is undone.
func (a *App) build(ctx context.Context) (*Snapshot, error) {
	for try := 1; ; try++ {
		s, err := a.buildOnce(ctx, try == buildTries)
		if !errors.Is(err, errOutdated) {
			return s, err
		}
	}
}

// buildOnce is build, unless the files change meanwhile: then the error is
// errOutdated, save for the last try.
func (a *App) buildOnce(ctx context.Context, last bool) (*Snapshot, error) {
	b := newBuilder(a)
	b.last = last
	defer a.cache.Age()
	if err := b.run(ctx); err != nil {
		if !errors.Is(err, errOutdated) && ctx.Err() == nil {
			outdated := b.settle(ctx)
			if outdated == nil {
				outdated = b.unchanged(ctx)
			}
			if outdated != nil {
				err = outdated // it may be a save half done that fails
			}
		}
		b.restoreTables(ctx)
		err = &buildError{err, b.snapshot.reads}
		b.snapshot.release()
		return nil, err
	}
	b.iso.SetBlockWarning(blockWarning)
	return b.snapshot, nil
}

// blockWarning is how long JavaScript may keep requests waiting unnoticed.
const blockWarning = time.Second

// buildError carries what a failed build had required.
type buildError struct {
	error
	reads *modules.Reads
}

func (e *buildError) Unwrap() error { return e.error }

func (b *builder) run(ctx context.Context) error {
	if err := b.prepare(ctx); err != nil {
		return err
	}
	// JavaScript that runs is waited for, unless nobody wants the build any more.
	stop := context.AfterFunc(ctx, func() { _ = b.iso.Close(ctx) })
	err := b.lift(ctx)
	if !stop() {
		return ctx.Err()
	}
	return err
}

// prepare reads the folder and makes the realm with its app object.
func (b *builder) prepare(ctx context.Context) error {
	var err error
	b.noteSettings()
	if b.tree, err = project.Scan(b.app.opts.Dir, project.DefaultPaths()); err != nil {
		return err
	}
	if b.profile, err = profile.Choose(b.app.opts.Profile, b.tree.Package); err != nil {
		return err
	}
	b.snapshot.Tree, b.snapshot.Profile = b.tree, b.profile
	b.snapshot.Warnings = append(b.snapshot.Warnings, b.profile.Warnings...)
	b.iso, err = jsapi.New(jsapi.Options{
		Root: b.tree.Root, Log: b.app.log, BlockWarning: -1, // nobody waits for a version that is not served yet
	})
	if err != nil {
		return err
	}
	b.snapshot.isolate = b.iso
	return b.prepareRealm(ctx)
}

// buildStep is a part of a build, and what a person is told that it does.
type buildStep struct {
	doing string
	run   func(context.Context) error
}

// lift makes everything else.
func (b *builder) lift(ctx context.Context) error {
	slow := time.AfterFunc(slowBuild, b.tellSlow)
	defer slow.Stop()
	for _, step := range []buildStep{
		{"reads config", b.configure},
		{"loads the hooks", b.prepareHooks},
		{"loads the files of api", b.loadModules},
		{"waits for a file that is empty to be written", b.settle},
		{"sets the hooks going", b.beginHooks},
		{"opens the databases", b.openModels},
		{"makes the models", b.bindModels},
		{"makes the models", b.preparePubSub},
		{"reads responses and views", b.prepareResponses},
		{"migrates the tables", b.migrateForHooks},
		{"waits for a hook to call back", b.awaitHooks},
		{"prepares the sockets", b.prepareSockets},
		{"makes the routes", b.registerActions},
		{"makes the routes", b.route},
		{"migrates the tables", b.migrateAtEnd},
		{"connects to the other servers", b.joinNodes},
		{"makes sure that no file has changed", b.unchanged},
		{"", b.bootstrap}, // which tells by itself
	} {
		b.step.Store(&step)
		if err := step.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// slowBuild is when a person wonders what a build is waiting for.
const slowBuild = 3 * time.Second

// tellSlow says what the build is at.
func (b *builder) tellSlow() {
	step := b.step.Load()
	if step == nil || step.doing == "" {
		return
	}
	text := fmt.Sprintf("still loading after %v: it %s", slowBuild, step.doing)
	if b.js != nil {
		if file := b.js.Loader().Running(); file != "" {
			text += "; " + file + " runs"
		}
	}
	if b.app.current.Load() != nil {
		text += "; the last good version is served meanwhile"
	}
	b.app.log.Warn(text)
}

// prepareRealm makes the app object and require.
func (b *builder) prepareRealm(ctx context.Context) error {
	opts := b.app.opts
	return b.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		b.js, err = app.New(r, app.Options{
			Root: b.tree.Root, Version: b.profile.AppVersion, Log: b.app.log,
			Env: opts.Environ, Args: opts.Args, Stdout: opts.Stdout, Stderr: opts.Stderr, Exit: opts.Exit,
			Cache: b.app.cache, Core: b.ownModules(), Fallback: b.fallbackModules(), BindModules: b.profile.BindModules,
			Dependencies:     b.tree.Package.Dependencies,
			Request:          b.gateway.ask,
			BootstrapReturns: b.profile.Modern,
			HookTimeout:      b.profile.HookTimeout, Hooks: b.profile.Hooks,
			Lift: b.onLift, Lower: b.app.askToLower, HTTP: b.gateway,
		})
		b.snapshot.js = b.js
		if err != nil {
			return err
		}
		b.snapshot.reads = b.js.Loader().Reads()
		if err := b.connectSockets(r); err != nil {
			return err
		}
		return b.connectPubSub(r)
	})
}

// configure reads the configuration and gives it to the project.
func (b *builder) configure(ctx context.Context) error {
	var err error
	var paths project.Paths
	if b.cfg, paths, err = b.app.loadConfig(ctx, b.iso, b.js, b.tree, b.profile); err != nil {
		return err
	}
	if paths != project.DefaultPaths() {
		if b.tree, err = project.Scan(b.app.opts.Dir, paths); err != nil {
			return err
		}
		b.snapshot.Tree = b.tree
	}
	b.snapshot.inputs, b.paths = inputs.NewFolders(b.tree.Root, paths, b.cfg), paths
	if b.set, err = b.cfg.Settings(); err != nil {
		return err
	}
	if b.snapshot.watching, err = inputs.ReadWatch(b.cfg); err != nil {
		return err
	}
	b.snapshot.Config, b.snapshot.Settings = b.cfg, b.set
	b.gateway.update(func(f *finished) { f.settings = b.set })
	level, err := logging.Level(b.set.LogLevel)
	if err != nil {
		return &config.Error{Key: "log.level", Source: b.cfg.Source("log.level"), Want: err.Error(), Got: b.set.LogLevel}
	}
	b.snapshot.level = level
	if b.app.current.Load() == nil {
		b.app.level.Set(level) // else it holds once this is served
	}
	b.iso.SetTurnLimit(b.set.TurnLimit)
	if b.set.MemoryLimit >= 0 {
		b.iso.SetMemoryLimit(b.set.MemoryLimit)
	}
	b.iso.SetQueueTime(b.set.QueueTime)
	return b.iso.Do(ctx, func(r *jsapi.Realm) error {
		if err := b.js.SetConfig(b.cfg.Values); err != nil {
			return err
		}
		if !b.profile.Modern {
			return b.exposeGlobals()
		}
		if err := b.installModern(r); err != nil {
			return err
		}
		globals, err := b.modernGlobals(r)
		if err != nil {
			return err
		}
		return b.js.Expose(globals)
	})
}

// exposeGlobals sets framework, sails and the libraries that classic projects
// take for granted, unless config.globals switches them off.
func (b *builder) exposeGlobals() error {
	object := b.js.Object()
	globals := map[string]jsapi.Value{"framework": object}
	if b.global("sails") {
		globals["sails"] = object
	}
	for name, packages := range map[string][]string{
		"_":     {"lodash", "@sailshq/lodash", "sails/node_modules/lodash"},
		"async": {"async", "sails/node_modules/async"},
	} {
		if !b.global(name) {
			continue
		}
		if v := b.js.Library(packages...); v != nil {
			globals[name] = v
		}
	}
	return b.js.Expose(globals)
}

// global reports whether config.globals leaves a kind of global on.
func (b *builder) global(name string) bool {
	if v, ok := b.cfg.Get("globals"); ok && v == false {
		return false
	}
	v, ok := b.cfg.Get("globals." + name)
	return !ok || v != false
}

// loadModules loads everything below api in the classic order.
func (b *builder) loadModules(ctx context.Context) error {
	return b.iso.Do(ctx, func(r *jsapi.Realm) error {
		services, err := b.js.Services(b.tree.Services)
		if err != nil {
			return err
		}
		if b.global("services") {
			if err := b.js.Expose(byGlobalID(services)); err != nil {
				return err
			}
		}
		models, err := b.js.LoadAll(b.tree.Models)
		if err != nil {
			return err
		}
		if err := b.define(r, models); err != nil {
			return err
		}
		if b.profile.Modern {
			err = b.loadHelpers()
		} else {
			b.controllers, err = b.js.Controllers(b.tree.Controllers)
		}
		if err != nil {
			return err
		}
		if b.policyCalls, err = b.js.Functions(b.tree.Policies, "policy"); err != nil {
			return err
		}
		if err = b.js.ShowPolicies(b.tree.Policies); err != nil {
			return err
		}
		if b.responses, err = b.js.Functions(b.tree.Responses, "response"); err != nil {
			return err
		}
		b.blueprints, err = b.js.Functions(b.tree.Blueprints, "blueprint")
		return err
	})
}

func byGlobalID(list []*app.Module) map[string]jsapi.Value {
	out := make(map[string]jsapi.Value, len(list))
	for _, m := range list {
		out[m.GlobalID] = m.Exports
	}
	return out
}

// bootstrap runs config.bootstrap before the first request.
func (b *builder) bootstrap(ctx context.Context) error {
	if b.app.opts.Inspect || b.app.opts.LoadOnly {
		return nil
	}
	slow := time.AfterFunc(b.set.BootstrapTimeout, func() {
		b.app.log.Warn(fmt.Sprintf("config/bootstrap.js has not finished after %v: does it call its callback?", b.set.BootstrapTimeout))
	})
	defer slow.Stop()
	_, err := b.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { b.js.Bootstrap(op) }).Wait()
	if err != nil {
		return err
	}
	if err := b.rebind(ctx); err != nil {
		return err
	}
	if err := b.liftHooks(ctx); err != nil {
		return err
	}
	switch at := b.app.addr.Load(); {
	case at != nil: // a reload
		return b.snapshot.lifted(ctx, *at)
	case b.app.running:
		return nil // Run tells it
	case b.listen != nil:
		addr, err := b.listen(ctx)
		if err != nil {
			return err
		}
		return b.snapshot.lifted(ctx, addr)
	}
	return b.snapshot.lifted(ctx, nil)
}

// lifted tells the project that it serves requests; addr is nil when nobody
// listens.
func (s *Snapshot) lifted(ctx context.Context, addr net.Addr) error {
	return s.isolate.Do(ctx, func(*jsapi.Realm) error { return s.js.Lifted(addr) })
}

// fallbackModules are what require finds where node_modules has nothing.
func (b *builder) fallbackModules() map[string]modules.Core {
	all := shim.Modules()
	maps.Copy(all, library.Modules())
	if b.profile.Modern {
		maps.Copy(all, machine.Modules(func() *machine.Kit { return b.modern.kit }))
	}
	return all
}
