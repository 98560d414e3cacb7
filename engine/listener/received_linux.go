package listener

import (
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// sinceReceived is how long ago data came in on the connection, to a few
// milliseconds; 0 if that is not known.
func sinceReceived(c *net.TCPConn) time.Duration {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0
	}
	var info *unix.TCPInfo
	if e := raw.Control(func(fd uintptr) {
		info, err = unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
	}); e != nil || err != nil {
		return 0
	}
	return time.Duration(info.Last_data_recv) * time.Millisecond
}
