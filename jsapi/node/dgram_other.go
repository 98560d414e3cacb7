//go:build !unix

package node

import (
	"errors"
	"syscall"
)

// reuseAddress lets more than one socket have the same address.
func reuseAddress(_, _ string, _ syscall.RawConn) error {
	return errors.New("dgram: reuseAddr is not available on this system")
}
