package objects

import (
	"unicode/utf8"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// List is what an array has for its elements, nil for any other object. Elements that are missing are
// nil, or behind its end. See IsPlain for the others.
func (l *Layout) List(o *goja.Object) *[]goja.Value {
	of := (*object)(unsafe.Pointer(o))
	if of.kind != l.array {
		return nil
	}
	return (*[]goja.Value)(unsafe.Add(of.held, l.values))
}

// IsPlain reports whether an element, or a member, is a value that can be read and written.
func (l *Layout) IsPlain(v goja.Value) bool { return v != nil && kindOf(v) != l.special }

// Elements are those of an array that has plain values only, and all of them. nil for any other object.
func (l *Layout) Elements(o *goja.Object) *[]goja.Value {
	list := l.List(o)
	if list == nil || *(*uint32)(unsafe.Add((*object)(unsafe.Pointer(o)).held, l.length)) != uint32(len(*list)) {
		return nil
	}
	for _, v := range *list {
		if !l.IsPlain(v) {
			return nil
		}
	}
	return list
}

// IsObject reports whether an object is one such as {}, of any prototype.
func (l *Layout) IsObject(o *goja.Object) bool { return (*object)(unsafe.Pointer(o)).kind == l.plain }

func (l *Layout) of(o *goja.Object) map[unistring.String]goja.Value {
	return *(*map[unistring.String]goja.Value)(unsafe.Add((*object)(unsafe.Pointer(o)).held, l.members))
}

// Member is a member of an object such as {} that has a plain value of its own, nil for anything else.
func (l *Layout) Member(v goja.Value, name string) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || !l.IsObject(o) {
		return nil
	}
	if found := l.of(o)[unistring.String(name)]; l.IsPlain(found) {
		return found
	}
	return nil
}

// Lacks reports whether an array, an object such as {} or one of their first prototypes has no member of its
// own with a name that is none of the engine. It is false for other objects.
func (l *Layout) Lacks(o *goja.Object, name string) bool {
	if !l.hasMembers(o) {
		return false
	}
	_, has := l.of(o)[unistring.String(name)]
	return !has
}

// hasMembers reports whether an object is of a kind that is known to begin with its members.
func (l *Layout) hasMembers(o *goja.Object) bool {
	switch (*object)(unsafe.Pointer(o)).kind {
	case l.plain, l.array, l.prototypes[0], l.prototypes[1]:
		return true
	}
	return false
}

// Names adds the names of the members of an object such as {} in their order. It is false where the order
// is not the one in which they came, and where a name is not plain ASCII.
func (l *Layout) Names(o *goja.Object, into []string) ([]string, bool) {
	if !l.IsObject(o) {
		return into, false
	}
	for _, name := range *(*[]unistring.String)(unsafe.Add((*object)(unsafe.Pointer(o)).held, l.names)) {
		if len(name) > 0 && '0' <= name[0] && name[0] <= '9' {
			return into, false
		}
		for i := range len(name) {
			if name[i] >= utf8.RuneSelf {
				return into, false
			}
		}
		into = append(into, string(name))
	}
	return into, true
}

// HidesAll reports whether a prototype has no member that can be enumerated.
func (l *Layout) HidesAll(o *goja.Object) bool {
	if list := l.List(o); list != nil && len(*list) > 0 || !l.hasMembers(o) {
		return false
	}
	for _, v := range l.of(o) {
		if l.IsPlain(v) || v != nil && *(*bool)(unsafe.Add((*value)(unsafe.Pointer(&v)).held, l.enumerable)) {
			return false
		}
	}
	return true
}

// HidesNone reports whether all members of an object such as {} are plain values.
func (l *Layout) HidesNone(o *goja.Object) bool {
	if !l.IsObject(o) {
		return false
	}
	for _, v := range l.of(o) {
		if !l.IsPlain(v) {
			return false
		}
	}
	return true
}

// Source is the text of a function that is no generator, not asynchronous and no method. "" for any other object.
func (l *Layout) Source(o *goja.Object) string {
	if of := (*object)(unsafe.Pointer(o)); of.kind == l.fn || of.kind == l.arrow {
		return *(*string)(unsafe.Add(of.held, l.text))
	}
	return ""
}

// Instructions is how many a function has for which there is a Source.
func (l *Layout) Instructions(o *goja.Object) int {
	p := *(*unsafe.Pointer)(unsafe.Add((*object)(unsafe.Pointer(o)).held, l.program))
	return len(*(*[]value)(unsafe.Add(p, l.code))) // each is an interface
}
