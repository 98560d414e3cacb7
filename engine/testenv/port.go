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

// FreePort is a port of 127.0.0.1 on which no process listens.
func FreePort(tb testing.TB) string {
	tb.Helper()
	for range 1000 {
		port := strconv.Itoa(lowestPort + rand.IntN(highestPort-lowestPort))
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port)); err == nil {
			_ = l.Close() // it was for asking alone
			return port
		}
	}
	tb.Fatal("no port of 127.0.0.1 is free")
	return ""
}
