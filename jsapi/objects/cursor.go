package objects

import (
	"unsafe"

	"github.com/dop251/goja"
)

// Cursor is what an iterator of a Map or a Set is about to give.
type Cursor struct {
	// Pairs says that the iterator is one of a Map.
	Pairs bool
	// Keys and Values say what it gives: one of them, or both as a pair.
	Keys, Values bool
	Of           Entries // nil at the end
	At           Entry   // the last one it gave
}

// What iterators of goja give.
const (
	givesKeys = iota
	givesValues
	givesBoth
)

// Cursor reads an iterator of a Map or a Set without moving it; ok is false for other objects.
func (l *Layout) Cursor(o *goja.Object) (c Cursor, ok bool) {
	raw := (*object)(unsafe.Pointer(o))
	if raw.kind != l.cursors[0] && raw.kind != l.cursors[1] {
		return Cursor{}, false
	}
	gives := *(*int)(unsafe.Add(raw.held, l.gives))
	c = Cursor{Pairs: raw.kind == l.cursors[0], Keys: gives == givesKeys || gives == givesBoth, Values: gives == givesValues || gives == givesBoth}
	if walk := *(*unsafe.Pointer)(unsafe.Add(raw.held, l.walk)); walk != nil {
		c.Of = *(*Entries)(unsafe.Add(walk, l.walked))
		c.At = *(*Entry)(unsafe.Add(walk, l.reached))
	}
	return c, true
}
