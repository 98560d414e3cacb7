package accelerate

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"framework/jsapi/objects"
)

// cursors iterate over arrays, Map, Set and texts. goja makes an object for each step, which a loop or a
// pattern takes apart at once: here the cursor itself is the result of each of its steps.
type cursors struct {
	rt     *goja.Runtime
	layout *objects.Layout
	limits Limits
	// lists, maps, sets and texts are the ways to iterate that are built in. While they are in
	// place, nothing can observe how the elements are come by.
	lists, maps, sets, texts way
	text                     *goja.Object // the prototype of texts
	cursor                   *goja.Object // the prototype of cursors
	step                     goja.Value   // next of cursors
	done, going              goja.Value
	steps                    int
}

// way is how objects of a kind are iterated over.
type way struct {
	first     goja.Value   // their method [Symbol.iterator]
	iterators *goja.Object // the prototype of what it gives
	next      goja.Value   // the method of that
}

// iterables are one object of each of these kinds.
var iterables = goja.MustCompile("framework:cursor.js", "[[], new Map(), new Set(), new String()]", true)

func newCursors(rt *goja.Runtime, l *objects.Layout, limits Limits) (*cursors, error) {
	c := &cursors{rt: rt, layout: l, limits: limits, done: rt.ToValue(true), going: rt.ToValue(false), cursor: rt.NewObject()}
	made, err := rt.RunProgram(iterables)
	if err != nil {
		return nil, err
	}
	for i, into := range []*way{&c.lists, &c.maps, &c.sets, &c.texts} {
		o := made.ToObject(rt).Get(strconv.Itoa(i)).ToObject(rt)
		into.first = o.GetSymbol(goja.SymIterator)
		first, ok := goja.AssertFunction(into.first)
		if !ok {
			return nil, errors.New("built-in objects have no iterator")
		}
		iterator, err := first(o)
		if err != nil {
			return nil, err
		}
		into.iterators = iterator.ToObject(rt).Prototype()
		into.next = into.iterators.Get("next")
	}
	c.text = rt.Get("String").ToObject(rt).Get("prototype").ToObject(rt)
	c.step = rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if of, ok := call.This.(*goja.Object).Export().(*cursor); ok {
			of.move()
		}
		return call.This
	})
	return c, c.cursor.SetSymbol(goja.SymIterator, func(call goja.FunctionCall) goja.Value { return call.This })
}

// builtIn reports whether an object is iterated over in a way.
func (w *way) builtIn(o *goja.Object) bool {
	return o.GetSymbol(goja.SymIterator) == w.first && w.iterators.Get("next") == w.next
}

// each is a cursor of an array, a Map, a Set or a text, and anything else as it is.
func (c *cursors) each(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	at := c.begin(v)
	if at == nil {
		return v
	}
	at.cursors, at.value = c, goja.Undefined()
	out := c.rt.NewDynamicObject(at)
	if err := out.SetPrototype(c.cursor); err != nil {
		panic(err)
	}
	return out
}

// begin is the place before the first element, nil for what is iterated over in another way.
func (c *cursors) begin(v goja.Value) *cursor {
	of, ok := v.(*goja.Object)
	if !ok {
		if text, ok := v.(goja.String); ok && c.texts.builtIn(c.text) {
			return &cursor{text: text}
		}
		return nil
	}
	if c.layout.List(of) != nil {
		if c.lists.builtIn(of) {
			return &cursor{of: of}
		}
		return nil
	}
	list, pairs := c.layout.Entries(of)
	if list == nil || pairs && !c.maps.builtIn(of) || !pairs && !c.sets.builtIn(of) {
		return nil
	}
	return &cursor{entries: list, pairs: pairs}
}

// cursor is a place in one of them, and the result of the last step to it.
type cursor struct {
	*cursors
	of      *goja.Object // an array
	text    goja.String
	at      int             // of an array and a text
	entries objects.Entries // of a Map or a Set
	entry   objects.Entry
	pairs   bool // it is a Map
	over    bool
	value   goja.Value
}

func (c *cursor) move() {
	if c.steps++; c.steps&0xfff == 0 {
		c.limits.Check()
	}
	switch {
	case c.over:
	case c.entries != nil:
		c.moveEntry()
	case c.text != nil:
		c.moveCharacter()
	default:
		c.moveElement()
	}
}

func (c *cursor) end() { c.over, c.value = true, goja.Undefined() }

func (c *cursor) moveElement() {
	if list := c.layout.List(c.of); list != nil && c.at < len(*list) && c.layout.IsPlain((*list)[c.at]) {
		c.value = (*list)[c.at]
		c.at++
		return
	}
	if n := c.of.Get("length").ToInteger(); int64(c.at) >= n {
		c.end()
		return
	}
	if c.value = c.of.Get(strconv.Itoa(c.at)); c.value == nil {
		c.value = goja.Undefined()
	}
	c.at++
}

func (c *cursor) moveCharacter() {
	n := c.text.Length()
	if c.at >= n {
		c.end()
		return
	}
	from := c.at
	c.at++
	if utf16.IsSurrogate(rune(c.text.CharAt(from))) && c.at < n &&
		utf16.DecodeRune(rune(c.text.CharAt(from)), rune(c.text.CharAt(c.at))) != utf8.RuneError {
		c.at++
	}
	c.value = c.text.Substring(from, c.at)
}

func (c *cursor) moveEntry() {
	c.entry = c.layout.After(c.entries, c.entry)
	if c.entry == nil {
		c.end()
		return
	}
	key, val := c.layout.Pair(c.entry)
	if c.pairs {
		key = c.rt.NewArray(key, val)
	}
	c.value = key
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
