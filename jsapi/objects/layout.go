package objects

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// Layout is where goja keeps what it does not export. The fields are found by name and type.
type Layout struct {
	array, mapped, set  unsafe.Pointer // the kinds of objects, as in object.kind
	plain, fn, arrow    unsafe.Pointer // {}, and two kinds of functions
	class               unsafe.Pointer // more of them
	method, asyncMethod unsafe.Pointer
	generators          [2]unsafe.Pointer // functions and methods
	generated           unsafe.Pointer    // what they return
	bound               unsafe.Pointer    // functions that bind has made
	cursors             [2]unsafe.Pointer // iterators of a Map and a Set
	prototypes          [2]unsafe.Pointer // those of objects and of arrays
	integer             unsafe.Pointer    // the kind of a value
	special             unsafe.Pointer    // the kind of a member that is more than a value, such as an accessor

	values, length             uintptr // of an array
	members, names, symbols    uintptr // of an object
	private                    uintptr // methods of a class
	enumerable, held           uintptr // of a special member
	text, program              uintptr // of a function
	wrapped                    uintptr // of a bound one
	code, file                 uintptr // of a program
	mapEntries, setEntries     uintptr // of a Map and a Set
	first                      uintptr // of their entries
	key, value, previous, next uintptr // of an entry
	walk, gives                uintptr // of an iterator: where it is, and what it gives
	walked, reached            uintptr // of where it is: the entries, and the last one given
}

// object is how goja begins an object: the kind of what it is, and a pointer to it.
type object struct{ kind, held unsafe.Pointer }

// value is how Go keeps a goja.Value.
type value struct{ kind, held unsafe.Pointer }

// Of returns the layout of the engine, the same for all realms. It fails if goja has changed.
var Of = sync.OnceValues(func() (*Layout, error) {
	l := &Layout{}
	if err := l.find(); err != nil {
		return nil, fmt.Errorf("reading objects of goja: %w", err)
	}
	return l, nil
})

// samples are the objects of which the fields are found.
const samples = `[[1], new Map([[1, 2]]), new Set([1]), Object.freeze([1]), {}, function () {}, () => 1, Object.prototype, Array.prototype, class {}, ({ async m() {} }).m, ({ m() {} }).m, function* () {}, ({ *m() {} }).m, (function* () {})(), Math.abs.bind(), new Map().keys(), new Set().keys()]`

