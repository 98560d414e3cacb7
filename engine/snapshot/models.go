package snapshot

import (
	"context"
	"errors"
	"fmt"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
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
func define(r *jsapi.Realm, b *build, c configuration, rt realm, models []*app.Module) ([]*modelClass, error) {
	connection, err := defaultStore(c)
	if err != nil {
		return nil, err
	}
	migrate, err := c.cfg.String("models.migrate", string(orm.Alter))
	if err != nil {
		return nil, err
	}
	defaults := rt.js.Config("models")
	var classes []*modelClass
	var errs []error
	for _, m := range models {
		def, class, err := waterline.ReadDefinition(r, m.Exports, waterline.Defaults{
			Source: m.Rel, Identity: m.Identity, GlobalID: m.GlobalID, Models: defaults,
			Datastore: connection, Migrate: orm.Migration(migrate),
			ErrorMembers: c.profile.Response.ErrorMembers, Rules: c.profile.Waterline, Isolate: rt.iso, Log: b.log,
		})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		classes = append(classes, &modelClass{def, class})
	}
	return classes, errors.Join(errs...)
}

// data is the databases with the models: what stage Open makes.
type data struct {
	orm    *orm.ORM
	stores map[string]*store // those that models use, by name
	events *pubsub.Set
}

// open opens the datastores that models use, compiles the models and gives them
// to JavaScript.
func open(ctx context.Context, b *build, c configuration, rt realm, loaded code) (data, error) {
	d := data{stores: map[string]*store{}}
	reader := storeReader{c}
	var defs []*orm.Definition
	adapters := map[string]orm.Adapter{}
	for _, each := range loaded.classes {
		name := each.def.Datastore
		adapter := adapters[name]
		if adapter == nil {
			st, err := reader.open(ctx, b.Host, name)
			if err != nil {
				return d, fmt.Errorf("%s: %w", each.def.Source, err)
			}
			b.made.add(st.release)
			d.stores[name] = st
			adapter = st.adapter
			adapters[name] = adapter
		}
		each.def.Migrate = migration(b.opts.Inspect, c.set.Production(), each.def.Migrate, adapter)
		if each.def.Schema == nil {
			if v, ok := c.cfg.Get(c.profile.Stores.Config + "." + name + ".schema"); ok && c.profile.Stores.Schema {
				on := value.Truthy(v)
				each.def.Schema = &on
			}
		}
		defs = append(defs, each.def)
	}
	var err error
	d.orm, err = orm.Open(ctx, defs, orm.Options{
		Datastores: adapters, Rules: c.profile.ORM, Undefined: true,
	})
	if err != nil {
		return d, err
	}
	b.made.add(d.orm.Forget)
	b.made.add(rt.close) // what runs may use the databases: it ends before they do
	b.warn(d.orm.Warnings()...)
	b.gateway.update(func(f *finished) { f.models = d.orm })
	b.step("makes the models")
	if err := bindModels(ctx, b, c, rt, loaded, d); err != nil {
		return d, err
	}
	d.events, err = preparePubSub(ctx, b, c, rt, d.orm)
	return d, err
}

// defaultStore is the datastore of models that name none.
func defaultStore(c configuration) (string, error) {
	words := c.profile.Stores
	name, err := c.cfg.String("models."+words.Setting, "")
	if err != nil || name != "" {
		return name, err
	}
	if words.Other != "" { // an upgraded project may still have the old word
		return c.cfg.String("models.connection", words.Default)
	}
	return words.Default, nil
}

// migrate brings the databases to the models. A build that fails brings them
// back.
func migrate(ctx context.Context, b *build, d data) error {
	if b.opts.Databases != NoDatabases {
		return nil
	}
	if running := b.current.Load(); running != nil {
		spareTables(running.ORM, d.orm)
	}
	b.undo.add(func() { restoreTables(ctx, b.Host, d.orm) })
	if err := d.orm.Define(ctx); err != nil {
		return err
	}
	importLegacy(ctx, b.log, d)
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
func migration(inspect, production bool, wanted orm.Migration, adapter orm.Adapter) orm.Migration {
	switch {
	case inspect:
		return orm.Create
	case !production || wanted == orm.Create:
		return wanted
	case adapter.Traits().Embedded:
		return orm.Create
	}
	return orm.Safe
}

// bindModels publishes the models to JavaScript.
func bindModels(ctx context.Context, b *build, c configuration, rt realm, loaded code, d data) error {
	classes := make(map[string]*waterline.Class, len(loaded.classes))
	for _, each := range loaded.classes {
		classes[each.def.Identity] = each.class
	}
	connection, err := defaultStore(c)
	if err != nil {
		return err
	}
	limit, err := c.cfg.Milliseconds("models.transactionTimeout", waterline.DefaultTransactionTimeout)
	if err != nil {
		return err
	}
	settings := map[string]*value.Map{}
	for name := range d.stores {
		if settings[name], _, err = (storeReader{c}).settings(name); err != nil {
			return err
		}
	}
	return rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		published := rt.js.Object().Get("models").ToObject(r.Runtime())
		globals := map[string]jsapi.Value{}
		for _, m := range d.orm.Models() {
			raw, _ := m.Adapter().(orm.RawQuerier)
			object, err := waterline.Bind(r, d.orm, m, waterline.Binding{
				Class: classes[m.Identity], Raw: raw, Rules: c.profile.Waterline, Isolate: rt.iso, Log: b.log,
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
			if err := rt.js.Set(name, member); err != nil {
				return err
			}
		}
		if !c.global("models") {
			return nil
		}
		return rt.js.Expose(globals)
	})
}
