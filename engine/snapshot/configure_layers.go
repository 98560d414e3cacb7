package snapshot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
)

// started is where settings come from that no file of config holds, before app.js runs.
func (b *build) started() config.Process {
	return config.Process{Environ: b.environ, RC: b.opts.RC, Flags: b.opts.Flags}
}

// process is started with what app.js has changed.
func (b *build) process() config.Process {
	p := b.started()
	if b.entry.environ != nil {
		p.Environ = b.entry.environ
	}
	p.Lifted = b.entry.settings
	return p
}

// loadConfig reads every layer of the project's configuration in the classic
// order and lays them over each other. The paths are those that config.paths
// leads to.
func (b *build) loadConfig(ctx context.Context, rt realm, src source) (*config.Config, project.Paths, error) {
	js, tree, release := rt.js, src.tree, src.profile
	paths := project.DefaultPaths()
	process := b.process()
	overrides, err := process.Layers(tree.Root, release.Config)
	if err != nil {
		return nil, paths, err
	}
	above := config.Merge(overrides, release.Config)
	if err := awaitModules(ctx, rt, tree.Root, release.HookTimeout, paths.Config); err != nil {
		return nil, paths, err
	}
	var layers []config.Layer
	err = rt.iso.Do(ctx, func(*jsapi.Realm) error {
		local, err := loadLocal(js, tree.Root, paths.Config)
		if err != nil {
			return err
		}
		environment := process.EnvironmentName(above, local)
		if err := checkEnvironment(release, js, environment, process.Variable("NODE_ENV")); err != nil {
			return err
		}
		if known, _ := above.String("environment", ""); known != "" && release.SetsNodeEnv { // no text says nothing
			if err := js.SetVariable("NODE_ENV", known); err != nil {
				return err
			}
		}
		base, err := js.ConfigLayers(b.configFiles(release, tree, paths.Config))
		if err != nil {
			return err
		}
		env, err := js.ConfigLayers(project.EnvFiles(tree.Root, paths.Config, environment))
		if err != nil {
			return err
		}
		nested, err := above.Bool("dontFlattenConfig", false)
		if err != nil {
			return err
		}
		if nested && release.FoldersAsKeys {
			config.Nest(base, paths.Config)
			config.Nest(env, paths.Config+"/env/"+environment)
		}
		layers = slices.Concat([]config.Layer{release.DefaultsLayer(tree.Package.Dependencies)}, base, env, local)
		if port := process.Variable("PORT"); port != "" {
			layers = append(layers, config.Layer{Source: "the variable PORT", Values: value.Of("port", port)})
		}
		layers = append(layers, overrides...)
		merged := config.Merge(layers, release.Config)
		merged.SwitchOff(above, release.Hooks.Names())
		paths, err = paths.Moved(tree.Root, func(name string) (string, error) { return merged.String("paths."+name, "") })
		if err != nil {
			return err
		}
		release.LeaveOut(merged)
		if layer, ok := release.LocaleLayer(tree.Root, merged); ok {
			layers = slices.Insert(layers, 1, layer)
		}
		layers = append(layers, config.Layer{Source: "the server", Values: value.Of(
			"environment", environment, "appPath", tree.Root,
			"paths", paths.Absolute(tree.Root),
		)})
		if release.SetsNodeEnv {
			return js.SetVariable("NODE_ENV", environment)
		}
		return nil
	})
	if err != nil {
		return nil, paths, err
	}
	merged := config.Merge(layers, release.Config)
	merged.SwitchOff(above, release.Hooks.Names())
	b.warn(merged.IdleSwitches()...)
	return merged, paths, nil
}

// configFiles are the files of the configuration that the release reads. It warns of the
// others: their names look as if they were read.
func (b *build) configFiles(release profile.Release, tree *project.Tree, dir string) []project.File {
	return slices.DeleteFunc(slices.Clone(tree.Config), func(f project.File) bool {
		left := release.NoConfig.FindString(strings.TrimPrefix(f.Rel, dir+"/"))
		if left != "" {
			b.warn(problem.In(f.Rel, "it is not read: Sails leaves out files of this folder whose path contains %q", left).Advise("rename it"))
		}
		return left != ""
	})
}

// loadLocal reads config/local.js; nil for a project without it.
func loadLocal(js *app.App, root, dir string) ([]config.Layer, error) {
	f, ok := project.One(root, dir+"/local")
	if !ok {
		return nil, nil
	}
	return js.ConfigLayers([]project.File{f})
}

// checkEnvironment refuses, where the release does, a project whose environment is
// production while NODE_ENV, which half of npm goes by, says something else; where
// NODE_ENV says nothing it is set.
func checkEnvironment(p profile.Release, js *app.App, environment, node string) error {
	if !p.NodeEnvAgrees || environment != "production" || node == "production" {
		return nil
	}
	if node != "" {
		return environmentError(node)
	}
	return js.SetVariable("NODE_ENV", environment)
}

// environmentError is a NODE_ENV that contradicts the environment.
type environmentError string

func (e environmentError) Error() string {
	return fmt.Sprintf("the environment is production, but NODE_ENV is %q: set NODE_ENV to production as well, or leave it out", string(e))
}

// Setting is what the error is about.
func (environmentError) Setting() string { return "environment" }
