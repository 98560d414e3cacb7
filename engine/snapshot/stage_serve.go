package snapshot

import (
	"context"
	"crypto/tls"

	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/problem"
	"framework/engine/realtime"
	"framework/engine/session"
	"framework/engine/session/setup"
	"framework/engine/socketclient"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/sessionstore"
	"framework/jsapi/shim"
	"framework/router"
)

// serving is what answers requests: what stage Serve makes.
type serving struct {
	requests   *httpd.Pipeline
	table      router.Table
	trust      web.Trust
	middleware []string         // of the project, "router" and "www" among them, for audits
	manager    *session.Manager // of sessions; nil without
	sessions   session.Store
	tls        *tls.Config // nil where HTTP is spoken without encryption
	set        config.Settings
	admits     *doorway    // to the development page in production; nil without
	tokens     *tokens     // for the development page; nil without
	rehearses  *rehearsals // for the development page; nil without
}

// pipelineReader reads how requests are served.
type pipelineReader struct {
	*build
	configuration
	realm
	presentation
}

// serve makes the pipeline in front of the routes, and opens the gateway.
func serve(ctx context.Context, b *build, c configuration, rt realm, faces presentation, bound routing) (serving, error) {
	server, err := readServer(b, c, rt)
	if err != nil {
		return serving{}, err
	}
	set := server.Settings
	c.set = set
	b.parsing.SetMost(set.ParseBudget)
	b.receiving.SetMost(set.ReceiveBudget)
	out := serving{table: bound.table, tls: server.TLS, set: set}
	reader := pipelineReader{b, c, rt, faces}
	opts := httpd.Options{
		Log: b.log, Switches: c.profile.HTTP, Production: set.Production(), Budget: &b.parsing, WriteTimeout: set.WriteTimeout,
		PoweredBy: set.PoweredBy, Guards: bound.guards, Table: bound.table, Merge: c.profile.Merge,
		Responses: faces.answers, Finished: finishOn(faces.shim, rt.iso), Busy: jsapi.ErrOverloaded, TurnAway: b.refusals.Note,
	}
	opts.Observation = b.observation(set.Observe)
	if opts.Web, err = reader.web(); err != nil {
		return serving{}, err
	}
	if opts.Sessions, out.sessions, err = sessionsOf(b, c, sessionstore.Scripts{Isolate: rt.iso, App: rt.js, Caller: faces.shim}).Manager(ctx, faces.secrets, c.profile.SecretKey); err != nil {
		return serving{}, err
	}
	if _, script := out.sessions.(*sessionstore.Store); script && b.worker == 1 {
		b.warn(problem.In("config.session", "each worker has the session store for itself").
			Advise("if it keeps sessions in memory, requests of one visitor lose theirs: the adapters redis and mongo, and the store of the server, are shared by the workers"))
	}
	if opts.Headers, err = httpd.ReadHeaders(c.cfg, set.Production()); err != nil {
		return serving{}, err
	}
	if opts.Files, err = reader.files(); err != nil {
		return serving{}, err
	}
	if bound.sockets {
		opts.Files = append(opts.Files, socketclient.New())
	}
	opts.Favicon = web.Icon{Picture: web.Favicon(), CacheControl: c.profile.HTTP.Caching.Favicon}
	if opts.Events, err = reader.events(ctx); err != nil {
		return serving{}, err
	}
	if opts.Middleware, err = reader.middleware(ctx, &opts.Web.Limits); err != nil {
		return serving{}, err
	}
	b.warn(opts.Middleware.Warnings...)
	out.manager, out.trust, out.middleware = opts.Sessions, opts.Web.Trust, opts.Middleware.Names
	if out.requests, err = httpd.New(opts); err != nil {
		return serving{}, err
	}
	if out.admits, err = windowDoorway(b, c, bound, opts); err != nil {
		return serving{}, err
	}
	if out.tokens, err = windowTokens(c, opts); err != nil {
		return serving{}, err
	}
	if out.rehearses, err = windowRehearsals(c, opts); err != nil {
		return serving{}, err
	}
	b.gateway.update(func(f *finished) {
		f.actions, f.gates, f.requests = bound.defaults, bound.gates, out.requests
		f.manager, f.files = out.manager, map[string]router.Handler{"www": inTurn(opts.Files), "favicon": opts.Favicon}
	})
	return out, rt.iso.Do(ctx, func(*jsapi.Realm) error { return rt.js.ShowMiddleware() })
}

