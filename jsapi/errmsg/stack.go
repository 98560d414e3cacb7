package errmsg

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// defaultFrames is Error.stackTraceLimit where the project has not set it.
const defaultFrames = 10

// frame is an open call at the time when an error was made.
type frame struct {
	prg    *goja.Program // nil for a built-in function
	pc     int
	callee goja.Value
	this   goja.Value
	async  bool // it awaits the frame above

	combinator string // Promise.all or its like, which has no program
	index      int    // of the element
}

// trace is the stack of one error.
type trace struct {
	frames []frame
	native bool // it was made where no JavaScript ran
}

// Get implements goja.DynamicObject, as the following methods do.
func (*trace) Get(string) goja.Value { return nil }

// Set changes nothing.
func (*trace) Set(string, goja.Value) bool { return false }

// Has reports false.
func (*trace) Has(string) bool { return false }

// Delete deletes nothing.
func (*trace) Delete(string) bool { return false }

// Keys returns none.
func (*trace) Keys() []string { return nil }

// tracer gives errors the stacks of V8.
type tracer struct {
	*Errors
	options Options
	error   *goja.Object
	traces  *goja.Object // a WeakMap: the trace of an object
	hold    native       // its method set
	held    native       // its method get
	getter  goja.Value
	setter  goja.Value
	silent  []*goja.Object // functions that have no frame in V8, such as call
	site    goja.Callable  // makes a CallSite, nil before it is needed
}

