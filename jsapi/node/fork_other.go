//go:build !unix

package node

import (
	"errors"
	"io"
	"os"
)

var errNoChannel = errors.New("a process cannot get a channel on this system: use child_process.spawn")

func pair() (ours io.ReadWriteCloser, theirs *os.File, err error) { return nil, nil, errNoChannel }

func connectionOf(*os.File) (io.ReadWriteCloser, error) { return nil, errNoChannel }
