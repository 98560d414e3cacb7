package node

import (
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/dop251/goja"
)

// folder is the working folder of a process, which its workers have too.
type folder struct{ path atomic.Pointer[string] }

func newFolder(path string) *folder {
	f := &folder{}
	f.path.Store(&path)
	return f
}

// cwd is process.cwd().
func (o *Options) cwd() string {
	if o.folder == nil {
		return o.Root
	}
	return *o.folder.path.Load()
}

func (m *processModule) cwd(goja.FunctionCall) goja.Value {
	return m.realm.Runtime().ToValue(m.opts.cwd())
}

// chdir moves this process to a folder.
func (m *processModule) chdir(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	dir := name
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(m.opts.cwd(), dir)
	}
	err := os.Chdir(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		panic(m.realm.Error(failed("chdir", m.opts.cwd(), name, err)))
	}
	m.opts.folder.path.Store(&dir)
	return goja.Undefined()
}
