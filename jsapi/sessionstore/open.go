package sessionstore

import (
	"context"

	"framework/engine/session/setup"
	"framework/jsapi"
	"framework/jsapi/app"
)

// Open makes the session store of a project as configured.
func Open(ctx context.Context, iso *jsapi.Isolate, js *app.App, from setup.Source) (store *Store, err error) {
	err = iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		require := js.Require()
		if from.Setting == "session.store" {
			store, err = New(r, iso, require, js.ConfigAt("session", "store"))
			return err
		}
		made := Adapter{
			Function: js.ConfigAt("session", "adapter"), Config: js.Config("session"),
			Construct: js.ConfigAt("session", "handleConstructingSessionStore"),
		}
		if from.Package != "" {
			if made.Function, err = js.RequireModule(from.Package); err != nil {
				return err
			}
		}
		store, err = Make(r, iso, require, made)
		return err
	})
	return store, err
}
