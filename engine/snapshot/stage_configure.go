package snapshot

import (
	"context"
	"fmt"

	"framework/engine/config"
	"framework/engine/inputs"
	"framework/engine/logging"
	"framework/engine/project"
	"framework/engine/session/setup"
	"framework/engine/tracing"
	"framework/jsapi"
	"framework/jsapi/actions"
	"framework/jsapi/app"
)

// configuration is the project with its settings: what stage Configure makes.
type configuration struct {
	source
	cfg      *config.Config
	set      config.Settings
	paths    project.Paths // that config.paths leads to
	watching inputs.Watch
	inputs   inputs.Folders
	style    logStyle
	tracing  config.Tracing // with the variables of OpenTelemetry
}

// configure reads the configuration and gives it to the project, with the
// globals that config.globals switches on.
func configure(ctx context.Context, b *build, src source, rt realm) (configuration, actions.Source, error) {
	c := configuration{source: src}
	fail := func(err error) (configuration, actions.Source, error) { return configuration{}, nil, err }
	var err error
	if c.cfg, c.paths, err = b.loadConfig(ctx, rt, src); err != nil {
		if b.misled(ctx, rt) {
			err = errWorkersSeen
		}
		return fail(err)
	}
	if c.paths != project.DefaultPaths() {
		if c.tree, err = project.Scan(b.opts.Dir, c.paths); err != nil {
			return fail(err)
		}
	}
	b.reading.Listed(c.tree, c.paths)
	c.inputs = inputs.NewFolders(c.tree.Root, c.paths, c.cfg)
	if c.set, err = c.cfg.Settings(); err != nil {
		return fail(err)
	}
	if c.watching, err = inputs.ReadWatch(c.cfg); err != nil {
		return fail(err)
	}
	level, err := logging.Level(c.set.LogLevel)
	if err != nil {
		return fail(fmt.Errorf("config log.level (set in %s): %w", c.cfg.Source("log.level"), err))
	}
	if c.style, err = readStyle(c.cfg, c.set.Observe); err != nil {
		return fail(err)
	}
	c.tracing = b.collector(c)
	if c.tracing.Endpoint != "" && !b.opts.Inspect {
		if _, err := tracing.ParseEndpoint(c.tracing.Endpoint); err != nil {
			return fail(fmt.Errorf("config tracing.endpoint: %w", err))
		}
	}
	if b.starting() { // else they hold once this is served
		b.level.configure(level)
		b.applyStyle(c.style)
	}
	b.gateway.update(func(f *finished) { f.settings = c.set })
	if _, misread := c.cfg.Workers(); misread != nil {
		b.warn(*misread)
	}
	if err := b.number(ctx, rt, c.set.Workers); err != nil {
		return fail(err)
	}
	if m := b.meter(c.set.Observe); m != nil {
		rt.iso.SetMeter(m)
	}
	rt.iso.SetTurnLimit(c.set.TurnLimit)
	if c.set.MemoryLimit >= 0 {
		rt.iso.SetMemoryLimit(c.set.MemoryLimit)
	}
	if b.opts.Debugger == nil { // else requests wait while a script is paused
		rt.iso.SetQueueTime(c.set.QueueTime)
	}
	if err := b.bindTraces(ctx, rt, c.tracing); err != nil {
		return fail(err)
	}
	var found actions.Source
	err = rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		if err := rt.js.SetConfig(c.cfg.Values); err != nil {
			return err
		}
		sessions := sessionsOf(b, c, nil)
		if err := rt.js.ShowSettings(c.set.Production(), setup.Enabled(c.cfg), sessions.Shown()); err != nil {
			return err
		}
		var err error
		if found, err = actionSource(r, b, c, rt); err != nil {
			return err
		}
		b.gateway.update(func(f *finished) { f.kit = found.Kit() })
		kinds := map[string][]project.File{
			"loadModels": c.tree.Models, "loadServices": c.tree.Services, "loadPolicies": c.tree.Policies, "loadResponses": c.tree.Responses,
			"loadBlueprints": c.tree.Blueprints,
		}
		if !c.profile.Machines {
			kinds["loadControllers"] = c.tree.Controllers
		}
		if err := rt.js.ShowModules(kinds); err != nil {
			return err
		}
		r.Absent(c.absentGlobal)
		return rt.js.ExposeGlobals(c.globals())
	})
	return c, found, err
}

// actionSource is where the actions of the project will come from. It belongs on the
// loop.
func actionSource(r *jsapi.Realm, b *build, c configuration, rt realm) (actions.Source, error) {
	if !c.profile.Machines {
		return actions.NewControllers(rt.js, c.tree.Controllers), nil
	}
	return actions.NewRegister(r, actions.RegisterOptions{
		App: rt.js, Config: c.cfg, Root: c.tree.Root, Paths: c.paths, Log: b.log, Production: c.set.Production(),
		Server: b.gateway, Reload: b.reload,
	})
}

// globals are the settings of config.globals.
func (c configuration) globals() app.Globals {
	return app.Globals{Config: c.cfg, Listed: c.profile.ListedGlobals}
}

// reread is the configuration with what hooks changed in it.
func (c configuration) reread(ctx context.Context, b *build, rt realm) (configuration, error) {
	changed := *c.cfg
	err := rt.iso.Do(ctx, func(*jsapi.Realm) error {
		changed.Values = rt.js.ReadConfig()
		return nil
	})
	if err != nil {
		return c, err
	}
	c.cfg = &changed
	workers := c.set.Workers // the realm knows its number
	if c.set, err = c.cfg.Settings(); err != nil {
		return c, err
	}
	c.set.Workers = workers
	b.gateway.update(func(f *finished) { f.settings = c.set })
	return c, nil
}
