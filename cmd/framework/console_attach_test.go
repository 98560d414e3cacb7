package main_test

import (
	"bytes"
	"net"
	"os/exec"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
)

// TestConsoleOfAServer: beside a server in development the console is one of that server; beside
// one in production it makes its own, on another port.
func TestConsoleOfAServer(t *testing.T) {
	t.Parallel()
	binary := build(t)
	console := func(dir, in string, flags ...string) (out, log string) {
		t.Helper()
		cmd := exec.Command(binary, append([]string{"console", dir}, flags...)...)
		cmd.Stdin = strings.NewReader(in)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			t.Errorf("%v\n%s%s", err, stdout.String(), stderr.String())
		}
		return stdout.String(), stderr.String()
	}

	dir := programtest.Project(t, consoleProject)
	s := programtest.Lift(t, binary, dir, "development")
	if out, _ := console(dir, "await Pet.create({\n name: 'Max' }).fetch()\n"); !strings.Contains(out, "name: 'Max'") {
		t.Errorf("got %q", out)
	}
	if out, _ := console(dir, "await Pet.count()\n.reload\nawait Pet.count()\n"); !strings.HasPrefix(out, "2\nserver ") || !strings.Contains(out, ": reloaded in ") {
		t.Errorf("got %q", out)
	}
	if out, _ := console(dir, "await Pet.count()\n", "--port", "0", "--host", "127.0.0.1"); out != "1\n" {
		t.Errorf("with a port of its own: got %q", out)
	}
	s.Stop()

	_, port, _ := net.SplitHostPort(programtest.FreeAddr(t))
	dir = programtest.Project(t, consoleProject+"-- config/local.js --\nmodule.exports = { port: "+port+", host: '127.0.0.1', session: { secret: 'x' } };\n")
	programtest.Start(t, "127.0.0.1:"+port, []string{"NODE_ENV=production"}, binary, "lift", dir)
	if out, log := console(dir, "await Pet.count()\n"); out != "1\n" || !strings.Contains(log, ":"+port+" is in use: the console listens on another port") {
		t.Errorf("beside a server in production: got %q\n%s", out, log)
	}
}

// TestOfferOfAPort: on a terminal the server asks whether to take a free port.
func TestOfferOfAPort(t *testing.T) {
	t.Parallel()
	binary, dir := build(t), programtest.Project(t, consoleProject)
	s := programtest.Lift(t, binary, dir, "development")
	_, port, _ := net.SplitHostPort(s.Addr)
	cmd := exec.Command(binary, "lift", dir, "--host", "127.0.0.1", "--port", port)
	p := onTerminal(t, cmd)
	p.sees("Listen on port ")
	p.sees("instead? [Y/n] ")
	p.types("\r")
	p.sees("lifted in ")
	p.types("\x03")
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
