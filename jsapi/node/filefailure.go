package node

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// fileFailure is an error of the file system as libuv describes it: code (ENOENT),
// system call and path.
type fileFailure struct {
	code, text       string
	errno            int
	call, path, dest string
	cause            error
}

func (e *fileFailure) Error() string {
	s := e.code + ": " + e.text + ", " + e.call
	if e.path != "" {
		s += " '" + e.path + "'"
	}
	if e.dest != "" {
		s += " -> '" + e.dest + "'"
	}
	return s
}

func (e *fileFailure) Unwrap() error { return e.cause }

// causes are the errors with a code in Node, and libuv's messages for them.
var causes = []struct {
	is         error
	code, text string
}{
	{syscall.ENOTEMPTY, "ENOTEMPTY", "directory not empty"},
	{syscall.EISDIR, "EISDIR", "illegal operation on a directory"},
	{syscall.ENOTDIR, "ENOTDIR", "not a directory"},
	{syscall.EPERM, "EPERM", "operation not permitted"},
	{syscall.EACCES, "EACCES", "permission denied"},
	{syscall.EEXIST, "EEXIST", "file already exists"},
	{syscall.ENOENT, "ENOENT", "no such file or directory"},
	{syscall.EBADF, "EBADF", "bad file descriptor"},
	{syscall.EBUSY, "EBUSY", "resource busy or locked"},
	{syscall.EINVAL, "EINVAL", "invalid argument"},
	{syscall.ELOOP, "ELOOP", "too many symbolic links encountered"},
	{syscall.EMFILE, "EMFILE", "too many open files"},
	{syscall.ENAMETOOLONG, "ENAMETOOLONG", "name too long"},
	{syscall.ENOSPC, "ENOSPC", "no space left on device"},
	{syscall.EROFS, "EROFS", "read-only file system"},
	{syscall.EXDEV, "EXDEV", "cross-device link not permitted"},
	{syscall.EPIPE, "EPIPE", "broken pipe"},
	{syscall.EFBIG, "EFBIG", "file too large"},
	{syscall.EIO, "EIO", "i/o error"},
	{syscall.ENFILE, "ENFILE", "file table overflow"},
	{syscall.ESPIPE, "ESPIPE", "invalid seek"},
	{syscall.ENXIO, "ENXIO", "no such device or address"},
	{syscall.ENODEV, "ENODEV", "no such device"},
	{syscall.EMLINK, "EMLINK", "too many links"},
	{syscall.ENOMEM, "ENOMEM", "not enough memory"},
	{syscall.EAGAIN, "EAGAIN", "resource temporarily unavailable"},
	{syscall.ETXTBSY, "ETXTBSY", "text file is busy"},
	{syscall.ENOTSUP, "ENOTSUP", "operation not supported on socket"},
	{syscall.ENOSYS, "ENOSYS", "function not implemented"},
	{fs.ErrNotExist, "ENOENT", "no such file or directory"},
	{fs.ErrExist, "EEXIST", "file already exists"},
	{fs.ErrPermission, "EACCES", "permission denied"},
	{os.ErrClosed, "EBADF", "bad file descriptor"},
}

// failed converts an error to a fileFailure; nil stays nil.
func failed(call, path, dest string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fileTooLarge](err); ok {
		return err
	}
	e := &fileFailure{code: "EIO", text: err.Error(), call: call, path: path, dest: dest, cause: err}
	if n, ok := errors.AsType[syscall.Errno](err); ok {
		e.errno = -int(n)
	}
	for _, c := range causes {
		if errors.Is(err, c.is) {
			e.code, e.text = c.code, c.text
			break
		}
	}
	return e
}
