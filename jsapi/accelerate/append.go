package accelerate

import (
	"errors"
	"reflect"
	"unsafe"
	"weak"

	"github.com/dop251/goja"
)

// long is the number of units from which on a text is kept with room behind it. goja copies
// both texts for each +, so that a text which grows in n steps costs n² copies.
const long = 512

// appender appends to texts. The bytes of a text never change; those behind it may be given
// to one text that begins with it, as with Go's append.
type appender struct {
	rt          *goja.Runtime
	limits      Limits
	plus        goja.Callable // (a, b) => a + b
	text        goja.Callable // (v) => '' + v
	empty       goja.String
	ascii, wide goja.Value // texts of goja's two kinds: bytes, and UTF-16 units behind a mark
	bytes       rooms[byte]
	units       rooms[uint16]
	holder      goja.Value // of the text that grows next, between hold and held
}

// values are the functions of an appender, and a text of each kind.
var values = goja.MustCompile("framework:append.js", "[(a, b) => a + b, (v) => '' + v, '', '\\u20ac', 'x']", true)

func newAppender(rt *goja.Runtime, limits Limits) (*appender, error) {
	a := &appender{rt: rt, limits: limits}
	made, err := rt.RunProgram(values)
	if err != nil {
		return nil, err
	}
	list := made.ToObject(rt)
	a.plus, _ = goja.AssertFunction(list.Get("0"))
	a.text, _ = goja.AssertFunction(list.Get("1"))
	a.empty, _ = list.Get("2").(goja.String)
	a.wide, a.ascii = list.Get("3"), list.Get("4")
	wide, ascii := reflect.TypeOf(a.wide), reflect.TypeOf(a.ascii)
	if a.empty == nil || wide.Kind() != reflect.Slice || wide.Elem().Kind() != reflect.Uint16 || ascii.Kind() != reflect.String {
		return nil, errors.New("the engine keeps texts in another form")
	}
	return a, nil
}

// fill is `${a}b`: other than +, a template asks objects for their toString first.
func (a *appender) fill(call goja.FunctionCall) goja.Value {
	if _, ok := call.Argument(0).(goja.String); !ok {
		text := call.Argument(0).ToString()
		return a.append(goja.FunctionCall{Arguments: []goja.Value{text, call.Argument(1)}})
	}
	return a.append(call)
}

// append is a + b.
func (a *appender) append(call goja.FunctionCall) goja.Value {
	left, ok := call.Argument(0).(goja.String)
	if !ok {
		return must(a.plus(goja.Undefined(), call.Argument(0), call.Argument(1)))
	}
	right, ok := call.Argument(1).(goja.String)
	if !ok {
		switch v := call.Argument(1).(type) {
		case *goja.Object, *goja.Symbol: // a conversion by code, and an error
			right, _ = must(a.text(goja.Undefined(), v)).(goja.String)
		default: // numbers and names, such as null
			right, _ = textOf(a.ascii, v.String()).(goja.String)
		}
	}
	n := left.Length()
	if n < long {
		return left.Concat(right)
	}
	added := right.Length()
	if added == 0 {
		return left
	}
	if n+added > a.limits.LongestText {
		a.limits.TooLong()
	}
	return a.grow(left, right)
}

// hold keeps the object in which a text grows, for held.
func (a *appender) hold(call goja.FunctionCall) goja.Value {
	a.holder = call.Argument(0)
	return a.holder
}

func (a *appender) held(goja.FunctionCall) goja.Value {
	of := a.holder
	a.holder = nil
	return of
}

// must throws the error of a call.
func must(v goja.Value, err error) goja.Value {
	if err != nil {
		panic(err)
	}
	return v
}

// grow appends to a long text, if the result is not larger than what a turn may allocate.
func (a *appender) grow(left, right goja.String) goja.Value {
	if !sameKind(left, a.ascii) && !sameKind(left, a.wide) {
		return left.Concat(right) // as it came from Go: the result is one of the two
	}
	if !sameKind(right, a.ascii) && !sameKind(right, a.wide) {
		right = right.Concat(a.empty)
	}
	most := 0
	if limit := a.limits.Memory(); limit > 0 {
		most = int(limit)
		size := left.Length() + right.Length()
		if sameKind(left, a.wide) || sameKind(right, a.wide) {
			size *= 2
		}
		if size > most {
			a.limits.TooLong()
		}
	}
	switch {
	case sameKind(left, a.ascii) && sameKind(right, a.ascii):
		text, more := left.String(), right.String()
		out := a.bytes.grow(unsafe.Slice(unsafe.StringData(text), len(text)), unsafe.Slice(unsafe.StringData(more), len(more)), most)
		return textOf(a.ascii, unsafe.String(&out[0], len(out)))
	case sameKind(left, a.ascii):
		return left.Concat(right) // once, from then on it is wide
	}
	var more []uint16
	if sameKind(right, a.wide) {
		more = unitsOf(right)[1:]
	} else {
		text := right.String()
		more = make([]uint16, len(text))
		for i := range len(text) {
			more[i] = uint16(text[i])
		}
	}
	return textOf(a.wide, a.units.grow(unitsOf(left), more, most/2))
}

// value is how Go keeps a goja.Value: its type, and a pointer to what it holds.
type value struct{ kind, held unsafe.Pointer }

// sameKind reports whether two values have the same type.
func sameKind(a, b goja.Value) bool {
	return (*value)(unsafe.Pointer(&a)).kind == (*value)(unsafe.Pointer(&b)).kind
}

// textOf is a text of the kind of another, which holds a T. The types are goja's own: a
// conversion by package reflect would allocate three times.
func textOf[T string | []uint16](kind goja.Value, held T) goja.Value {
	(*value)(unsafe.Pointer(&kind)).held = unsafe.Pointer(&held)
	return kind
}

// unitsOf are the units of a wide text with the mark in front of them.
func unitsOf(v goja.Value) []uint16 {
	return *(*[]uint16)((*value)(unsafe.Pointer(&v)).held)
}

// rooms are the texts of one kind that have room behind them, the last few that grew.
type rooms[T any] struct {
	last [4]room[T]
	next int
}

// room is what is behind a text. It does not keep the text: when nothing else does, the
// memory is free for other texts, to which the weak pointer does not lead.
type room[T any] struct {
	start    weak.Pointer[T]
	len, cap int
}

// grow is text and more behind it, in the room of text if it has enough. At most most
// elements are allocated to have room, 0 for any number.
func (r *rooms[T]) grow(text, more []T, most int) []T {
	n := len(text) + len(more)
	for i := range r.last {
		of := &r.last[i]
		if of.len != len(text) || of.start.Value() != &text[0] {
			continue
		}
		if n > of.cap {
			return r.move(of, text, more, most)
		}
		out := unsafe.Slice(&text[0], of.cap)[:n:n]
		copy(out[len(text):], more)
		of.len = n
		return out
	}
	r.next = (r.next + 1) % len(r.last)
	return r.move(&r.last[r.next], text, more, most)
}

// muchRoom is how many elements a text has room for at most as many as it has; a longer one
// has room for half as many.
const muchRoom = 1 << 20

// move copies a text to where it has room.
func (r *rooms[T]) move(to *room[T], text, more []T, most int) []T {
	n := len(text) + len(more)
	with := n + min(n, max(muchRoom, n/2))
	if most > 0 && with > most {
		with = n
	}
	out := make([]T, n, with)
	copy(out, text)
	copy(out[len(text):], more)
	*to = room[T]{weak.Make(&out[0]), n, with}
	return out
}
