package snapshot

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"

	"framework/jsapi"
)

// Interrupted is the cause of a context that a signal has ended: the project's
// own listeners of that signal are called.
type Interrupted struct{ Signal os.Signal }

func (e *Interrupted) Error() string { return "interrupted: " + e.Signal.String() }

// Name is what Node calls the signal.
func (e *Interrupted) Name() string {
	switch e.Signal {
	case os.Interrupt:
		return "SIGINT"
	case syscall.SIGTERM:
		return "SIGTERM"
	}
	return e.Signal.String()
}

// HandlerTime is how long the project's listeners of process events may take.
const HandlerTime = 2 * time.Second

// interrupted has a project that a signal ends in its bootstrap do what it does when a
// server stops, as Sails has it: listeners of the signal, beforeShutdown, listeners of
// the exit.
func interrupted(ctx context.Context, b *build, rt realm) {
	stopped, ok := errors.AsType[*Interrupted](context.Cause(ctx))
	if !ok {
		return
	}
	for _, step := range []struct {
		name string
		run  func(ctx context.Context) error
	}{
		{stopped.Name(), func(ctx context.Context) error { return rt.emitProcess(ctx, stopped.Name(), stopped.Name()) }},
		{"beforeShutdown", rt.shutdown},
		{"exit", func(ctx context.Context) error { return rt.emitProcess(ctx, "exit", int64(0)) }},
	} {
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), HandlerTime)
		if err := step.run(bounded); err != nil {
			b.log.Error("the project could not finish its shutdown", "step", step.name, "error", err)
		}
		cancel()
	}
}

// emitProcess fires an event of the global process.
func (rt realm) emitProcess(ctx context.Context, event string, arg any) error {
	return rt.iso.Do(ctx, func(*jsapi.Realm) error { return rt.js.EmitProcess(event, arg) })
}

// shutdown runs what the project wants to be done before the server stops.
func (rt realm) shutdown(ctx context.Context) error {
	_, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { rt.js.Shutdown(op) }).Wait()
	return err
}
