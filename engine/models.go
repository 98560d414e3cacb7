package engine

import (
	"context"
	"errors"
	"fmt"

	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/waterline"
)

// modelClass is a model as the project wrote it.
type modelClass struct {
	def   *orm.Definition
	class *waterline.Class
}

// define reads the models' definitions. All that cannot be read is reported.
func (b *builder) define(r *jsapi.Realm, models []*app.Module) error {
	connection, err := b.defaultStore()
	if err != nil {
		return err
	}
	migrate, err := b.cfg.String("models.migrate", string(orm.Alter))
	if err != nil {
		return err
	}
	defaults := b.js.Config("models")
	var errs []error
	for _, m := range models {
		def, class, err := waterline.ReadDefinition(r, m.Exports, waterline.Defaults{
			Source: m.Rel, Identity: m.Identity, GlobalID: m.GlobalID, Models: defaults,
			Datastore: connection, Migrate: orm.Migration(migrate),
			ErrorMembers: b.profile.Response.ErrorMembers, Rules: b.profile.Waterline, Isolate: b.iso, Log: b.app.log,
		})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		b.classes = append(b.classes, &modelClass{def, class})
	}
	return errors.Join(errs...)
}

// openModels opens the datastores that models use and compiles the models.
func (b *builder) openModels(ctx context.Context) error {
	adapters := map[string]orm.Adapter{}
	b.opened = map[string]*store{}
	var defs []*orm.Definition
	for _, c := range b.classes {
		name := c.def.Datastore
		adapter := adapters[name]
		if adapter == nil {
			st, err := b.openStore(ctx, name)
			if err != nil {
				return fmt.Errorf("%s: %w", c.def.Source, err)
			}
			b.snapshot.stores = append(b.snapshot.stores, st)
			b.opened[name] = st
			adapter = st.adapter
			adapters[name] = adapter
		}
		c.def.Migrate = b.migration(c.def.Migrate, adapter)
		if c.def.Schema == nil {
			if v, ok := b.cfg.Get(b.profile.Stores.Config + "." + name + ".schema"); ok && b.profile.Stores.Schema {
				on := ordered.Truthy(v)
				c.def.Schema = &on
			}
		}
		defs = append(defs, c.def)
	}
	var err error
	b.orm, err = orm.Open(ctx, defs, orm.Options{
		Datastores: adapters, Rules: b.profile.ORM, Undefined: true,
	})
	if err != nil {
		return err
	}
	b.snapshot.ORM = b.orm
	b.snapshot.Warnings = append(b.snapshot.Warnings, b.orm.Warnings()...)
	return nil
}

// defaultStore is the datastore of models that name none.
func (b *builder) defaultStore() (string, error) {
	words := b.profile.Stores
	name, err := b.cfg.String("models."+words.Setting, "")
	if err != nil || name != "" {
		return name, err
	}
	if words.Other != "" { // an upgraded project may still have the old word
		return b.cfg.String("models.connection", words.Default)
	}
	return words.Default, nil
}

// migrateForHooks migrates before hooks are waited for, which may use models.
func (b *builder) migrateForHooks(ctx context.Context) error {
	if b.hookCount == 0 {
		return nil
	}
	return b.migrate(ctx)
}

// migrateAtEnd migrates without hooks, once nothing but the bootstrap can fail
// any more: a project that cannot be served changes no table.
func (b *builder) migrateAtEnd(ctx context.Context) error {
	if b.hookCount > 0 {
		return nil // it was done for them
	}
	return b.migrate(ctx)
}

// migrate brings the databases to the models.
func (b *builder) migrate(ctx context.Context) error {
	if b.app.opts.Databases != NoDatabases {
		return nil
	}
	if running := b.app.current.Load(); running != nil {
		spareTables(running.ORM, b.orm)
	}
	b.migrated = true
	if err := b.orm.Define(ctx); err != nil {
		return err
	}
	b.takeOver(ctx)
	return nil
}

// spareTables keeps the records of models whose migration is drop where the
// project is only loaded again: a table is made anew when its schema changes,
// not with every save.
func spareTables(before, now *orm.ORM) {
	for _, m := range now.Models() {
		d := m.Definition
		if d == nil || d.Migrate != orm.Drop {
			continue
		}
		if old := before.Model(m.Identity); old != nil && old.Definition != nil && d.SameSchema(old.Definition) {
			d.Migrate = orm.Alter
		}
	}
}

// migration is what really happens to a table. Production never changes one;
// stores of the embedded database are made where they are missing, since
// nobody else could.
func (b *builder) migration(wanted orm.Migration, adapter orm.Adapter) orm.Migration {
	switch {
	case b.app.opts.Inspect:
		return orm.Create
	case !b.set.Production() || wanted == orm.Create:
		return wanted
	case adapter.Traits().Embedded:
		return orm.Create
	}
	return orm.Safe
}

// bindModels publishes the models to JavaScript.
func (b *builder) bindModels(ctx context.Context) error {
	classes := make(map[string]*waterline.Class, len(b.classes))
	for _, c := range b.classes {
		classes[c.def.Identity] = c.class
	}
	connection, err := b.defaultStore()
	if err != nil {
		return err
	}
	limit, err := b.cfg.Milliseconds("models.transactionTimeout", waterline.DefaultTransactionTimeout)
	if err != nil {
		return err
	}
	settings := map[string]*ordered.Map{}
	for name := range b.opened {
		if settings[name], _, err = b.storeSettings(name); err != nil {
			return err
		}
	}
	return b.iso.Do(ctx, func(r *jsapi.Realm) error {
		published := b.js.Object().Get("models").ToObject(r.Runtime())
		globals := map[string]jsapi.Value{}
		for _, m := range b.orm.Models() {
			raw, _ := m.Adapter().(orm.RawQuerier)
			object, err := waterline.Bind(r, b.orm, m, waterline.Binding{
				Class: classes[m.Identity], Raw: raw, Rules: b.profile.Waterline, Isolate: b.iso, Log: b.app.log,
			})
			if err != nil {
				return err
			}
			if err := published.Set(m.Identity, object); err != nil {
				return err
			}
			if !m.Junction {
				globals[m.GlobalID] = object
			}
		}
		members, err := waterline.BindDatastores(r, waterline.Datastores{Default: connection, TransactionTimeout: limit, Settings: settings})
		if err != nil {
			return err
		}
		for name, member := range members {
			if err := b.js.Set(name, member); err != nil {
				return err
			}
		}
		if !b.global("models") {
			return nil
		}
		return b.js.Expose(globals)
	})
}
