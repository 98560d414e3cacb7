package snapshot

import (
	"context"
	"fmt"

	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/seeds"
)

// SeedResult is what a seed file came to.
type SeedResult struct {
	File string // relative to the project
	seeds.Result
}

// Seed creates the records of the project's seed files, of names alone if there are some,
// unless they are there, and calls done after each file. The app is loaded for it as for a
// script.
func Seed(ctx context.Context, opts Options, names []string, done func(SeedResult) error) error {
	opts.LoadOnly = true
	b := newBuild(NewHost(opts, nil), false)
	defer b.lifetime.releaseAndWait()
	src, rt, err := b.begin(ctx, nil)
	if err != nil {
		return err
	}
	s, err := b.lift(ctx, src, rt, nil)
	if err != nil {
		return err
	}
	files, err := project.Seeds(src.tree.Root, s.Settings.Environment, names)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("there are no seed files in %s: make one with framework generate seed <name>", project.SeedFolder)
	}
	var seeder *seeds.Seeds
	err = rt.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		seeder, err = seeds.New(r, rt.js.Object())
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := awaitFiles(ctx, rt, src.tree.Root, src.profile.HookTimeout, []string{f.Path}); err != nil {
			return err
		}
		out, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) {
			exports, err := rt.js.Exports(f.Path)
			if err != nil {
				op.Settle(nil, err)
				return
			}
			seeder.Run(op, exports)
		}).Wait()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Rel, err)
		}
		result, _ := out.(seeds.Result)
		if err := done(SeedResult{f.Rel, result}); err != nil {
			return err
		}
	}
	return nil
}

// exposeFixtures gives tests the function fixtures, which fills models with the records of
// the files in test/fixtures.
func (t *testRun) exposeFixtures(ctx context.Context) error {
	js := t.main.realm.js
	return t.iso.Do(ctx, func(r *jsapi.Realm) error {
		if own := r.Runtime().GlobalObject().Get("fixtures"); own != nil {
			return nil // the project has something of that name
		}
		s, err := seeds.New(r, js.Object())
		if err != nil {
			return err
		}
		fill, err := s.Fixtures(func(names []string) ([]jsapi.Value, error) {
			files, err := project.Fixtures(t.root, names)
			if err != nil {
				return nil, err
			}
			if len(files) == 0 {
				return nil, fmt.Errorf("there are no fixtures in %s", project.FixtureFolder)
			}
			out := make([]jsapi.Value, len(files))
			for i, f := range files {
				if out[i], err = js.Exports(f.Path); err != nil {
					return nil, err
				}
			}
			return out, nil
		})
		if err != nil {
			return err
		}
		return js.Expose(map[string]jsapi.Value{"fixtures": fill})
	})
}