// installStacks replaces the stack of all errors, and defines Error.captureStackTrace.
func (e *Errors) installStacks(options Options) error {
	t := &tracer{Errors: e, options: options, error: e.rt.Get("Error").ToObject(e.rt)}
	e.stacks = t
	if err := t.makeTraces(); err != nil {
		return err
	}
	t.getter = e.rt.ToValue(func(call goja.FunctionCall) goja.Value { return t.read(call.This) })
	t.setter = e.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok {
			t.replace(o, call.Argument(0))
		}
		return goja.Undefined()
	})
	for _, kind := range append([]string{"Error", "EvalError", "AggregateError"}, kinds...) {
		constructor, ok := e.rt.Get(kind).(*goja.Object)
		if !ok {
			continue
		}
		if err := hook(constructor, t.making(constructor)); err != nil {
			return err
		}
		if err := hookCall(constructor, t.calling); err != nil {
			return err
		}
	}
	for of, names := range map[*goja.Object][]string{e.rt.Get("Function").ToObject(e.rt).Get("prototype").ToObject(e.rt): {"call", "apply"}, e.reflect: {"apply", "construct"}} {
		for _, name := range names {
			t.silent = append(t.silent, of.Get(name).ToObject(e.rt))
		}
	}
	capture := e.rt.ToValue(t.capture).ToObject(e.rt)
	for name, v := range map[string]goja.Value{"name": e.rt.ToValue("captureStackTrace"), "length": e.rt.ToValue(2)} {
		if err := capture.DefineDataProperty(name, v, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	if err := t.error.DefineDataProperty("captureStackTrace", capture, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return t.error.Set("stackTraceLimit", defaultFrames)
}

// makeTraces makes the WeakMap, and finds its methods before scripts can replace them.
func (t *tracer) makeTraces() error {
	var err error
	if t.traces, err = t.rt.New(t.rt.Get("WeakMap")); err != nil {
		return err
	}
	for name, into := range map[string]*native{"set": &t.hold, "get": &t.held} {
		if err := hookCall(t.traces.Get(name).ToObject(t.rt), func(old native) native {
			*into = old
			return old
		}); err != nil {
			return err
		}
	}
	return nil
}

// making adds the stack to what new makes.
func (t *tracer) making(constructor *goja.Object) func(old maker) maker {
	return func(old maker) maker {
		return func(args []goja.Value, target *goja.Object) *goja.Object {
			t.keepGuard()
			o := old(args, target)
			if target == constructor {
				target = nil // goja or Go makes the error
			}
			t.attach(o, t.frames(target, false))
			return o
		}
	}
}

// calling adds the stack to what a call without new makes.
func (t *tracer) calling(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		t.keepGuard()
		v := old(call)
		if o, ok := v.(*goja.Object); ok {
			t.attach(o, t.frames(nil, true))
		}
		return v
	}
}

// limit is Error.stackTraceLimit; ok is false if it is no number, and stacks are off.
func (t *tracer) limit() (n int, ok bool) {
	v := t.error.Get("stackTraceLimit")
	if v == nil || typeOf(v) != "number" {
		return 0, false
	}
	f := v.ToFloat()
	return int(min(max(f, 0), 200)), true
}

// attach defines the stack of an object. It is made when it is first read.
func (t *tracer) attach(o *goja.Object, frames []frame) {
	limit, _ := t.limit()
	t.attachTo(o, frames, len(frames) == 0 && limit > 0)
}

func (t *tracer) attachTo(o *goja.Object, frames []frame, native bool) {
	if _, ok := t.limit(); !ok && o.ClassName() != "Error" {
		return
	}
	restore := silence(o)
	defer restore()
	t.hold(goja.FunctionCall{This: t.traces, Arguments: []goja.Value{o, t.rt.NewDynamicObject(&trace{frames, native})}})
	// It fails on objects that cannot be extended; those have no stack.
	_ = o.DefineAccessorProperty("stack", t.getter, t.setter, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// silence keeps goja from writing its own stack of an error, until restore.
func silence(o *goja.Object) (restore func()) {
	stack := captured(o)
	if stack == nil {
		return func() {}
	}
	before := *stack
	*stack = nil
	return func() { *stack = before }
}

// captured returns where goja keeps the calls that were open when an error was made,
// nil for other objects.
func captured(o *goja.Object) *[]goja.StackFrame {
	if o.ClassName() != "Error" {
		return nil
	}
	self := reflect.ValueOf(o).Elem().FieldByName("self").Elem()
	if self.Kind() != reflect.Pointer {
		return nil
	}
	f := self.Elem().FieldByName("stack")
	if !f.IsValid() || f.Type() != reflect.TypeFor[[]goja.StackFrame]() {
		return nil
	}
	return (*[]goja.StackFrame)(unsafe.Pointer(f.UnsafeAddr()))
}

// Calls returns all calls that were open when an error was made; its stack has only the
// first of them.
func Calls(o *goja.Object) []goja.StackFrame {
	if stack := captured(o); stack != nil {
		return *stack
	}
	return nil
}

// replace makes the stack a plain value.
func (t *tracer) replace(o *goja.Object, v goja.Value) {
	_ = o.DefineDataProperty("stack", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE) // fails on frozen objects
}

// read returns the stack of an error, which becomes its value.
func (t *tracer) read(this goja.Value) goja.Value {
	o, ok := this.(*goja.Object)
	if !ok {
		return goja.Undefined()
	}
	for holder := o; holder != nil; holder = holder.Prototype() {
		held, ok := t.held(goja.FunctionCall{This: t.traces, Arguments: []goja.Value{holder}}).(*goja.Object)
		if !ok {
			continue
		}
		if found, ok := held.Export().(*trace); ok {
			// Functions of Go that were given no name have that of their package. To read a
			// name may run code, so it is not done when the error is made.
			found.frames = slices.DeleteFunc(found.frames, func(f frame) bool { return f.prg == nil && strings.Contains(nameOf(t.rt, f.callee), "/") })
			text := t.written(holder, found)
			t.replace(holder, text)
			return text
		}
	}
	return goja.Undefined()
}

// written is the stack as text, or what Error.prepareStackTrace makes of it.
func (t *tracer) written(o *goja.Object, found *trace) goja.Value {
	if prepare, ok := goja.AssertFunction(orUndefined(t.error.Get("prepareStackTrace"))); ok {
		sites := make([]any, len(found.frames))
		for i := range found.frames {
			sites[i] = t.callSite(found, i)
		}
		v, err := prepare(t.error, o, t.rt.NewArray(sites...))
		if err != nil {
			panic(err)
		}
		return v
	}
	var b strings.Builder
	b.WriteString(t.head(o))
	for i := range found.frames {
		b.WriteString("\n    at " + t.place(found, i).String())
	}
	if found.native {
		b.WriteString("\n    at <anonymous>")
	}
	return t.rt.ToValue(b.String())
}

// head is the first line of a stack.
func (t *tracer) head(o *goja.Object) string {
	text := func(name, otherwise string) string {
		v := o.Get(name)
		if v == nil || goja.IsUndefined(v) {
			return otherwise
		}
		return v.String()
	}
	name, message := text("name", "Error"), text("message", "")
	switch {
	case name == "":
		return message
	case message == "":
		return name
	}
	return name + ": " + message
}

// capture is Error.captureStackTrace.
func (t *tracer) capture(call goja.FunctionCall) goja.Value {
	o, ok := call.Argument(0).(*goja.Object)
	if !ok {
		panic(t.rt.NewTypeError("Invalid argument"))
	}
	above, _ := call.Argument(1).(*goja.Object)
	if _, function := goja.AssertFunction(call.Argument(1)); !function || above.ExportType() == reflect.TypeFor[goja.Proxy]() {
		above = nil // as if nothing was given
	}
	t.attachTo(o, t.frames(above, true), false)
	return goja.Undefined()
}

// frames returns the open calls below that of the function above; skip leaves out the
// built-in function that runs. If above does not run, it is left out for a constructor,
// and nothing is left for captureStackTrace, as in V8.
func (t *tracer) frames(above *goja.Object, skip bool) []frame {
	limit, ok := t.limit()
	if !ok || limit == 0 {
		return nil
	}
	t.keepGuard()
	n := t.depth()
	list := make([]frame, 0, min(n+1, limit))
	prg, pc, sb := *t.prg, *t.pc, *t.sb
	seen := above == nil
	var all []frame
	for i := n; ; i-- {
		f, real := t.frameAt(prg, pc, sb)
		t.forward(&f, sb)
		if real && !(skip && i == n) && !t.hidden(&f) {
			if seen {
				list = append(list, f)
			} else if len(all) < limit {
				all = append(all, f)
			}
		}
		if real && !seen && f.callee != nil && f.callee == goja.Value(above) {
			seen, all = true, nil
		}
		if i == 0 || len(list) >= limit {
			break
		}
		prg, pc, sb = t.callAt(i - 1)
	}
	if !seen && !skip {
		list = all
	}
	if len(list) < limit {
		list = t.awaiting(list, limit)
	}
	return list
}

// frameAt returns the frame of registers of the VM, if there is one.
func (t *tracer) frameAt(prg *goja.Program, pc, sb int) (f frame, ok bool) {
	if prg == nil && sb <= 0 {
		return f, false
	}
	f = frame{prg: prg, pc: pc}
	stack := *t.stack
	if sb > 0 && sb <= len(stack) {
		f.callee = stack[sb-1]
		switch {
		case prg != nil && sb < len(stack):
			f.this = stack[sb]
		case prg != nil:
		case sb > 1:
			f.this = stack[sb-2]
		}
	}
	return f, true
}

// forward has the frame of call or apply stand for the built-in function that it calls, which has
// no frame of its own.
func (t *tracer) forward(f *frame, sb int) {
	callee, ok := f.callee.(*goja.Object)
	if f.prg != nil || !ok || !slices.Contains(t.silent, callee) {
		return
	}
	stack, target, this := *t.stack, f.this, sb
	if f.this == goja.Value(t.reflect) && sb < len(stack) {
		target, this = stack[sb], sb+1
	}
	if fn, ok := target.(*goja.Object); ok && isNative(fn) {
		f.callee, f.this = fn, goja.Undefined()
		if this < len(stack) && stack[this] != nil {
			f.this = stack[this]
		}
	}
}

// isNative reports whether an object is a built-in function.
func isNative(o *goja.Object) bool {
	self := reflect.ValueOf(o).Elem().FieldByName("self").Elem()
	return self.Kind() == reflect.Pointer && self.Type().Elem().Name() == "nativeFuncObject"
}

// hidden reports whether a frame is one of the server, or of what V8 gives no frame: a proxy calls its target or its handler.
func (t *tracer) hidden(f *frame) bool {
	if f.prg == nil {
		o, ok := f.callee.(*goja.Object)
		return !ok || o == t.guard || slices.Contains(t.silent, o) || o.ExportType() == reflect.TypeFor[goja.Proxy]()
	}
	src := t.source(f.prg)
	return src != nil && strings.HasPrefix(src.Name(), "framework:")
}

// functionName is the name of the program of a function.
func functionName(p *goja.Program) string {
	f := reflect.ValueOf(p).Elem().FieldByName("funcName")
	if f.Kind() != reflect.String {
		return ""
	}
	return unistring.String(f.String()).String()
}
