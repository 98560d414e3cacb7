package mocha

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/node"
)

// attempt is one call of a test or hook. It belongs to the loop.
type attempt struct {
	of    *runnable
	op    *jsapi.Op
	began time.Time
	limit time.Duration
	// unbounded: no timeout ends it
	unbounded bool
	timer     *time.Timer
	ended     time.Time // when it was settled
	calls     int       // of done
	extra     error     // an error after it was settled, before the next attempt
}

// outcome is how an attempt ended.
type outcome struct {
	state          State
	failure        *Failure
	duration, slow time.Duration
	retry, retries int
	bail           bool
}

// arm starts the timeout of the runnable.
func (a *attempt) arm() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
	if a.unbounded {
		return
	}
	a.limit = a.of.setting("timeout")
	if a.limit <= 0 {
		return
	}
	op, limit := a.op, a.limit
	a.timer = time.AfterFunc(limit, func() { op.Settle(nil, &TimeoutError{limit}) })
}

// setting returns an inherited setting in milliseconds; call it on the loop.
func (t *runnable) setting(name string) time.Duration { return time.Duration(t.number(name) * 1e6) }

func (t *runnable) number(name string) float64 {
	get, ok := goja.AssertFunction(t.object.Get(name))
	if !ok {
		return 0
	}
	v, err := get(t.object)
	if err != nil || goja.IsUndefined(v) {
		return 0
	}
	return v.ToFloat()
}

// call runs a test or a hook; current is the test that a hook is run for.
func (r *run) call(t, current *runnable) outcome {
	op := r.iso.Begin(r.ctx, func(realm *jsapi.Realm, op *jsapi.Op) {
		a := &attempt{of: t, op: op, began: time.Now(), unbounded: r.opts.Unbounded}
		r.running = a
		a.arm()
		var test goja.Value
		if current != nil {
			test = current.object
		} else {
			test = goja.Undefined()
		}
		_, err := r.start(goja.Undefined(), t.object, test, realm.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			r.settle(a, call.Argument(0))
			return goja.Undefined()
		}))
		if err != nil {
			op.Settle(nil, realm.Wrap(err))
		}
	})
	_, err := op.Wait()
	// Wait for a further turn, so that all errors of the last one have been
	// reported.
	var out outcome
	if doErr := r.iso.Do(context.WithoutCancel(r.ctx), func(realm *jsapi.Realm) error {
		out = r.finish(t, err)
		return nil
	}); doErr != nil {
		return outcome{state: Failed, failure: &Failure{Name: "Error", Message: doErr.Error()}}
	}
	return out
}

// settle ends the attempt with the argument of done; a test may call done twice.
func (r *run) settle(a *attempt, v goja.Value) {
	a.calls++
	var err error
	if !goja.IsUndefined(v) && !goja.IsNull(v) {
		err = r.realm.GoError(v)
	}
	switch {
	case a.calls == 1:
		a.ended = time.Now()
		a.op.Settle(nil, err)
	case r.running == a && a.extra == nil:
		a.extra = errTwice
		if err != nil {
			a.extra = fmt.Errorf("%w, the last time with: %w", errTwice, err)
		}
	case r.running != a:
		r.uncaught(fmt.Errorf("%w in %q", errTwice, a.of.fullTitle()))
	}
}

// uncaught handles an uncaught error: it fails the test or hook that runs.
func (m *Runner) uncaught(err error) bool {
	a := m.running
	if a == nil {
		m.betweenTests = append(m.betweenTests, err)
		return true
	}
	if !a.op.Settle(nil, err) && a.extra == nil {
		a.extra = err
	}
	return true
}

// finish returns the outcome of a finished attempt.
func (r *run) finish(t *runnable, err error) outcome {
	a := r.running
	r.running = nil
	if a == nil { // it did not begin
		return outcome{state: Failed, failure: r.failure(err)}
	}
	if a.timer != nil {
		a.timer.Stop()
	}
	if a.ended.IsZero() {
		a.ended = time.Now()
	}
	out := outcome{
		state: Passed, duration: a.ended.Sub(a.began),
		slow: t.setting("slow"), retries: int(t.number("retries")), bail: t.number("bail") != 0,
	}
	if err == nil && a.limit > 0 && out.duration > a.limit {
		err = &TimeoutError{a.limit}
	}
	if r.isSkip(err) {
		err, out.state = nil, Pending
	}
	if err == nil {
		err = a.extra
	}
	if err != nil {
		out.state, out.failure = Failed, r.failure(err)
	}
	_ = t.object.Set("state", string(out.state))
	_ = t.object.Set("duration", out.duration.Milliseconds())
	return out
}

// isSkip reports whether err was thrown by this.skip().
func (m *Runner) isSkip(err error) bool {
	e, ok := errors.AsType[*jsapi.ScriptError](err)
	if !ok {
		return false
	}
	o, ok := e.Value.(*goja.Object)
	return ok && m.realm.Runtime().InstanceOf(o, m.skip)
}

// takeBetweenTests returns the errors between two tests.
func (m *Runner) takeBetweenTests(ctx context.Context) []*Failure {
	var list []*Failure
	// A closed realm has no more errors.
	_ = m.iso.Do(context.WithoutCancel(ctx), func(*jsapi.Realm) error {
		for _, err := range m.betweenTests {
			list = append(list, m.failure(err))
		}
		m.betweenTests = nil
		return nil
	})
	return list
}

// failure describes an error.
func (m *Runner) failure(err error) *Failure {
	e, ok := errors.AsType[*jsapi.ScriptError](err)
	if !ok {
		name := "Error"
		if err == nil {
			err = errors.New("the test was not run")
		}
		return &Failure{Name: name, Message: err.Error(), Stack: name + ": " + err.Error()}
	}
	f := &Failure{Name: e.Name, Message: e.Message, Excerpt: e.Excerpt}
	if e.Line > 0 {
		f.Place = fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column)
	}
	f.Stack = e.Name + ": " + e.Message
	for _, frame := range e.Frames {
		if strings.HasPrefix(frame.File, "framework:") {
			continue
		}
		f.Stack += fmt.Sprintf("\n    at %s:%d:%d", frame.File, frame.Line, frame.Column)
	}
	o, ok := e.Value.(*goja.Object)
	if !ok {
		return f
	}
	// The members of an error may be getters of the project that throw.
	_ = m.realm.Runtime().Try(func() {
		if v, err := m.realm.FromJS(o); err == nil {
			f.Members, _ = v.(*value.Map)
		}
		expected := o.Get("expected")
		show := o.Get("showDiff")
		if expected != nil && !goja.IsUndefined(expected) && (show == nil || goja.IsUndefined(show) || show.ToBoolean()) {
			f.Compared, f.Expected, f.Actual = true, node.Inspect(m.realm, expected), node.Inspect(m.realm, o.Get("actual"))
		}
	})
	return f
}
