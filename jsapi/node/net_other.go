//go:build !unix

package node

import "syscall"

// writeAtOnce writes nothing: here a write always waits.
func writeAtOnce(syscall.RawConn, []byte) int { return 0 }

// nothingArrived knows nothing here of what has not been read.
func nothingArrived(syscall.RawConn) bool { return true }
