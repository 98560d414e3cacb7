//go:build unix

package node

import (
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
