//go:build unix

package node

import (
	"os"

	"golang.org/x/sys/unix"
)

// duplicate makes a file of a descriptor, which stays open until taken is called: what fails leaves it, and
// the standard streams stay with the process.
func duplicate(fd uintptr) (file *os.File, taken func(), err error) {
	n, err := unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	// Others have terminals and files too: there reads wait on a thread.
	var of unix.Stat_t
	if err := unix.Fstat(n, &of); err == nil && (of.Mode&unix.S_IFMT == unix.S_IFIFO || of.Mode&unix.S_IFMT == unix.S_IFSOCK) {
		_ = unix.SetNonblock(n, true) // where it fails, reads wait on a thread
	}
	return os.NewFile(uintptr(n), "descriptor"), func() {
		if fd > 2 {
			_ = unix.Close(int(fd)) // the copy is what counts
		}
	}, nil
}

// wait has reads and writes of a file wait, as programs expect of their standard streams.
func wait(file *os.File) { _ = unix.SetNonblock(int(file.Fd()), false) } // it is one that was open
