package main_test

import (
	"fmt"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"framework/engine/testenv"
	"github.com/gorilla/websocket"
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
func (s *server) term() error {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	return s.end()
}

func (s *server) end() error {
	s.t.Helper()
	select {
	case err := <-s.ended:
		s.ended <- err
		return err
	case <-time.After(30 * time.Second):
		s.t.Fatal("the server does not end")
		return nil
	}
}

// TestStopNotifiesTheProject runs what it has registered for the signal and the end,
// whenever the signal comes: 1.5.18 does so from the bootstrap on.
func TestStopNotifiesTheProject(t *testing.T) {
	s := lift(t, build(t), project(t, stopping), "production")
	s.stopsInOrder()
	for name, test := range map[string]struct{ variable, at string }{
		"bootstrap": {"BOOT_TIME=600000", "bootstrap runs"},
		"lifted":    {"LIFTED_TIME=1000", "lifted begins"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, "NODE_ENV=production", test.variable)
			if !s.logged(test.at) {
				t.Fatalf("it does not get there:\n%s", s.log.String())
			}
			s.stopsInOrder()
		})
	}
}

// stopsInOrder ends the process by a signal and looks at what the project was told.
func (s *server) stopsInOrder() {
	t := s.t
	t.Helper()
	if err := s.term(); err != nil {
		t.Errorf("ended with %v", err)
	}
	log := s.log.String()
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
func begin(t *testing.T, variables ...string) *server {
	t.Helper()
	addr := freeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	s := &server{t: t, ended: make(chan error, 1), addr: addr, base: "http://" + addr}
	s.cmd = exec.Command(build(t), "lift", project(t, stopping), "--port", port, "--host", "127.0.0.1")
	s.cmd.Env = append(s.cmd.Environ(), variables...)
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.ended <- s.cmd.Wait() }()
	t.Cleanup(s.stop)
	return s
}

// TestSecondSignal ends a server that hangs in its shutdown.
func TestSecondSignal(t *testing.T) {
	s := liftWith(t, build(t), project(t, stopping), []string{"NODE_ENV=production", "STUCK=1"})
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if !s.logged("shutting down") {
		t.Fatal("it does not begin to stop")
	}
	started := time.Now()
	err := s.term()
	if err == nil || !strings.Contains(err.Error(), "terminated") {
		t.Errorf("ended with %v after %v", err, time.Since(started))
	}
}

// TestStopWithHalfARequest is an orderly stop.
func TestStopWithHalfARequest(t *testing.T) {
	testenv.Slow(t)
	s := lift(t, build(t), project(t, stopping), "production")
	for _, half := range []string{"GET /wait/sl", "POST /wait/slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"} {
		c, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }() // the server may have
		if _, err := fmt.Fprint(c, half); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.term(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

// TestStopAnswersRequestsOverSockets, as it does those over HTTP, before it lets
// their clients go.
func TestStopAnswersRequestsOverSockets(t *testing.T) {
	s := lift(t, build(t), project(t, stopping), "production")
	c, _, err := websocket.DefaultDialer.Dial("ws://"+s.addr+"/socket.io/?EIO=3&transport=websocket&nosession=true", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }() // the server does
	if err := c.WriteMessage(websocket.TextMessage, []byte(`420["get",{"url":"/wait/slow","method":"get"}]`)); err != nil {
		t.Fatal(err)
	}
	if !s.logged("slow begins") {
		t.Fatal("the request does not arrive")
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
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
	if err := s.end(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

// TestHangupBeforeTheLift does not end the process; it reloads the project.
func TestHangupBeforeTheLift(t *testing.T) {
	s := begin(t, "NODE_ENV=production", "BOOT_TIME=500")
	if !s.logged("bootstrap runs") {
		t.Fatalf("it does not begin to lift:\n%s", s.log.String())
	}
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.waitFor("GET", "/_framework/health", "", 200, `"reloads":1`)
}
