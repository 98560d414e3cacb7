package objects

import (
	"unsafe"

	"github.com/dop251/goja"
)

// Entries are those of a Map or a Set, Entry is one of them.
type (
	Entries unsafe.Pointer
	Entry   unsafe.Pointer
)

// Entries are nil for any other object; pairs reports whether it is a Map.
func (l *Layout) Entries(o *goja.Object) (of Entries, pairs bool) {
	switch o := (*object)(unsafe.Pointer(o)); o.kind {
	case l.mapped:
		return *(*Entries)(unsafe.Add(o.held, l.mapEntries)), true
	case l.set:
		return *(*Entries)(unsafe.Add(o.held, l.setEntries)), false
	}
	return nil, false
}

// After is the entry that follows one, also where it has been deleted meanwhile; the first one
// after nil. It is nil at the end.
func (l *Layout) After(of Entries, at Entry) Entry {
	for at != nil && *(*goja.Value)(unsafe.Add(unsafe.Pointer(at), l.key)) == nil {
		at = *(*Entry)(unsafe.Add(unsafe.Pointer(at), l.previous))
	}
	if at == nil {
		return *(*Entry)(unsafe.Add(unsafe.Pointer(of), l.first))
	}
	return *(*Entry)(unsafe.Add(unsafe.Pointer(at), l.next))
}

// Pair is the key and the value of an entry.
func (l *Layout) Pair(at Entry) (key, val goja.Value) {
	return *(*goja.Value)(unsafe.Add(unsafe.Pointer(at), l.key)), *(*goja.Value)(unsafe.Add(unsafe.Pointer(at), l.value))
}
