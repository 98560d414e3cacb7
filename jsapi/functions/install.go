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
)

// Install defines the functions in a realm.
func Install(rt *goja.Runtime) error {
	l, err := objects.Of()
	if err != nil {
		return err
	}
	m, err := newMender(rt, l)
	if err != nil {
		return fmt.Errorf("finding the prototypes of functions: %w", err)
	}
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{Class: m.class, Literal: m.literal} {
		if err := intrinsics.Define(rt, name, fn); err != nil {
			return err
		}
	}
	return nil
}
