package accelerate

import (
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi/intrinsics"
	"framework/jsapi/objects"
)

// Names of the functions that package compile calls. They are not identifiers, so no
// variable can shadow them.
const (
	// Append gives a + b, of which a may be long.
	Append = "framework:append"
	// Fill gives `${a}b`, of which a may be long.
	Fill = "framework:fill"
	// Hold gives its argument, and Held gives it once more. Nothing of the script runs between them.
	Hold = "framework:hold"
	Held = "framework:held"
	// Each gives what a loop, a pattern or a spread iterates over in place of its argument.
	Each = "framework:each"
	// Members gives what for (… in …) goes over in place of its argument.
	Members = "framework:members"
)

// Limits are those of a realm.
type Limits struct {
	// Memory is how many bytes one call may allocate, 0 for no limit.
	Memory func() int64
	// TooLong throws the error about texts that are too long, or larger than Memory.
	TooLong func()
	// LongestText is how many UTF-16 units a text may have.
	LongestText int
	// Check throws if the turn is interrupted. Long loops in Go call it.
	Check func()
}

// Install defines the functions in a realm.
func Install(rt *goja.Runtime, limits Limits) error {
	a, err := newAppender(rt, limits)
	if err != nil {
		return fmt.Errorf("appending to texts: %w", err)
	}
	l, err := objects.Of()
	if err != nil {
		return err
	}
	c, err := newCursors(rt, l, limits)
	if err != nil {
		return fmt.Errorf("iterating: %w", err)
	}
	e, err := newEnumerations(rt, l)
	if err != nil {
		return err
	}
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		Append: a.append, Fill: a.fill, Hold: a.hold, Held: a.held, Each: c.each, Members: e.members,
	} {
		if err := intrinsics.Define(rt, name, fn); err != nil {
			return err
		}
	}
	return replaceNatives(rt, l, limits)
}
