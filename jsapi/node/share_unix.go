//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package node

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// shareAddress lets several processes of a user listen on one address, as those of cluster do.
func shareAddress(network, _ string, c syscall.RawConn) error {
	if network == "unix" {
		return nil
	}
	var err error
	return errors.Join(c.Control(func(fd uintptr) { err = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1) }), err)
}
