//go:build unix

package node

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// writeAtOnce writes what the system takes without waiting, as Node does: so what was written is
// sent although the socket is destroyed next. What fails is for the next write to report.
func writeAtOnce(conn syscall.RawConn, b []byte) int {
	n := 0
	_ = conn.Write(func(fd uintptr) bool {
		n, _ = unix.Write(int(fd), b)
		return true
	})
	return max(n, 0)
}

// nothingArrived reports whether nothing waits to be read, not even the end of the connection.
func nothingArrived(conn syscall.RawConn) bool {
	waiting := false
	err := conn.Control(func(fd uintptr) {
		_, _, err := unix.Recvfrom(int(fd), make([]byte, 1), unix.MSG_PEEK|unix.MSG_DONTWAIT)
		waiting = err == nil || !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EINTR)
	})
	return err == nil && !waiting
}
