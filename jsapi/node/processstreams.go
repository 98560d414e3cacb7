package node

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"github.com/dop251/goja"
)

// streams are the descriptors that a process gets.
type streams struct {
	*childProcessModule
	cmd     *exec.Cmd
	theirs  []io.Closer        // ends of the process, to be closed once it has them
	pipes   map[int]goja.Value // our ends, by the descriptor of theirs
	channel *channel
}

// open makes the descriptors of a process: "pipe", "ignore", "ipc", "fd:n" for one that code knows
// by that number, or "own:n" for one of this process.
func (s *streams) open(kinds []string) error {
	for i, kind := range kinds {
		var err error
		switch kind {
		case "pipe":
			err = s.pipe(i)
		case "ipc":
			err = s.ipc(i)
		default:
			err = s.set(i, kind)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// set is open for what this process has.
func (s *streams) set(i int, kind string) error {
	if number, ok := strings.CutPrefix(kind, "own:"); ok {
		fd, err := strconv.Atoi(number)
		if err != nil {
			return syscall.EBADF
		}
		file, _, err := duplicate(uintptr(fd)) //nolint:gosec // it is one of this process
		if err == nil {
			wait(file)
			s.file(i, file)
			s.theirs = append(s.theirs, file)
		}
		return err
	}
	number, ok := strings.CutPrefix(kind, "fd:")
	if !ok {
		if i > 2 {
			s.extra(i, nil)
		}
		return nil // the zero value of exec.Cmd is the null device
	}
	fd, err := strconv.Atoi(number)
	switch {
	case err != nil:
		return syscall.EBADF
	case fd == 0:
		// A process in the background that reads from a terminal is stopped.
		if info, err := os.Stdin.Stat(); err == nil && info.Mode()&fs.ModeCharDevice == 0 {
			s.file(i, os.Stdin)
		}
		return nil
	case fd <= 2:
		w := s.output(int64(fd))
		switch file, own := w.(*os.File); {
		case own:
			s.file(i, file)
		case i == 1:
			s.cmd.Stdout = w
		case i == 2:
			s.cmd.Stderr = w
		}
		return nil
	}
	f, ok := s.realm.Slot(filesKey{}).(*files)
	if !ok {
		return syscall.EBADF
	}
	file, err := f.file(int64(fd), "spawn")
	if err != nil {
		return syscall.EBADF
	}
	s.file(i, file)
	return nil
}

// file gives the process a file.
func (s *streams) file(i int, f *os.File) {
	switch i {
	case 0:
		s.cmd.Stdin = f
	case 1:
		s.cmd.Stdout = f
	case 2:
		s.cmd.Stderr = f
	default:
		s.extra(i, f)
	}
}

func (s *streams) extra(i int, f *os.File) {
	for len(s.cmd.ExtraFiles) <= i-3 {
		s.cmd.ExtraFiles = append(s.cmd.ExtraFiles, nil)
	}
	s.cmd.ExtraFiles[i-3] = f
}

// pipe makes a pipe; beyond standard error it leads both ways.
func (s *streams) pipe(i int) error {
	rt := s.realm.Runtime()
	if i > 2 {
		conn, other, err := pair()
		if err != nil {
			return err
		}
		s.extra(i, other)
		s.theirs = append(s.theirs, other)
		s.pipes[i] = rt.ToValue(s.ownEnd(conn))
		return nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	if i == 0 {
		s.file(i, r)
		s.theirs = append(s.theirs, r)
		s.pipes[i] = rt.ToValue(&pipe{out: pipeEnd{w}, end: w.Close, close: s.childProcessModule.open.file(w)})
		return nil
	}
	s.file(i, w)
	s.theirs = append(s.theirs, w)
	s.pipes[i] = rt.ToValue(&pipe{in: r, close: s.childProcessModule.open.file(r)})
	return nil
}

// ownEnd makes the pipe of our end of a pair.
func (s *streams) ownEnd(conn io.ReadWriteCloser) *pipe {
	release := s.childProcessModule.open.add(conn.Close)
	end := func() error { return nil }
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		end = half.CloseWrite
	}
	return &pipe{in: conn, out: conn, end: end, close: func() error {
		release()
		return conn.Close()
	}}
}

// ipc makes a channel.
func (s *streams) ipc(i int) error {
	conn, other, err := pair()
	if err != nil {
		return err
	}
	s.channel = s.newChannelOf(conn, s.childProcessModule.open)
	s.file(i, other)
	s.theirs = append(s.theirs, other)
	return nil
}
