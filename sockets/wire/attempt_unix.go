//go:build unix

package wire

import (
	"errors"
	"syscall"
)

// attempt writes what the system takes at once, and does not wait for more.
func attempt(raw syscall.RawConn, data []byte) (n int, err error) {
	var failed error
	err = raw.Write(func(fd uintptr) bool {
		n, failed = syscall.Write(int(fd), data)
		return true
	})
	if err != nil {
		return 0, err
	}
	if n < 0 {
		n = 0
	}
	if errors.Is(failed, syscall.EAGAIN) || errors.Is(failed, syscall.EINTR) {
		failed = nil
	}
	return n, failed
}
