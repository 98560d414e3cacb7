package engineio_test

import (
	"testing"
	"time"

	"framework/sockets/engineio"
	"framework/sockets/internal/stock"
)

// TestProtocolSuite runs the suite that comes with the protocol's text; its
// times are part of it.
func TestProtocolSuite(t *testing.T) {
	f := serve(t, engineio.Options{PingInterval: 300 * time.Millisecond, PingTimeout: 200 * time.Millisecond})
	stock.Suite(t, stock.EngineSuite, f.url)
}
