package snapshot

import (
	"context"

	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/machine"
)

// RunScript runs the script of a file with the words of a command line and
// returns its output as text. The app is loaded for it, as far as the routes
// and the data: the bootstrap does not run, and nothing listens.
func RunScript(ctx context.Context, opts Options, s project.Script, words []string) (string, error) {
	opts.LoadOnly = true
	b := newBuild(NewHost(opts, nil), false)
	defer b.lifetime.releaseAndWait()
	src, rt, err := b.begin(ctx, nil)
	if err != nil {
		return "", err
	}
	var def, self jsapi.Value
	load := func() error {
		return rt.iso.Do(ctx, func(*jsapi.Realm) (err error) {
			def, err = rt.js.Exports(s.File)
			return err
		})
	}
	if err := awaitFiles(ctx, rt, src.tree.Root, src.profile.HookTimeout, []string{s.File}); err != nil {
		return "", err
	}
	if err := load(); err != nil {
		return "", err
	}
	if machine.NeedsApp(def) {
		if _, err := b.lift(ctx, src, rt, nil); err != nil {
			return "", err
		}
		self = rt.js.Object()
	}
	kit := b.gateway.now().kit
	if kit == nil {
		err := rt.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
			settings := b.gateway.now().settings
			kit, err = machine.New(r, machine.Options{Require: rt.js.Require(), Log: b.log, Production: settings.Production()})
			return err
		})
		if err != nil {
			return "", err
		}
	}
	out, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { kit.Script(op, def, s.Name, words, self) }).Wait()
	if err != nil {
		return "", err
	}
	text, _ := out.(string)
	return text, nil
}
