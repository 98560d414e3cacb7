package node

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// operation is an operation of fs with Go arguments; Realm.ToJS converts its result.
// It runs on the loop or on another goroutine.
type operation func(f *files, a arguments) (any, error)

// arguments are the arguments of an operation as Go values.
type arguments []any

func (a arguments) text(i int) string { s, _ := a[i].(string); return s }
func (a arguments) flag(i int) bool   { b, _ := a[i].(bool); return b }
func (a arguments) data(i int) []byte { b, _ := a[i].([]byte); return b }

func (a arguments) int(i int) int64 {
	switch n := a[i].(type) {
	case int64:
		return n
	case float64:
		return int64(n)
	}
	return 0
}

func (a arguments) float(i int) float64 {
	switch n := a[i].(type) {
	case int64:
		return float64(n)
	case float64:
		return n
	}
	return 0
}

// fsModule is the native part of fs.
type fsModule struct {
	*host
	cwd  func() string
	open *resources
	// output returns what process.stdout and process.stderr write to.
	output func(fd int64) io.Writer
	// input is whether the standard input is the script's.
	input bool
}

// filesKey finds the open files of a realm.
type filesKey struct{}

// fsNatives are sync(op, args) and async(op, args, done), which run operations.
func (m *fsModule) fsNatives() map[string]any {
	f := &files{cwd: m.cwd, open: map[int64]*os.File{}, memory: m.realm.MemoryLimit, standard: standardFiles{input: m.input, output: m.output}}
	m.open.add(f.closeAll)
	m.realm.SetSlot(filesKey{}, f)
	m.realm.OnError(m.fileError)
	return map[string]any{
		"sync": func(call goja.FunctionCall) goja.Value {
			op, args := m.operation(call, false)
			run := func(context.Context) (any, error) { return op(f, args) }
			var v any
			var err error
			if f.mayBlock(call.Argument(0).String(), args) {
				v, err = m.realm.RunSync(run)
			} else {
				v, err = op(f, args)
			}
			if err != nil {
				panic(m.realm.Error(err))
			}
			return m.realm.ToJS(v)
		},
		"async": func(call goja.FunctionCall) goja.Value {
			op, args := m.operation(call, true)
			if f.prints(call.Argument(0).String(), args) {
				v, err := op(f, args)
				op = func(*files, arguments) (any, error) { return v, err }
			}
			return m.callLater(call.Argument(2), func(context.Context) (any, error) { return op(f, args) }, func() {}, m.realm.Blocking)
		},
	}
}

// operation reads op and args. If the operation runs on another goroutine, bytes
// are copied, because JavaScript may change its own meanwhile.
func (m *fsModule) operation(call goja.FunctionCall, later bool) (operation, arguments) {
	op, ok := operations[call.Argument(0).String()]
	if !ok {
		panic(m.realm.Runtime().NewTypeError("fs has no operation %s", call.Argument(0).String()))
	}
	list := call.Argument(1).ToObject(m.realm.Runtime())
	args := make(arguments, list.Get("length").ToInteger())
	for i := range args {
		v := list.Get(itoa(i))
		if o, ok := v.(*goja.Object); ok {
			b := m.bytes(o)
			if later {
				b = append([]byte(nil), b...)
			}
			args[i] = b
			continue
		}
		args[i] = v.Export()
	}
	return op, args
}

// prints reports whether an operation writes to standard output or error: that is done on the loop, as
// whatever else is printed.
func (f *files) prints(op string, a arguments) bool {
	fd, ok := a[0].(int64)
	return ok && (op == "write" || op == "writeFile") && fd <= 2
}

// longCopy is how many bytes are copied at most without another goroutine.
const longCopy = 16 << 20

// mayBlock reports whether an operation may wait for another process, such as the
// reader of a pipe, or take long.
func (f *files) mayBlock(op string, a arguments) bool {
	switch op {
	case "readFile", "writeFile", "open", "read", "write", "copyFile":
	default:
		return false
	}
	var info fs.FileInfo
	var err error
	switch target := a[0].(type) {
	case string:
		info, err = os.Stat(f.path(target))
	case int64:
		if f.prints(op, a) {
			return false
		}
		file, e := f.file(target, op)
		if e != nil {
			return false
		}
		info, err = file.Stat()
	default:
		return false
	}
	return err == nil && !info.IsDir() && (!info.Mode().IsRegular() || op == "copyFile" && info.Size() > longCopy)
}

