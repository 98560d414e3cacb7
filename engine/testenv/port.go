package testenv

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// Ports below those that systems give to outgoing connections. Otherwise an
// outgoing connection could occasionally take a free port before the other
// process listens on it.
const lowestPort, highestPort = 15000, 30000

// FreePort is a port on which no process listens, at any address of this machine. The UDP port of the same
// number is kept until the end of the test, so that no other test gets this port, in any
// process, before the server of this one listens.
func FreePort(tb testing.TB) string {
	tb.Helper()
	for range 1000 {
		port := strconv.Itoa(lowestPort + rand.IntN(highestPort-lowestPort))
		address := net.JoinHostPort("127.0.0.1", port)
		reserved, err := net.ListenPacket("udp", address)
		if err != nil {
			continue
		}
		if l, err := net.Listen("tcp", ":"+port); err == nil {
			_ = l.Close() // nothing listens there
			tb.Cleanup(func() { _ = reserved.Close() })
			return port
		}
		_ = reserved.Close()
	}
	tb.Fatal("no port of 127.0.0.1 is free")
	return ""
}
