package functions

import (
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi/intrinsics"
	"framework/jsapi/objects"
)

// Names of the functions that package compile calls. They are not identifiers, so no variable can
// shadow them.
const (
	// Class mends the methods of its first argument, a class, and the others, which are static and private.
	Class = "framework:class"
	// Literal gives its argument, an object, after mending its methods.
	Literal = "framework:literal"
	// Generator gives its first argument, an asynchronous generator, after mending it; the second one is its name.
	Generator = "framework:generator"
	// Await and Delegate make what such a generator yields where it awaits, and where it yields what another one does.
	Await    = "framework:await"
	Delegate = "framework:delegate"
	// Iterate gives the iterator of a loop that awaits. Its second argument is the text of what it goes over.
	Iterate = "framework:iterate"
)

// Install defines the functions in a realm. construct makes an
// asynchronous generator of the texts of its parameters and its body, or throws.
func Install(rt *goja.Runtime, construct func(texts []goja.String) *goja.Object) error {
	l, err := objects.Of()
	if err != nil {
		return err
	}
	m, err := newMender(rt, l, construct)
	if err != nil {
		return fmt.Errorf("finding the prototypes of functions: %w", err)
	}
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{Class: m.class, Literal: m.literal, Generator: m.marked, Iterate: m.iterate} {
		if err := intrinsics.Define(rt, name, fn); err != nil {
			return err
		}
	}
	return nil
}
