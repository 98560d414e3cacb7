package value

import (
	"hash/maphash"
	"math/bits"
)

// index finds keys by their hash. A map of Go would take several times as much
// memory, and clients say how many there are.
type index struct {
	seed maphash.Seed
	// slots hold a place among the keys each, plus 1; 0 is free. Their number is
	// a power of two, and at least a quarter of them is free.
	slots []uint32
}

// newIndex is an index of keys with room for so many.
func newIndex(keys []string, room int) *index {
	x := &index{seed: maphash.MakeSeed(), slots: make([]uint32, 1<<bits.Len(uint(room+room/3)))}
	for at := range keys {
		x.add(keys, uint32(at))
	}
	return x
}

// slot is where a key is, or where it would be.
func (x *index) slot(keys []string, key string) *uint32 {
	mask := uint64(len(x.slots) - 1)
	for i := maphash.String(x.seed, key) & mask; ; i = (i + 1) & mask {
		if at := x.slots[i]; at == 0 || keys[at-1] == key {
			return &x.slots[i]
		}
	}
}

func (x *index) find(keys []string, key string) int { return int(*x.slot(keys, key)) - 1 }

func (x *index) add(keys []string, at uint32) { *x.slot(keys, keys[at]) = at + 1 }
