package snapshot

import (
	"context"
	"fmt"
	"time"

	"framework/blueprints/pubsub"
	"framework/engine/datastore"
	"framework/engine/orm"
	"framework/engine/realtime"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/waterline"
)

// data is the models with their datastores: what stage Open makes.
type data struct {
	*datastore.Data
	orm    *orm.ORM // that of Data
	events *pubsub.Set
}

// datastores reads the datastores of the project.
func (c configuration) datastores(h *Host) *datastore.Project {
	return &datastore.Project{
		Root: c.tree.Root, Config: c.cfg, Settings: c.set, Rules: c.profile.Datastores, Inspect: h.opts.Inspect, Gone: h.datastoreGone(),
		Find: c.foreignAdapters(),
	}
}

// datastoreGone loads the project again when the file of its database was
// removed; nil if the project is not watched.
func (h *Host) datastoreGone() func(name string, err error) {
	if !h.running {
		return nil
	}
	return func(name string, err error) { h.RequestReload(fmt.Sprintf("datastore %s: %v", name, err)) }
}

// open opens the datastores that models use, compiles the models and gives them
// to JavaScript.
func open(ctx context.Context, b *build, c configuration, rt realm, loaded code) (data, error) {
	project := c.datastores(b.Host)
	project.Load = rt.loadAdapter(b)
	if m := b.meter(c.set.Observe); m != nil {
		project.Meter = func(of *orm.Model, kind string, took time.Duration, err error) { m.Query(of.Identity, kind, took, err) }
	}
	opened, err := project.Open(ctx, b.datastores, loaded.models.Definitions(), c.profile.ORM)
	if err != nil {
		return data{}, err
	}
	d := data{Data: opened, orm: opened.ORM}
	b.made.add(d.Close)
	b.made.add(rt.close) // what runs may use the databases: it ends before they do
	b.made.add(d.TearDown)
	b.warn(d.orm.Warnings()...)
	b.gateway.update(func(f *finished) { f.models = d.orm })
	b.step("makes the models")
	if err := exposeModels(ctx, b, c, rt, loaded, d); err != nil {
		return d, err
	}
	d.events, err = publishModels(ctx, b, c, rt, d.orm)
	return d, err
}

// exposeModels gives the models and their datastores to JavaScript.
func exposeModels(ctx context.Context, b *build, c configuration, rt realm, loaded code, d data) error {
	project := c.datastores(b.Host)
	connection, err := project.Default()
	if err != nil {
		return err
	}
	limit, err := c.cfg.Milliseconds("models.transactionTimeout", waterline.DefaultTransactionTimeout)
	if err != nil {
		return err
	}
	settings := map[string]*value.Map{}
	for _, st := range d.Stores() {
		if settings[st.Name()], _, err = project.DatastoreSettings(st.Name()); err != nil {
			return err
		}
	}
	return rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		published := rt.js.Object().Get("models").ToObject(r.Runtime())
		globals := map[string]jsapi.Value{}
		err := loaded.models.Bind(r, d.orm, func(m *orm.Model, object jsapi.Value) error {
			if !m.Junction {
				globals[m.GlobalID] = object
			}
			if err := mixIn(r, c, d, m, object); err != nil {
				return err
			}
			return published.Set(m.Identity, object)
		})
		if err != nil {
			return err
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
		if !c.globals().On("models") {
			return nil
		}
		return rt.js.Expose(globals)
	})
}

// publishModels makes the pub/sub of the project's models.
func publishModels(ctx context.Context, b *build, c configuration, rt realm, models *orm.ORM) (*pubsub.Set, error) {
	return rt.sockets.Publish(ctx, realtime.ModelOptions{
		ORM: models, Config: c.cfg, Production: c.set.Production(), OnEnd: b.made.add,
		Policies: targets.Readers{Live: b.gateway.live},
		Pin:      func() (func(), bool) { return b.lifetime.release, b.lifetime.acquire() },
	})
}

// migrate brings the databases to the models. A build that fails brings them
// back to those of the version that is served on.
func migrate(ctx context.Context, b *build, d data) error {
	if b.opts.Databases != NoDatabases {
		return nil
	}
	if b.first != nil {
		return d.Share(ctx, b.first.ORM)
	}
	b.undo.add(func() {
		if served, release, err := b.Acquire(); err == nil {
			defer release()
			d.RollBack(ctx, served.ORM, b.log)
		}
	})
	var served *orm.ORM
	if s := b.current.Load(); s != nil {
		served = s.ORM
	}
	if b.opts.Migrate && served == nil {
		if err := d.ApplyVersions(ctx, b.log); err != nil {
			return err
		}
	}
	return d.Migrate(ctx, served, b.log)
}

// Versions are the migration files of the datastores that models use.
func (s *Snapshot) Versions() []*datastore.Versions { return s.versions }

// PlanMigrations plans the migrations of all datastores that models use, see
// datastore.PlanMigrations.
func (s *Snapshot) PlanMigrations(ctx context.Context) ([]datastore.Migration, error) {
	return datastore.PlanMigrations(ctx, s.ORM)
}

// Migrate carries out what PlanMigrations planned, see datastore.ApplyMigrations.
func (s *Snapshot) Migrate(ctx context.Context, migrations []datastore.Migration, allowLoss bool) error {
	return datastore.ApplyMigrations(ctx, migrations, allowLoss)
}
