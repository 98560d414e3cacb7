package datastore

import (
	"context"
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/orm/bridge"
)

// Data is the models of a version of a project with the datastores that they use.
type Data struct {
	ORM    *orm.ORM
	stores []*Store // in the order in which they were opened
	// drivers are the adapters of the project, by the datastores that use them.
	drivers map[string]bridge.Driver
	// versions are the migration files, in the order of the stores.
	versions []*Versions
}

// Open opens the datastores that models use, and compiles the models. What it has
// opened is given back by Data.Close, or at once when it fails.
func (p *Project) Open(ctx context.Context, pool *Pool, defs []*orm.Definition, rules orm.Rules) (*Data, error) {
	d := &Data{drivers: map[string]bridge.Driver{}}
	if err := p.openAll(ctx, pool, d, defs, rules); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (p *Project) openAll(ctx context.Context, pool *Pool, d *Data, defs []*orm.Definition, rules orm.Rules) error {
	adapters := map[string]orm.Adapter{}
	for _, def := range defs {
		name := def.Datastore
		if adapters[name] == nil {
			st, driver, err := p.open(ctx, pool, name)
			if err != nil {
				return fmt.Errorf("%s: %w", def.Source, err)
			}
			if driver != nil {
				d.drivers[name] = driver
			}
			d.stores, adapters[name] = append(d.stores, st), st.adapter
		}
		if def.Schema == nil {
			def.Schema = p.Rules.schema(p.Config, name)
		}
	}
	d.versions = p.versions(d.stores)
	inUse := map[string]bool{}
	for _, v := range d.versions {
		inUse[v.Datastore] = v.InUse()
	}
	for _, def := range defs {
		def.Migrate = p.migration(def.Migrate, adapters[def.Datastore], inUse[def.Datastore])
	}
	var err error
	if d.ORM, err = orm.Open(ctx, defs, orm.Options{Datastores: adapters, Rules: rules, Undefined: true, Meter: p.Meter}); err != nil {
		return err
	}
	models := byDatastore(d.ORM.Models(), func(*orm.Model) bool { return true })
	for _, v := range d.versions {
		v.models = models[v.Datastore]
		for _, m := range v.models {
			if v.Unable && m.Definition != nil && m.Definition.Remedy == "" {
				m.Definition.Remedy = "lift once with migrate: 'alter'"
			}
		}
	}
	return nil
}

// migration is the strategy that is used for a table. Production never changes
// a table. Missing tables of sails-disk and sails-memory are created also with
// safe: these stores have no tables in Sails, and nothing else could create
// them. Where there are migration files, nothing else changes a table, except that drop
// makes it anew outside of production.
func (p *Project) migration(wanted orm.Migration, adapter orm.Adapter, files bool) orm.Migration {
	switch {
	case p.Inspect:
		return orm.Create
	case files && (wanted != orm.Drop || p.Settings.Production()):
		return orm.Safe
	case wanted == orm.Create:
		return wanted
	case adapter.Traits().Embedded && (wanted == orm.Safe || p.Settings.Production()):
		return orm.Create
	case p.Settings.Production():
		return orm.Safe
	}
	return wanted
}

// Close gives the datastores back. Nothing may use the models any more.
func (d *Data) Close() {
	if d.ORM != nil {
		d.ORM.Forget()
	}
	for _, st := range slices.Backward(d.stores) {
		st.Release()
	}
}

// Stores are the datastores that models use.
func (d *Data) Stores() []*Store { return d.stores }
