package snapshot

import (
	"context"
	"fmt"
	"time"

	"framework/engine/assets"
	"framework/engine/locale"
	"framework/engine/problem"
	"framework/engine/response"
	"framework/engine/web"
	"framework/jsapi"
	jsassets "framework/jsapi/assets"
	"framework/jsapi/shim"
	"framework/jsapi/translate"
	"framework/jsapi/view"
	"framework/router"
)

// presentation is how the project answers: req and res, responses, views and
// what pages load; what stage Present makes.
type presentation struct {
	shim    *shim.Shim
	answers *response.Set
	// known reports whether a route may name that view.
	known   func(view string) bool
	names   func() []string            // of all views
	faults  func() []problem.Problem   // of views that cannot be compiled
	uses    func() map[string][]string // and the locals that they use
	assets  *assets.Pipeline           // nil without
	secrets []string                   // of cookies; the first one signs
}

// present makes req and res, the views and the responses; they know each other, so
// the responses come in two steps.
func present(ctx context.Context, b *build, c configuration, rt realm, loaded code) (presentation, error) {
	var out presentation
	opts := response.Options{
		Switches: c.profile.Response, Production: c.set.Production(),
		KeepErrors: c.set.KeepResponseErrors, Log: b.log,
	}
	var err error
	if out.secrets, err = sessionsOf(b, c, nil).Secrets(c.set.Production()); err != nil {
		return out, err
	}
	texts, err := locale.ReadSettings(c.cfg, c.tree.Root, c.profile.Locale, c.set.Production())
	if err != nil {
		return out, err
	}
	err = rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		if out.assets, err = assetPipeline(r, b, c, rt); err != nil {
			return err
		}
		views, err := views(r, c, rt, out.assets)
		if err != nil {
			return err
		}
		out.known, out.names, out.uses, out.faults = views.Known, views.Names, views.Uses, views.Faults
		if b.opts.Inspect || b.opts.WarningsFail {
			b.warn(views.Faults()...)
		}
		rt.js.SetRender(views.RenderJS, views.RenderFile)
		b.reading.Note(texts.Files()...) // before they are read
		translator, err := translate.Open(r, texts.Options, rt.js.Object(), b.log)
		if err != nil {
			return err
		}
		b.reading.Owns(translator.Wrote)
		out.shim, err = shim.New(r, shim.Options{
			Translator: translator, LocaleCookie: texts.Cookie, LocaleQuery: texts.Query, Localized: len(texts.Locales) > 0,
			Socket: rt.sockets.Socket, Switches: c.profile.Shim, Responses: response.New(opts),
			Sails: func() jsapi.Value { return rt.js.Object() }, Views: views,
			Require: func(name string) (jsapi.Value, error) { return rt.js.RequireModule(name) },
			Upload:  web.UploadOf, Root: c.tree.Root, Secret: signing(out.secrets), Log: b.log, Unanswered: unanswered(c),
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
	if !c.cfg.HookOff("views") {
		opts.Views = out.shim.Pages(rt.iso)
	}
	opts.Custom = out.shim.CustomResponses(rt.iso, loaded.responses)
	opts.Explain = func(x *router.Exchange, err error) error { return reqres.ResponseError(x.Context(), iso, err) }
	if !c.set.Production() {
		opts.Failed = noteFailure
	}
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

// unanswered is how long a handler may have a request, in development, before the log
// names it.
func unanswered(c configuration) time.Duration {
	if c.set.Production() {
		return 0
	}
	return 10 * time.Second
}

// views finds and renders the views of the project.
func views(r *jsapi.Realm, c configuration, rt realm, assets *assets.Pipeline) (*view.Renderer, error) {
	_, listed := c.tree.Package.Dependencies["ejs"]
	p := view.Project{
		Config: c.cfg, App: rt.js, Switches: c.profile.Views, Defaults: c.profile.DefaultsSource(),
		Dir: c.tree.Views, Root: c.tree.Root, Cache: c.set.Production(), ListsEJS: listed,
	}
	if assets != nil {
		p.Fill = assets.Fill
	}
	return view.Open(r, p)
}

// assetPipeline generates the assets of a project's pages, and writes tags for
// them into the pages; nil for projects that have no public folder or switch it
// off.
func assetPipeline(r *jsapi.Realm, b *build, c configuration, rt realm) (*assets.Pipeline, error) {
	if c.cfg.HookOff("grunt") || len(c.tree.Assets) == 0 {
		return nil, nil
	}
	globs, err := jsassets.ReadGlobs(r, rt.js, c.tree.Root)
	if err != nil {
		return nil, err
	}
	cacheControl, _ := c.profile.HTTP.Caching.Read(c.cfg, c.set.Production()) // static files report it
	return assets.New(assets.Options{
		Root: c.tree.Root, Dirs: c.tree.Assets, Globs: globs,
		Translator: jsassets.NewTranslator(rt.iso, rt.js), CacheControl: cacheControl, Types: c.profile.Static.Types, Log: b.log.Warn,
	}), nil
}

// signing is the secret that signs cookies; "" for none.
func signing(secrets []string) string {
	if len(secrets) == 0 {
		return ""
	}
	return secrets[0]
}
