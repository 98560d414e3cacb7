//go:build !unix

package wire

import "syscall"

// attempt leaves everything to the goroutine that may wait.
type attempt struct{}

func (attempt) bind() {}

func (attempt) write(syscall.RawConn, []byte) (n int, err error) { return 0, nil }

// receive reads nothing: on this system only Read does.
func receive(uintptr, []byte) (n int, wait bool) { return 0, false }
