package datastore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/orm/bridge"
	"framework/engine/spelling"
	"framework/engine/value"
)

// embedded is the adapter of datastores that name none.
const embedded = "sails-disk"

// Project reads the datastores of a project.
type Project struct {
	Root   string
	Config *config.Config
	// Settings are those of Config.
	Settings config.Settings
	Rules    Rules
	// Inspect: the project is only looked at, its tables are not changed.
	Inspect bool
	// Gone is called, except in production, when the file of a datastore was
	// removed; may be nil.
	Gone func(name string, err error)
	// Find looks for adapters for Waterline that the project has; without it there
	// are none.
	Find Find
	// Load loads such an adapter.
	Load func(ctx context.Context, f Foreign) (bridge.Driver, error)
	// Meter is called after each query; nil for nobody.
	Meter orm.Meter
}

// Default is the datastore of models that name none.
func (p *Project) Default() (string, error) { return p.Rules.unnamed(p.Config) }

// Names are those of all datastores that are configured.
func (p *Project) Names() []string {
	section, refused := p.Rules.section(p.Config)
	if refused != nil {
		return nil
	}
	c, err := p.Config.Map(section)
	if err != nil {
		return nil
	}
	return c.Keys()
}

// DatastoreSettings are the settings of a datastore, and where they come from.
func (p *Project) DatastoreSettings(name string) (settings *value.Map, source string, err error) {
	path, refused := p.path(name)
	if refused != nil {
		return nil, "", refused
	}
	c, err := p.Config.Map(path)
	if err != nil {
		return nil, "", err
	}
	source = p.from(path, c)
	adapter, differs := any(embedded), true
	switch {
	case c.Len() > 0:
		adapter, differs = p.Rules.adapter(c)
		if adapter == embedded && p.Settings.Production() && lacksAdapter(c) {
			return nil, "", &Error{
				Name: name, Source: source, Reason: "it names no adapter, and production does not take a file in .tmp instead",
				Hint: "name the adapter of its database, or adapter: '" + embedded + "' if a file is meant",
			}
		}
	case name != p.Rules.initial():
		section, _, _ := strings.Cut(path, ".")
		return nil, "", &Error{Name: name, Reason: "there is no such connection" + spelling.DidYouMean(name, p.Names()), Hint: fmt.Sprintf("add it to config/%s.js", section)}
	}
	if g, ok := p.Find.given(c); ok {
		adapter, differs = g.name, true
	}
	if differs {
		c = c.Clone()
		c.Set("adapter", adapter)
	}
	return c, source, nil
}

// path is where the configuration has a datastore.
func (p *Project) path(name string) (string, *Error) {
	section, refused := p.Rules.section(p.Config)
	if refused != nil {
		refused.Name = name
		return "", refused
	}
	return section + "." + name, nil
}

// written are the settings of a datastore as the configuration has them, nil for none.
func (p *Project) written(name string) *value.Map {
	path, refused := p.path(name)
	if refused != nil {
		return nil
	}
	c, err := p.Config.Map(path)
	if err != nil {
		return nil
	}
	return c
}

// lacksAdapter reports whether settings are those of a database whose adapter was
// forgotten or misspelt: a file in .tmp would have its records until somebody cleans up.
func lacksAdapter(settings *value.Map) bool {
	ofFiles := []string{"dir", "inMemoryOnly", "schema", "identity"}
	return settings.Value("adapter") == nil && slices.ContainsFunc(settings.Keys(), func(key string) bool { return !slices.Contains(ofFiles, key) })
}

// from says where a datastore is written, and which of its settings come from
// elsewhere.
func (p *Project) from(path string, c *value.Map) string {
	source := p.Config.Source(path)
	var order []string
	from := map[string][]string{}
	for _, k := range c.Keys() {
		other := p.Config.Source(path + "." + k)
		if other == source || other == "" {
			continue
		}
		if from[other] == nil {
			order = append(order, other)
		}
		from[other] = append(from[other], k)
	}
	for _, other := range order {
		source += fmt.Sprintf("; %s from %s", strings.Join(from[other], ", "), other)
	}
	return source
}

// open opens the datastore called name. driver is its adapter, where the project has
// it.
func (p *Project) open(ctx context.Context, pool *Pool, name string) (st *Store, driver bridge.Driver, err error) {
	if f, ok, err := p.Foreign(name); ok || err != nil {
		if err != nil {
			return nil, nil, err
		}
		return p.openForeign(ctx, pool, name, f)
	}
	settings, source, err := p.DatastoreSettings(name)
	if err != nil {
		return nil, nil, err
	}
	st, err = pool.Open(ctx, Connection{
		Name: name, Settings: settings, Source: source, Setting: p.Rules.Setting(name), Root: p.Root, Rules: p.Rules,
		Project: p.Settings, Gone: p.Gone,
	})
	return st, nil, err
}
