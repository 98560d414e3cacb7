package main_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
)

// server is the built program serving a project, as its own process.
type server struct {
	t     testing.TB
	cmd   *exec.Cmd
	log   lockedBuffer
	ended chan error
	addr  string // host:port
	base  string // http://host:port
}

// lockedBuffer collects the output of a process while it runs.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// build is the program's path. Tests run this very test binary, which is the
// program under that name (see TestMain), so that nothing is linked once more;
// benchmarks measure the real one. Tests with servers as processes are slow.
func build(t testing.TB) string {
	t.Helper()
	if _, ok := t.(*testing.B); !ok {
		testenv.Slow(t)
		path, err := exec.LookPath("framework")
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	binary := filepath.Join(t.TempDir(), "framework")
	out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}

// project writes the files of a txtar text into a fresh folder.
func project(t testing.TB, files string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(files)).Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func freeAddr(t testing.TB) string {
	t.Helper()
	return net.JoinHostPort("127.0.0.1", testenv.FreePort(t))
}

// start runs a program that is to listen on addr and waits until it does. The
// process is stopped with the test.
func start(t testing.TB, addr string, env []string, name string, args ...string) *server {
	t.Helper()
	s := &server{t: t, ended: make(chan error, 1), addr: addr, base: "http://" + addr}
	s.cmd = exec.Command(name, args...)
	s.cmd.Env = append(append(os.Environ(), "TZ=UTC"), env...)
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.ended <- s.cmd.Wait() }()
	t.Cleanup(func() {
		s.stop()
		if t.Failed() {
			t.Logf("server log:\n%s", s.log.String())
		}
	})
	for deadline := time.Now().Add(3 * time.Minute); ; {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			conn.Close()
			return s
		}
		select {
		case err := <-s.ended:
			s.ended <- err
			t.Fatalf("the server ended while lifting: %v\n%s", err, s.log.String())
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server does not listen:\n%s", s.log.String())
		}
	}
}

// lift serves the project in dir.
func lift(t testing.TB, binary, dir, env string, args ...string) *server {
	t.Helper()
	return liftWith(t, binary, dir, []string{"NODE_ENV=" + env}, args...)
}

// liftWith serves the project in dir with variables of the environment.
func liftWith(t testing.TB, binary, dir string, variables []string, args ...string) *server {
	t.Helper()
	addr := freeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	return start(t, addr, variables, binary,
		append([]string{"lift", dir, "--port", port, "--host", "127.0.0.1"}, args...)...)
}

// stop ends the process as an operator would and waits for it.
func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-s.ended:
		s.ended <- err
	case <-time.After(2 * time.Minute):
		s.kill()
		s.t.Error("the server did not stop within two minutes of SIGTERM")
	}
}

// kill ends the process without giving it a chance.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	s.ended <- <-s.ended
}

// logged waits until the server's log holds text, which it may write after an
// answer.
func (s *server) logged(text string) bool {
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if strings.Contains(s.log.String(), text) {
			return true
		}
	}
	return false
}

// ask sends one request and returns status and body; an unanswered one has
// status 0.
func (s *server) ask(method, path, body string, header ...string) (int, string) {
	s.t.Helper()
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, s.base+path, r)
	if err != nil {
		s.t.Fatal(err)
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
