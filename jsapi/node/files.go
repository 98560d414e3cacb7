package node

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"framework/engine/value"
)

// files is the file system of one realm: relative paths start at process.cwd(),
// and file descriptors belong to the realm.
type files struct {
	cwd  func() string
	mu   sync.Mutex
	open map[int64]*os.File
	last int64
	// standard are the descriptors below 3.
	standard standardFiles
	// memory returns how many bytes may be read at once, 0 for no limit.
	memory func() int64
}

// readAll reads to the end; more than may be read at once is an error.
func (f *files) readAll(r io.Reader) ([]byte, error) {
	limit := f.most()
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, &fileTooLarge{int64(len(b)), limit}
	}
	return b, err
}

func (f *files) most() int64 {
	if m := f.memory(); m > 0 {
		return min(m, maxRead)
	}
	return maxRead
}

// fileTooLarge is Node's error for a file that is too large to be read at once.
type fileTooLarge struct{ size, limit int64 }

func (e *fileTooLarge) Error() string {
	return fmt.Sprintf("File size (%d) is greater than %d bytes: use fs.createReadStream", e.size, e.limit)
}

// maxRead is the size of the largest file that is read at once.
const maxRead = 1 << 30

func (f *files) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(f.cwd(), p)
}

func itoa(i int) string { return strconv.Itoa(i) }

func moment(seconds float64) time.Time {
	whole, part := math.Modf(seconds)
	return time.Unix(int64(whole), int64(part*1e9))
}

// goFlags converts the open flags of fs.constants, which are those of Linux, to
// those of Go.
func goFlags(flags int) int {
	out := flags & 3
	for _, p := range [][2]int{{64, os.O_CREATE}, {128, os.O_EXCL}, {512, os.O_TRUNC}, {1024, os.O_APPEND}, {1 << 20, os.O_SYNC}} {
		if flags&p[0] != 0 {
			out |= p[1]
		}
	}
	return out
}

func (f *files) readFile(target any, flags int) (any, error) {
	if fd, ok := target.(int64); ok {
		file, err := f.file(fd, "read")
		if err != nil {
			return nil, err
		}
		b, err := f.readAll(file)
		return b, failed("read", "", "", err)
	}
	p, _ := target.(string)
	file, err := os.OpenFile(f.path(p), goFlags(flags), 0o666)
	if err != nil {
		return nil, failed("open", p, "", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, failed("fstat", p, "", err)
	}
	if info.IsDir() {
		return nil, failed("read", "", "", syscall.EISDIR)
	}
	if limit := f.most(); info.Size() > limit {
		return nil, &fileTooLarge{info.Size(), limit}
	}
	b, err := f.readAll(file)
	return b, failed("read", p, "", err)
}

func (f *files) writeFile(target any, data []byte, flags int, perm fs.FileMode, flush bool) error {
	if fd, ok := target.(int64); ok {
		w, err := f.writer(fd)
		if err != nil {
			return err
		}
		if file, ok := w.(*os.File); ok {
			return failed("write", "", "", writeTo(file, data, flush))
		}
		_, err = w.Write(data)
		return failed("write", "", "", err)
	}
	p, _ := target.(string)
	file, err := os.OpenFile(f.path(p), goFlags(flags), perm)
	if err != nil {
		return failed("open", p, "", err)
	}
	err = writeTo(file, data, flush)
	if end := file.Close(); err == nil {
		err = end
	}
	return failed("write", p, "", err)
}

// writeTo writes to a file; with flush it waits until that is on the disk.
func writeTo(file *os.File, data []byte, flush bool) error {
	if _, err := file.Write(data); err != nil || !flush {
		return err
	}
	return file.Sync()
}

func (f *files) stat(p, call string, mustBe, exact bool) (any, error) {
	get := os.Stat
	if call == "lstat" {
		get = os.Lstat
	}
	info, err := get(f.path(p))
	if err != nil {
		if !mustBe && errors.Is(err, fs.ErrNotExist) {
			return nil, nil //nolint:nilnil // the meaning of throwIfNoEntry: false
		}
		return nil, failed(call, p, "", err)
	}
	return stats(info, exact), nil
}

func (f *files) fstat(fd int64, exact bool) (any, error) {
	file, err := f.file(fd, "fstat")
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, failed("fstat", "", "", err)
	}
	return stats(info, exact), nil
}

func (f *files) readDir(p string, recursive bool) (any, error) {
	var list []any
	add := func(name string, m fs.FileMode) {
		e := value.New(2)
		e.Set("name", name)
		e.Set("mode", unixMode(m))
		list = append(list, e)
	}
	dir := f.path(p)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, failed("scandir", p, "", err)
	}
	if !recursive {
		for _, e := range entries {
			add(e.Name(), e.Type())
		}
		return list, nil
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err == nil {
			add(filepath.ToSlash(rel), e.Type())
		}
		return err
	})
	return list, failed("scandir", p, "", err)
}

// access checks that a file exists and that the permissions in bits are granted.
func (f *files) access(p string, bits uint32) error {
	return failed("access", p, "", access(f.path(p), bits))
}

// mkdir returns the first folder that it has created, if recursive.
func (f *files) mkdir(p string, recursive bool, perm fs.FileMode) (any, error) {
	path := f.path(p)
	if !recursive {
		return "", failed("mkdir", p, "", os.Mkdir(path, perm))
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return "", failed("mkdir", p, "", syscall.EEXIST)
	}
	first := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			break
		}
		first = dir
	}
	return first, failed("mkdir", p, "", os.MkdirAll(path, perm))
}

// mkdtempLetters are those of the six characters that mkdtemp adds to a prefix.
const mkdtempLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

