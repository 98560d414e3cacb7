package accelerate

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// layout is where goja keeps the elements of arrays, and the entries of Map and Set. It does not
// export them: the fields are found by name and type, and newLayout fails if goja has changed.
type layout struct {
	array, mapped, set unsafe.Pointer    // the kinds of objects, as in object.kind
	plain, fn, arrow   unsafe.Pointer    // {}, and two kinds of functions
	prototypes         [2]unsafe.Pointer // those of objects and of arrays
	special            unsafe.Pointer    // the kind of an element that is more than a value, such as an accessor

	values, length             uintptr // of an array
	members                    uintptr // of an object: map[unistring.String]Value
	enumerable                 uintptr // of a special member
	text, program              uintptr // of a function
	code                       uintptr // of a program
	mapEntries, setEntries     uintptr // of a Map and a Set
	first                      uintptr // of their entries
	key, value, previous, next uintptr // of an entry
}

// object is how goja begins an object: the kind of what it is, and a pointer to it.
type object struct{ kind, held unsafe.Pointer }

func newLayout(rt *goja.Runtime) (l layout, err error) {
	of, ok := reflect.TypeFor[goja.Object]().FieldByName("self")
	if !ok || of.Offset != 0 || of.Type.Kind() != reflect.Interface {
		return l, errors.New("objects of goja do not begin with what they are")
	}
	made, err := rt.RunString(`[[1], new Map([[1, 2]]), new Set([1]), Object.freeze([1]), {}, function () {}, () => 1, Object.prototype, Array.prototype]`)
	if err != nil {
		return l, err
	}
	list := made.ToObject(rt)
	is := func(i string) (unsafe.Pointer, reflect.Value) {
		o := list.Get(i).ToObject(rt)
		return (*object)(unsafe.Pointer(o)).kind, reflect.ValueOf(o).Elem().FieldByName("self").Elem().Elem()
	}
	find := func(v reflect.Value, name string, of reflect.Type, place *uintptr) {
		f, ok := v.Type().FieldByName(name)
		if !ok || of != nil && f.Type != of {
			err = fmt.Errorf("%s of goja has no %s that is a %s", v.Type().Name(), name, of)
			return
		}
		*place = f.Offset
	}
	var array, mapped, set reflect.Value
	l.array, array = is("0")
	l.mapped, mapped = is("1")
	l.set, set = is("2")
	find(array, "values", reflect.TypeFor[[]goja.Value](), &l.values)
	find(array, "length", reflect.TypeFor[uint32](), &l.length)
	var plain, fn, arrow reflect.Value
	l.plain, plain = is("4")
	l.fn, fn = is("5")
	l.arrow, arrow = is("6")
	var ofObjects, ofArrays reflect.Value
	l.prototypes[0], ofObjects = is("7")
	l.prototypes[1], ofArrays = is("8")
	find(plain, "values", reflect.TypeFor[map[unistring.String]goja.Value](), &l.members)
	for _, v := range []reflect.Value{array, ofObjects, ofArrays} {
		for v.Type() != plain.Type() { // they begin with what each object has
			if v.Kind() != reflect.Struct || !v.Type().Field(0).Anonymous {
				return l, fmt.Errorf("%s of goja does not begin with its members", v.Type().Name())
			}
			v = v.Field(0)
		}
	}
	find(fn, "baseJsFuncObject", nil, &l.text)
	find(arrow, "baseJsFuncObject", nil, &l.text)
	if err != nil || l.text != 0 {
		return l, errors.New("functions of goja do not begin with what they have in common")
	}
	find(fn.FieldByName("baseJsFuncObject"), "src", reflect.TypeFor[string](), &l.text)
	find(fn.FieldByName("baseJsFuncObject"), "prg", reflect.TypeFor[*goja.Program](), &l.program)
	find(reflect.ValueOf(goja.Program{}), "code", nil, &l.code)
	find(mapped, "m", nil, &l.mapEntries)
	find(set, "m", nil, &l.setEntries)
	if err != nil {
		return l, err
	}
	frozen := list.Get("3").ToObject(rt)
	if values := *l.list(frozen); len(values) != 1 || reflect.TypeOf(values[0]).Kind() != reflect.Pointer {
		return l, errors.New("elements of goja that cannot be written are plain values")
	} else {
		l.special = (*value)(unsafe.Pointer(&values[0])).kind
		find(reflect.ValueOf(values[0]).Elem(), "enumerable", reflect.TypeFor[bool](), &l.enumerable)
	}
	entries := mapped.FieldByName("m").Elem()
	if set.FieldByName("m").Type().Elem() != entries.Type() {
		return l, errors.New("Map and Set of goja have entries of different kinds")
	}
	first := entries.FieldByName("iterFirst")
	if !first.IsValid() || first.Kind() != reflect.Pointer {
		return l, errors.New("entries of goja have no first one")
	}
	find(entries, "iterFirst", first.Type(), &l.first)
	entry := first.Elem()
	find(entry, "key", reflect.TypeFor[goja.Value](), &l.key)
	find(entry, "value", reflect.TypeFor[goja.Value](), &l.value)
	find(entry, "iterPrev", first.Type(), &l.previous)
	find(entry, "iterNext", first.Type(), &l.next)
	return l, err
}