// inTurn is the first of the handlers that answers.
func inTurn(list []router.Handler) router.Handler {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		for _, h := range list {
			if verdict, err := h.Serve(x); err != nil || verdict != router.Pass {
				return verdict, err
			}
		}
		return router.Pass, nil
	})
}

// sessionsOf reads the session settings of the project; scripts runs those that
// are code.
func sessionsOf(b *build, c configuration, scripts setup.Scripts) *setup.Project {
	return &setup.Project{
		Config: c.cfg, Rules: c.profile.Sessions, Shared: b.sessions, Log: b.log, Warn: b.warn, Inspect: b.opts.Inspect, Scripts: scripts,
	}
}

// finishOn calls the JavaScript listeners of an exchange when it was answered.
func finishOn(reqres *shim.Shim, iso *jsapi.Isolate) func(x *router.Exchange) {
	return func(x *router.Exchange) {
		if reqres.HasFinishListeners(x) {
			reqres.EmitFinish(iso, x)
		}
	}
}

// readServer reads the settings of the HTTP server.
func readServer(b *build, c configuration, rt realm) (httpd.Server, error) {
	server, err := httpd.ReadServer(httpd.ServerOptions{
		Switches: c.profile.HTTP, Config: c.cfg, Settings: c.set, Log: b.log, Function: app.Function,
		Certificate: func(ctx context.Context, callback any, name string) (any, error) {
			return app.CallNodeback(ctx, rt.iso, callback, name)
		},
	})
	b.warn(server.Warnings...)
	return server, err
}

// web says how requests are read.
func (b pipelineReader) web() (web.Options, error) {
	out := b.profile.Web
	out.Secrets = b.secrets
	out.Limits = web.BodyLimits{Body: b.set.BodyLimit, Upload: b.set.UploadLimit, Values: b.set.BodyValues, Timeout: b.set.BodyTimeout, Receiving: &b.receiving}
	var err error
	out.Trust, err = httpd.ReadTrust(b.cfg, b.trustFunction)
	return out, err
}

// trustFunction calls a function of the project, (address, hop); if it throws,
// the address is not trusted.
func (b pipelineReader) trustFunction(v any) web.Trust {
	fn, ok := app.Callable(v)
	if !ok {
		return nil
	}
	iso, log := b.iso, b.log
	return func(ctx context.Context, addr string, hop int) bool {
		trusted := false
		err := iso.Do(ctx, func(r *jsapi.Realm) error {
			v, err := fn(nil, r.ToJS(addr), r.ToJS(hop))
			trusted = err == nil && v.ToBoolean()
			return err
		})
		if err != nil {
			log.Error("the function http.trustProxy failed; the proxy is not trusted", "address", addr, "error", jsapi.Explain(err))
		}
		return trusted
	}
}

// files are the handlers behind the routes: static files, and assets that are
// generated on request.
func (b pipelineReader) files() ([]router.Handler, error) {
	caching, wrong := b.profile.HTTP.Caching.Read(b.cfg, b.set.Production())
	if wrong != nil {
		b.warn(problem.General("%v; clients do not keep assets", wrong))
	}
	static, err := web.NewStatic(web.StaticOptions{
		Dirs: b.tree.Assets, Switches: b.profile.Static, CacheControl: caching,
	})
	if err != nil {
		return nil, err
	}
	b.made.add(func() { _ = static.Close() }) // open folders, closed as well as can be
	if b.assets == nil {
		return []router.Handler{static}, nil
	}
	return []router.Handler{router.HandlerFunc(b.assets.ServePage), static, b.assets}, nil
}

// serveSockets makes what sockets reach of the version.
func serveSockets(b *build, c configuration, rt realm, settings *realtime.Settings, served serving) *realtime.Version {
	return rt.sockets.Serve(realtime.VersionOptions{
		Root: c.tree.Root, Production: c.set.Production(), Settings: settings,
		Sessions: served.manager, Trust: served.trust, Requests: b.gateway,
	})
}

// joinServers connects a server that starts before its bootstrap, which may
// publish; a running one changes over with the new version.
func joinServers(ctx context.Context, b *build, settings *realtime.Settings) {
	if b.starting() {
		b.sockets.Connect(ctx, settings)
		b.undo.add(func() { b.sockets.Disconnect(ctx) })
	}
}
