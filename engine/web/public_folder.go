package web

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
)

// publicFolder is a folder of static files. Tasks that build the files of a page remove
// such folders and make them anew, also while the server runs, so it is opened again
// when another one is in its place.
type publicFolder struct {
	dir    string
	held   atomic.Pointer[openFolder] // nil while there is none
	mu     sync.Mutex                 // while it is opened
	closed bool
}

type openFolder struct {
	root *os.Root
	info fs.FileInfo
}

// renewed returns the folder that is there now, if it is another one than before.
func (p *publicFolder) renewed(before *openFolder) (*openFolder, bool, error) {
	info, err := os.Stat(p.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case before != nil && os.SameFile(before.info, info):
		return before, false, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	held := p.held.Load()
	if p.closed || held != nil && os.SameFile(held.info, info) {
		return held, held != nil, nil
	}
	root, err := os.OpenRoot(p.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if info, err = root.Stat("."); err != nil {
		return nil, false, errors.Join(err, root.Close())
	}
	now := &openFolder{root: root, info: info}
	p.held.Store(now)
	if held != nil {
		_ = held.root.Close() // of a folder that was removed
	}
	return now, true, nil
}

func (p *publicFolder) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if held := p.held.Load(); held != nil {
		return held.root.Close()
	}
	return nil
}