func (f *files) mkdtemp(prefix string) (any, error) {
	var err error
	for range 100 {
		end := make([]byte, 6)
		for i := range end {
			end[i] = mkdtempLetters[rand.IntN(len(mkdtempLetters))]
		}
		if err = os.Mkdir(f.path(prefix+string(end)), 0o700); !errors.Is(err, fs.ErrExist) {
			return prefix + string(end), failed("mkdtemp", prefix+"XXXXXX", "", err)
		}
	}
	return "", failed("mkdtemp", prefix+"XXXXXX", "", err)
}

func (f *files) rmdir(p string) error {
	info, err := os.Lstat(f.path(p))
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err == nil {
		err = os.Remove(f.path(p))
	}
	return failed("rmdir", p, "", err)
}

func (f *files) unlink(p string) error {
	info, err := os.Lstat(f.path(p))
	if err == nil && info.IsDir() {
		err = syscall.EISDIR
	}
	if err == nil {
		err = os.Remove(f.path(p))
	}
	return failed("unlink", p, "", err)
}

func (f *files) rm(p string, recursive, force bool) error {
	info, err := os.Lstat(f.path(p))
	switch {
	case errors.Is(err, fs.ErrNotExist) && force:
		return nil
	case err != nil:
		return failed("lstat", p, "", err)
	case info.IsDir() && !recursive:
		return failed("rm", p, "", syscall.EISDIR)
	}
	return failed("rm", p, "", os.RemoveAll(f.path(p)))
}

// rmdirAll removes a folder with what is in it.
func (f *files) rmdirAll(p string) error {
	info, err := os.Lstat(f.path(p))
	switch {
	case err != nil:
		return failed("lstat", p, "", err)
	case !info.IsDir():
		return failed("rmdir", p, "", syscall.ENOTDIR)
	}
	return failed("rm", p, "", os.RemoveAll(f.path(p)))
}

func (f *files) realpath(p string) (string, error) {
	s, err := filepath.EvalSymlinks(f.path(p))
	if _, known := errors.AsType[*fs.PathError](err); err != nil && !known { // links in a circle
		return "", failed("stat", p, "", syscall.ELOOP)
	}
	return s, failed("lstat", p, "", err)
}

func (f *files) copyFile(from, to string, exclusive bool) error {
	return failed("copyfile", from, to, copyOne(f.path(from), f.path(to), exclusive))
}

func copyOne(from, to string, exclusive bool) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return syscall.EISDIR
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if exclusive {
		flags |= os.O_EXCL
	}
	out, err := os.OpenFile(to, flags, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if end := out.Close(); err == nil {
		err = end
	}
	return err
}

func (f *files) openFile(p string, flags int, perm fs.FileMode) (any, error) {
	file, err := os.OpenFile(f.path(p), goFlags(flags), perm)
	if err != nil {
		return nil, failed("open", p, "", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	fd := max(f.last+1, 3)
	f.last = fd
	f.open[fd] = file
	return fd, nil
}

func (f *files) file(fd int64, call string) (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if file, ok := f.open[fd]; ok {
		return file, nil
	}
	if !f.standard.has(fd) {
		return nil, failed(call, "", "", syscall.EBADF)
	}
	file, err := f.standard.file(fd)
	if err == nil && fd == 0 && file != os.Stdin {
		f.open[fd] = file // the null device
	}
	return file, failed(call, "", "", err)
}

// writer returns what a descriptor writes to.
func (f *files) writer(fd int64) (io.Writer, error) {
	f.mu.Lock()
	standard := f.standard.has(fd)
	f.mu.Unlock()
	if !standard {
		return f.file(fd, "write")
	}
	w, err := f.standard.writer(fd)
	return w, failed("write", "", "", err)
}

func (f *files) closeFile(fd int64) error {
	file, err := f.file(fd, "close")
	if err != nil {
		return err
	}
	f.mu.Lock()
	_, own := f.open[fd]
	delete(f.open, fd)
	if fd <= 2 {
		f.standard.closed[fd] = true
	}
	f.mu.Unlock()
	if !own {
		return nil // the process needs it
	}
	return failed("close", "", "", file.Close())
}

// closeAll closes what the project left open.
func (f *files) closeAll() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for fd, file := range f.open {
		_ = file.Close() // nobody is left who could handle the error
		delete(f.open, fd)
	}
	return nil
}

func (f *files) sync(fd int64) error { return f.change(fd, "fsync", (*os.File).Sync) }

func (f *files) truncate(fd, size int64) error {
	return f.change(fd, "ftruncate", func(file *os.File) error { return file.Truncate(size) })
}

// change does something with an open file; call is the system call that errors name.
func (f *files) change(fd int64, call string, do func(file *os.File) error) error {
	file, err := f.file(fd, call)
	if err != nil {
		return err
	}
	return failed(call, "", "", do(file))
}

// read reads up to n bytes at a position, or at the current one if it is negative.
func (f *files) read(fd, n, at int64) (any, error) {
	file, err := f.file(fd, "read")
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(max(n, 0), maxRead))
	var got int
	if at < 0 {
		got, err = file.Read(b)
	} else {
		got, err = file.ReadAt(b, at)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:got], failed("read", "", "", err)
}

func (f *files) write(fd int64, data []byte, at int64) (any, error) {
	w, err := f.writer(fd)
	if err != nil {
		return nil, err
	}
	var n int
	if to, ok := w.(io.WriterAt); ok && at >= 0 {
		n, err = to.WriteAt(data, at)
	} else {
		n, err = w.Write(data)
	}
	return int64(n), failed("write", "", "", err)
}
