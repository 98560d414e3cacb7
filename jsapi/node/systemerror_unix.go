//go:build unix

package node

import (
	"errors"
	"syscall"

	"github.com/dop251/goja"
	"golang.org/x/sys/unix"
)

// systemError is the number and the name of an error of the system, a list.
func (h *host) systemError(err error) goja.Value {
	no, ok := errors.AsType[syscall.Errno](err)
	if !ok {
		no = syscall.EINVAL
	}
	return h.realm.Runtime().NewArray(int(no), unix.ErrnoName(no))
}
