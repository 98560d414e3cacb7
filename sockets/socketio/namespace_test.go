package socketio_test

import (
	"errors"
	"testing"

	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// TestLateAdmission: Admit may take time, in which the client is served in its
// other namespaces, and may disconnect.
func TestLateAdmission(t *testing.T) {
	f := serve(t, socketio.Options{})
	ws := dial(t, f, "3")
	exchange(t, ws, []string{`< 40`, `< 42["auth",{}]`})
	for _, test := range []struct {
		meanwhile []string
		verdict   error
		connected bool
		then      []string
	}{
		{verdict: errors.New("no"), then: []string{`< 44/custom,"no"`}},
		{meanwhile: []string{`41/custom,`}, then: nil},
		{meanwhile: []string{`40/custom?slow=1,`, `42/custom,["message",1]`}, connected: true, then: []string{`< 40/custom,`, `< 42/custom,["auth",{}]`, `42/custom,["message",2]`, `< 42/custom,["message-back",2]`}},
	} {
		exchange(t, ws, []string{`40/custom?slow=1,`})
		decide := f.asked(t)
		exchange(t, ws, append(test.meanwhile, `42["message",1]`, `< 42["message-back",1]`)) // it is served
		if got := decide(test.verdict); got != test.connected {
			t.Errorf("%v: connected: %v", test, got)
		}
		exchange(t, ws, test.then)
	}
	ws = dial(t, f, "3")
	exchange(t, ws, []string{`< 40`, `< 42["auth",{}]`, `40/custom?slow=1,`})
	decide := f.asked(t)
	ws.Close()
	for reason := range f.reasons {
		if reason == engineio.TransportClose {
			break
		}
	}
	if decide(nil) {
		t.Error("a client that is gone was connected")
	}
}

// TestRemove takes a namespace away, and brings it back.
func TestRemove(t *testing.T) {
	f := serve(t, socketio.Options{})
	ws := dial(t, f, "3")
	exchange(t, ws, []string{`< 40`, `< 42["auth",{}]`, `40/guarded?token=secret,`, `< 40/guarded,`, `< 42/guarded,["auth",{}]`, `40/custom?slow=1,`})
	decide := f.asked(t)
	f.Remove("/custom")
	f.Remove("/guarded")
	if decide(nil) {
		t.Error("a namespace that is gone was connected to")
	}
	exchange(t, ws, []string{`< 41/guarded,`, `< 44/custom,"Invalid namespace"`, `40/guarded,`, `< 44/guarded,"Invalid namespace"`, `42["message",1]`, `< 42["message-back",1]`})
	if reason := <-f.reasons; reason != socketio.ServerDisconnect {
		t.Errorf("the reason is %q", reason)
	}
	f.Namespace("/custom", f.handler)
	exchange(t, ws, []string{`40/custom,`, `< 40/custom,`, `< 42/custom,["auth",{}]`, `42["message",1]`, `< 42["message-back",1]`})
}
