package main_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"

	"github.com/creack/pty"
)

const consoleProject = `
-- package.json --
{ "dependencies": { "sails": "^1.5.0" } }
-- config/models.js --
module.exports.models = { attributes: { id: { type: 'number', autoIncrement: true } }, datastore: 'default' };
-- config/datastores.js --
module.exports.datastores = { default: { adapter: 'sails-memory' } };
-- config/globals.js --
module.exports.globals = { models: true, sails: false };
-- config/bootstrap.js --
module.exports.bootstrap = async function () { await Pet.create({ name: 'Rex' }); };
-- api/models/Pet.js --
module.exports = { attributes: { name: { type: 'string', required: true } } };
-- api/helpers/double.js --
module.exports = { sync: true, inputs: { n: { type: 'number', required: true } }, fn: function (inputs) { return inputs.n * 2; } };
-- api/controllers/hi.js --
module.exports = async function (req, res) { return res.send('hi'); };
-- config/routes.js --
module.exports.routes = { 'GET /hi': { action: 'hi' } };
`

func TestConsoleThroughAPipe(t *testing.T) {
	t.Parallel()
	binary, dir := build(t), programtest.Project(t, consoleProject)
	for name, s := range map[string]struct {
		flags       []string
		in, out     string
		failed      bool
		alsoWritten string
	}{
		"lifted": {
			in: "Pet.count()\nconst p = await Pet.findOne({ name: 'Rex' });\np.name\nsails.helpers.double(4)\n" +
				"await Pet.create({\n  name: 'Max',\n}).fetch()\nawait new Promise(function (done) {\n  require('http').get({ port: sails.hooks.http.server.address().port, path: '/hi' }, function (res) { done(res.statusCode); });\n})\n" +
				".exit\nthis is not read",
			out: "1\nundefined\n'Rex'\n8\n{ id: 2, name: 'Max' }\n200\n",
		},
		"loaded only": {
			flags: []string{"--dont-lift"},
			in:    "await Pet.count()\nsails.config.environment\n",
			out:   "0\n'development'\n",
		},
		"what fails": {
			in: "Pet.create({})\n1 +\n2\nfoo)\nfoo(\n", failed: true,
			out: "Uncaught OperationalError [UsageError]: Invalid new record.", alsoWritten: "3 of the inputs failed",
		},
		"reload": {
			in:  "const p = 1\n.reload\ntypeof p\n.help\n",
			out: "undefined\nreloaded in",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(binary, append([]string{"console", dir, "--port", "0", "--host", "127.0.0.1"}, s.flags...)...)
			cmd.Stdin = strings.NewReader(s.in)
			var out, log bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &log
			err := cmd.Run()
			var exit *exec.ExitError
			if s.failed != errors.As(err, &exit) {
				t.Errorf("it ended with %v\n%s", err, log.String())
			}
			if got := out.String(); !strings.HasPrefix(got, s.out) {
				t.Errorf("got %s\nwant %s\n%s", got, s.out, log.String())
			}
			if !strings.Contains(log.String(), s.alsoWritten) {
				t.Errorf("the log has no %q:\n%s", s.alsoWritten, log.String())
			}
		})
	}
}

// A person edits lines, completes names, gives things up and finds them again.
func TestConsoleOnATerminal(t *testing.T) {
	t.Parallel()
	binary, dir, home := build(t), programtest.Project(t, consoleProject), t.TempDir()
	run := func(talk func(p *person)) {
		t.Helper()
		cmd := exec.Command(binary, "console", dir, "--port", "0", "--host", "127.0.0.1")
		cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home, "HOME="+home, "TERM=xterm")
		terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 100})
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		p := &person{t: t, keys: terminal, seen: make(chan string, 100)}
		go p.read(terminal)
		p.sees("framework> ")
		talk(p)
		p.sees("framework> ")
		p.types(".exit\r")
		stuck := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
		defer stuck.Stop()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the console ended with %v", err)
		}
	}
	run(func(p *person) {
		p.types("await Pet.count()\r")
		p.sees("\x1b[33m1\x1b[39m")
		p.sees("framework> ")
		p.types("sails.helpers.dou\t(21)\r")
		p.sees("42")
		p.sees("framework> ")
		p.types("function f() {\r")
		p.sees("...")
		p.types("\x03")
		p.sees("framework> ")
		p.types("console.log('be' + 'gun'), await new Promise(function () {})\r")
		p.sees("begun")
		p.types("\x03")
		p.sees("given up")
		p.sees("framework> ")
		p.types("sails.log.warn('a' + 'b')\r")
		p.sees("warn: ab")
		p.sees("framework> ")
		p.types("'still ' + 'here'\r")
		p.sees("still here")
	})
	const last = "'still ' + 'here'"
	text, err := os.ReadFile(filepath.Join(home, "framework", "console_history"))
	_, behind, found := strings.Cut(string(text), last)
	if err != nil || !found || !strings.Contains(string(text), "Pet.count()") {
		t.Fatalf("the history is %q, %v", text, err)
	}
	run(func(p *person) {
		// .exit is in the history if the prompt was there when it was typed.
		p.types("\x1b[A" + strings.Repeat("\x1b[A", strings.Count(behind, ".exit")))
		p.sees(last)
		p.types("\r")
		p.sees("still here")
	})
}

// onTerminal starts a program with a person at its terminal.
func onTerminal(t *testing.T, cmd *exec.Cmd) *person {
	t.Helper()
	cmd.Env = append(os.Environ(), "TERM=xterm")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = terminal.Close()
	})
	p := &person{t: t, keys: terminal, seen: make(chan string, 100)}
	go p.read(terminal)
	return p
}

// person types at a terminal and looks at it.
type person struct {
	t    *testing.T
	keys *os.File
	seen chan string
	last string
}

func (p *person) read(terminal *os.File) {
	buf := make([]byte, 4096)
	for {
		n, err := terminal.Read(buf)
		if err != nil {
			close(p.seen)
			return
		}
		p.seen <- string(buf[:n])
	}
}

func (p *person) types(text string) {
	p.t.Helper()
	if _, err := p.keys.WriteString(text); err != nil {
		p.t.Fatal(err)
	}
}

// sees waits until the terminal has shown text since it was looked at last.
func (p *person) sees(text string) {
	p.t.Helper()
	for deadline := time.After(30 * time.Second); ; {
		if _, after, ok := strings.Cut(p.last, text); ok {
			p.last = after
			return
		}
		select {
		case more, ok := <-p.seen:
			if !ok {
				p.t.Fatalf("the terminal was closed before it showed %q: %q", text, p.last)
			}
			p.last += more
		case <-deadline:
			p.t.Fatalf("the terminal does not show %q: %q", text, p.last)
		}
	}
}
