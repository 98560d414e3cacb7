package snapshot

import (
	"context"

	"framework/engine/orm"
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
	list(ctx context.Context, b *build, models *orm.ORM) (actionList, error)
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

func (f *controllerFiles) list(context.Context, *build, *orm.ORM) (actionList, error) {
	return newActionList(f.loaded), nil
}

// actionList is what routes may lead to.
type actionList struct {
	controllers []*app.Controller
	byIdentity  map[string]*app.Controller
	// middlewareOf are the functions registered in front of an action (1.x).
	middlewareOf map[string][]jsapi.Function
}

func newActionList(controllers []*app.Controller) actionList {
	a := actionList{controllers: controllers, byIdentity: make(map[string]*app.Controller, len(controllers))}
	for _, c := range controllers {
		if a.byIdentity[c.Identity] == nil {
			a.byIdentity[c.Identity] = c
		}
	}
	return a
}
