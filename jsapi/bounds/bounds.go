package bounds

import (
	_ "embed"
	"errors"
	"fmt"

	"github.com/dop251/goja"
)

const (
	// MaxText is the length of the longest string in V8, in UTF-16 units.
	MaxText = 1<<29 - 24
	// manyElements of an array, or manyMembers of another object, are how many a
	// built-in function may visit in one call. For more, it gets a Proxy of the
	// object: its traps are JavaScript, which can be interrupted.
	manyElements, manyMembers = 1 << 24, 1 << 20
	// manySorted is how many elements goja sorts by itself.
	manySorted = 1 << 17
	// muchText is the length up to which one call may search a text with a regular
	// expression, someText with one that backtracks.
	muchText = 1 << 14
	someText = 1 << 8
	// maxPattern is the maximum length of a regular expression.
	maxPattern = 100000
	// maxArguments is the maximum number of arguments in a call of apply.
	maxArguments = 1 << 20
	// MaxNesting is the maximum depth of nested arrays in join and JSON.
	MaxNesting = 4000
	// elementSize is the size of an element of an array in bytes.
	elementSize = 16
)

//go:embed bounds.js
var source string

var program = goja.MustCompile("framework:bounds.js", source, true)

// native is the type of goja's built-in functions.
type native = func(call goja.FunctionCall) goja.Value

// Compiler compiles texts of scripts as files are compiled. It throws errors of syntax.
type Compiler interface {
	// Function makes a function of texts, which are its parameters and last its body. Its source
	// begins with kind.
	Function(kind string, texts []goja.String) *goja.Object
	// Direct returns what a direct call of eval, which goja compiles by itself, is to get in
	// place of a text.
	Direct(text goja.String) goja.Value
}

// bounds are the limits in one realm.
type bounds struct {
	rt     *goja.Runtime
	memory func() int64 // bytes that one call may allocate, 0 for no limit
	// interrupted reports whether the turn was interrupted.
	interrupted func() bool
	compiler    Compiler
	script      map[string]goja.Callable // the functions of bounds.js
	functions   *goja.Object             // the same as an object
	joins       int                      // depth of nested calls of join
	steps       int                      // see step
	generators  int                      // depth of nested calls of next of generators
	proxies     []*goja.Object           // of constructors
}

// Install limits the built-in functions of rt. memory returns how many bytes one
// call may allocate, 0 for no limit; interrupted reports whether the turn was
// interrupted; compiler compiles the texts of eval and its like. It returns the Proxies that
// now stand for constructors.
func Install(rt *goja.Runtime, memory func() int64, interrupted func() bool, compiler Compiler) ([]*goja.Object, error) {
	b := &bounds{rt: rt, memory: memory, interrupted: interrupted, compiler: compiler, script: map[string]goja.Callable{}}
	made, err := rt.RunProgram(program)
	if err != nil {
		return nil, err
	}
	setUp, ok := goja.AssertFunction(made)
	if !ok {
		return nil, errors.New("bounds.js gives no function")
	}
	functions, err := setUp(goja.Undefined(), rt.ToValue(func(goja.FunctionCall) goja.Value { return rt.ToValue(b.text()) }))
	if err != nil {
		return nil, err
	}
	b.functions = functions.ToObject(rt)
	for _, name := range b.functions.Keys() {
		b.script[name], _ = goja.AssertFunction(b.functions.Get(name))
	}
	for _, install := range []func() error{b.arrays, b.strings, b.buffers, b.calls, b.numbers, b.json, b.iterators, b.prototypes, b.chains, b.missing} {
		if err := install(); err != nil {
			return nil, fmt.Errorf("limiting the built-in functions of JavaScript: %w", err)
		}
	}
	return b.proxies, nil
}

// text is the maximum length of a string.
func (b *bounds) text() int64 { return Text(b.memory()) }

// Text returns the maximum length of a string in UTF-16 units, for the number of
// bytes that one call may allocate (0 for no limit).
func Text(memory int64) int64 {
	if memory > 0 {
		return min(memory, MaxText)
	}
	return MaxText
}

// fits reports whether one call may allocate n elements of the given size.
func (b *bounds) fits(n, size int64) bool {
	m := b.memory()
	return m <= 0 || n <= m/size
}

// rangeError throws a RangeError.
func (b *bounds) rangeError(format string, args ...any) {
	panic(RangeError(b.rt, fmt.Sprintf(format, args...)))
}

// RangeError returns a new RangeError.
func RangeError(rt *goja.Runtime, message string) *goja.Object {
	return newError(rt, "RangeError", message)
}

func newError(rt *goja.Runtime, kind, message string) *goja.Object {
	o, err := rt.New(rt.Get(kind), rt.ToValue(message))
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

// replace replaces a built-in function with the result of guard.
func (b *bounds) replace(o *goja.Object, name string, guard func(old native, fn goja.Value) native) error {
	fn, ok := o.Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	made, err := b.guarded(fn, name, guard)
	if err != nil {
		return err
	}
	return o.DefineDataProperty(name, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// guarded makes the function that replaces a built-in one.
func (b *bounds) guarded(fn *goja.Object, name string, guard func(old native, fn goja.Value) native) (*goja.Object, error) {
	old, ok := fn.Export().(native)
	if !ok {
		return nil, fmt.Errorf("%s is not built in", name)
	}
	made := b.rt.ToValue(guard(old, fn)).ToObject(b.rt)
	if err := made.DefineDataProperty("name", b.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return nil, err
	}
	return made, made.DefineDataProperty("length", fn.Get("length"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// member returns a member of a global, such as Array.prototype.
func (b *bounds) member(global string, names ...string) *goja.Object {
	o := b.rt.Get(global).ToObject(b.rt)
	for _, name := range names {
		o = o.Get(name).ToObject(b.rt)
	}
	return o
}

// list returns the arguments as a JavaScript array.
func (b *bounds) list(args []goja.Value) goja.Value {
	all := make([]any, len(args))
	for i, v := range args {
		all[i] = v
	}
	return b.rt.NewArray(all...)
}
