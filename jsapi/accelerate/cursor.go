package accelerate

import (
	"errors"
	"reflect"
	"strconv"

	"github.com/dop251/goja"
)

// cursors iterate over arrays. goja makes an object for each step, which a loop or a pattern
// takes apart at once: here the cursor itself is the result of each of its steps.
type cursors struct {
	rt *goja.Runtime
	// values and next are the methods of arrays, and of their iterators. While they are in
	// place, what iterates over an array sees its elements, and nothing can observe how.
	values, next *goja.Object
	iterators    *goja.Object // the prototype of iterators of arrays
	cursor       *goja.Object // the prototype of cursors
	step         goja.Value   // next of cursors
	arrays       reflect.Type // of what an array is exported as
	done, going  goja.Value
}

func newCursors(rt *goja.Runtime) (*cursors, error) {
	c := &cursors{rt: rt, done: rt.ToValue(true), going: rt.ToValue(false), cursor: rt.NewObject()}
	array := rt.NewArray()
	c.arrays = array.ExportType()
	c.values, _ = array.GetSymbol(goja.SymIterator).(*goja.Object)
	values, ok := goja.AssertFunction(c.values)
	if !ok {
		return nil, errors.New("arrays have no iterator")
	}
	iterator, err := values(array)
	if err != nil {
		return nil, err
	}
	c.iterators = iterator.ToObject(rt).Prototype()
	c.next, _ = c.iterators.Get("next").(*goja.Object)
	c.step = rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if of, ok := call.This.(*goja.Object).Export().(*cursor); ok {
			of.move()
		}
		return call.This
	})
	return c, c.cursor.SetSymbol(goja.SymIterator, func(call goja.FunctionCall) goja.Value { return call.This })
}

// each is a cursor of an array, and anything else as it is.
func (c *cursors) each(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	of, ok := v.(*goja.Object)
	if !ok || of.ExportType() != c.arrays || of.GetSymbol(goja.SymIterator) != goja.Value(c.values) || c.iterators.Get("next") != goja.Value(c.next) {
		return v
	}
	out := c.rt.NewDynamicObject(&cursor{cursors: c, of: of, value: goja.Undefined()})
	if err := out.SetPrototype(c.cursor); err != nil {
		panic(err)
	}
	return out
}

// cursor is a place in an array, and the result of the last step to it.
type cursor struct {
	*cursors
	of    *goja.Object
	at    int
	over  bool
	value goja.Value
}

func (c *cursor) move() {
	if c.over {
		return
	}
	if n := c.of.Get("length").ToInteger(); int64(c.at) >= n {
		c.over, c.value = true, goja.Undefined()
		return
	}
	if c.value = c.of.Get(strconv.Itoa(c.at)); c.value == nil {
		c.value = goja.Undefined()
	}
	c.at++
}

// Get implements goja.DynamicObject.
func (c *cursor) Get(key string) goja.Value {
	switch key {
	case "value":
		return c.value
	case "done":
		if c.over {
			return c.done
		}
		return c.going
	case "next":
		return c.step
	}
	return nil
}

// Set implements goja.DynamicObject.
func (c *cursor) Set(string, goja.Value) bool { return false }

// Has implements goja.DynamicObject.
func (c *cursor) Has(key string) bool { return c.Get(key) != nil }

// Delete implements goja.DynamicObject.
func (c *cursor) Delete(string) bool { return false }

// Keys implements goja.DynamicObject.
func (c *cursor) Keys() []string { return nil }
