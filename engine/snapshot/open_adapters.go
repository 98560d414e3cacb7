package snapshot

import (
	"context"
	"fmt"
	"regexp"

	"framework/engine/datastore"
	"framework/engine/orm"
	"framework/engine/orm/bridge"
	"framework/engine/problem"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/adapters"
	"framework/jsapi/app"
)

// foreignAdapters finds the adapters for Waterline that the project has.
func (c configuration) foreignAdapters() datastore.Find {
	found := func(a project.Adapter, ok bool) (datastore.Foreign, bool) {
		return datastore.Foreign{Name: a.Name, Source: a.Rel, Path: a.Path, Own: a.Own}, ok
	}
	return datastore.Find{
		Own: func(name string) (datastore.Foreign, bool) {
			return found(project.OwnAdapter(c.tree.Root, c.paths.Adapters, name))
		},
		Installed: func(name string) (datastore.Foreign, bool) {
			return found(project.InstalledAdapter(c.tree.Root, name))
		},
		Object: app.Adapter,
	}
}

// loadAdapter loads adapters into the realm.
func (rt realm) loadAdapter(b *build) func(ctx context.Context, f datastore.Foreign) (bridge.Driver, error) {
	return func(ctx context.Context, f datastore.Foreign) (bridge.Driver, error) {
		given, isObject := f.Object.(app.Opaque)
		if b.worker == 1 && (f.Own || isObject || keepsInMemory.MatchString(f.Name)) {
			b.warn(problem.In(f.Source, "each worker has the adapter %q for itself", f.Name).
				Advise("records that it keeps in memory or in files of its own are not those of the other workers: use a database, or workers: 1"))
		}
		return adapters.Load(ctx, adapters.Options{Name: f.Name, Source: f.Source, Isolate: rt.iso, Log: b.log}, func(r *jsapi.Realm) (jsapi.Value, error) {
			if isObject {
				return given.Value, nil
			}
			return rt.js.RequireModule(f.Path)
		})
	}
}

// keepsInMemory are the names of adapters that keep records in the process, as a rule.
var keepsInMemory = regexp.MustCompile(`(?i)mem|disk|file|local|cache|json`)

// mixIn gives a model the methods of its adapter, or its datastore what the adapter has
// of it, as the release does.
func mixIn(r *jsapi.Realm, c configuration, d data, m *orm.Model, object jsapi.Value) error {
	a, ok := d.Driver(m.Datastore).(*adapters.Adapter)
	if !ok {
		return nil
	}
	return giveMembers(r, c.profile, a, m, object)
}

func giveMembers(r *jsapi.Realm, release profile.Release, a *adapters.Adapter, m *orm.Model, object jsapi.Value) error {
	give := a.Show
	if release.AdapterMethods {
		give = a.MixIn
	}
	if err := give(r, adapters.Target{Model: object.ToObject(r.Runtime()), Datastore: m.Datastore, Table: m.Table}); err != nil {
		return fmt.Errorf("%s: the methods of the adapter %s: %w", m.GlobalID, a.Name(), err)
	}
	return nil
}
