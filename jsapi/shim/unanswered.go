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
	timer   *time.Timer
	running atomic.Pointer[Info]
	early   atomic.Bool // the time was over before a handler ran
}

// await begins to watch over x, unless Options.Unanswered is 0.
func (s *Shim) await(x *router.Exchange) *waiting {
	limit := s.opts.Unanswered
	if limit <= 0 {
		return nil
	}
	w := &waiting{limit: limit}
	method, path, log, id := x.Request.Method, x.Request.Path, s.opts.Log, x.ID
	ctx, answer := x.Context(), x.Response
	w.timer = time.AfterFunc(limit, func() {
		info := w.running.Load()
		if info == nil {
			w.early.Store(true)
			if info = w.running.Load(); info == nil || !w.early.CompareAndSwap(true, false) {
				return // runs begins again
			}
		}
		if answer.Committed() || ctx.Err() != nil {
			return
		}
		missing := "nor called next()"
		if info.Final {
			missing = "nor failed"
		}
		log.Warn(fmt.Sprintf("a request has waited for %v: the %s has neither answered %s", limit, info.Kind, missing),
			"method", method, "path", path, info.Kind, info.name(), "source", info.Source, "request", id())
	})
	return w
}

func (w *waiting) runs(info Info) {
	if w == nil {
		return
	}
	w.running.Store(&info)
	if w.early.CompareAndSwap(true, false) {
		w.timer.Reset(w.limit)
	}
}

func (w *waiting) stop() {
	if w != nil {
		w.timer.Stop()
	}
}

// name is how routes call a handler: "pet.find", "isSignedIn".
func (i *Info) name() string {
	if i.Controller == "" {
		return i.Action
	}
	return i.Controller + "." + i.Action
}