var operations = map[string]operation{
	"readFile": func(f *files, a arguments) (any, error) { return f.readFile(a[0], int(a.int(1))) },
	"writeFile": func(f *files, a arguments) (any, error) {
		return nil, f.writeFile(a[0], a.data(1), int(a.int(2)), mode(a.int(3)), a.flag(4))
	},
	"stat":   func(f *files, a arguments) (any, error) { return f.stat(a.text(0), a.text(1), a.flag(2), a.flag(3)) },
	"fstat":  func(f *files, a arguments) (any, error) { return f.fstat(a.int(0), a.flag(1)) },
	"access": func(f *files, a arguments) (any, error) { return nil, f.access(a.text(0), uint32(a.int(1))) },
	"readdir": func(f *files, a arguments) (any, error) {
		return f.readDir(a.text(0), a.flag(1))
	},
	"mkdir": func(f *files, a arguments) (any, error) {
		return f.mkdir(a.text(0), a.flag(1), mode(a.int(2)))
	},
	"mkdtemp":  func(f *files, a arguments) (any, error) { return f.mkdtemp(a.text(0)) },
	"rmdirAll": func(f *files, a arguments) (any, error) { return nil, f.rmdirAll(a.text(0)) },
	"rmdir":    func(f *files, a arguments) (any, error) { return nil, f.rmdir(a.text(0)) },
	"rm":       func(f *files, a arguments) (any, error) { return nil, f.rm(a.text(0), a.flag(1), a.flag(2)) },
	"unlink":   func(f *files, a arguments) (any, error) { return nil, f.unlink(a.text(0)) },
	"rename": func(f *files, a arguments) (any, error) {
		return nil, failed("rename", a.text(0), a.text(1), os.Rename(f.path(a.text(0)), f.path(a.text(1))))
	},
	"copyFile": func(f *files, a arguments) (any, error) {
		return nil, f.copyFile(a.text(0), a.text(1), a.int(2)&1 != 0)
	},
	"link": func(f *files, a arguments) (any, error) {
		return nil, failed("link", a.text(0), a.text(1), os.Link(f.path(a.text(0)), f.path(a.text(1))))
	},
	"symlink": func(f *files, a arguments) (any, error) {
		return nil, failed("symlink", a.text(0), a.text(1), os.Symlink(a.text(0), f.path(a.text(1))))
	},
	"readlink": func(f *files, a arguments) (any, error) {
		s, err := os.Readlink(f.path(a.text(0)))
		return s, failed("readlink", a.text(0), "", err)
	},
	"realpath": func(f *files, a arguments) (any, error) {
		return f.realpath(a.text(0))
	},
	"chmod": func(f *files, a arguments) (any, error) {
		return nil, failed("chmod", a.text(0), "", os.Chmod(f.path(a.text(0)), mode(a.int(1))))
	},
	"chown": func(f *files, a arguments) (any, error) {
		return nil, failed("chown", a.text(0), "", os.Chown(f.path(a.text(0)), int(a.int(1)), int(a.int(2))))
	},
	"utimes": func(f *files, a arguments) (any, error) {
		return nil, failed("utime", a.text(0), "", os.Chtimes(f.path(a.text(0)), moment(a.float(1)), moment(a.float(2))))
	},
	"fchmod": func(f *files, a arguments) (any, error) {
		return nil, f.change(a.int(0), "fchmod", func(file *os.File) error { return file.Chmod(mode(a.int(1))) })
	},
	"fchown": func(f *files, a arguments) (any, error) {
		return nil, f.change(a.int(0), "fchown", func(file *os.File) error { return file.Chown(int(a.int(1)), int(a.int(2))) })
	},
	"futimes": func(f *files, a arguments) (any, error) {
		return nil, f.change(a.int(0), "futime", func(file *os.File) error {
			return setTimes(file, moment(a.float(1)), moment(a.float(2)))
		})
	},
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
	"truncate": func(f *files, a arguments) (any, error) {
		return nil, failed("open", a.text(0), "", os.Truncate(f.path(a.text(0)), a.int(1)))
	},
	"open": func(f *files, a arguments) (any, error) {
		return f.openFile(a.text(0), int(a.int(1)), mode(a.int(2)))
	},
	"close":     func(f *files, a arguments) (any, error) { return nil, f.closeFile(a.int(0)) },
	"fsync":     func(f *files, a arguments) (any, error) { return nil, f.sync(a.int(0)) },
	"ftruncate": func(f *files, a arguments) (any, error) { return nil, f.truncate(a.int(0), a.int(1)) },
	"read":      func(f *files, a arguments) (any, error) { return f.read(a.int(0), a.int(1), a.int(2)) },
	"write":     func(f *files, a arguments) (any, error) { return f.write(a.int(0), a.data(1), a.int(2)) },
}

