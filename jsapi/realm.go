package jsapi

import (
	"context"

	"github.com/dop251/goja"
)

// Realm is the inside of an Isolate. It and all goja values obtained through
// it are to be used on the loop only.
type Realm struct{}

// Runtime is the goja VM.
func (r *Realm) Runtime() *goja.Runtime { panic("jsapi.Runtime") }

// Reserve announces a completion from outside: call Reserve on the loop, call
// complete exactly once from any goroutine. The function given to complete
// runs as a turn of its own, on behalf of the operation that is current now.
func (r *Realm) Reserve() (complete func(fn func(r *Realm))) { panic("jsapi.Reserve") }

// Promise runs work on a goroutine and returns a promise of its result, which
// ToJS turns into a JavaScript value; an error rejects with r.Error(err). The
// context is that of the current operation.
func (r *Realm) Promise(work func(ctx context.Context) (any, error)) goja.Value {
	panic("jsapi.Promise")
}

// Async is Promise for callback style: done runs on the loop.
func (r *Realm) Async(work func(ctx context.Context) (any, error), done func(r *Realm, value any, err error)) {
	panic("jsapi.Async")
}

// Current is the operation on whose behalf the loop is running, nil if none.
func (r *Realm) Current() *Op { panic("jsapi.Current") }

// Context is that of the current operation, or that of the isolate.
func (r *Realm) Context() context.Context { panic("jsapi.Context") }

// ToJS turns a value of package ordered (or one that an OnToJS hook knows)
// into a native JavaScript value: objects, arrays, Dates, Buffers.
func (r *Realm) ToJS(v any) goja.Value { panic("jsapi.ToJS") }

// FromJS copies a JavaScript value into one of package ordered: Dates become
// time.Time, Buffers []byte, toJSON is not called, functions become
// Undefined, cycles are an error. OnFromJS hooks are asked about objects first.
func (r *Realm) FromJS(v goja.Value) (any, error) { panic("jsapi.FromJS") }

// OnToJS adds a conversion for Go types of other packages.
func (r *Realm) OnToJS(hook func(v any) (goja.Value, bool)) { panic("jsapi.OnToJS") }

// OnFromJS adds a conversion for objects that stand for Go values.
func (r *Realm) OnFromJS(hook func(o *goja.Object) (any, bool)) { panic("jsapi.OnFromJS") }

// Error makes a JavaScript Error of a Go error; an error that began as a
// JavaScript value becomes that very value again. OnError hooks are asked first.
func (r *Realm) Error(err error) goja.Value { panic("jsapi.Error") }

// OnError adds a conversion for error types of other packages.
func (r *Realm) OnError(hook func(err error) (goja.Value, bool)) { panic("jsapi.OnError") }

// GoError makes a Go error of a thrown or rejected value: *ScriptError with
// the place in the project, keeping the value itself for Error.
func (r *Realm) GoError(thrown goja.Value) error { panic("jsapi.GoError") }

// Wrap turns an error that goja returned (exception, interrupt, Go error
// passed through) into a *ScriptError or the Go error it began as.
func (r *Realm) Wrap(err error) error { panic("jsapi.Wrap") }

// Stringify appends v as JSON.stringify(v, null, indent) would print it,
// toJSON called; ok is false where JSON.stringify gives undefined.
func (r *Realm) Stringify(dst []byte, v goja.Value, indent string) (text []byte, ok bool, err error) {
	panic("jsapi.Stringify")
}

// Slot keeps one value per key and realm, for sub-packages; keys are compared
// like context keys.
func (r *Realm) Slot(key any) any { panic("jsapi.Slot") }

// SetSlot sets the value of key.
func (r *Realm) SetSlot(key, v any) { panic("jsapi.SetSlot") }
