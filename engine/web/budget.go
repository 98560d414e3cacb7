package web

import (
	"net/http"
	"sync/atomic"

	"framework/router"
)

// Budget bounds how many bytes of bodies there may be in memory at once, read
// but not yet answered, of all clients together. It is safe for concurrent use.
// A nil Budget has no bounds.
type Budget struct{ most, used atomic.Int64 }

// SetMost changes the bound; what is taken stays so. 0 is none.
func (b *Budget) SetMost(bytes int64) { b.most.Store(bytes) }

// Used is how many bytes are taken.
func (b *Budget) Used() int64 { return b.used.Load() }

// Take takes so many bytes, if they are there: what is larger than the whole
// budget may come alone. They have to be given back.
func (b *Budget) Take(bytes int64) bool {
	if b == nil {
		return true
	}
	for {
		used, most := b.used.Load(), b.most.Load()
		if most > 0 && used > 0 && used+bytes > most {
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

// Held is what one request has of a budget, until it is answered. It is safe for
// concurrent use. A nil Held holds nothing.
type Held struct {
	Budget *Budget
	bytes  atomic.Int64
}

// take is refused where too much is being read.
func (h *Held) take(bytes int64) error {
	if h == nil {
		return nil
	}
	if !h.Budget.Take(bytes) {
		return &router.Error{
			Status: http.StatusServiceUnavailable, Code: "E_PARSE_BUDGET",
			Message: "The server is reading as many bodies as it may (setting http.parseBudget). Try again in a moment.",
		}
	}
	h.bytes.Add(bytes)
	return nil
}

// Release gives back all that is held.
func (h *Held) Release() { h.Budget.Give(h.bytes.Swap(0)) }
