package socketio_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets/socketio"
)

// budget is one of so many bytes.
type budget struct {
	most int64
	used atomic.Int64
}

func (b *budget) Take(bytes int64) bool {
	if b.used.Add(bytes) <= b.most {
		return true
	}
	b.used.Add(-bytes)
	return false
}

func (b *budget) Give(bytes int64) { b.used.Add(-bytes) }

// exhausted is what TestBudget sends that finds no room: more than 100 bytes.
var exhausted = strings.Repeat("x", 101)

// A packet that finds no room in the budget is not read: a connect is answered
// with an error, an event has no arguments, and code that waits for an ack gets
// the reason. The connection stays open.
func TestBudget(t *testing.T) {
	b := &budget{most: 100}
	f := serve(t, socketio.Options{Budget: b})
	bytes := "bAQIDBAUG" + strings.Repeat("AAAA", 30)
	ws := dial(t, f, "4")
	exchange(t, ws, []string{
		`40{"token":"` + exhausted + `"}`,
		`< 44{"message":"The server is reading as many messages as it may (setting http.parseBudget). Try again in a moment."}`,
	})
	ws, s := connect(t, f)
	exchange(t, ws, []string{
		`427["message-with-ack","` + exhausted + `"]`, `< 437[]`,
		`427["message-with-ack","x"]`, `< 437["x"]`,
		`451-8["message-with-ack",{"_placeholder":true,"num":0}]`, bytes, `< 438[]`,
		`452-8["message-with-ack",{"_placeholder":true,"num":0}]`, bytes, bytes, `< 438[]`,
		`452-8["message-with-ack",1]`, "bAQID", "bAQID", `< 438[1]`,
	})
	for answer, want := range map[string]error{exhausted: socketio.ErrBusy, "x": nil} {
		if got := ask(t, ws, s, `43%d["`+answer+`"]`); !errors.Is(got, want) {
			t.Errorf("%.10s: got %v, want %v", answer, got, want)
		}
	}
	exchange(t, ws, []string{`429["message-with-ack"]`, `< 439[]`}) // what was before has been dealt with
	if n := b.used.Load(); n != 0 {
		t.Errorf("%d bytes were not given back", n)
	}
}

// ask has a client answer a question, and returns what became of it.
func ask(t *testing.T, ws *websocket.Conn, s *socketio.Socket, answer string) error {
	t.Helper()
	got := make(chan error, 1)
	if err := s.EmitAck(func(_ []any, err error) { got <- err }, "question"); err != nil {
		t.Fatal(err)
	}
	var id int
	text := read(t, ws)
	for _, form := range []string{`42%d["question"]`, `5:%d+::{"name":"question","args":[]}`} {
		if _, err := fmt.Sscanf(text, form, &id); err == nil {
			break
		}
	}
	write(t, ws, fmt.Sprintf(answer, id))
	select {
	case err := <-got:
		return err
	case <-time.After(20 * time.Second):
		t.Fatal("the answer does not come")
		return nil
	}
}

// What a connection that ends has taken is given back.
func TestBudgetOfTheClosed(t *testing.T) {
	for name, frames := range map[string][]string{
		"attachments that do not come":     {`452-["message"]`, "bAQID"},
		"more attachments than are taken":  {`45999-["message"]`},
		"half of JSON":                     {`42["message"`},
		"an answer that is none":           {`430{}`},
		"an object that is none":           {`40/custom,[]`},
		"connect with more than is kept":   {`40/custom,{"a":"` + strings.Repeat("x", 64<<10) + `"}`},
		"text where an attachment is due":  {`452-["message"]`, `42["message"]`},
		"no attachment for a placeholder":  {`451-["message",{"_placeholder":true,"num":7}]`, "bAQID"},
		"an answer without an attachment":  {`461-0["message"]`},
		"attachments larger than is taken": {`451-["message"]`, "b" + strings.Repeat("AAAA", 400)},
	} {
		t.Run(name, func(t *testing.T) {
			b := &budget{most: 1 << 20}
			f := serve(t, socketio.Options{Budget: b, AttachmentTimeout: 20 * time.Millisecond, MaxAttachmentBytes: 1000})
			ws, _ := connect(t, f)
			wantParseError(t, f, ws, frames)
			if n := b.used.Load(); n != 0 {
				t.Errorf("%d bytes were not given back", n)
			}
		})
	}
}

// TestLegacyBudget is TestBudget for Socket.IO 0.9.
func TestLegacyBudget(t *testing.T) {
	b := &budget{most: 100}
	f := serve(t, socketio.Options{Budget: b})
	ws := dialLegacy(t, f)
	exchange(t, ws, []string{
		`< 1::`, `< 5:::{"name":"auth","args":[{}]}`,
		`5:1+::{"name":"message-with-ack","args":["` + exhausted + `"]}`, `< 6:::1+[]`,
		`5:1+::{"name":"message-with-ack","args":["x"]}`, `< 6:::1+["x"]`,
		`3:::` + exhausted, `< 5:::{"name":"message-back","args":[]}`,
		`3:::x`, `< 5:::{"name":"message-back","args":["x"]}`,
	})
	s := <-f.sockets
	for answer, want := range map[string]error{exhausted: socketio.ErrBusy, "x": nil} {
		if got := ask(t, ws, s, `6:::%d+["`+answer+`"]`); !errors.Is(got, want) {
			t.Errorf("%.10s: got %v, want %v", answer, got, want)
		}
	}
	exchange(t, ws, []string{`5:9+::{"name":"message-with-ack","args":[]}`, `< 6:::9+[]`}) // what was before has been dealt with
	if n := b.used.Load(); n != 0 {
		t.Errorf("%d bytes were not given back", n)
	}
}
