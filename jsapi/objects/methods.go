package objects

import (
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
)

// IsAsyncMethod reports whether an object is a function that was written as an asynchronous method.
func (l *Layout) IsAsyncMethod(o *goja.Object) bool {
	return (*object)(unsafe.Pointer(o)).kind == l.asyncMethod
}

// GeneratorText is the text of a generator, "" for any other object.
func (l *Layout) GeneratorText(o *goja.Object) string {
	if of := (*object)(unsafe.Pointer(o)); of.kind == l.generators[0] || of.kind == l.generators[1] {
		return *(*string)(unsafe.Add(of.held, l.text))
	}
	return ""
}

// IsGenerator reports whether an object is what a generator has returned.
func (l *Layout) IsGenerator(o *goja.Object) bool {
	return (*object)(unsafe.Pointer(o)).kind == l.generated
}

// File is the name of the file of a function, a class, a method or an arrow function; empty for what is
// built in, for asynchronous functions and generators, and for a class without a constructor.
func (l *Layout) File(o *goja.Object) string {
	of := (*object)(unsafe.Pointer(o))
	switch of.kind {
	case l.fn, l.class, l.method, l.arrow:
		// A class without a constructor has no program.
		if program := *(*unsafe.Pointer)(unsafe.Add(of.held, l.program)); program != nil {
			return (*(**file.File)(unsafe.Add(program, l.file))).Name()
		}
	}
	return ""
}

// EachMethod calls found with the values of the members of an object such as {}, or of a class, and with the
// private methods that instances of the class have. It calls no accessors.
func (l *Layout) EachMethod(o *goja.Object, found func(goja.Value)) {
	of := (*object)(unsafe.Pointer(o))
	if of.kind != l.plain && of.kind != l.class {
		return
	}
	for _, v := range l.of(o) {
		found(l.valueOf(v))
	}
	if symbols := *(*Entries)(unsafe.Add(of.held, l.symbols)); symbols != nil {
		for at := l.After(symbols, nil); at != nil; at = l.After(symbols, at) {
			_, v := l.Pair(at)
			found(l.valueOf(v))
		}
	}
	if of.kind == l.class {
		for _, v := range *(*[]goja.Value)(unsafe.Add(of.held, l.private)) {
			found(l.valueOf(v))
		}
	}
}

// valueOf is the value of a member, nil for an accessor.
func (l *Layout) valueOf(v goja.Value) goja.Value {
	if v != nil && kindOf(v) == l.special {
		return *(*goja.Value)(unsafe.Add((*value)(unsafe.Pointer(&v)).held, l.held))
	}
	return v
}

// BoundTo is the function that a bound function calls, nil for any other object.
func (l *Layout) BoundTo(o *goja.Object) *goja.Object {
	of := (*object)(unsafe.Pointer(o))
	if of.kind != l.bound {
		return nil
	}
	return *(**goja.Object)(unsafe.Add(of.held, l.wrapped))
}
