package snapshot

import (
	"context"
	"errors"

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
	connection, err := c.datastores(b.Host).Default()
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

// bindModels publishes the models to JavaScript.
func bindModels(ctx context.Context, b *build, c configuration, rt realm, loaded code, d data) error {
	classes := make(map[string]*waterline.Class, len(loaded.classes))
	for _, each := range loaded.classes {
		classes[each.def.Identity] = each.class
	}
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
		if !c.globals().On("models") {
			return nil
		}
		return rt.js.Expose(globals)
	})
}

// autoWatch are the models that say of themselves whether sockets that find
// their records watch them.
func autoWatch(classes []*modelClass) map[string]bool {
	out := map[string]bool{}
	for _, c := range classes {
		if on, set := c.class.Flag("autoWatch"); set {
			out[c.def.Identity] = on
		}
	}
	return out
}
