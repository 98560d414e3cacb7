package wasm

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/tetratelabs/wazero/experimental"
)

const (
	pageSize = 1 << 16
	// maxPages bounds one memory, maxBytes all those of a realm: modules grow
	// them as they like and the server has to live on.
	maxPages = 1 << 13
	maxBytes = 1 << 30
)

// budget allocates the memories of a realm.
type budget struct{ used atomic.Int64 }

// Allocate implements experimental.MemoryAllocator.
func (b *budget) Allocate(_, limit uint64) experimental.LinearMemory {
	return &linear{of: b, limit: limit}
}

// linear is one memory.
type linear struct {
	of    *budget
	limit uint64
	bytes []byte
}

// Reallocate implements experimental.LinearMemory.
func (l *linear) Reallocate(size uint64) []byte {
	if size > uint64(cap(l.bytes)) {
		room := min(max(size, uint64(cap(l.bytes))*5/4), max(l.limit, size), maxPages*pageSize)
		if room < size {
			return nil
		}
		if l.of.used.Add(int64(room)) > maxBytes {
			l.of.used.Add(-int64(room))
			return nil
		}
		// Buffers of JavaScript and other modules may have it longer than the
		// module that made it.
		moved := make([]byte, len(l.bytes), room)
		used := &l.of.used
		runtime.AddCleanup(unsafe.SliceData(moved), func(n int64) { used.Add(-n) }, int64(room))
		copy(moved, l.bytes)
		l.bytes = moved
	}
	l.bytes = l.bytes[:size]
	return l.bytes
}

// Free implements experimental.LinearMemory.
func (l *linear) Free() {}
