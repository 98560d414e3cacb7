package shim

import (
	"fmt"
	"sync/atomic"
	"time"

	"framework/router"
)

// waiting watches over a request that JavaScript has: the log says which handler has it
// if it is not answered in time. The nil *waiting watches over nothing.
type waiting struct {
	limit   time.Duration
	report  func(info *Info)
	over    func() bool  // whether the request is answered, or nobody waits for it
	arrived func() int64 // bytes of the body
	seen    int64        // of them, when the timer was started
	running atomic.Pointer[Info]
	timer   atomic.Pointer[time.Timer]
}

// await begins to watch over x, unless Options.Unanswered is 0. The time counts from when
// the first handler gets the request: no handler is to blame for what it waits before,
// nor for a body that still comes in.
func (s *Shim) await(x *router.Exchange) *waiting {
	limit := s.opts.Unanswered
	if limit <= 0 {
		return nil
	}
	method, path, log, id := x.Request.Method, x.Request.Path, s.opts.Log, x.ID
	ctx, answer := x.Context(), x.Response
	over := func() bool { return answer.Committed() || ctx.Err() != nil }
	arrived := x.Request.Arrived
	if arrived == nil {
		arrived = func() int64 { return 0 }
	}
	return &waiting{limit: limit, arrived: arrived, over: over, report: func(info *Info) {
		missing := "nor called next()"
		if info.Final {
			missing = "nor failed"
		}
		log.Warn(fmt.Sprintf("a request has waited for %v: the %s has neither answered %s", limit, info.Kind, missing),
			"method", method, "path", path, info.Kind, info.name(), "source", info.Source, "request", id())
	}}
}

// runs says which handler has the request now.
func (w *waiting) runs(info Info) {
	if w != nil && w.running.Swap(&info) == nil {
		w.start()
	}
}

func (w *waiting) start() {
	w.seen = w.arrived()
	w.timer.Store(time.AfterFunc(w.limit, func() {
		switch {
		case w.over():
		case w.arrived() != w.seen:
			w.start()
		default:
			w.report(w.running.Load())
		}
	}))
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
