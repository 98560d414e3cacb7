package snapshot

import (
	"context"
	"fmt"
	"maps"

	"framework/engine/datastore"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/realtime"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/router"
)

// source is a project folder as it was read: what stage Read makes.
type source struct {
	tree    *project.Tree
	profile profile.Release
}

// read reads the folder.
func read(b *build) (source, error) {
	tree, err := project.Scan(b.opts.Dir, project.DefaultPaths())
	if err != nil {
		return source{}, err
	}
	b.reading.Listed(tree, project.DefaultPaths())
	release, err := profile.Choose(b.opts.Profile, tree.Package)
	if err != nil {
		return source{}, err
	}
	b.warn(release.Warnings...)
	if tree.Empty {
		b.warn(fmt.Sprintf("%s has no api, config or package.json: nothing but the defaults is served (make a project with: framework new <name>)", tree.Root))
	}
	return source{tree, release}, nil
}

// realm is where the project's JavaScript runs: what stage Boot makes.
type realm struct {
	iso     *jsapi.Isolate
	js      *app.App
	sockets *realtime.Script
}

// boot makes the realm with its app object, require, sails.io and sails.sockets.
func boot(ctx context.Context, b *build, src source, onLift liftFunc) (realm, error) {
	borrowed := new(datastore.Borrowed)
	b.made.add(borrowed.Close)
	iso, err := jsapi.New(jsapi.Options{
		Root: src.tree.Root, Log: b.log, Memory: b.opts.Memory, BlockWarning: -1, // no request waits for a version that is not served yet
	})
	if err != nil {
		return realm{}, err
	}
	rt := realm{iso: iso}
	b.made.add(rt.close)
	err = iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		core := library.Natives()
		maps.Copy(core, standaloneModules(b.Host, src, iso, b.gateway, borrowed))
		var lodash modules.Core
		if src.profile.LodashUtil {
			lodash = library.Modules()["lodash"]
		}
		rt.js, err = app.New(r, app.Options{
			Lodash: lodash, OldNames: src.profile.OldNames,
			Root: src.tree.Root, Version: src.profile.AppVersion, Log: b.log,
			Env: b.opts.Environ, Args: b.opts.Args, Stdout: b.opts.Stdout, Stderr: b.opts.Stderr, Exit: b.opts.Exit,
			Cache: b.cache, Core: core, Fallback: fallbackModules(src.profile, b.gateway), BindModules: src.profile.BindModules,
			Dependencies:     src.tree.Package.Dependencies,
			Request:          b.gateway.ask,
			TextAsJSON:       src.profile.TextAsJSON,
			ViewFiles:        src.profile.Views.EJSLocals,
			BootstrapReturns: src.profile.BootstrapReturns,
			HookTimeout:      src.profile.HookTimeout, Hooks: src.profile.Hooks,
			ProcessSettings: func() (*value.Map, error) { return b.processSettings(src) },
			Lift:            onLift, Lower: b.askToLower, HTTP: b.gateway,
		})
		if err != nil {
			return err
		}
		running := rt.js.Loader().Running
		b.script.Store(&running)
		b.reads = rt.js.Loader().Reads()
		b.reading.Requires(b.reads)
		rt.sockets, err = b.sockets.NewScript(r, realtime.ScriptOptions{
			Isolate: iso, App: rt.js, Switches: src.profile.Sockets, PubSub: src.profile.PubSub,
			Request: func(x *router.Exchange) jsapi.Value { return b.gateway.now().shim.Request(x) },
		})
		return err
	})
	return rt, err
}

// close ends what runs; it may be called again.
func (rt realm) close() { _ = rt.iso.Close(context.Background()) } // nothing can be done about it
