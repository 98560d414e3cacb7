//go:build !unix

package node

import (
	"os"
	"syscall"
)

// duplicate refuses: descriptors have no meaning for the system here.
func duplicate(uintptr) (file *os.File, taken func(), err error) { return nil, nil, syscall.EINVAL }

// wait does nothing: nothing comes from duplicate here.
func wait(*os.File) {}
