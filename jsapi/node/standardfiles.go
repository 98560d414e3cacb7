package node

import (
	"io"
	"os"
	"syscall"
)

// standardFiles are the descriptors 0, 1 and 2 of a realm. What is written to the last two goes where process.stdout
// and process.stderr write, which need not be files.
type standardFiles struct {
	input  bool // whether the standard input is the script's; for a project, it has ended
	output func(fd int64) io.Writer
	closed [3]bool
}

// has reports whether fd is one of them, and open.
func (s *standardFiles) has(fd int64) bool {
	return fd >= 0 && fd <= 2 && !s.closed[fd]
}

// file returns the file of an open descriptor; that of an output which is no file is the one of this process.
func (s *standardFiles) file(fd int64) (*os.File, error) {
	if fd == 0 {
		if s.input {
			return os.Stdin, nil
		}
		return os.Open(os.DevNull)
	}
	if file, ok := s.output(fd).(*os.File); ok {
		return file, nil
	}
	if fd == 1 {
		return os.Stdout, nil
	}
	return os.Stderr, nil
}

// writer returns where an open descriptor writes to.
func (s *standardFiles) writer(fd int64) (io.Writer, error) {
	if fd == 0 {
		return nil, syscall.EBADF
	}
	return s.output(fd), nil
}
