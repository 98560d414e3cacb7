//go:build unix && !(linux && (amd64 || arm64))

package wire

import "syscall"

// send gives the system data for a socket that does not block.
func send(fd uintptr, data []byte) (int, error) { return syscall.Write(int(fd), data) }
