package socketio_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// dial opens a WebSocket and reads the handshake.
func dial(t *testing.T, f *fixture, revision string) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(f.url, "http")+"/socket.io/?transport=websocket&EIO="+revision, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	t.Cleanup(func() { ws.Close() })
	if text := read(t, ws); !strings.HasPrefix(text, `0{"sid":`) {
		t.Fatalf("no handshake: %s", text)
	}
	return ws
}

// connect opens a WebSocket of version 5 and connects to /.
func connect(t *testing.T, f *fixture) (*websocket.Conn, *socketio.Socket) {
	t.Helper()
	ws := dial(t, f, "4")
	write(t, ws, "40")
	if text := read(t, ws) + read(t, ws); !strings.HasPrefix(text, `40{"sid":"`) || !strings.HasSuffix(text, `42["auth",{}]`) {
		t.Fatalf("got %s", text)
	}
	return ws, <-f.sockets
}

func read(t *testing.T, ws *websocket.Conn) string {
	t.Helper()
	_, data, err := ws.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, ws *websocket.Conn, text string) {
	t.Helper()
	if err := ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func wantClosed(t *testing.T, ws *websocket.Conn) {
	t.Helper()
	for {
		if _, _, err := ws.ReadMessage(); err != nil {
			if _, ok := err.(*websocket.CloseError); !ok { //nolint:errorlint // gorilla returns it bare
				t.Fatalf("the connection was not closed: %v", err)
			}
			return
		}
	}
}

// wantParseError sends frames that the server ends the connection for.
func wantParseError(t *testing.T, f *fixture, ws *websocket.Conn, frames []string) {
	t.Helper()
	for _, frame := range frames {
		write(t, ws, frame)
	}
	wantClosed(t, ws)
	if reason := <-f.reasons; reason != engineio.ParseError {
		t.Errorf("closed for %q", reason)
	}
}

func TestGarbageHurtsNobodyElse(t *testing.T) {
	f := serve(t, socketio.Options{MaxAttachments: 2, MaxAttachmentBytes: 10})
	other, _ := connect(t, f)
	const bytes = "bAQIDBAUG" // six
	for name, frames := range map[string][]string{
		"no type":                      {"4abc"},
		"event without name":           {"42{}"},
		"garbage for an id":            {`42abc["a"]`},
		"half of JSON":                 {`42["a",`},
		"nested deeply":                {"42" + strings.Repeat("[", 100_000)},
		"attachment of nothing":        {bytes},
		"text for an attachment":       {`451-["a",{"_placeholder":true,"num":0}]`, `42["a"]`},
		"placeholder of nothing":       {`451-["a",{"_placeholder":true,"num":7}]`, bytes},
		"placeholder before the first": {`451-["a",{"_placeholder":true,"num":-1}]`, bytes},
		"too many attachments":         {`453-["a"]`},
		"too large attachments":        {`452-["a"]`, bytes, bytes},
		"reserved name":                {`42["disconnecting"]`},
	} {
		t.Run(name, func(t *testing.T) {
			ws, _ := connect(t, f)
			wantParseError(t, f, ws, frames)
			write(t, other, `421["message-with-ack",1]`)
			if got := read(t, other); got != "431[1]" {
				t.Errorf("the other got %s", got)
			}
		})
	}
	if n := f.namespace.Len(); n != 1 {
		t.Errorf("%d sockets are left", n)
	}
}

// TestTolerated sends frames that are wrong or late but do not close the connection.
func TestTolerated(t *testing.T) {
	f := serve(t, socketio.Options{})
	ws, _ := connect(t, f)
	for _, frame := range []string{
		"40",                     // is connected
		`42/custom,["message"]`,  // is not connected
		"41/custom,",             //
		"43999[]",                // answers what was not asked
		`44"nonsense"`,           //
		`42["unknown",{"a":[]}]`, //
	} {
		write(t, ws, frame)
	}
	write(t, ws, `427["message-with-ack","on"]`)
	if got := read(t, ws); got != `437["on"]` {
		t.Errorf("got %s", got)
	}
}

func TestConnectTimeout(t *testing.T) {
	f := serve(t, socketio.Options{ConnectTimeout: 20 * time.Millisecond})
	wantClosed(t, dial(t, f, "4"))
}

func TestClientThatNeverReads(t *testing.T) {
	f := serve(t, socketio.Options{Engine: engineio.Options{MaxQueueBytes: 1 << 20}})
	_, slow := connect(t, f)
	other, s := connect(t, f)
	slow.Join("r")
	s.Join("r")
	f.namespace.Socket(slow.ID()).Join("more")
	large := strings.Repeat("x", 100_000)
	for slow.Emit("large", large) == nil {
	}
	if reason := <-f.reasons; reason != engineio.SlowConsumer {
		t.Errorf("closed for %q", reason)
	}
	if n, err := f.namespace.Broadcast(socketio.To{Rooms: []string{"r", "more"}}, "hi"); n != 1 || err != nil {
		t.Errorf("sent to %d: %v", n, err)
	}
	if got := read(t, other); got != `42["hi"]` {
		t.Errorf("got %s", got)
	}
	if rooms := f.namespace.Rooms(); len(rooms) != 1 || rooms[0] != "r" {
		t.Errorf("the rooms are %v", rooms)
	}
}

// TestAckOfDisconnected: code that waits for an ack gets an error when the
// client disconnects.
func TestAckOfDisconnected(t *testing.T) {
	f := serve(t, socketio.Options{})
	ws, s := connect(t, f)
	failed := make(chan error, 2)
	answered := func(_ []any, err error) { failed <- err }
	if err := s.EmitAck(answered, "question"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, ws); got != `420["question"]` {
		t.Errorf("got %s", got)
	}
	ws.Close()
	if err := <-failed; !errors.Is(err, socketio.ErrDisconnected) {
		t.Errorf("got %v", err)
	}
	<-f.reasons
	if err := s.EmitAck(answered, "question"); !errors.Is(err, socketio.ErrDisconnected) {
		t.Errorf("got %v", err)
	}
	if err := s.Emit("connect"); err == nil {
		t.Error("a reserved name was emitted")
	}
	s.Join("r")
	if s.Rooms() == nil || len(f.namespace.Rooms()) != 0 {
		t.Error("a disconnected socket joined a room")
	}
}
