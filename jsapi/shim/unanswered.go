package shim

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"framework/router"
)

// waiting watches over a request that JavaScript has: the log says which handler has it
// if it is not answered in time. The nil *waiting watches over nothing.
type waiting struct {
	shim         *Shim
	ctx          context.Context // of the request, which nobody waits for when it ends
	answer       router.Responder
	method, path string
	exchange     *router.Exchange // for its ID
	arrived      func() int64     // bytes of the body; nil without one
	seen         int64            // of them, when the timer was started
	running      atomic.Pointer[Info]
	timer        atomic.Pointer[time.Timer]
}

// await begins to watch over x, unless Options.Unanswered is 0. The time counts from when
// the first handler gets the request: no handler is to blame for what it waits before,
// nor for a body that still comes in.
func (s *Shim) await(x *router.Exchange) *waiting {
	if s.opts.Unanswered <= 0 {
		return nil
	}
	return &waiting{
		shim: s, ctx: x.Context(), answer: x.Response, method: x.Request.Method, path: x.Request.Path, exchange: x, arrived: x.Request.Arrived,
	}
}

// runs says which handler has the request now.
func (w *waiting) runs(info *Info) {
	if w != nil && w.running.Swap(info) == nil {
		w.start()
	}
}

func (w *waiting) start() {
	w.seen = w.received()
	w.timer.Store(time.AfterFunc(w.shim.opts.Unanswered, w.late))
}

func (w *waiting) received() int64 {
	if w.arrived == nil {
		return 0
	}
	return w.arrived()
}

// late is what the timer calls.
func (w *waiting) late() {
	switch {
	case w.answer.Committed() || w.ctx.Err() != nil:
	case w.received() != w.seen:
		w.start()
	default:
		w.report(w.running.Load())
	}
}

func (w *waiting) report(info *Info) {
	missing := "nor called next()"
	if info.Final {
		missing = "nor failed"
	}
	opts := &w.shim.opts
	opts.Log.Warn(fmt.Sprintf("a request has waited for %v: the %s has neither answered %s", opts.Unanswered, info.Kind, missing),
		"method", w.method, "path", w.path, info.Kind, info.name(), "source", info.Source, "request", w.exchange.ID())
}

// stop ends the watch. A timer that begins later finds that the request is over.
func (w *waiting) stop() {
	if w == nil {
		return
	}
	if timer := w.timer.Load(); timer != nil {
		timer.Stop()
	}
}

// name is how routes call a handler: "pet.find", "isSignedIn".
func (i *Info) name() string {
	if i.Controller == "" {
		return i.Action
	}
	return i.Controller + "." + i.Action
}
