package socketio_test

import (
	"testing"
	"time"

	"framework/sockets/engineio"
	"framework/sockets/internal/stock"
	"framework/sockets/socketio"
)

// TestProtocolSuite runs the suites that come with the protocol's text; their
// times are part of them.
func TestProtocolSuite(t *testing.T) {
	for _, test := range []struct{ suite, part string }{
		// What it says of polling contradicts the protocol's sample session, where
		// the first poll answers with the packet that connects.
		{stock.Socket4, "Socket.IO protocol"},
		{stock.Socket5, ""},
	} {
		t.Run(test.suite, func(t *testing.T) {
			f := serve(t, socketio.Options{
				Engine:       engineio.Options{PingInterval: 300 * time.Millisecond, PingTimeout: 200 * time.Millisecond},
				ErrorObjects: true,
			})
			stock.Suite(t, test.suite, test.part, f.url)
		})
	}
}
