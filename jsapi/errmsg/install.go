package errmsg

import (
	"fmt"
	"runtime"

	"github.com/dop251/goja"
)

// kinds are the constructors with which goja makes its errors.
var kinds = []string{"TypeError", "RangeError", "ReferenceError", "SyntaxError", "URIError"}

// Errors are those of one realm.
type Errors struct {
	*machine
	makers     map[string]maker // as goja has them
	own        map[string]*goja.Object
	places     *places
	reflect    *goja.Object
	descriptor goja.Callable // Object.getOwnPropertyDescriptor
	busy       bool          // an error is being made: those made meanwhile stay as they are

	stacks   *tracer
	elements Elements
	thrown   func(made *goja.Object) // see OnThrow

	guard *goja.Object // see Guard
	limit int
	job   bool // see BeginJob
	// current is the promise that is settled with the result of the running job, nil for none.
	current *goja.Object
}

// Options configure the errors of a realm.
type Options struct {
	// Position converts a position in a compiled file to one in the file of the project.
	Position func(file string, line, column int) (string, int, int)
}

// Install gives all errors the stacks of V8, and those of goja its messages, in the
// realm of rt.
func Install(rt *goja.Runtime, options Options) (*Errors, error) {
	m, err := newMachine(rt)
	if err != nil {
		return nil, fmt.Errorf("reading the state of goja: %w", err)
	}
	e := &Errors{machine: m, makers: map[string]maker{}, own: map[string]*goja.Object{}, places: newPlaces()}
	e.reflect = rt.Get("Reflect").ToObject(rt)
	e.descriptor, _ = goja.AssertFunction(rt.Get("Object").ToObject(rt).Get("getOwnPropertyDescriptor"))
	for _, kind := range kinds {
		constructor := rt.Get(kind).ToObject(rt)
		e.own[kind] = constructor
		err := hook(constructor, func(old maker) maker {
			e.makers[kind] = func(args []goja.Value, target *goja.Object) *goja.Object {
				e.keepGuard()
				return old(args, target)
			}
			return func(args []goja.Value, target *goja.Object) *goja.Object {
				// JavaScript passes another target, or none.
				if target != constructor || len(args) != 1 || e.busy {
					return e.makers[kind](args, target)
				}
				made := e.make(kind, args[0])
				if e.thrown != nil {
					e.thrown(made)
				}
				return made
			}
		})
		if err != nil {
			return nil, fmt.Errorf("replacing %s of goja: %w", kind, err)
		}
	}
	if err := e.installStacks(options); err != nil {
		return nil, fmt.Errorf("replacing the stacks of goja: %w", err)
	}
	return e, nil
}

// make makes an error for goja, or for a built-in function in Go.
func (e *Errors) make(kind string, text goja.Value) *goja.Object {
	e.busy = true
	defer func() { e.busy = false }()
	is, message := e.translate(kind, text.String())
	if message != text.String() {
		text = e.rt.ToValue(message)
	}
	return e.makers[is]([]goja.Value{text}, e.own[is])
}

// translate returns the kind and the message of V8 for an error of goja. What it does
// not know stays as it is.
func (e *Errors) translate(kind, text string) (is, message string) {
	is, message = kind, text
	defer func() {
		// A state of goja that was not foreseen costs the words of V8, not the process.
		if p := recover(); p != nil {
			if _, ok := p.(runtime.Error); !ok {
				panic(p)
			}
			is, message = kind, text
		}
	}()
	// A getter of the project may throw while a value is described.
	_ = e.rt.Try(func() {
		s := e.site(kind, text)
		for _, say := range []func(*site) (string, string){inCode, inNative, anywhere} {
			if k, m := say(s); m != "" {
				message = m
				if k != "" {
					is = k
				}
				break
			}
		}
	})
	return is, message
}
