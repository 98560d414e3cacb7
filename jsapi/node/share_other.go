//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package node

import (
	"errors"
	"syscall"
)

// shareAddress fails: here a second process cannot listen on an address.
func shareAddress(string, string, syscall.RawConn) error {
	return errors.New("several processes cannot listen on one port on this system")
}
