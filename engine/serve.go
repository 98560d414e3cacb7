package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"framework/engine/health"
	"framework/engine/listener"
	"framework/engine/overlay"
	"framework/engine/window"
	"framework/watch"
)

// drainTime is how long running requests may take when the server stops.
const drainTime = 10 * time.Second

// Run builds the project and serves it until ctx is cancelled or the project
// lowers itself. It returns nil after an orderly stop. ready, unless it is nil, is
// called when the app can be asked.
func (a *App) Run(ctx context.Context, ready func()) error {
	started := time.Now()
	var w *watch.Watcher
	if a.opts.Watch {
		// Before anything is read, so that no change falls in between.
		var err error
		if w, err = a.Watch(); err != nil {
			return err
		}
		defer func() { _ = w.Close() }() // it never fails
	}
	a.WillListen()
	read := func() {}
	if w != nil {
		read = w.Reading()
	}
	if err := a.Load(ctx); err != nil {
		if stopped, ok := errors.AsType[*Interrupted](context.Cause(ctx)); ok && errors.Is(err, context.Canceled) {
			a.log.Info(stopped.Name() + " stopped the server before the project was lifted")
			return nil
		}
		return err
	}
	read()
	s := a.Current()
	for _, w := range s.Warnings {
		a.log.Warn(w.String())
	}
	if a.opts.Loaded != nil {
		a.opts.Loaded(s)
	}
	stop := a.Follow(ctx, w) // before the port opens: clients that can connect can also request a reload
	ln, err := listener.Listen(context.WithoutCancel(ctx), s.Settings.Host, s.Settings.Port)
	if err == nil {
		addr := ln.Addr()
		a.ListensAt(addr)
		switch err = a.lifted(ctx, addr); {
		case err == nil:
			a.announce(s, addr, time.Since(started))
			if ready != nil {
				ready()
			}
			err = a.Serve(ctx, ln)
		case ctx.Err() != nil: // stopped while it was being told: it stops as it does later
			err = a.Serve(ctx, ln)
		default:
			err = errors.Join(err, ln.Close())
		}
	}
	stop()
	a.exits()
	if closing := a.shutdown(); closing != nil {
		a.log.Warn("the server stopped, not everything was over", "error", closing)
	}
	return err
}

// lifted notifies the current version of the project that the server listens.
func (a *App) lifted(ctx context.Context, addr net.Addr) error {
	s, release, err := a.Acquire()
	if err != nil {
		return err
	}
	defer release()
	return s.Lifted(ctx, addr)
}

func (a *App) shutdown() error {
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	return a.Close(ctx)
}

func (a *App) announce(s *Snapshot, addr net.Addr, took time.Duration) {
	host := s.Settings.Host
	if host == "" {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(addr.String()) // a listener's address always splits
	scheme := "http"
	if s.TLS() != nil {
		scheme = "https"
	}
	a.log.Info(fmt.Sprintf("%s lifted in %d ms: %s://%s", s.Tree.Root, took.Milliseconds(), scheme, net.JoinHostPort(host, port)))
	if s.Settings.Observe.Window.On && !s.Settings.Production() {
		a.log.Info("routes, requests, records and more: " + a.WindowLink(scheme+"://"+net.JoinHostPort(host, port)))
	}
	workers := ""
	if n := s.Workers(); n > 1 {
		workers = fmt.Sprintf(", %d workers", n)
	}
	a.log.Info(fmt.Sprintf("profile %s, environment %s, %d routes%s; press Ctrl+C to stop", s.Profile, s.Settings.Environment, len(s.Table.Bindings()), workers))
}

// Handler is the outer shell of the server: it serves the snapshot that is
// current when a request arrives. What is below health.Prefix goes by way of the
// server's own routes.
func (a *App) Handler() http.Handler {
	shell := mux.NewRouter().SkipClean(true).UseEncodedPath()
	shell.Path(health.AlivePath).Methods(http.MethodGet, http.MethodHead).HandlerFunc(a.health.ServeAlive)
	shell.Path(health.Path).Methods(http.MethodGet, http.MethodHead).Handler(a.health)
	shell.Path(openapiPath).Methods(http.MethodGet, http.MethodHead).HandlerFunc(a.serveOpenAPI)
	shell.Path(metricsPath).Methods(http.MethodGet, http.MethodHead).HandlerFunc(a.serveMetrics)
	shell.MatcherFunc(func(*http.Request, *mux.RouteMatch) bool { return true }).HandlerFunc(a.serveHTTP)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if window.Serves(r.URL.Path) {
			a.window.Serve(w, r, a.serveHTTP)
			return
		}
		if strings.HasPrefix(r.URL.EscapedPath(), health.Prefix) {
			shell.ServeHTTP(w, r)
			return
		}
		a.serveHTTP(w, r)
	})
}

