//go:build unix

package wire

import (
	"errors"
	"syscall"
)

// attempt writes what the system takes at once, and does not wait for more. One
// attempt is made after the other, without memory for each.
type attempt struct {
	try  func(fd uintptr) bool
	data []byte
	n    int
	err  error
}

func (a *attempt) bind() {
	a.try = func(fd uintptr) bool {
		a.n, a.err = send(fd, a.data)
		return true
	}
}

// write returns how many bytes the system took.
func (a *attempt) write(raw syscall.RawConn, data []byte) (n int, err error) {
	a.data, a.n, a.err = data, 0, nil
	err = raw.Write(a.try)
	a.data = nil
	if err == nil && a.err != nil && !errors.Is(a.err, syscall.EAGAIN) && !errors.Is(a.err, syscall.EINTR) {
		err = a.err
	}
	return max(a.n, 0), err
}

// receive reads what has arrived; wait reports that nothing has. At the end,
// and after an error, it returns 0 bytes.
func receive(fd uintptr, into []byte) (n int, wait bool) {
	n, err := syscall.Read(int(fd), into)
	return max(n, 0), errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR)
}
