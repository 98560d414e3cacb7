package bounds

import (
	_ "embed"
	"errors"
	"fmt"

	"github.com/dop251/goja"
)

const (
	// maxText is the longest string of V8, in UTF-16 units.
	maxText = 1<<29 - 24
	// manyElements of an array, and manyMembers of another object, are what a
	// built-in function goes through at once; for more it is led through a
	// Proxy, whose traps are a script that can be interrupted.
	manyElements, manyMembers = 1 << 24, 1 << 20
	// manySorted is how many elements are compared in Go at once.
	manySorted = 1 << 17
	// muchText is the length of the longest text that a regular expression searches at once.
	muchText = 1 << 14
	// someText is the same for a regular expression that backtracks.
	someText = 1 << 8
	// maxPattern is how long a regular expression is.
	maxPattern = 100000
	// maxArguments is how many arguments a list may have in a call of apply.
	maxArguments = 1 << 20
	// MaxNesting is how deep arrays may nest for join and JSON.
	MaxNesting = 4000
	// elementSize is how many bytes an element of an array takes.
	elementSize = 16
)

//go:embed bounds.js
var source string

var program = goja.MustCompile("framework:bounds.js", source, true)

// native is a built-in function as goja has it.
type native = func(call goja.FunctionCall) goja.Value

// bounds are those of one realm.
type bounds struct {
	rt     *goja.Runtime
	memory func() int64 // how much one call may take, 0 for no limit
	// interrupted reports whether the turn was interrupted.
	interrupted func() bool
	script      map[string]goja.Callable
	functions   *goja.Object // script, as JavaScript has it
	joins       int          // how many joins are inside of each other
	steps       int          // see step
}

// Install bounds the built-in functions of rt. memory tells how many bytes one
// call may take, 0 for no limit, interrupted whether the turn is to end.
func Install(rt *goja.Runtime, memory func() int64, interrupted func() bool) error {
	b := &bounds{rt: rt, memory: memory, interrupted: interrupted, script: map[string]goja.Callable{}}
	made, err := rt.RunProgram(program)
	if err != nil {
		return err
	}
	setUp, ok := goja.AssertFunction(made)
	if !ok {
		return errors.New("bounds.js gives no function")
	}
	functions, err := setUp(goja.Undefined(), rt.ToValue(func(goja.FunctionCall) goja.Value { return rt.ToValue(b.text()) }))
	if err != nil {
		return err
	}
	b.functions = functions.ToObject(rt)
	for _, name := range b.functions.Keys() {
		b.script[name], _ = goja.AssertFunction(b.functions.Get(name))
	}
	for _, install := range []func() error{b.arrays, b.strings, b.buffers, b.calls, b.numbers, b.json, b.iterators, b.prototypes} {
		if err := install(); err != nil {
			return fmt.Errorf("bounding what JavaScript has built in: %w", err)
		}
	}
	return nil
}

// text is how long a string may be.
func (b *bounds) text() int64 { return Text(b.memory()) }

// Text is how long a string may be, in UTF-16 units, where one call may take
// so many bytes, 0 for no limit.
func Text(memory int64) int64 {
	if memory > 0 {
		return min(memory, maxText)
	}
	return maxText
}

// fits reports whether one call may allocate n pieces of a size.
func (b *bounds) fits(n, size int64) bool {
	m := b.memory()
	return m <= 0 || n <= m/size
}

// rangeError throws a RangeError.
func (b *bounds) rangeError(format string, args ...any) {
	panic(RangeError(b.rt, fmt.Sprintf(format, args...)))
}

// RangeError makes a RangeError, to be thrown.
func RangeError(rt *goja.Runtime, message string) *goja.Object {
	o, err := rt.New(rt.Get("RangeError"), rt.ToValue(message))
	if err != nil {
		panic(err)
	}
	return o
}

// run calls a function of bounds.js.
func (b *bounds) run(name string, args ...goja.Value) goja.Value {
	v, err := b.script[name](goja.Undefined(), args...)
	if err != nil {
		panic(err)
	}
	return v
}

// replace replaces a built-in function by the result of guard.
func (b *bounds) replace(o *goja.Object, name string, guard func(old native, fn goja.Value) native) error {
	fn, ok := o.Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	old, ok := fn.Export().(native)
	if !ok {
		return fmt.Errorf("%s is not built in", name)
	}
	made := b.rt.ToValue(guard(old, fn)).ToObject(b.rt)
	if err := made.DefineDataProperty("name", b.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	if err := made.DefineDataProperty("length", fn.Get("length"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return o.DefineDataProperty(name, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// member is a global's member, such as Array.prototype.
func (b *bounds) member(global string, names ...string) *goja.Object {
	o := b.rt.Get(global).ToObject(b.rt)
	for _, name := range names {
		o = o.Get(name).ToObject(b.rt)
	}
	return o
}

// list is a JavaScript array of arguments.
func (b *bounds) list(args []goja.Value) goja.Value {
	all := make([]any, len(args))
	for i, v := range args {
		all[i] = v
	}
	return b.rt.NewArray(all...)
}
