package engine

import (
	"context"
	"time"

	"framework/engine/logging"
	"framework/engine/types"
)

// developTimeout bounds how long develop waits for JavaScript that is busy.
const developTimeout = 5 * time.Second

// develop does for the developer what keeps no request waiting, with the version that is served: it
// writes the TypeScript declarations where the project uses them, and warns about names in
// scripts that stand for nothing and about views that cannot be compiled.
func (a *App) develop() {
	if !a.opts.Watch {
		return
	}
	s, release, err := a.Acquire()
	if err != nil {
		return
	}
	if s.Settings.Production() {
		release()
		return
	}
	a.behind.Go(func() {
		defer release()
		a.developing.Lock() // versions that follow each other fast are done in turn
		defer a.developing.Unlock()
		if a.Current() != s {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), developTimeout)
		defer cancel()
		a.refreshTypes(ctx, s)
		a.lint(ctx, s)
	})
}

func (a *App) refreshTypes(ctx context.Context, s *Snapshot) {
	if !types.Wanted(s.Tree.Root) {
		return
	}
	text, err := s.Types(ctx)
	if err == nil {
		_, err = types.Write(s.Tree.Root, text)
	}
	if err != nil {
		a.log.Log(ctx, logging.Verbose, types.File+" is not up to date", "error", Explain(err))
	}
}

// lint logs what is wrong with the scripts and views of a version, unless it was already
// wrong when that was done last.
func (a *App) lint(ctx context.Context, s *Snapshot) {
	problems, err := s.Lint(ctx)
	if err != nil {
		a.log.Log(ctx, logging.Verbose, "scripts and views were not searched for mistakes", "error", Explain(err))
		return
	}
	known := map[string]bool{}
	for _, p := range problems {
		text := p.String()
		if known[text] = true; !a.linted[text] {
			a.log.Warn(text)
		}
	}
	a.linted = known
}
