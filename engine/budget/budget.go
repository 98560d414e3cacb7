package budget

import "sync/atomic"

// Budget is a number of bytes that many share. It is safe for concurrent use.
// A nil Budget has no bounds.
type Budget struct{ most, used atomic.Int64 }

// SetMost changes the bound; what is taken stays so. 0 is none.
func (b *Budget) SetMost(bytes int64) { b.most.Store(bytes) }

// Used is how many bytes are taken.
func (b *Budget) Used() int64 { return b.used.Load() }

// Take takes so many bytes, if they are there: what is larger than the whole
// budget may come alone. They have to be given back.
func (b *Budget) Take(bytes int64) bool { return b.grow(0, bytes) }

// grow is Take for a reader that already has own bytes and needs more.
func (b *Budget) grow(own, bytes int64) bool {
	if b == nil {
		return true
	}
	for {
		used, most := b.used.Load(), b.most.Load()
		if most > 0 && used > own && used+bytes > most {
			return false
		}
		if b.used.CompareAndSwap(used, used+bytes) {
			return true
		}
	}
}

// Give gives bytes back.
func (b *Budget) Give(bytes int64) {
	if b != nil {
		b.used.Add(-bytes)
	}
}