func (l *Layout) find() error {
	of, ok := reflect.TypeFor[goja.Object]().FieldByName("self")
	if !ok || of.Offset != 0 || of.Type.Kind() != reflect.Interface {
		return errors.New("they do not begin with what they are")
	}
	rt := goja.New()
	made, err := rt.RunString(samples)
	if err != nil {
		return err
	}
	list := made.ToObject(rt)
	var held [18]reflect.Value
	for i, kind := range []*unsafe.Pointer{&l.array, &l.mapped, &l.set, new(unsafe.Pointer), &l.plain, &l.fn, &l.arrow, &l.prototypes[0], &l.prototypes[1], &l.class, &l.asyncMethod, &l.method, &l.generators[0], &l.generators[1], &l.generated, &l.bound, &l.cursors[0], &l.cursors[1]} {
		o := list.Get(fmt.Sprint(i)).ToObject(rt)
		*kind = (*object)(unsafe.Pointer(o)).kind
		held[i] = reflect.ValueOf(o).Elem().FieldByName("self").Elem().Elem()
	}
	array, mapped, set, plain, fn, arrow := held[0], held[1], held[2], held[4], held[5], held[6]
	for _, v := range []reflect.Value{array, held[7], held[8], held[9]} {
		for v.Type() != plain.Type() { // they begin with what each object has
			if v.Kind() != reflect.Struct || !v.Type().Field(0).Anonymous {
				return fmt.Errorf("%s does not begin with its members", v.Type().Name())
			}
			v = v.Field(0)
		}
	}
	f := &finder{}
	f.find(array, "values", reflect.TypeFor[[]goja.Value](), &l.values)
	f.find(array, "length", reflect.TypeFor[uint32](), &l.length)
	f.find(plain, "values", reflect.TypeFor[map[unistring.String]goja.Value](), &l.members)
	f.find(plain, "propNames", reflect.TypeFor[[]unistring.String](), &l.names)
	f.find(plain, "symValues", mapped.FieldByName("m").Type(), &l.symbols)
	f.find(held[9], "privateMethods", reflect.TypeFor[[]goja.Value](), &l.private)
	var common uintptr
	f.find(fn, "baseJsFuncObject", nil, &common)
	for _, other := range []reflect.Value{arrow, held[9], held[11], held[12], held[13]} {
		var at uintptr
		f.find(other, "baseJsFuncObject", nil, &at)
		common += at
	}
	if f.err != nil || common != 0 {
		return errors.New("functions do not begin with what they have in common")
	}
	f.find(fn.FieldByName("baseJsFuncObject"), "src", reflect.TypeFor[string](), &l.text)
	f.find(fn.FieldByName("baseJsFuncObject"), "prg", reflect.TypeFor[*goja.Program](), &l.program)
	f.find(held[15], "wrapped", reflect.TypeFor[*goja.Object](), &l.wrapped)
	f.find(reflect.ValueOf(goja.Program{}), "code", nil, &l.code)
	f.find(reflect.ValueOf(goja.Program{}), "src", reflect.TypeFor[*file.File](), &l.file)
	f.find(mapped, "m", nil, &l.mapEntries)
	f.find(set, "m", mapped.FieldByName("m").Type(), &l.setEntries)
	if f.err != nil {
		return f.err
	}
	frozen, one := *l.List(list.Get("3").ToObject(rt)), *l.List(list.Get("0").ToObject(rt))
	if len(frozen) != 1 || reflect.TypeOf(frozen[0]).Kind() != reflect.Pointer || len(one) != 1 || reflect.TypeOf(one[0]).Kind() != reflect.Int64 {
		return errors.New("elements are kept in another form")
	}
	l.special, l.integer = kindOf(frozen[0]), kindOf(one[0])
	f.find(reflect.ValueOf(frozen[0]).Elem(), "enumerable", reflect.TypeFor[bool](), &l.enumerable)
	f.find(reflect.ValueOf(frozen[0]).Elem(), "value", reflect.TypeFor[goja.Value](), &l.held)
	entries := mapped.FieldByName("m").Elem()
	first := entries.FieldByName("iterFirst")
	if !first.IsValid() || first.Kind() != reflect.Pointer {
		return errors.New("Map has no first entry")
	}
	f.find(entries, "iterFirst", first.Type(), &l.first)
	f.find(first.Elem(), "key", reflect.TypeFor[goja.Value](), &l.key)
	f.find(first.Elem(), "value", reflect.TypeFor[goja.Value](), &l.value)
	f.find(first.Elem(), "iterPrev", first.Type(), &l.previous)
	f.find(first.Elem(), "iterNext", first.Type(), &l.next)
	l.findCursors(f, held[16], held[17], mapped.FieldByName("m").Type(), first.Type())
	return f.err
}

// findCursors finds the fields of iterators, which are the same in those of a Map and of a Set.
func (l *Layout) findCursors(f *finder, mapped, set reflect.Value, entries, entry reflect.Type) {
	var walk, gives uintptr
	f.find(mapped, "iter", nil, &l.walk)
	f.find(set, "iter", nil, &walk)
	f.find(mapped, "kind", nil, &l.gives)
	f.find(set, "kind", nil, &gives)
	if f.err != nil {
		return
	}
	if walk != l.walk || gives != l.gives || mapped.FieldByName("kind").Kind() != reflect.Int || mapped.FieldByName("iter").Kind() != reflect.Pointer {
		f.err = errors.New("iterators of a Map and a Set differ")
		return
	}
	at := reflect.New(mapped.FieldByName("iter").Type().Elem()).Elem()
	f.find(at, "m", entries, &l.walked)
	f.find(at, "cur", entry, &l.reached)
}

// finder finds fields, and notes which is missing.
type finder struct{ err error }

// find sets place to the offset of a field of a structure. The field has to have the type, if there is one.
func (f *finder) find(v reflect.Value, name string, of reflect.Type, place *uintptr) {
	field, ok := v.Type().FieldByName(name)
	if !ok || of != nil && field.Type != of {
		f.err = fmt.Errorf("%s has no %s that is a %s", v.Type().Name(), name, of)
		return
	}
	*place = field.Offset
}

func kindOf(v goja.Value) unsafe.Pointer { return (*value)(unsafe.Pointer(&v)).kind }

// IsInteger reports whether a value is a number that goja keeps as an integer.
func (l *Layout) IsInteger(v goja.Value) bool { return kindOf(v) == l.integer }
