package engine

import (
	"context"

	"framework/engine/snapshot"
)

// Interrupted is the cause of a context that a signal has ended.
type Interrupted = snapshot.Interrupted

// signalled has the project's listeners of a signal run. The server stops whatever they
// do; what they do later, they do while running requests finish.
func (a *App) signalled(ctx context.Context, s *Snapshot, name string) {
	a.emitProcess(ctx, s, name, name)
}

// exits has the project's listeners of process.on('exit') run, when nothing is
// served any more.
func (a *App) exits() {
	s, release, err := a.Acquire()
	if err != nil {
		return
	}
	defer release()
	a.emitProcess(context.Background(), s, "exit", int64(0))
}

func (a *App) emitProcess(ctx context.Context, s *Snapshot, event string, arg any) {
	ctx, cancel := context.WithTimeout(ctx, snapshot.HandlerTime)
	defer cancel()
	if err := s.EmitProcess(ctx, event, arg); err != nil {
		a.log.Error("a listener of the project failed as the server stopped", "event", event, "error", Explain(err))
	}
}
