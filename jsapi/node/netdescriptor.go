package node

import (
	"io/fs"
	"net"
	"syscall"

	"framework/engine/value"
)

// descriptor is the number of what the system has opened, -1 where it has none.
func descriptor(of any) int {
	conn, ok := of.(syscall.Conn)
	if !ok {
		return -1
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return -1
	}
	n := -1
	_ = raw.Control(func(fd uintptr) { n = int(fd) }) // it is closed: it has none
	return n
}

func descriptorOf(p *pipe) int {
	if c, ok := p.in.(*connection); ok {
		return descriptor(c.Conn)
	}
	if w, ok := p.out.(pipeEnd); ok {
		return descriptor(w.File)
	}
	return descriptor(p.in)
}

// given describes a connection or a pipe that the process was given with its descriptor, and takes it over.
func (m *netModule) given(fd uintptr) (*value.Map, error) {
	file, taken, err := duplicate(fd)
	if err != nil {
		return nil, networkFailure("open", "", err)
	}
	if conn, err := net.FileConn(file); err == nil {
		file.Close() // conn has a copy
		taken()
		return m.connectionInfo(conn), nil
	}
	// The standard input may be a file.
	if info, err := file.Stat(); err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) == 0 && (fd != 0 || !info.Mode().IsRegular()) {
		file.Close()
		return nil, networkFailure("open", "", syscall.EINVAL)
	}
	taken()
	closing := m.open.file(file)
	return value.Of("pipe", handle{&pipe{in: file, out: file, end: closing, close: closing}}), nil
}

// listenOn listens on a descriptor that the process was given.
func listenOn(fd uintptr) (net.Listener, error) {
	file, taken, err := duplicate(fd)
	if err != nil {
		return nil, networkFailure("listen", "", err)
	}
	defer file.Close() // the listener has a copy
	l, err := net.FileListener(file)
	if err != nil {
		return nil, networkFailure("listen", "", syscall.EINVAL)
	}
	taken()
	return l, nil
}
