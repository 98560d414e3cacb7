package sqlite

import (
	"fmt"
	"math"
	"math/big"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/sqlite/conn"
)

// mode says what rows and their values are.
type mode int64

const (
	asArray  mode = 1 << iota
	asFirst       // the first column
	asTables      // an object for each table
	bigInts
	plainBytes // Uint8Array and not Buffer
	noPrototype
	onlySafe // an integer that is no safe number is an error
)

// maxSafe is Number.MAX_SAFE_INTEGER.
const maxSafe = 1<<53 - 1

// toJS converts a value of SQLite.
func toJS(r *jsapi.Realm, v any, m mode) goja.Value {
	rt := r.Runtime()
	switch v := v.(type) {
	case nil:
		return goja.Null()
	case int64:
		switch {
		case m&bigInts != 0:
			return rt.ToValue(big.NewInt(v))
		case v >= -maxSafe && v <= maxSafe:
			return rt.ToValue(v)
		case m&onlySafe != 0:
			panic(tooLarge(r, v))
		}
		return rt.ToValue(float64(v))
	case []byte:
		if m&plainBytes == 0 {
			return r.ToJS(v)
		}
		o, err := rt.New(rt.Get("Uint8Array"), rt.ToValue(rt.NewArrayBuffer(v)))
		if err != nil {
			panic(err)
		}
		return o
	}
	return rt.ToValue(v)
}

func tooLarge(r *jsapi.Realm, n int64) goja.Value {
	rt := r.Runtime()
	e, err := rt.New(rt.Get("RangeError"), rt.ToValue(fmt.Sprintf("Value is too large to be represented as a JavaScript number: %d", n)))
	if err != nil {
		panic(err)
	}
	_ = e.Set("code", "ERR_OUT_OF_RANGE") // a plain object takes it
	return e
}

// fromJS converts a value for SQLite; ok is false if it has none. Numbers are REAL, or with
// ints INTEGER where they are one of 32 bits.
func fromJS(r *jsapi.Realm, v goja.Value, ints bool) (out any, ok bool) {
	if v == nil || goja.IsNull(v) || goja.IsUndefined(v) {
		return nil, true
	}
	if o, isObject := v.(*goja.Object); isObject {
		if b, ok := r.Bytes(o); ok {
			return append([]byte{}, b...), true
		}
		return nil, false
	}
	if _, isSymbol := v.(*goja.Symbol); isSymbol {
		return nil, false
	}
	switch n := v.Export().(type) {
	case int64:
		if ints && n == int64(int32(n)) {
			return n, true
		}
		return float64(n), true
	case float64:
		if ints && n == math.Trunc(n) && math.Abs(n) < 1<<31 && (n != 0 || !math.Signbit(n)) {
			return int64(n), true
		}
		return n, true
	case bool:
		if n {
			return int64(1), ints
		}
		return int64(0), ints
	case *big.Int:
		if n.IsInt64() {
			return n.Int64(), true
		}
		return nil, false
	case string:
		return v.String(), true
	}
	return nil, false
}

// rowOf converts the current row, given the names of its columns.
func rowOf(r *jsapi.Realm, s *conn.Stmt, names []string, m mode) goja.Value {
	rt := r.Runtime()
	switch {
	case m&asFirst != 0:
		return toJS(r, s.Value(0), m)
	case m&asArray != 0:
		list := make([]any, len(names))
		for i := range names {
			list[i] = toJS(r, s.Value(i), m)
		}
		return rt.NewArray(list...)
	case m&asTables != 0:
		o := rt.NewObject()
		for i, name := range names {
			table := s.ColumnTable(i)
			if table == "" {
				table = "$"
			}
			part, ok := o.Get(table).(*goja.Object)
			if !ok || !own(o, table) {
				part = rt.NewObject()
				define(o, table, part)
			}
			define(part, name, toJS(r, s.Value(i), m))
		}
		return o
	}
	o := object(rt, m)
	for i, name := range names {
		define(o, name, toJS(r, s.Value(i), m))
	}
	return o
}

func object(rt *goja.Runtime, m mode) *goja.Object {
	if m&noPrototype != 0 {
		return rt.CreateObject(nil)
	}
	return rt.NewObject()
}

// define sets a property of a new object, also one with the name __proto__.
func define(o *goja.Object, name string, v goja.Value) {
	if name == "__proto__" {
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE) // new objects can be extended
		return
	}
	_ = o.Set(name, v)
}

func own(o *goja.Object, name string) bool {
	for _, k := range o.GetOwnPropertyNames() {
		if k == name {
			return true
		}
	}
	return false
}

func names(s *conn.Stmt) []string {
	out := make([]string, s.ColumnCount())
	for i := range out {
		out[i] = s.ColumnName(i)
	}
	return out
}
