package bounds

import (
	"github.com/dop251/goja"
)

// generics are the methods of arrays that loop up to the length of this, which may
// be any object.
var generics = []string{
	"concat", "copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap",
	"forEach", "includes", "indexOf", "join", "lastIndexOf", "map", "reduce", "reduceRight", "reverse", "shift", "slice",
	"some", "sort", "splice", "toLocaleString", "unshift", "with", "toReversed", "toSorted", "toSpliced",
}

// length returns the length of an object, and whether it is more than one call of a
// built-in function may visit.
func length(o *goja.Object) (n int64, many bool) {
	v := o.Get("length")
	if v == nil {
		return 0, false
	}
	n = v.ToInteger()
	if n <= manyMembers {
		return n, false
	}
	return n, n > manyElements || o.ClassName() != "Array"
}

// stableLength reports whether the length of an object is plain data, not the result
// of a getter or a Proxy: reading it twice gives the same value.
func stableLength(o *goja.Object) bool {
	switch o.ClassName() {
	case "Array", "Arguments", "String":
		return o.ExportType() != proxyType
	}
	return false
}

// longOrUnstable reports whether a list is long, or may be longer when its length is
// read again.
func longOrUnstable(v goja.Value) bool {
	if o, ok := v.(*goja.Object); ok && !stableLength(o) {
		return true
	}
	_, many := lengthOf(v)
	return many
}

func lengthOf(v goja.Value) (int64, bool) {
	switch v := v.(type) {
	case *goja.Object:
		return length(v)
	case goja.String:
		n := int64(v.Length())
		return n, n > manyMembers
	}
	return 0, false
}

func (b *bounds) arrays() error {
	proto := b.member("Array", "prototype")
	for _, name := range generics {
		guard := b.generic
		switch name {
		case "sort":
			guard = b.sorted
		case "toSorted":
			guard = b.toSorted
		case "join", "toLocaleString":
			guard = b.joined
		case "concat":
			guard = b.concat
		case "flat":
			guard = b.flat
		}
		if err := b.replace(proto, name, guard); err != nil {
			return err
		}
	}
	return b.replace(b.member("Array"), "from", b.from)
}

func (b *bounds) generic(old native, fn goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if longOrUnstable(call.This) {
			return b.run("through", fn, call.This, b.list(call.Arguments))
		}
		return old(call)
	}
}

// joined limits the length of the text and the depth of nested arrays.
func (b *bounds) joined(old native, fn goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if b.joins >= MaxNesting {
			b.rangeError("Maximum call stack size exceeded")
		}
		b.joins++
		defer func() { b.joins-- }()
		b.step()
		if o, ok := call.This.(*goja.Object); ok && !stableLength(o) {
			return b.run("joined", fn, call.This, b.list(call.Arguments))
		}
		n, many := lengthOf(call.This)
		if n > manySorted {
			sep := 1
			if s, ok := call.Argument(0).(goja.String); ok {
				sep = s.Length()
			}
			if sep > 0 && n-1 > b.text()/int64(sep) {
				b.rangeError("Invalid string length")
			}
		}
		if many {
			return b.run("through", fn, call.This, b.list(call.Arguments))
		}
		return old(call)
	}
}

func (b *bounds) concat(old native, fn goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		many := spreads(call.This)
		for _, v := range call.Arguments {
			many = many || spreads(v)
		}
		if many {
			return b.run("through", fn, call.This, b.run("proxies", b.list(call.Arguments)))
		}
		return old(call)
	}
}

// spreads reports whether concat may visit many elements of a value.
func spreads(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || !stableLength(o) && o.ExportType() != proxyType && o.GetSymbol(goja.SymIsConcatSpreadable) == nil {
		return false
	}
	return longOrUnstable(v)
}

// flat flattens deeply nested arrays in bounds.js, because the stack of scripts is
// limited.
func (b *bounds) flat(old native, fn goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if longOrUnstable(call.This) {
			return b.run("through", fn, call.This, b.list(call.Arguments))
		}
		if v := call.Argument(0); !goja.IsUndefined(v) && v.ToInteger() > 100 {
			return b.run("flat", call.This, v)
		}
		return old(call)
	}
}

func (b *bounds) from(old native, fn goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		if !ok {
			// from of typed arrays takes no texts and numbers in goja, only their objects.
			if v := call.Argument(0); !goja.IsUndefined(v) && !goja.IsNull(v) {
				call.Arguments = append([]goja.Value{v.ToObject(b.rt)}, call.Arguments[1:]...)
			}
			return old(call)
		}
		if stableLength(o) {
			if _, many := length(o); !many {
				return old(call)
			}
		}
		return b.run("from", fn, call.This, b.list(call.Arguments), b.elements())
	}
}

// elements returns how many elements one call may create.
func (b *bounds) elements() goja.Value {
	if m := b.memory(); m > 0 {
		return b.rt.ToValue(min(m/elementSize, 1<<32-1))
	}
	return b.rt.ToValue(int64(1<<32 - 1))
}
