package errmsg

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// chain reads who waits for a promise. goja does not export that; newChain fails if goja has changed.
type chain struct {
	reactions uintptr // in goja.Promise: what is done when it is fulfilled

	// Of a reaction: the function that awaits, or the promise of then and the handler.
	reactionRunner, reactionCap, capPromise, reactionHandler, handlerCall, reactionContext uintptr

	// What resolves a promise is a closure. Its code is resolver, and it has the promise in one of its words.
	resolver, resolved uintptr

	runnerCap, runnerContext, prgAt, pcAt uintptr // of a function that awaits
}

func newChain(runner reflect.Type) (c chain, err error) {
	at := func(of reflect.Type, name string, kind reflect.Kind, place *uintptr) reflect.Type {
		if of == nil || of.Kind() != reflect.Struct {
			return nil
		}
		f, ok := of.FieldByName(name)
		if !ok || f.Type.Kind() != kind {
			err = fmt.Errorf("%s of goja has no %s that is a %s", of.Name(), name, kind)
			return nil
		}
		*place = f.Offset
		if kind == reflect.Pointer {
			return f.Type.Elem()
		}
		return f.Type
	}
	list := at(reflect.TypeFor[goja.Promise](), "fulfillReactions", reflect.Slice, &c.reactions)
	if err != nil || list.Elem().Kind() != reflect.Pointer {
		return c, fmt.Errorf("the reactions of goja's promises are no pointers (%w)", err)
	}
	reaction := list.Elem().Elem()
	if awaits := at(reaction, "asyncRunner", reflect.Pointer, &c.reactionRunner); awaits != runner {
		return c, fmt.Errorf("a reaction of goja has no function that awaits")
	}
	at(at(reaction, "handler", reflect.Pointer, &c.reactionHandler), "callback", reflect.Func, &c.handlerCall)
	at(reaction, "asyncCtx", reflect.Interface, &c.reactionContext)
	capability := at(reaction, "capability", reflect.Pointer, &c.reactionCap)
	promise := at(capability, "promise", reflect.Pointer, &c.capPromise)
	at(runner, "promiseCap", reflect.Pointer, &c.runnerCap)
	var generator, context uintptr
	ctx := at(at(runner, "gen", reflect.Struct, &generator), "ctx", reflect.Struct, &context)
	c.runnerContext = generator + context
	program := at(ctx, "prg", reflect.Pointer, &c.prgAt)
	at(ctx, "pc", reflect.Int, &c.pcAt)
	if err == nil && (promise != reflect.TypeFor[goja.Object]() || program != reflect.TypeFor[goja.Program]()) {
		err = fmt.Errorf("goja keeps promises as %s, and programs as %s", promise, program)
	}
	return c, err
}

// closure is the beginning of a function value: its code, and what it has captured.
type closure [4]uintptr

// learn finds out how the functions that resolve promises hold them.
func (c *chain) learn(rt *goja.Runtime) error {
	var resolve goja.Value
	made, err := rt.New(rt.Get("Promise"), rt.ToValue(func(call goja.FunctionCall) goja.Value {
		resolve = call.Argument(0)
		return goja.Undefined()
	}))
	if err != nil {
		return err
	}
	p, ok := made.Export().(*goja.Promise)
	if !ok {
		return fmt.Errorf("a promise of goja is a %T", made.Export())
	}
	return wrapField(resolve.ToObject(rt), "f", func(fn native) native {
		held := **(**closure)(unsafe.Pointer(&fn))
		for i, word := range held[1:] {
			if word == uintptr(unsafe.Pointer(p)) {
				c.resolver, c.resolved = held[0], uintptr(i+1)
			}
		}
		return fn
	})
}

// resolving returns the promise that a handler of a reaction resolves, nil for other handlers.
func (c *chain) resolving(reaction unsafe.Pointer) *goja.Promise {
	handler := *(*unsafe.Pointer)(unsafe.Add(reaction, c.reactionHandler))
	if handler == nil || c.resolver == 0 {
		return nil
	}
	held := *(**closure)(unsafe.Add(handler, c.handlerCall))
	if held == nil || held[0] != c.resolver {
		return nil
	}
	return *(**goja.Promise)(unsafe.Pointer(&held[c.resolved]))
}

