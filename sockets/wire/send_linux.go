//go:build linux && (amd64 || arm64)

package wire

import (
	"syscall"
	"unsafe"
)

// send writes data to a socket that does not block, with a raw system call. The
// scheduler of Go does not see this call: it would hand the processor to
// another thread whenever this one is preempted while it writes.
func send(fd uintptr, data []byte) (int, error) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, fd, uintptr(unsafe.Pointer(unsafe.SliceData(data))), uintptr(len(data)),
		syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
