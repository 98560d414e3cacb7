package socketio_test

import (
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// TestExchanges holds what the suites of the protocol hold, without them: each
// line is sent, or, behind a "< ", received; "x" is the end of the connection.
// <sid> stands for an id, and hexadecimal digits behind a "#" for bytes.
func TestExchanges(t *testing.T) {
	const five, four = "EIO=4", "EIO=3"
	for _, test := range []struct {
		name, revision string
		o              socketio.Options
		lines          []string
	}{
		{name: "main", revision: five, lines: []string{`40`, `< 40{"sid":"<sid>"}`, `< 42["auth",{}]`}},
		{name: "main with a payload", revision: five, lines: []string{`40{"token":"123"}`, `< 40{"sid":"<sid>"}`, `< 42["auth",{"token":"123"}]`}},
		{name: "custom", revision: five, lines: []string{`40/custom,`, `< 40/custom,{"sid":"<sid>"}`, `< 42/custom,["auth",{}]`}},
		{name: "custom with a payload", revision: five, lines: []string{`40/custom,{"token":"a"}`, `< 40/custom,{"sid":"<sid>"}`, `< 42/custom,["auth",{"token":"a"}]`}},
		{name: "unknown", revision: five, lines: []string{`40/random`, `< 44/random,{"message":"Invalid namespace"}`}},
		{name: "not an object", revision: five, lines: []string{`4abc`, `x`}},
		{name: "refused", revision: five, lines: []string{`40/guarded,`, `< 44/guarded,{"message":"not you","data":{"need":"token"}}`, `40/guarded,{"token":"secret"}`, `< 40/guarded,{"sid":"<sid>"}`}},
		{name: "two at once", revision: five, lines: []string{
			`40`, `< 40{"sid":"<sid>"}`, `< 42["auth",{}]`, `40/custom,`, `< 40/custom,{"sid":"<sid>"}`, `< 42/custom,["auth",{}]`,
			`42/custom,["message",1]`, `< 42/custom,["message-back",1]`, `42["message",2]`, `< 42["message-back",2]`,
			`42/custom,7["message-with-ack",1]`, `< 43/custom,7[1]`,
			`41/custom,`, `42/custom,["message",1]`, `42["message",3]`, `< 42["message-back",3]`,
		}},
		{name: "kicked out of one", revision: five, lines: []string{
			`40`, `< 40{"sid":"<sid>"}`, `< 42["auth",{}]`, `40/custom,`, `< 40/custom,{"sid":"<sid>"}`, `< 42/custom,["auth",{}]`,
			`42/custom,["kick"]`, `< 41/custom,`, `42["message",3]`, `< 42["message-back",3]`,
		}},
		{name: "nothing", revision: five, o: socketio.Options{ConnectTimeout: 10 * time.Millisecond}, lines: []string{`x`}},
		{name: "bytes", revision: five, lines: []string{
			`40`, `< 40{"sid":"<sid>"}`, `< 42["auth",{}]`,
			`452-["message",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]`, `#010203`, `#040506`,
			`< 452-["message-back",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]`, `< #010203`, `< #040506`,
			`452-789["message-with-ack",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]`, `#010203`, `#040506`,
			`< 462-789[{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]`, `< #010203`, `< #040506`,
		}},
		{name: "texts", revision: five, lines: []string{
			`40`, `< 40{"sid":"<sid>"}`, `< 42["auth",{}]`, `42["message",1,"2",{"3":[true]}]`, `< 42["message-back",1,"2",{"3":[true]}]`,
			`42456["message-with-ack",1,"2",{"3":[false]}]`, `< 43456[1,"2",{"3":[false]}]`,
		}},
		{name: "no list", revision: five, lines: []string{`40`, `< 40{"sid":"<sid>"}`, `< 42["auth",{}]`, `42{}`, `x`}},
		{name: "no number", revision: five, lines: []string{`40`, `< 40{"sid":"<sid>"}`, `< 42["auth",{}]`, `42abc["message-with-ack",1]`, `x`}},

		{name: "main", revision: four, lines: []string{`< 40`, `< 42["auth",{}]`, `42["message","a"]`, `< 42["message-back","a"]`}},
		{name: "custom", revision: four, lines: []string{`< 40`, `< 42["auth",{}]`, `40/custom,`, `< 40/custom,`, `< 42/custom,["auth",{}]`}},
		{name: "with a query", revision: four, lines: []string{`< 40`, `< 42["auth",{}]`, `40/guarded?token=secret,`, `< 40/guarded,`, `< 42/guarded,["auth",{}]`}},
		{name: "refused", revision: four, lines: []string{`< 40`, `< 42["auth",{}]`, `40/guarded,`, `< 44/guarded,{"need":"token"}`}},
		{name: "unknown", revision: four, lines: []string{`< 40`, `< 42["auth",{}]`, `40/random`, `< 44/random,"Invalid namespace"`}},
		{name: "unknown as of 3", revision: four, o: socketio.Options{ErrorObjects: true}, lines: []string{
			`< 40`, `< 42["auth",{}]`, `40/random`, `< 44/random,{"message":"Invalid namespace"}`, `40/guarded,`, `< 44/guarded,{"need":"token"}`,
		}},
		{name: "leaves one", revision: four, lines: []string{
			`< 40`, `< 42["auth",{}]`, `40/custom`, `< 40/custom,`, `< 42/custom,["auth",{}]`, `41/custom`, `42["message",1]`, `< 42["message-back",1]`,
			`40/custom`, `< 40/custom,`, `< 42/custom,["auth",{}]`,
		}},
		{name: "questions", revision: four, lines: []string{
			`< 40`, `< 42["auth",{}]`, `42["ask-back",1]`, `< 420["question",1]`, `42["ask-back",2]`, `< 421["question",2]`,
			`431["b"]`, `< 42["answered","b"]`, `431["b"]`, `430["a"]`, `< 42["answered","a"]`,
		}},
		{name: "bytes", revision: four, lines: []string{
			`< 40`, `< 42["auth",{}]`,
			`451-789["message-with-ack",{"_placeholder":true,"num":0}]`, `#04010203`, `< 461-789[{"_placeholder":true,"num":0}]`, `< #04010203`,
		}},
		{name: "no kind", revision: four, lines: []string{`< 40`, `< 42["auth",{}]`, `4abc`, `x`}},
	} {
		t.Run(test.revision+" "+test.name, func(t *testing.T) {
			test.o.Engine = engineio.Options{}
			f := serve(t, test.o)
			exchange(t, dial(t, f, test.revision[len("EIO="):]), test.lines)
		})
	}
}

func exchange(t *testing.T, ws *websocket.Conn, lines []string) {
	t.Helper()
	for i, line := range lines {
		want, received := strings.CutPrefix(line, "< ")
		switch {
		case line == "x":
			wantClosed(t, ws)
		case received:
			if got := readAny(t, ws); got != want {
				before, after, _ := strings.Cut(want, "<sid>")
				if !strings.Contains(want, "<sid>") || !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) {
					t.Fatalf("line %d: got %s, want %s", i+1, got, want)
				}
			}
		default:
			writeAny(t, ws, line)
		}
	}
}

// readAny is one frame, writeAny sends one; bytes are written as digits behind "#".
func readAny(t *testing.T, ws *websocket.Conn) string {
	t.Helper()
	kind, data, err := ws.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	if kind == websocket.BinaryMessage {
		return "#" + hex.EncodeToString(data)
	}
	return string(data)
}

func writeAny(t *testing.T, ws *websocket.Conn, line string) {
	t.Helper()
	digits, isBinary := strings.CutPrefix(line, "#")
	if !isBinary {
		write(t, ws, line)
		return
	}
	data, err := hex.DecodeString(digits)
	if err == nil {
		err = ws.WriteMessage(websocket.BinaryMessage, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}
