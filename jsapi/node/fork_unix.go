//go:build unix

package node

import (
	"io"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// pair makes the two ends of a channel: that of this process, and that of a child.
func pair() (ours io.ReadWriteCloser, theirs *os.File, err error) {
	// Not every system has a flag for what a child must not inherit: no process is started
	// meanwhile.
	syscall.ForkLock.RLock()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, err
	}
	theirs = os.NewFile(uintptr(fds[1]), "channel")
	ours, err = connectionOf(os.NewFile(uintptr(fds[0]), "channel"))
	if err != nil {
		theirs.Close()
	}
	return ours, theirs, err
}

// connectionOf makes a connection of an end, which it takes over.
func connectionOf(f *os.File) (io.ReadWriteCloser, error) {
	defer f.Close()
	return net.FileConn(f)
}
