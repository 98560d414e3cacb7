package snapshot

import (
	"context"
	"fmt"

	"framework/engine/assets"
	"framework/engine/response"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/shim"
	"framework/router"
)

// presentation is how the project answers: req and res, responses, views and
// what pages load.
type presentation struct {
	shim    *shim.Shim
	answers *response.Set
	// known reports whether a route may name that view.
	known   func(view string) bool
	assets  *assets.Pipeline // nil without
	secrets []string         // of cookies; the first one signs
}

// prepareResponses makes req and res, the views and the responses; they know
// each other, so the responses come in two steps.
func prepareResponses(ctx context.Context, b *build, c configuration, rt realm, loaded code) (presentation, error) {
	var out presentation
	opts := response.Options{
		Switches: c.profile.Response, Production: c.set.Production(),
		KeepErrors: c.set.KeepResponseErrors, Log: b.log,
	}
	var err error
	if out.secrets, err = sessionsOf(b, c, nil).Secrets(c.set.Production()); err != nil {
		return out, err
	}
	reader := viewReader{b, c, rt}
	err = rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		views, assets, err := reader.views(r)
		if err != nil {
			return err
		}
		out.assets, out.known = assets, views.Known
		rt.js.SetRender(views.RenderJS)
		texts, err := reader.translations(r)
		if err != nil {
			return err
		}
		out.shim, err = shim.New(r, shim.Options{
			Translator: texts.translator, LocaleCookie: texts.cookie, Localized: texts.localized,
			Socket: rt.sockets.Socket, Switches: c.profile.Shim, Responses: response.New(opts),
			Sails: func() jsapi.Value { return rt.js.Object() }, Views: views,
			Require: func(name string) (jsapi.Value, error) { return rt.js.Loader().Require(name) },
			Upload:  web.UploadOf, Root: c.tree.Root, Secret: out.secrets[0], Log: b.log,
		})
		if err != nil {
			return err
		}
		return rt.js.OnHTTP(out.shim.Inherit)
	})
	if err != nil {
		return out, err
	}
	b.gateway.update(func(f *finished) { f.shim = out.shim })
	reqres, iso := out.shim, rt.iso
	opts.Views = out.shim.Pages(rt.iso)
	opts.Custom = customResponses(rt, loaded, out.shim)
	opts.Explain = func(x *router.Exchange, err error) error { return reqres.ResponseError(x.Context(), iso, err) }
	out.answers = response.New(opts)
	return out, rt.iso.Do(ctx, func(*jsapi.Realm) error {
		if err := out.shim.SetResponses(out.answers); err != nil {
			return err
		}
		for name, fn := range loaded.responses {
			if err := out.shim.AddResponse(name, fn); err != nil {
				return fmt.Errorf("api/responses/%s.js: %w", name, err)
			}
		}
		return nil
	})
}

func customResponses(rt realm, loaded code, reqres *shim.Shim) response.CustomFunc {
	if len(loaded.responses) == 0 {
		return nil
	}
	custom := make(map[string]func(x *router.Exchange, data any) (router.Verdict, error), len(loaded.responses))
	for name, fn := range loaded.responses {
		custom[name] = reqres.Response(rt.iso, name, fn)
	}
	return func(x *router.Exchange, name string, data any) (router.Verdict, error, bool) {
		fn, ok := custom[name]
		if !ok {
			return router.Pass, nil, false
		}
		v, err := fn(x, data)
		return v, err, true
	}
}
