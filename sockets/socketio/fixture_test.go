package socketio_test

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/goleak"

	"framework/engine/value"
	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// handler is the namespace of the tests: it serves the events that the
// protocol's test suite sends, and those of testdata/client.js.
type handler struct {
	namespace *socketio.Namespace
	sockets   chan *socketio.Socket
	reasons   chan engineio.Reason
	waiting   chan func(error) bool
}

func (h *handler) Admit(s *socketio.Socket, decide func(error) bool) {
	if s.Query().Get("slow") != "" {
		h.waiting <- decide
		return
	}
	decide(h.verdict(s))
}

func (h *handler) verdict(s *socketio.Socket) error {
	switch token := s.Auth().Value("token"); {
	case s.Namespace().Name() != "/guarded":
	case token == "secret" || s.Query().Get("token") == "secret" || s.Handshake().Query().Get("token") == "secret":
	default:
		return &socketio.ConnectError{Message: "not you", Data: value.Of("need", "token")}
	}
	return nil
}

func (h *handler) Connect(s *socketio.Socket) socketio.Receiver {
	auth := s.Auth()
	if auth == nil {
		auth = value.New(0)
	}
	_ = s.Emit("auth", auth)
	h.sockets <- s
	return &receiver{handler: h, socket: s}
}

type receiver struct {
	handler *handler
	socket  *socketio.Socket
}

func (r *receiver) Event(e *socketio.Event) {
	e.Over()
	s, ns := r.socket, r.socket.Namespace()
	switch e.Name {
	case "message":
		_ = s.Emit("message-back", e.Args...)
	case "message-with-ack":
		_ = e.Ack(e.Args...)
		_ = e.Ack("again") // is not sent
	case "ask-back":
		_ = s.EmitAck(func(args []any, err error) {
			if err == nil {
				_ = s.Emit("answered", args...)
			}
		}, "question", e.Args...)
	case "who":
		_ = e.Ack(s.ID(), s.Transport(), int64(s.Version()), s.Handshake().Query().Get("color"))
	case "join":
		s.Join(e.Args[0].(string))
		_ = e.Ack()
	case "leave":
		s.Leave(e.Args[0].(string))
		_ = e.Ack()
	case "broadcast": // room, text: to the others
		_, _ = ns.Broadcast(socketio.To{Rooms: []string{e.Args[0].(string)}, Except: []string{s.ID()}}, "broadcast", e.Args[1])
		_ = e.Ack()
	case "burst":
		for i := range e.Args[0].(int64) {
			_ = s.Emit("burst", i)
		}
	case "kick":
		s.Disconnect(false)
	case "hang-up":
		s.Disconnect(true)
	}
}

func (r *receiver) Disconnect(reason engineio.Reason) {
	select {
	case r.handler.reasons <- reason:
	default:
	}
}

type fixture struct {
	*socketio.Server
	*handler
	url string
}

// asked is how to decide about a socket whose namespace takes its time.
func (f *fixture) asked(t *testing.T) func(error) bool {
	t.Helper()
	select {
	case decide := <-f.waiting:
		return decide
	case <-time.After(20 * time.Second):
		t.Fatal("nobody is asked")
		return nil
	}
}

// serve starts a server; the test fails if it leaves a goroutine behind.
func serve(t testing.TB, o socketio.Options) *fixture {
	t.Helper()
	leaks := goleak.IgnoreCurrent()
	h := &handler{sockets: make(chan *socketio.Socket, 10000), reasons: make(chan engineio.Reason, 10000), waiting: make(chan func(error) bool, 10)}
	server := socketio.NewServer(o)
	h.namespace = server.Namespace("/", h)
	server.Namespace("/custom", h)
	server.Namespace("/guarded", h)
	web := httptest.NewServer(server)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		web.Close()
		goleak.VerifyNone(t, leaks)
	})
	return &fixture{server, h, web.URL}
}