// list is what an array has for its elements, nil for any other object. Elements that are missing
// are nil, or behind its end, and those that are more than a value are special.
func (l *layout) list(o *goja.Object) *[]goja.Value {
	of := (*object)(unsafe.Pointer(o))
	if of.kind != l.array {
		return nil
	}
	return (*[]goja.Value)(unsafe.Add(of.held, l.values))
}

// isPlain reports whether an element is a value, and nothing else.
func (l *layout) isPlain(v goja.Value) bool {
	return v != nil && (*value)(unsafe.Pointer(&v)).kind != l.special
}

// elements are those of an array that has plain values only, and all of them. nil for any other object.
func (l *layout) elements(o *goja.Object) *[]goja.Value {
	list := l.list(o)
	if list == nil || *(*uint32)(unsafe.Add((*object)(unsafe.Pointer(o)).held, l.length)) != uint32(len(*list)) {
		return nil
	}
	for _, v := range *list {
		if !l.isPlain(v) {
			return nil
		}
	}
	return list
}

// member is a property of a plain object that has a value of its own, nil for anything else.
func (l *layout) member(v goja.Value, name string) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || (*object)(unsafe.Pointer(o)).kind != l.plain {
		return nil
	}
	members := *(*map[unistring.String]goja.Value)(unsafe.Add((*object)(unsafe.Pointer(o)).held, l.members))
	if found := members[unistring.String(name)]; l.isPlain(found) {
		return found
	}
	return nil
}

func (l *layout) isPlainObject(o *goja.Object) bool {
	return (*object)(unsafe.Pointer(o)).kind == l.plain
}

// hidesAll reports whether a prototype has no member that can be enumerated.
func (l *layout) hidesAll(o *goja.Object) bool {
	of := (*object)(unsafe.Pointer(o))
	if list := l.list(o); list != nil && len(*list) > 0 || list == nil && of.kind != l.plain && of.kind != l.prototypes[0] && of.kind != l.prototypes[1] {
		return false
	}
	for _, v := range *(*map[unistring.String]goja.Value)(unsafe.Add(of.held, l.members)) {
		if l.isPlain(v) || v != nil && *(*bool)(unsafe.Add((*value)(unsafe.Pointer(&v)).held, l.enumerable)) {
			return false
		}
	}
	return true
}

// source is the text of a function that is no generator, not asynchronous and no method. "" for any other object.
func (l *layout) source(o *goja.Object) string {
	if of := (*object)(unsafe.Pointer(o)); of.kind == l.fn || of.kind == l.arrow {
		return *(*string)(unsafe.Add(of.held, l.text))
	}
	return ""
}

// instructions is how many a function has for which there is a source.
func (l *layout) instructions(o *goja.Object) int {
	p := *(*unsafe.Pointer)(unsafe.Add((*object)(unsafe.Pointer(o)).held, l.program))
	return len(*(*[]object)(unsafe.Add(p, l.code))) // each is an interface
}

// entries are those of a Map or a Set, entry is one of them.
type (
	entries unsafe.Pointer
	entry   unsafe.Pointer
)

// entries are nil for any other object; pairs reports whether it is a Map.
func (l *layout) entries(o *goja.Object) (of entries, pairs bool) {
	switch o := (*object)(unsafe.Pointer(o)); o.kind {
	case l.mapped:
		return *(*entries)(unsafe.Add(o.held, l.mapEntries)), true
	case l.set:
		return *(*entries)(unsafe.Add(o.held, l.setEntries)), false
	}
	return nil, false
}

// after is the entry that follows one, also where it has been deleted meanwhile; the first one
// after nil. It is nil at the end.
func (l *layout) after(of entries, at entry) entry {
	for at != nil && *(*goja.Value)(unsafe.Add(unsafe.Pointer(at), l.key)) == nil {
		at = *(*entry)(unsafe.Add(unsafe.Pointer(at), l.previous))
	}
	if at == nil {
		return *(*entry)(unsafe.Add(unsafe.Pointer(of), l.first))
	}
	return *(*entry)(unsafe.Add(unsafe.Pointer(at), l.next))
}

// pair is the key and the value of an entry.
func (l *layout) pair(at entry) (key, val goja.Value) {
	return *(*goja.Value)(unsafe.Add(unsafe.Pointer(at), l.key)), *(*goja.Value)(unsafe.Add(unsafe.Pointer(at), l.value))
}
