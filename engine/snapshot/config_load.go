package snapshot

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
)

// environ looks a variable up in the options' environment.
func (o *Options) environ(name string) string {
	for _, kv := range slices.Backward(o.Environ) {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// overrides are the layers above all files of the project, lowest first:
// .sailsrc and its like, environment variables, flags.
func (o *Options) overrides(root string, release profile.Release) ([]config.Layer, error) {
	folders := o.RC
	folders.Files = slices.Concat(config.ConfigVariables(o.Environ), folders.Files)
	layers, err := config.RCLayers(root, folders)
	if err != nil {
		return nil, err
	}
	variables, err := config.FromEnvironment(o.Environ, release.Config)
	if err != nil {
		return nil, err
	}
	return append(layers, variables, config.Layer{Source: "the command line", Values: o.Flags}), nil
}

// loadConfig reads every layer of the project's configuration in the classic
// order and lays them over each other. The paths are those that config.paths
// leads to.
func (h *Host) loadConfig(ctx context.Context, rt realm, src source) (*config.Config, project.Paths, error) {
	js, tree, release := rt.js, src.tree, src.profile
	paths := project.DefaultPaths()
	overrides, err := h.opts.overrides(tree.Root, release)
	if err != nil {
		return nil, paths, err
	}
	above := config.Merge(overrides, release.Config)
	var layers []config.Layer
	err = rt.iso.Do(ctx, func(*jsapi.Realm) error {
		local, err := loadLocal(js, tree.Root, paths.Config)
		if err != nil {
			return err
		}
		environment := h.environment(above, local)
		if err := checkEnvironment(release, js, environment, h.opts.environ("NODE_ENV")); err != nil {
			return err
		}
		if known, _ := above.String("environment", ""); known != "" && release.SetsNodeEnv { // no text says nothing
			if err := js.SetVariable("NODE_ENV", known); err != nil {
				return err
			}
		}
		base, err := js.ConfigLayers(tree.Config)
		if err != nil {
			return err
		}
		env, err := js.ConfigLayers(project.EnvFiles(tree.Root, paths.Config, environment))
		if err != nil {
			return err
		}
		layers = slices.Concat([]config.Layer{release.DefaultsLayer(tree.Package.Dependencies)}, base, env, local)
		if port := h.opts.environ("PORT"); port != "" {
			layers = append(layers, config.Layer{Source: "the variable PORT", Values: value.Of("port", port)})
		}
		layers = append(layers, overrides...)
		if paths, err = movedPaths(tree.Root, paths, config.Merge(layers, release.Config)); err != nil {
			return err
		}
		layers = append(layers, config.Layer{Source: "the server", Values: value.Of(
			"environment", environment, "appPath", tree.Root,
			"paths", absolutePaths(tree.Root, paths),
		)})
		if release.SetsNodeEnv {
			return js.SetVariable("NODE_ENV", environment)
		}
		return nil
	})
	if err != nil {
		return nil, paths, err
	}
	return config.Merge(layers, release.Config), paths, nil
}

// movedPaths are the folders as config.paths names them, relative to root.
func movedPaths(root string, paths project.Paths, cfg *config.Config) (project.Paths, error) {
	for name, folder := range folders(&paths) {
		p, err := cfg.String("paths."+name, "")
		if err != nil {
			return paths, err
		}
		if p == "" || name == "config" { // that is where this was read from
			continue
		}
		if filepath.IsAbs(p) {
			if p, err = filepath.Rel(root, p); err != nil {
				return paths, fmt.Errorf("config paths.%s: %w", name, err)
			}
		}
		*folder = filepath.ToSlash(filepath.Clean(p))
	}
	return paths, nil
}

// folders are the folders of a project by their names in config.paths.
func folders(p *project.Paths) map[string]*string {
	return map[string]*string{
		"config": &p.Config, "controllers": &p.Controllers, "models": &p.Models, "services": &p.Services,
		"policies": &p.Policies, "responses": &p.Responses, "blueprints": &p.Blueprints, "hooks": &p.Hooks, "helpers": &p.Helpers, "views": &p.Views,
		"public": &p.Public,
	}
}

func loadLocal(js *app.App, root, dir string) ([]config.Layer, error) {
	f, ok := project.One(root, dir+"/local")
	if !ok {
		return nil, nil
	}
	return js.ConfigLayers([]project.File{f})
}

// environment is that of the overrides or NODE_ENV, else that of
// config/local.js, else development; no other file can set it.
func (h *Host) environment(above *config.Config, local []config.Layer) string {
	for _, pick := range []func() string{
		func() string { s, _ := above.String("environment", ""); return s }, // no text: the next one decides
		func() string { return h.opts.environ("NODE_ENV") },
		func() string {
			for _, l := range local {
				if s, ok := l.Values.Value("environment").(string); ok {
					return s
				}
			}
			return ""
		},
	} {
		if s := pick(); s != "" {
			return s
		}
	}
	return "development"
}

// checkEnvironment refuses, where the release does, a project whose environment is
// production while NODE_ENV, which half of npm goes by, says something else; where
// NODE_ENV says nothing it is set.
func checkEnvironment(p profile.Release, js *app.App, environment, node string) error {
	if !p.NodeEnvAgrees || environment != "production" || node == "production" {
		return nil
	}
	if node != "" {
		return fmt.Errorf("the environment is production, but NODE_ENV is %q: set NODE_ENV to production as well, or leave it out", node)
	}
	return js.SetVariable("NODE_ENV", environment)
}

func absolutePaths(root string, p project.Paths) *value.Map {
	out := value.New(10)
	all := folders(&p)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out.Set(name, filepath.Join(root, *all[name]))
	}
	out.Set("tmp", filepath.Join(root, ".tmp"))
	return out
}
