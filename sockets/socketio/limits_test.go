package socketio_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// A socket joins no more rooms than the limit, which is logged once, and
// further ones when it has left some.
func TestMaxRooms(t *testing.T) {
	var log bytes.Buffer
	f := serve(t, socketio.Options{MaxRooms: 3, Engine: engineio.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}})
	_, s := connect(t, f)
	for i := range 10 {
		s.Join(fmt.Sprint("room ", i), "room 0")
	}
	if got := fmt.Sprint(s.Rooms()); got != "[room 0 room 1 room 2]" {
		t.Errorf("it is in %s", got)
	}
	if n := strings.Count(log.String(), "sockets.maxRooms"); n != 1 {
		t.Errorf("logged %d times: %s", n, &log)
	}
	s.Leave("room 1")
	s.Join("room 9")
	if got := fmt.Sprint(s.Rooms()); got != "[room 0 room 2 room 9]" {
		t.Errorf("it is in %s", got)
	}
}

// A packet with more values than are taken ends the connection.
func TestMaxValues(t *testing.T) {
	f := serve(t, socketio.Options{MaxValues: 10})
	ws, _ := connect(t, f)
	write(t, ws, `42["x",[1,2,3,4,5,6,7,8,9]]`)
	if _, _, err := ws.ReadMessage(); err == nil || !strings.Contains(err.Error(), "1002") {
		t.Errorf("got %v", err)
	}
}
