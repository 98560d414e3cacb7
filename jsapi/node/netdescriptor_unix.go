//go:build unix

package node

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// duplicate makes a file of a descriptor. It stays open until taken is called, for what fails leaves it.
func duplicate(fd uintptr) (file *os.File, taken func(), err error) {
	n, err := unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	_ = syscall.SetNonblock(n, true) // where it fails, reads wait on a thread
	return os.NewFile(uintptr(n), "descriptor"), func() { _ = unix.Close(int(fd)) }, nil
}
