package errmsg

import (
	"github.com/dop251/goja"
)

// At a full stack goja makes an error that JavaScript cannot catch. Before, it notes
// the open calls, and asks the built-in functions among them for their name. The one
// below all others is ours: its name is a getter, which throws what V8 throws.

// Guard makes a full stack above a call of the built-in function fn throw a RangeError.
// limit is the one given to goja.
func (e *Errors) Guard(fn *goja.Object, limit int) error {
	e.guard, e.limit = fn, limit
	getter := e.rt.ToValue(func(goja.FunctionCall) goja.Value {
		if e.depth() > e.limit && !e.busy && *e.interrupted == 0 {
			panic(e.overflow())
		}
		return e.rt.ToValue("")
	})
	return fn.DefineAccessorProperty("name", getter, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// overflow returns the error for a full stack.
func (e *Errors) overflow() *goja.Object {
	e.busy = true
	defer func() { e.busy = false }()
	o := e.makers["RangeError"]([]goja.Value{e.rt.ToValue(stackFull)}, e.own["RangeError"])
	e.stacks.attach(o, e.stacks.frames(nil, false))
	return o
}

// BeginJob puts the guard below a promise job, which no function of ours calls. Call it
// when goja resumes the context of a job. Stacks go on with what awaits the promise that
// the job settles; it may be nil.
func (e *Errors) BeginJob(promise *goja.Object) {
	e.current = promise
	if e.guard == nil || e.job || *e.sp != 0 || *e.sb > 0 || e.depth() != 0 {
		return
	}
	if len(*e.stack) == 0 {
		*e.stack = append(*e.stack, nil)
	}
	(*e.stack)[0] = e.guard
	e.job, *e.sp, *e.sb = true, 1, 1
}

// EndJob takes the guard away again, after a job and, because a job that was
// interrupted has no end, before a turn.
func (e *Errors) EndJob() {
	e.current = nil
	if e.job {
		e.job, *e.sp, *e.sb = false, 0, -1
	}
}

// keepGuard puts the guard back before goja notes the open calls. Where nothing but a promise job is open, a call from
// Go into JavaScript is the outermost one for goja, which drops the stack behind it: so does a built-in function that
// is itself the handler of a promise.
func (e *Errors) keepGuard() {
	if e.job && *e.sb == 1 && len(*e.stack) == 0 {
		*e.stack = append(*e.stack, e.guard)
	}
}
