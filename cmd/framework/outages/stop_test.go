package outages_test

import (
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

const stopping = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-memory' } };
-- config/models.js --
module.exports.models = { connection: 'main' };
-- config/bootstrap.js --
process.on('SIGTERM', function (name) { console.log('heard ' + name); });
process.on('exit', function (code) { console.log('exits with ' + code); });
module.exports.bootstrap = function (cb) {
  sails.on('lifted', function () {
    console.log('lifted begins');
    for (var end = Date.now() + Number(process.env.LIFTED_TIME || 0); Date.now() < end;) { /* holds the loop */ }
  });
  console.log('bootstrap runs');
  setTimeout(cb, Number(process.env.BOOT_TIME || 0));
};
-- config/shutdown.js --
module.exports.beforeShutdown = function (done) { console.log('shutting down'); if (!process.env.STUCK) { done(); } };
-- api/controllers/WaitController.js --
module.exports = { slow: function (req, res) { console.log('slow begins'); setTimeout(function () { res.json({ slow: 'answered' }); }, 700); } };
`

// term asks the process to end and returns what it ended with.
func term(s *programtest.Server) error {
	s.T.Helper()
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.T.Fatal(err)
	}
	return end(s)
}

func end(s *programtest.Server) error {
	s.T.Helper()
	select {
	case err := <-s.Ended:
		s.Ended <- err
		return err
	case <-time.After(30 * time.Second):
		s.T.Fatal("the server does not end")
		return nil
	}
}

// TestStopNotifiesTheProject runs what it has registered for the signal and the end,
// whenever the signal comes: 1.5.18 does so from the bootstrap on.
func TestStopNotifiesTheProject(t *testing.T) {
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, stopping), "production")
	stopsInOrder(s)
	for name, test := range map[string]struct{ variable, at string }{
		"bootstrap": {"BOOT_TIME=600000", "bootstrap runs"},
		"lifted":    {"LIFTED_TIME=1000", "lifted begins"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, "NODE_ENV=production", test.variable)
			if !s.Logged(test.at) {
				t.Fatalf("it does not get there:\n%s", s.Log.String())
			}
			stopsInOrder(s)
		})
	}
}

// stopsInOrder ends the process by a signal and looks at what the project was told.
func stopsInOrder(s *programtest.Server) {
	t := s.T
	t.Helper()
	if err := term(s); err != nil {
		t.Errorf("ended with %v", err)
	}
	log := s.Log.String()
	at := -1
	for _, want := range []string{"heard SIGTERM", "shutting down", "exits with 0"} {
		i := strings.Index(log, want)
		if i <= at || strings.Count(log, want) != 1 {
			t.Errorf("%q is not where it should be", want)
		}
		at = i
	}
}

// begin lifts the project of these tests without waiting until it listens.
func begin(t *testing.T, variables ...string) *programtest.Server {
	t.Helper()
	addr := programtest.FreeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	return programtest.Begin(t, addr, variables, programtest.Path(t), "lift", programtest.Project(t, stopping), "--port", port, "--host", "127.0.0.1")
}

// TestSecondSignal ends a server that hangs in its shutdown.
func TestSecondSignal(t *testing.T) {
	s := programtest.LiftWith(t, programtest.Path(t), programtest.Project(t, stopping), []string{"NODE_ENV=production", "STUCK=1"})
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if !s.Logged("shutting down") {
		t.Fatal("it does not begin to stop")
	}
	started := time.Now()
	err := term(s)
	if err == nil || !strings.Contains(err.Error(), "terminated") {
		t.Errorf("ended with %v after %v", err, time.Since(started))
	}
}

// TestStopWithHalfARequest is an orderly stop.
func TestStopWithHalfARequest(t *testing.T) {
	testenv.Slow(t)
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, stopping), "production")
	for _, half := range []string{"GET /wait/sl", "POST /wait/slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"} {
		c, err := net.Dial("tcp", s.Addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }() // the server may have
		if _, err := fmt.Fprint(c, half); err != nil {
			t.Fatal(err)
		}
	}
	if err := term(s); err != nil {
		t.Errorf("ended with %v", err)
	}
}

// TestStopAnswersRequestsOverSockets, as it does those over HTTP, before it lets
// their clients go.
func TestStopAnswersRequestsOverSockets(t *testing.T) {
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, stopping), "production")
	c, _, err := websocket.DefaultDialer.Dial("ws://"+s.Addr+"/socket.io/?EIO=3&transport=websocket&nosession=true", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }() // the server does
	if err := c.WriteMessage(websocket.TextMessage, []byte(`420["get",{"url":"/wait/slow","method":"get"}]`)); err != nil {
		t.Fatal(err)
	}
	if !s.Logged("slow begins") {
		t.Fatal("the request does not arrive")
	}
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	answered := false
	for err == nil {
		var message []byte
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second)) // else the read fails
		if _, message, err = c.ReadMessage(); strings.Contains(string(message), "430[") && strings.Contains(string(message), "answered") {
			answered = true
		}
	}
	if !answered {
		t.Error("the request was not answered")
	}
	if !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		t.Errorf("the connection ended with %v", err)
	}
	if err := end(s); err != nil {
		t.Errorf("ended with %v", err)
	}
}

// TestHangupBeforeTheLift does not end the process; it reloads the project.
func TestHangupBeforeTheLift(t *testing.T) {
	s := begin(t, "NODE_ENV=production", "BOOT_TIME=500")
	if !s.Logged("bootstrap runs") {
		t.Fatalf("it does not begin to lift:\n%s", s.Log.String())
	}
	if err := s.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.WaitFor("GET", "/_framework/health", "", 200, `"reloads":1`)
}
