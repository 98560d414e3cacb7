package engine

import (
	"context"
	"time"

	"framework/engine/logging"
	"framework/engine/types"
)

// typesTimeout bounds how long the declarations wait for JavaScript that is busy.
const typesTimeout = 5 * time.Second

// refreshTypes writes the TypeScript declarations of a version anew, in development and
// where the project uses them. It does not keep requests waiting.
func (a *App) refreshTypes(s *Snapshot) {
	if !a.opts.Watch || s.Settings.Production() || !types.Wanted(s.Tree.Root) {
		return
	}
	current, release, err := a.Acquire()
	if err != nil || current != s {
		if err == nil {
			release()
		}
		return
	}
	a.writing.Go(func() {
		defer release()
		a.typing.Lock() // versions that follow each other fast are written in turn
		defer a.typing.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), typesTimeout)
		defer cancel()
		if a.Current() != s {
			return
		}
		text, err := s.Types(ctx)
		if err == nil {
			_, err = types.Write(s.Tree.Root, text)
		}
		if err != nil {
			a.log.Log(ctx, logging.Verbose, types.File+" is not up to date", "error", Explain(err))
		}
	})
}
