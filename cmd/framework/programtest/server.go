package programtest

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"framework/engine/testenv"
)

// Server is the built program serving a project, as its own process.
type Server struct {
	Cmd   *exec.Cmd
	Log   Output
	Ended chan error // has the result of the process, once it has ended
	Addr  string     // host:port
	Base  string     // http://host:port
	T     testing.TB // the process is stopped with it
}

// FreeAddr is an address of this machine that nobody listens on.
func FreeAddr(t testing.TB) string {
	t.Helper()
	return net.JoinHostPort("127.0.0.1", testenv.FreePort(t))
}

// Begin runs a program that is to listen on addr. The process is stopped with the test.
func Begin(t testing.TB, addr string, env []string, name string, args ...string) *Server {
	t.Helper()
	s := &Server{T: t, Ended: make(chan error, 1), Addr: addr, Base: "http://" + addr}
	s.Cmd = exec.Command(name, args...)
	s.Cmd.Env = append(append(os.Environ(), "TZ=UTC"), env...)
	s.Cmd.Stdout, s.Cmd.Stderr = &s.Log, &s.Log
	if err := s.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.Ended <- s.Cmd.Wait() }()
	t.Cleanup(func() {
		s.Stop()
		if t.Failed() {
			t.Logf("server log:\n%s", s.Log.String())
		}
	})
	return s
}

// Start begins a program and waits until it listens.
func Start(t testing.TB, addr string, env []string, name string, args ...string) *Server {
	t.Helper()
	s := Begin(t, addr, env, name, args...)
	for deadline := time.Now().Add(3 * time.Minute); ; {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			conn.Close()
			return s
		}
		select {
		case err := <-s.Ended:
			s.Ended <- err
			t.Fatalf("the server ended while lifting: %v\n%s", err, s.Log.String())
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server does not listen:\n%s", s.Log.String())
		}
	}
}

// Lift serves the project in dir.
func Lift(t testing.TB, binary, dir, env string, args ...string) *Server {
	t.Helper()
	return LiftWith(t, binary, dir, []string{"NODE_ENV=" + env}, args...)
}

// LiftWith serves the project in dir with variables of the environment.
func LiftWith(t testing.TB, binary, dir string, variables []string, args ...string) *Server {
	t.Helper()
	addr := FreeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	return Start(t, addr, variables, binary,
		append([]string{"lift", dir, "--port", port, "--host", "127.0.0.1"}, args...)...)
}

// Stop ends the process as an operator would and waits for it.
func (s *Server) Stop() {
	_ = s.Cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-s.Ended:
		s.Ended <- err
	case <-time.After(2 * time.Minute):
		s.Kill()
		s.T.Error("the server did not stop within two minutes of SIGTERM")
	}
}

// Kill ends the process without giving it a chance.
func (s *Server) Kill() {
	_ = s.Cmd.Process.Kill()
	s.Ended <- <-s.Ended
}

// Logged waits until the server's log holds text, which it may write after an
// answer.
func (s *Server) Logged(text string) bool {
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if strings.Contains(s.Log.String(), text) {
			return true
		}
	}
	return false
}

// WaitFor asks until the answer is as wanted.
func (s *Server) WaitFor(method, path, body string, status int, want string) {
	s.T.Helper()
	until := time.Now().Add(30 * time.Second)
	for {
		got, text := s.Ask(method, path, body)
		if got == status && strings.Contains(text, want) {
			return
		}
		if time.Now().After(until) {
			s.T.Fatalf("%s %s still answers %d %.300s; want %d %s", method, path, got, text, status, want)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Ask sends one request and returns status and body; an unanswered one has
// status 0.
func (s *Server) Ask(method, path, body string, header ...string) (int, string) {
	s.T.Helper()
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, s.Base+path, r)
	if err != nil {
		s.T.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err.Error()
	}
	return res.StatusCode, string(text)
}
