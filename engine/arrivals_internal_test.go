package engine

import (
	"net/http/httptest"
	"testing"

	"framework/sockets/socketio"
)

// TestRefusable: under overload new sockets are refused as requests are, those
// that are connected are not.
func TestRefusable(t *testing.T) {
	server := socketio.NewServer(socketio.Options{Path: "/socket.io"})
	for _, tc := range []struct {
		method, target string
		want           bool
	}{
		{"GET", "/pet", true},
		{"POST", "/socket.ioX", true},
		{"GET", "/_framework/health", false},
		{"GET", "/socket.io/?EIO=3&transport=polling", true},
		{"GET", "/socket.io?EIO=4&transport=websocket", true},
		{"GET", "/socket.io/?EIO=3&transport=polling&sid=", true},
		{"GET", "/socket.io/?EIO=3&transport=polling&sid=abc", false},
		{"POST", "/socket.io/?EIO=3&transport=polling&sid=abc", false},
		{"GET", "/socket.io/?EIO=3&transport=websocket&sid=abc", false},
		{"OPTIONS", "/socket.io/?EIO=3&transport=polling", false},
		{"GET", "/socket.io/1/?t=1", true},
		{"GET", "/socket.io/1", true},
		{"OPTIONS", "/socket.io/1/", false},
		{"GET", "/socket.io/1/websocket/abc", false},
		{"POST", "/socket.io/1/xhr-polling/abc", false},
	} {
		if got := refusable(server, httptest.NewRequest(tc.method, tc.target, nil)); got != tc.want {
			t.Errorf("%s %s: %v, want %v", tc.method, tc.target, got, tc.want)
		}
	}
}
