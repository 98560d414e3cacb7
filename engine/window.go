package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"framework/engine/logging"
	"framework/engine/problem"
	"framework/engine/profiler"
	"framework/engine/snapshot"
	"framework/engine/window"
	"framework/sockets"
)

// windowed is the App as the development page sees it.
type windowed struct{ *App }

var _ window.Server = windowed{}

// Project implements window.Server.
func (a windowed) Project() (*window.Project, func(), error) {
	s, release, err := a.Acquire()
	if err != nil {
		return nil, nil, err
	}
	return s.Window(), release, nil
}

// Secret implements window.Server.
func (a windowed) Secret(name string) bool {
	if logging.SecretName(name) {
		return true
	}
	s := a.Current()
	return s != nil && slices.ContainsFunc(s.Settings.Observe.RedactNames, func(secret string) bool {
		return strings.Contains(strings.ToLower(name), strings.ToLower(secret))
	})
}

// Sockets implements window.Server.
func (a windowed) Sockets() window.Sockets { return tapped{a.hub} }

// Run implements window.Console.
func (a windowed) Run(ctx context.Context, text string) (window.Ran, error) {
	shown, err := a.Evaluate(ctx, text, false)
	if errors.Is(err, ErrIncomplete) {
		return window.Ran{Incomplete: true}, nil
	}
	return window.Ran{Text: shown.Text, Failed: shown.Failed}, err
}

// Names implements window.Console.
func (a windowed) Names(ctx context.Context, of []string, prefix string) ([]string, error) {
	return a.Complete(ctx, of, prefix)
}

// Record implements window.Profiler.
func (a windowed) Record(ctx context.Context, kind profiler.Kind) ([]byte, error) {
	return a.record(ctx, kind)
}

// Loop implements window.Profiler.
func (a windowed) Loop() []string { return controlled{app: a.App}.Loop() }

// tapped are the sockets as the development page sees them.
type tapped struct{ *sockets.Hub }

var _ window.Sockets = tapped{}

// Clients implements window.Sockets.
func (t tapped) Clients() []window.Client {
	var out []window.Client
	for _, id := range t.IDs() {
		s := t.Socket(id)
		if s == nil {
			continue // it has just gone
		}
		shake := s.Handshake()
		out = append(out, window.Client{
			ID: id, Namespace: s.Namespace(), Transport: s.Transport(), Remote: shake.Remote, Agent: shake.Header.Get("User-Agent"),
			SDK: shake.Query().Get("__sails_io_sdk_version"), Since: shake.Received, Rooms: t.RoomsOf(id)[1:],
		})
	}
	return out
}

// Tap implements window.Sockets.
func (t tapped) Tap(fn func(window.Emitted)) {
	t.Hub.Tap(func(e sockets.Emitted) {
		fn(window.Emitted{Event: e.Event, Args: e.Args, Rooms: e.Rooms, Sockets: e.Sockets})
	})
}

// Explain implements window.Server.
func (a windowed) Explain(err error) string { return Explain(err) }

// noteReload records a build for the page.
func (a *App) noteReload(started time.Time, changes Diff, steps []snapshot.Step, warnings []problem.Problem, err error) {
	r := window.Reload{At: started, Took: changes.Took, First: a.reloads.Load() == 0 && err == nil, Diff: changes, Err: err}
	for _, s := range steps {
		r.Steps = append(r.Steps, window.ReloadStep{Does: s.Does, Took: s.Took})
	}
	for _, w := range warnings {
		r.Warnings = append(r.Warnings, w.String())
	}
	a.window.Reloaded(r)
}

// WindowLink is the link that opens the development page at an origin such as
// "http://localhost:1337". It has the key.
func (a *App) WindowLink(origin string) string { return a.window.Link(origin) }
