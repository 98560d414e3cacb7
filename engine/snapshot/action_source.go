package snapshot

import (
	"context"

	"framework/engine/orm"
	"framework/engine/targets"
	"framework/jsapi"
	"framework/jsapi/app"
)

// actionSource is where the actions of a project come from.
type actionSource interface {
	// extendHooks gives hooks what they add helpers with, before they are loaded. It
	// belongs on the loop.
	extendHooks(r *jsapi.Realm, c configuration) error
	// load loads the files. It belongs on the loop.
	load(c configuration) error
	// list is what routes may lead to, once hooks and models are there.
	list(ctx context.Context, b *build, models *orm.ORM) (*targets.Controllers, error)
}

// newActionSource is that of the release. It belongs on the loop.
func newActionSource(r *jsapi.Realm, b *build, c configuration, rt realm) (actionSource, error) {
	if !c.profile.Machines {
		return &controllerFiles{js: rt.js}, nil
	}
	return newActionRegister(r, b, c, rt)
}

// controllerFiles are the controllers of classic projects: each file below
// api/controllers is one.
type controllerFiles struct {
	js     *app.App
	loaded []*app.Controller
}

func (*controllerFiles) extendHooks(*jsapi.Realm, configuration) error { return nil }

func (f *controllerFiles) load(c configuration) (err error) {
	f.loaded, err = f.js.Controllers(c.tree.Controllers)
	return err
}

func (f *controllerFiles) list(_ context.Context, _ *build, models *orm.ORM) (*targets.Controllers, error) {
	return targets.NewControllers(f.loaded, models, nil), nil
}
