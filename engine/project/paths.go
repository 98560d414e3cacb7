package project

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"framework/engine/value"
)

// Paths are the folders of a project relative to its root; config.paths may
// change them.
type Paths struct {
	Config, Controllers, Models, Services, Policies, Responses, Blueprints, Hooks, Helpers, Adapters, Views, Public string
}

// DefaultPaths is the layout of every generated project.
func DefaultPaths() Paths {
	return Paths{
		Config: "config", Controllers: "api/controllers", Models: "api/models",
		Services: "api/services", Policies: "api/policies", Responses: "api/responses",
		Blueprints: "api/blueprints", Hooks: "api/hooks", Helpers: "api/helpers", Adapters: "api/adapters", Views: "views", Public: ".tmp/public",
	}
}

// folders are the folders by their names in config.paths.
func (p *Paths) folders() map[string]*string {
	return map[string]*string{
		"config": &p.Config, "controllers": &p.Controllers, "models": &p.Models, "services": &p.Services,
		"policies": &p.Policies, "responses": &p.Responses, "blueprints": &p.Blueprints, "hooks": &p.Hooks, "helpers": &p.Helpers, "adapters": &p.Adapters, "views": &p.Views,
		"public": &p.Public,
	}
}

// Moved are the folders where moved names others, by their names in config.paths;
// "" for those that stay. The configuration stays: it is where moved comes from.
func (p Paths) Moved(root string, moved func(name string) (string, error)) (Paths, error) {
	for name, folder := range p.folders() {
		to, err := moved(name)
		if err != nil {
			return p, err
		}
		if to == "" || name == "config" {
			continue
		}
		if filepath.IsAbs(to) {
			if to, err = filepath.Rel(root, to); err != nil {
				return p, fmt.Errorf("config paths.%s: %w", name, err)
			}
		}
		*folder = filepath.ToSlash(filepath.Clean(to))
	}
	return p, nil
}

// Absolute are the folders of the project at root as config.paths has them.
func (p Paths) Absolute(root string) *value.Map {
	all := p.folders()
	out := value.New(len(all) + 3)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out.Set(name, filepath.Join(root, *all[name]))
	}
	out.Set("tmp", filepath.Join(root, ".tmp"))
	// Nothing is read here, but hooks of projects read this setting.
	out.Set("layout", filepath.Join(root, "views", "layout.ejs"))
	return out
}
