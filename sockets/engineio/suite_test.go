package engineio_test

import (
	"testing"
	"time"

	"framework/sockets/engineio"
	"framework/sockets/internal/stock"
)

// TestProtocolSuite runs the suites that come with the protocol's text; their
// times are part of them.
func TestProtocolSuite(t *testing.T) {
	for _, suite := range []string{stock.Engine3, stock.Engine4} {
		t.Run(suite, func(t *testing.T) {
			f := serve(t, engineio.Options{PingInterval: 300 * time.Millisecond, PingTimeout: 200 * time.Millisecond})
			stock.Suite(t, suite, "", f.url)
		})
	}
}
