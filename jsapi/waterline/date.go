package waterline

import (
	"math"
	"strconv"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// invalidDate is an invalid Date as text, which attributes of classic models get: an
// attribute for dates refuses it.
const invalidDate = "Invalid Date"

func isInvalidDate(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "Date" && math.IsNaN(o.ToNumber().ToFloat())
}

// condition copies criteria, in which invalid Dates are no null.
func (b *bridge) condition(v goja.Value) (any, error) {
	b.dates = true
	defer func() { b.dates = false }()
	return copied(b.realm, v)
}

// withDates puts the text of invalid Dates into values that were copied from v, for the
// rules of the attributes. Those of JSON are null.
func (c *Class) withDates(values any, v goja.Value) any {
	o, ok := v.(*goja.Object)
	if !ok || !c.rules.dates() {
		return values
	}
	switch values := values.(type) {
	case []any:
		for i, one := range values {
			values[i] = c.withDates(one, o.Get(strconv.Itoa(i)))
		}
	case *value.Map:
		for i := range values.Len() {
			if k, v := values.At(i); v == nil && c.takesDates(k) && isInvalidDate(o.Get(k)) {
				values.SetAt(i, invalidDate)
			}
		}
	}
	return values
}

// takesDates reports whether an invalid Date is text for an attribute.
func (c *Class) takesDates(name string) bool {
	a := c.model.Attribute(name)
	return a != nil && a.Type != "json" && a.Type != "array"
}
