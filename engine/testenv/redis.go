package testenv

import (
	"net"
	"os/exec"
	"testing"
	"time"
)

// Redis is a server of the test, which can stop it and start it again. What it
// held is gone then.
type Redis struct {
	t    testing.TB
	port string
	cmd  *exec.Cmd
}

// NewRedis starts a Redis server, which ends with the test.
func NewRedis(t testing.TB) *Redis {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		Missing(t, "this test stops and starts a Redis server: install redis-server")
	}
	r := &Redis{t: t, port: FreePort(t)}
	r.Start()
	t.Cleanup(r.Stop)
	return r
}

// Port is where it listens, on 127.0.0.1.
func (r *Redis) Port() string { return r.port }

// Start starts it and waits until it answers.
func (r *Redis) Start() {
	r.t.Helper()
	r.cmd = exec.Command("redis-server", "--port", r.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", r.t.TempDir())
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", "127.0.0.1:"+r.port); err == nil {
			_ = c.Close() // it was for asking alone
			return
		}
		if time.Now().After(end) {
			r.t.Fatal("Redis does not start")
		}
	}
}

// Stop kills it.
func (r *Redis) Stop() {
	if r.cmd == nil {
		return
	}
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait() // it was killed
	r.cmd = nil
}
