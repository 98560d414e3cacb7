package node

import (
	"context"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/node/filewatch"
)

// fileWatches are what a realm watches for fs.watch. It is used on the loop.
type fileWatches struct {
	*host
	cwd    func() string
	open   *resources
	set    *filewatch.Set
	active map[int64]*fileWatch
}

type fileWatch struct {
	id   int64
	fn   goja.Callable
	hold func() // releases the loop; nil where it is not held
}

// watchNatives are watch(path, fn), which calls fn(changed, name) of each event, unwatch(watch) and
// holdWatch(watch, on), which has the watch keep the loop alive, or not.
func (ws *fileWatches) watchNatives() map[string]any {
	of := func(call goja.FunctionCall) *fileWatch { return call.Argument(0).Export().(*fileWatch) }
	return map[string]any{
		"watch": func(call goja.FunctionCall) goja.Value {
			p := call.Argument(0).String()
			fn, _ := goja.AssertFunction(call.Argument(1))
			id, err := ws.watches().Add((&files{cwd: ws.cwd}).path(p))
			if err != nil {
				panic(ws.realm.Error(failed("watch", p, "", err)))
			}
			w := &fileWatch{id: id, fn: fn}
			ws.active[id] = w
			return ws.realm.Runtime().ToValue(w)
		},
		"unwatch": func(call goja.FunctionCall) goja.Value {
			w := of(call)
			delete(ws.active, w.id)
			ws.set.Remove(w.id)
			w.keep(ws.realm, false)
			return goja.Undefined()
		},
		"holdWatch": func(call goja.FunctionCall) goja.Value {
			of(call).keep(ws.realm, call.Argument(1).ToBoolean())
			return goja.Undefined()
		},
	}
}

func (w *fileWatch) keep(r *jsapi.Realm, on bool) {
	if on == (w.hold != nil) {
		return
	}
	if on {
		w.hold = r.Hold()
		return
	}
	w.hold()
	w.hold = nil
}

// watches makes the set where there is none yet: most projects watch nothing.
func (ws *fileWatches) watches() *filewatch.Set {
	if ws.set == nil {
		ctx, enqueue := ws.realm.Lifetime(), ws.realm.Enqueuer()
		ws.set = filewatch.New(func(events []filewatch.Event) { ws.report(ctx, enqueue, events) })
		ws.open.add(ws.set.Close)
	}
	return ws.set
}

// report calls the functions of events, each in a turn of its own. It returns when all are called, so that
// what a busy loop does not take waits in the system, which has a limit.
func (ws *fileWatches) report(ctx context.Context, enqueue func(func(*jsapi.Realm)) bool, events []filewatch.Event) {
	taken := make(chan struct{})
	for i, e := range events {
		if !enqueue(func(r *jsapi.Realm) {
			if i == len(events)-1 {
				close(taken)
			}
			w := ws.active[e.ID]
			if w == nil { // it was closed meanwhile
				return
			}
			if err := r.Callback(w.fn, value.Of("changed", e.Changed, "name", e.Name), nil); err != nil {
				r.Uncaught(err)
			}
		}) {
			return
		}
	}
	select {
	case <-taken:
	case <-ctx.Done():
	}
}
