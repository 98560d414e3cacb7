package node

import (
	"os"

	"framework/engine/value"
)

// attributeOperations change and read attributes of links and file systems.
var attributeOperations = map[string]operation{
	"lchown": func(f *files, a arguments) (any, error) {
		return nil, failed("lchown", a.text(0), "", os.Lchown(f.path(a.text(0)), int(a.int(1)), int(a.int(2))))
	},
	"lutimes": func(f *files, a arguments) (any, error) {
		return nil, failed("lutime", a.text(0), "", setLinkTimes(f.path(a.text(0)), moment(a.float(1)), moment(a.float(2))))
	},
	"statfs": func(f *files, a arguments) (any, error) {
		s, err := statFileSystem(f.path(a.text(0)))
		if err != nil {
			return nil, failed("statfs", a.text(0), "", err)
		}
		return s.members(), nil
	},
}

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
