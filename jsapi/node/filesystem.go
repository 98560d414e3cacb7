package node

import "framework/engine/value"

// fileSystem is what statfs tells of a file system.
type fileSystem struct{ kind, blockSize, blocks, free, available, files, freeFiles int64 }

func (s fileSystem) members() *value.Map {
	m := value.New(7)
	for _, e := range []struct {
		name string
		v    int64
	}{{"type", s.kind}, {"bsize", s.blockSize}, {"blocks", s.blocks}, {"bfree", s.free}, {"bavail", s.available}, {"files", s.files}, {"ffree", s.freeFiles}} {
		m.Set(e.name, e.v)
	}
	return m
}
