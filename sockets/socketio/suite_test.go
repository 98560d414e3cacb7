package socketio_test

import (
	"testing"
	"time"

	"framework/sockets/engineio"
	"framework/sockets/internal/stock"
	"framework/sockets/socketio"
)

// TestProtocolSuite runs the suite that comes with the protocol's text; its
// times are part of it.
func TestProtocolSuite(t *testing.T) {
	f := serve(t, socketio.Options{Engine: engineio.Options{PingInterval: 300 * time.Millisecond, PingTimeout: 200 * time.Millisecond}})
	stock.Suite(t, stock.SocketSuite, f.url)
}
