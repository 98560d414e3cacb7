package socketio_test

import (
	"strings"
	"testing"

	"framework/engine/testenv"
	"framework/sockets/socketio"
)

// TestStockClients plays the whole protocol with the clients of every
// generation, over each transport and through the upgrade.
func TestStockClients(t *testing.T) {
	for _, version := range []string{"1.4.5", "1.7.4", "2.5.0", "3.1.3", "4.8.1"} {
		for _, transports := range []string{"websocket", "polling", "polling,websocket"} {
			t.Run(version+"/"+transports, func(t *testing.T) {
				home := testenv.Packages(t, "socket.io-client@"+version)
				f := serve(t, socketio.Options{})
				testenv.Node(t, home, "testdata/client.js", f.url, strings.Split(version, ".")[0], transports)
			})
		}
	}
}

// TestLegacyClient plays Socket.IO 0.9.
func TestLegacyClient(t *testing.T) {
	for _, transport := range []string{"websocket", "xhr-polling"} {
		t.Run(transport, func(t *testing.T) {
			home := testenv.Packages(t, "socket.io-client@0.9.16")
			f := serve(t, socketio.Options{})
			testenv.Node(t, home, "testdata/legacy.js", f.url, transport)
		})
	}
}
