package snapshot

import (
	"context"
	"maps"
	"time"

	"framework/engine/datastore"
	"framework/engine/problem"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/realtime"
	"framework/engine/value"
	"framework/engine/warnings"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/debug"
	"framework/jsapi/library"
	"framework/jsapi/machine"
	"framework/router"
)

// source is a project folder as it was read: what stage Read makes.
type source struct {
	tree    *project.Tree
	profile profile.Release
}

// read reads the folder.
func read(b *build) (source, error) { return readAs(b, profile.Choose) }

// pausedTime takes the place of limits that would end a build while a debugger has paused it.
const pausedTime = 24 * time.Hour

// readAs reads the folder; choose says which release it is served as.
func readAs(b *build, choose func(wanted string, pkg project.Package) (profile.Release, error)) (source, error) {
	tree, err := project.Scan(b.opts.Dir, project.DefaultPaths())
	if err != nil {
		return source{}, err
	}
	b.scripts = warnings.NewScripts(tree)
	b.reading.Listed(tree, project.DefaultPaths())
	release, err := choose(b.opts.Profile, tree.Package)
	if err != nil {
		return source{}, err
	}
	b.warn(release.Warnings...)
	if b.opts.Debugger != nil {
		release.HookTimeout = pausedTime
	}
	if err := b.readEnviron(tree, release); err != nil {
		return source{}, err
	}
	if tree.Empty {
		b.warn(problem.General("%s has no api, config or package.json: nothing but the defaults is served", tree.Root).
			Advise("make a project with: framework new <name>"))
	}
	return source{tree, release}, nil
}

// realm is where the project's JavaScript runs: what stage Boot makes.
type realm struct {
	iso     *jsapi.Isolate
	js      *app.App
	sockets *realtime.Script
	borrows bool // the isolate belongs to the apps of a test run, and is not closed with this one
}

// calls are what a project's own calls of its app object lead to.
type calls struct {
	lift    liftFunc
	lower   func(ctx context.Context, delay time.Duration) (over bool, err error)
	another func() (*app.App, error) // new Sails(); nil for the same app
	kit     func() *machine.Kit      // of the app that was configured last
}

// boot makes the realm with its app object, require, sails.io and sails.sockets.
func boot(ctx context.Context, b *build, src source, onLift liftFunc) (realm, error) {
	iso, err := newIsolate(b, src)
	if err != nil {
		return realm{}, err
	}
	borrowed := new(datastore.Borrowed)
	b.made.add(borrowed.Close)
	rt := realm{iso: iso}
	b.made.add(rt.close)
	return rt.boot(ctx, b, src, borrowed, calls{lift: onLift, kit: b.gateway.kit, lower: func(context.Context, time.Duration) (bool, error) {
		b.askToLower()
		return false, nil
	}})
}

// newIsolate makes an empty isolate for a project.
func newIsolate(b *build, src source) (*jsapi.Isolate, error) {
	return jsapi.New(jsapi.Options{
		Root: src.tree.Root, Log: b.log, Memory: b.opts.Memory, Worker: b.worker, BlockWarning: -1, // no request waits for a version that is not served yet
	})
}

// boot gives an empty realm what all of its apps use, and the first of them.
func (rt realm) boot(ctx context.Context, b *build, src source, borrowed *datastore.Borrowed, on calls) (realm, error) {
	err := rt.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		opts := appOptions(b, src, on)
		opts.OldNames = src.profile.OldNames
		opts.Env, opts.Args, opts.Stdout, opts.Stderr, opts.Printing, opts.Exit = b.environ, b.opts.Args, b.opts.Stdout, b.opts.Stderr, b.FlushLog, b.exit()
		opts.Worker = b.worker
		opts.Cache, opts.Core, opts.Fallback = b.cache, library.Natives(b.limits), fallbackModules(src.profile, on.kit)
		opts.ThreadCore = library.Natives(b.limits)
		opts.Yield = map[string]bool{"waterline-utils": true} // adapters use more of it than projects
		maps.Copy(opts.Core, standaloneModules(b.Host, src, rt.iso, b.gateway, borrowed))
		if rt.js, err = app.New(r, opts); err != nil {
			return err
		}
		if b.worker <= 1 {
			debug.Main(r)
		}
		return rt.finish(r, b, src)
	})
	return rt, err
}

// another makes a further app in the realm. It belongs on the loop.
func (rt realm) another(r *jsapi.Realm, b *build, src source, on calls) (realm, error) {
	made, err := rt.js.Another(appOptions(b, src, on))
	if err != nil {
		return realm{}, err
	}
	rt.js = made
	return rt, rt.finish(r, b, src)
}

// appOptions are those of one app.
func appOptions(b *build, src source, on calls) app.Options {
	opts := app.Options{
		Root: src.tree.Root, Version: src.profile.AppVersion, Log: b.log, BindModules: src.profile.BindModules,
		Dependencies: src.tree.Package.Dependencies,
		Request:      b.gateway.ask,
		TextAsJSON:   src.profile.TextAsJSON,
		ViewFiles:    src.profile.Views.EJSLocals,
		Shown:        src.profile.Shown, Sessions: b.gateway.sessions, ServeFile: b.gateway.serveFile, LooksLikeAsset: router.LooksLikeAsset,
		BootstrapReturns: src.profile.BootstrapReturns,
		ErrorMembers:     src.profile.ErrorMembers, SortRoutes: src.profile.Routes.Sorter(),
		HookTimeout: src.profile.HookTimeout, Hooks: src.profile.Hooks,
		ProcessSettings: func() (*value.Map, error) { return b.processSettings(src) },
		Lift:            on.lift, Lower: on.lower, Another: on.another, HTTP: b.gateway,
	}
	if src.profile.LodashUtil {
		opts.Lodash = library.Modules()["lodash"]
	}
	return opts
}

// finish gives an app sails.io and sails.sockets.
func (rt *realm) finish(r *jsapi.Realm, b *build, src source) error {
	running := rt.js.Loader().Running
	b.script.Store(&running)
	b.reads = rt.js.Loader().Reads()
	b.reading.Requires(b.reads)
	var err error
	rt.sockets, err = b.sockets.NewScript(r, realtime.ScriptOptions{
		Isolate: rt.iso, App: rt.js, Switches: src.profile.Sockets, PubSub: src.profile.PubSub,
		Request: func(x *router.Exchange) jsapi.Value { return b.gateway.now().shim.Request(x) },
	})
	return err
}

// close ends what runs; it may be called again.
func (rt realm) close() {
	if !rt.borrows {
		_ = rt.iso.Close(context.Background()) // nothing can be done about it
	}
}