func (a *App) serveHTTP(w http.ResponseWriter, r *http.Request) {
	if a.hub.Serves(r.URL.Path) {
		a.ServeSockets(w, r)
		return
	}
	s, release, err := a.Acquire()
	if err != nil {
		http.Error(w, "The server is stopping. Try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	defer release()
	var h http.Handler = s
	if !s.Settings.Production() && overlay.Navigates(r) {
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { overlay.ServeFailures(s, w, r) })
	}
	if f := a.failure.Load(); f != nil && !s.Settings.Production() && overlay.Wanted(r) {
		overlay.Serve(h, w, r, Explain(f.Err))
		return
	}
	h.ServeHTTP(w, r)
}

// closing has clients close their connections once the server stops.
func (a *App) closing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Serve answers requests on ln until ctx is cancelled or the project lowers
// itself, then lets running requests finish. It closes ln.
func (a *App) Serve(ctx context.Context, ln net.Listener) error {
	server, failed := a.listen(ln)
	a.GatherLog(true)
	defer a.GatherLog(false)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	case <-a.Lowered():
	}
	a.GatherLog(false) // a second signal ends the process at once
	a.stopping.Store(true)
	a.window.Close() // its streams would keep the server waiting
	drain, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	if s, release, err := a.Acquire(); err == nil {
		if stopped, ok := errors.AsType[*Interrupted](context.Cause(ctx)); ok {
			a.signalled(drain, s, stopped.Name())
		}
		if err := s.Shutdown(drain); err != nil {
			a.log.Error("the project could not finish its shutdown", "error", err)
		}
		release()
	}
	if !a.stopListening(drain, server) {
		// A client can always be slower than that: no failure of the server.
		a.log.Warn(fmt.Sprintf("requests that were still running after %v were cut off when the server stopped", drainTime))
	}
	return nil
}

// listen answers requests on ln. failed receives why that has ended.
func (a *App) listen(ln net.Listener) (server *http.Server, failed <-chan error) {
	set := a.Current().Settings
	server = &http.Server{
		Handler:           listener.Linger(a.closing(a.admitting(a.Handler()))),
		ConnContext:       listener.WithConn,
		ReadHeaderTimeout: set.HeadTimeout,
		IdleTimeout:       set.IdleTimeout,
		MaxHeaderBytes:    set.HeadLimit,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelDebug), // clients that hang up in a handshake
	}
	if tcp, ok := ln.(*net.TCPListener); ok {
		ln = listener.New(tcp, a.log, time.Now)
	}
	ln = listener.Encrypt(ln, a.encryption.Load)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ln) }()
	return server, ended
}

// stopListening disconnects the sockets, lets running requests finish and frees the address of the
// server. It reports whether they have finished: what still runs when ctx ends is cut off.
func (a *App) stopListening(ctx context.Context, server *http.Server) (finished bool) {
	a.stopping.Store(true)
	// Sockets go while the listener is still open: a client that polls fetches its
	// last answers with another request. Idle connections stay until then, because
	// closing one would cut off a poll that has just arrived on it.
	if err := a.hub.Shutdown(ctx); err != nil {
		a.log.Warn("requests over sockets were still running when the server stopped", "error", err)
	}
	if err := server.Shutdown(ctx); err != nil {
		_ = server.Close() // the listener is closed already; what hangs is cut
		return false
	}
	return true
}