// ofRunner returns the promise of a function that awaits.
func (c *chain) ofRunner(runner unsafe.Pointer) *goja.Object {
	return c.promise(*(*unsafe.Pointer)(unsafe.Add(runner, c.runnerCap)))
}

func (c *chain) promise(capability unsafe.Pointer) *goja.Object {
	if capability == nil {
		return nil
	}
	return *(**goja.Object)(unsafe.Add(capability, c.capPromise))
}

// after returns what is done when a promise is fulfilled, nil if that is nothing or more than one thing: then
// V8 goes no further.
func (c *chain) after(promise *goja.Object) (reaction unsafe.Pointer) {
	p, ok := promise.Export().(*goja.Promise)
	if !ok {
		return nil
	}
	if list := *(*[]unsafe.Pointer)(unsafe.Add(unsafe.Pointer(p), c.reactions)); len(list) == 1 {
		return list[0]
	}
	return nil
}

// awaiting adds the functions that await the result of the running one.
func (t *tracer) awaiting(list []frame, limit int) []frame {
	promise := t.current
	if !t.runner.IsNil() {
		promise = t.ofRunner(t.runner.UnsafePointer())
	}
	for promise != nil && len(list) < limit {
		reaction := t.after(promise)
		if reaction == nil {
			break
		}
		if runner := *(*unsafe.Pointer)(unsafe.Add(reaction, t.reactionRunner)); runner != nil {
			promise = t.ofRunner(runner)
			context := unsafe.Add(runner, t.runnerContext)
			if prg := *(**goja.Program)(unsafe.Add(context, t.prgAt)); prg != nil {
				list = append(list, frame{prg: prg, pc: *(*int)(unsafe.Add(context, t.pcAt)), async: true})
			}
			continue
		}
		if element := t.element(*(*any)(unsafe.Add(reaction, t.reactionContext))); element != nil {
			list = append(list, frame{async: true, combinator: element.Get("name").String(), index: int(element.Get("index").ToInteger())})
			promise, _ = element.Get("promise").(*goja.Object)
		} else if resolved := t.resolving(reaction); resolved != nil {
			promise = t.rt.ToValue(resolved).ToObject(t.rt)
		} else {
			promise = t.promise(*(*unsafe.Pointer)(unsafe.Add(reaction, t.reactionCap)))
		}
	}
	return list
}

// Elements says how to find what waits for an element of Promise.all and its like.
type Elements struct {
	// File has the functions that are given to then for an element. Called with Ask, the first or the second returns
	// an object with the name of the function, the index and the promise that it has returned.
	File string
	Ask  goja.Value
	// Handlers returns the functions that were given to then, for what the AsyncContextTracker has returned.
	Handlers func(context any) []goja.Value
}

// Through makes stacks go on behind the elements of Promise.all and its like.
func (e *Errors) Through(elements Elements) { e.elements = elements }

// element returns what waits for the element for which then has made a reaction, nil if there is none.
func (e *Errors) element(context any) *goja.Object {
	if e.elements.Handlers == nil {
		return nil
	}
	for _, handler := range e.elements.Handlers(context) {
		prg := programOf(handler)
		if prg == nil {
			continue
		}
		if src := e.source(prg); src == nil || src.Name() != e.elements.File {
			continue
		}
		if fn, ok := goja.AssertFunction(handler); ok {
			v, err := fn(goja.Undefined(), e.elements.Ask)
			if o, ok := v.(*goja.Object); ok && err == nil {
				return o
			}
		}
	}
	return nil
}

// programOf returns the program of a function in JavaScript.
func programOf(fn goja.Value) *goja.Program {
	o, ok := fn.(*goja.Object)
	if !ok {
		return nil
	}
	self := reflect.ValueOf(o).Elem().FieldByName("self").Elem()
	if self.Kind() != reflect.Pointer {
		return nil
	}
	f := self.Elem().FieldByName("prg")
	if !f.IsValid() || f.Type() != reflect.TypeFor[*goja.Program]() {
		return nil
	}
	return (*goja.Program)(f.UnsafePointer())
}
