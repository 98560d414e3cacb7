package bounds

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// sorted sorts many elements without a comparison function: goja's own sort makes
// n (log n)^2 comparisons and does not check for an interrupt.
func (b *bounds) sorted(old native, _ goja.Value) native { return b.sort(old, false, false) }

func (b *bounds) toSorted(old native, _ goja.Value) native { return b.sort(old, false, true) }

func (b *bounds) sort(old native, numbers, copied bool) native {
	return func(call goja.FunctionCall) goja.Value {
		n, _ := lengthOf(call.This)
		if n <= manySorted {
			return old(call)
		}
		if !b.fits(n, elementSize) || n >= 1<<32 {
			b.rangeError("Invalid array length")
		}
		list := call.This.ToObject(b.rt)
		if by := call.Argument(0); !goja.IsUndefined(by) {
			if fn, ok := by.(*goja.Object); ok {
				if _, builtIn := fn.Export().(native); builtIn {
					call.Arguments = []goja.Value{b.run("caller", by)} // a script, which can be interrupted
				}
			}
			return old(call)
		}
		if copied {
			slice, _ := goja.AssertFunction(list.Get("slice"))
			v, err := slice(list)
			if err != nil {
				panic(err)
			}
			list = v.ToObject(b.rt)
		}
		b.order(list, int(n), numbers)
		return list
	}
}

// element is an element of an array with its sort key.
type element struct {
	value  goja.Value
	text   goja.String
	number float64
	big    *big.Int
}

// order sorts list in place; undefined and missing elements come last.
func (b *bounds) order(list *goja.Object, n int, numbers bool) {
	all, none := make([]element, 0, n), 0
	for i := range n {
		b.poll(i)
		e := element{value: list.Get(strconv.Itoa(i))}
		switch {
		case e.value == nil:
			continue
		case goja.IsUndefined(e.value):
			none++
			continue
		case !numbers:
			e.text = b.asText(e.value)
		default:
			if x, ok := e.value.Export().(*big.Int); ok {
				e.big = x
			} else {
				e.number = e.value.ToFloat()
			}
		}
		all = append(all, e)
	}
	steps := 0
	slices.SortStableFunc(all, func(x, y element) int {
		steps++
		b.poll(steps)
		switch {
		case !numbers:
			return x.text.CompareTo(y.text)
		case x.big != nil:
			return x.big.Cmp(y.big)
		}
		return compare(x.number, y.number)
	})
	for i := range n {
		b.poll(i)
		key := strconv.Itoa(i)
		var err error
		switch {
		case i < len(all):
			err = list.Set(key, all[i].value)
		case i < len(all)+none:
			err = list.Set(key, goja.Undefined())
		default:
			err = list.Delete(key)
		}
		if err != nil {
			panic(err)
		}
	}
}

// asText returns String(v).
func (b *bounds) asText(v goja.Value) goja.String {
	if s, ok := v.(goja.String); ok {
		return s
	}
	s, _ := b.rt.ToValue(v.String()).(goja.String)
	return s
}

// compare orders numbers as typed arrays do: -0 before 0, NaN last.
func compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		if math.Signbit(x) == math.Signbit(y) {
			return 0
		}
		if math.Signbit(x) {
			return -1
		}
		return 1
	case math.IsNaN(x) && math.IsNaN(y):
		return 0
	case math.IsNaN(x):
		return 1
	}
	return -1
}

// ErrInterrupted is thrown by native functions when their turn is interrupted.
var ErrInterrupted = errors.New("interrupted")

// poll throws in a long loop if the turn was interrupted; the interrupt itself
// follows at the next instruction of the script.
func (b *bounds) poll(step int) {
	if step&0xfff == 0 && b.interrupted() {
		panic(b.rt.NewGoError(ErrInterrupted))
	}
}
