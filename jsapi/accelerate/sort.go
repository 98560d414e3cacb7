package accelerate

import (
	"github.com/dop251/goja"

	"framework/jsapi/objects"
)

// manySorted is how many elements are sorted here: the bounds of built-in functions handle more.
const manySorted = 1 << 17

// sorter is sort and toSorted of arrays. goja makes n (log n)² comparisons, and asks for each element
// anew. Here elements are read once, as the specification wants it, and written at the end.
type sorter struct {
	rt     *goja.Runtime
	layout *objects.Layout
	limits Limits
	known  map[string]*comparison // by source, nil for a function that has to be called
}

func (s *sorter) sort(old native) native {
	return func(call goja.FunctionCall) goja.Value {
		list := s.sorted(call)
		if list == nil {
			return old(call)
		}
		of := call.This.(*goja.Object)
		if now := s.layout.Elements(of); now != nil && len(*now) == len(list) {
			copy(*now, list)
			return of
		}
		for i, v := range list { // the comparisons have changed the array
			if err := of.Set(s.rt.ToValue(i).String(), v); err != nil {
				panic(err)
			}
		}
		return of
	}
}

func (s *sorter) toSorted(old native) native {
	return func(call goja.FunctionCall) goja.Value {
		list := s.sorted(call)
		if list == nil {
			return old(call)
		}
		all := make([]any, len(list))
		for i, v := range list {
			all[i] = v
		}
		return s.rt.NewArray(all...)
	}
}

// sorted are the elements of this in their order, nil where goja has to sort by itself.
func (s *sorter) sorted(call goja.FunctionCall) []goja.Value {
	of, ok := call.This.(*goja.Object)
	if !ok {
		return nil
	}
	found := s.layout.Elements(of)
	if found == nil || len(*found) < 2 || len(*found) > manySorted {
		return nil
	}
	list, none := make([]goja.Value, 0, len(*found)), 0
	for _, v := range *found {
		if goja.IsUndefined(v) {
			none++ // they come last, and are not compared
		} else {
			list = append(list, v)
		}
	}
	if !s.order(list, call.Argument(0)) {
		return nil
	}
	for range none {
		list = append(list, goja.Undefined())
	}
	return list
}

// order sorts the values, unless it returns false: then it has done nothing.
func (s *sorter) order(list []goja.Value, by goja.Value) bool {
	if goja.IsUndefined(by) {
		texts := make([]goja.String, len(list))
		for i, v := range list {
			switch v := v.(type) {
			case goja.String:
				texts[i] = v
			case *goja.Object, *goja.Symbol: // a conversion by code, and an error
				return false
			default:
				texts[i], _ = s.rt.ToValue(v.String()).(goja.String)
			}
		}
		sortBy(s, list, texts, func(later, earlier goja.String) bool { return later.CompareTo(earlier) < 0 })
		return true
	}
	fn, ok := by.(*goja.Object)
	if !ok {
		return false
	}
	compare, ok := fn.Export().(native)
	if !ok {
		return false
	}
	if c := s.comparison(fn); c != nil && s.byKeys(list, c) {
		return true
	}
	sortBy(s, list, list, func(later, earlier goja.Value) bool {
		// That -0 is less than 0 does not matter, neither is it of NaN.
		return compare(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{later, earlier}}).ToFloat() < 0
	})
	return true
}

// byKeys sorts by what a comparison compares, unless some value has none that can be read without
// anything happening.
func (s *sorter) byKeys(list []goja.Value, c *comparison) bool {
	numbers := make([]float64, 0, len(list))
	var texts []goja.String
	for i, v := range list {
		for _, name := range c.path {
			if v = s.layout.Member(v, name); v == nil {
				return false
			}
		}
		text, isText := v.(goja.String)
		switch {
		case isText && c.takesTexts() && len(texts) == i:
			texts = append(texts, text)
		case goja.IsNumber(v) && len(numbers) == i:
			numbers = append(numbers, v.ToFloat())
		default:
			return false
		}
	}
	if len(texts) == len(list) {
		sortBy(s, list, texts, func(later, earlier goja.String) bool {
			order := later.CompareTo(earlier)
			return c.before(order < 0, order > 0)
		})
		return true
	}
	if c.difference {
		sortBy(s, list, numbers, func(later, earlier float64) bool {
			if c.swapped {
				return earlier-later < 0
			}
			return later-earlier < 0
		})
		return true
	}
	sortBy(s, list, numbers, func(later, earlier float64) bool { return c.before(later < earlier, later > earlier) })
	return true
}

// sortBy sorts values by their keys. It compares as V8 does: elements with those in front of them, in
// runs that are sorted already where there are, and else by insertion.
func sortBy[K any](s *sorter, list []goja.Value, keys []K, before func(later, earlier K) bool) {
	steps := 0
	r := &runs[K]{values: list, keys: keys, before: func(later, earlier K) bool {
		if steps++; steps&0xfff == 0 {
			s.limits.Check()
		}
		return before(later, earlier)
	}}
	r.order = make([]int, len(list))
	for i := range r.order {
		r.order[i] = i
	}
	r.sort()
	out := make([]goja.Value, len(list))
	for i, from := range r.order {
		out[i] = list[from]
	}
	copy(list, out)
}