// mode converts Unix mode bits to those of Go.
func mode(bits int64) fs.FileMode {
	m := fs.FileMode(bits & 0o777)
	if bits&0o4000 != 0 {
		m |= fs.ModeSetuid
	}
	if bits&0o2000 != 0 {
		m |= fs.ModeSetgid
	}
	if bits&0o1000 != 0 {
		m |= fs.ModeSticky
	}
	return m
}

// unixMode is the st_mode of m.
func unixMode(m fs.FileMode) int64 {
	bits := int64(m.Perm())
	switch {
	case m&fs.ModeDir != 0:
		bits |= 0o040000
	case m&fs.ModeSymlink != 0:
		bits |= 0o120000
	case m&fs.ModeNamedPipe != 0:
		bits |= 0o010000
	case m&fs.ModeSocket != 0:
		bits |= 0o140000
	case m&fs.ModeCharDevice != 0:
		bits |= 0o020000
	case m&fs.ModeDevice != 0:
		bits |= 0o060000
	default:
		bits |= 0o100000
	}
	if m&fs.ModeSetuid != 0 {
		bits |= 0o4000
	}
	if m&fs.ModeSetgid != 0 {
		bits |= 0o2000
	}
	if m&fs.ModeSticky != 0 {
		bits |= 0o1000
	}
	return bits
}

// fileError makes Node's error object of a failed operation.
func (m *fsModule) fileError(err error) (goja.Value, bool) {
	if large, ok := errors.AsType[*fileTooLarge](err); ok {
		return m.errorWith("RangeError", "ERR_FS_FILE_TOO_LARGE", "%s", large.Error()), true
	}
	e, ok := errors.AsType[*fileFailure](err)
	if !ok {
		return nil, false
	}
	o := m.errorWith("Error", e.code, "%s", e.Error())
	_ = o.Delete("code") // it comes after errno
	for _, m := range []struct {
		name string
		v    any
	}{{"errno", e.errno}, {"code", e.code}, {"syscall", e.call}, {"path", e.path}, {"dest", e.dest}} {
		if m.v != "" {
			_ = o.Set(m.name, m.v)
		}
	}
	return o, true
}

// stats are the members of a Stats object; times are in milliseconds. With exact they are texts of whole numbers,
// and times in nanoseconds as well, for BigIntStats.
func stats(info fs.FileInfo, exact bool) *value.Map {
	s := sysStat(info)
	m := value.New(20)
	set := func(name string, n int64) {
		if exact {
			m.Set(name, strconv.FormatInt(n, 10))
		} else {
			m.Set(name, n)
		}
	}
	for _, e := range []struct {
		name string
		n    int64
	}{
		{"dev", s.dev},
		{"mode", unixMode(info.Mode())},
		{"nlink", s.nlink},
		{"uid", s.uid},
		{"gid", s.gid},
		{"rdev", s.rdev},
		{"blksize", s.blksize},
		{"ino", s.ino},
		{"size", info.Size()},
		{"blocks", s.blocks},
	} {
		set(e.name, e.n)
	}
	times := []struct {
		name string
		ns   int64
	}{{"atime", s.atime}, {"mtime", info.ModTime().UnixNano()}, {"ctime", s.ctime}, {"birthtime", s.ctime}}
	for _, t := range times {
		if exact {
			set(t.name+"Ms", t.ns/1e6)
		} else {
			m.Set(t.name+"Ms", float64(t.ns)/1e6)
		}
	}
	if exact {
		for _, t := range times {
			set(t.name+"Ns", t.ns)
		}
	}
	return m
}
