package engine

import (
	"slices"
	"strings"
	"time"

	"framework/engine/logging"
	"framework/engine/problem"
	"framework/engine/snapshot"
	"framework/engine/window"
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
