//go:build unix

package node

import "syscall"

// reuseAddress lets more than one socket have the same address.
func reuseAddress(_, _ string, c syscall.RawConn) error {
	var failed error
	if err := c.Control(func(fd uintptr) { failed = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1) }); err != nil {
		return err
	}
	return failed
}
