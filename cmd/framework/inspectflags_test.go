package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/cmd/framework/programtest"
)

const inspectFiles = `
-- package.json --
{ "name": "debugged", "scripts": { "lint": "true" } }
-- config/local.js --
module.exports = { session: { secret: 'not one' } };
-- config/routes.js --
module.exports.routes = { 'GET /shout': 'PetController.shout' };
-- api/controllers/PetController.js --
module.exports = {
  shout: async function (req, res) {
    const name = req.param('name');
    const text = await later(name);
    const loud = upper(text);
    return res.send(loud);
  },
};

function upper(text) {
  const out = text.toUpperCase();
  return out + '!';
}

async function later(name) {
  await new Promise(done => setTimeout(done, 1));
  return name;
}
`

var listening = regexp.MustCompile(`Debugger listening on ws://(([^/\s]+)/\S+)`)

// inspected is the host and the port for debuggers that a program has written.
func inspected(t *testing.T, log *programtest.Output) string {
	t.Helper()
	_, host := inspectedAt(t, log)
	return host
}

// inspectedAt is the address for debuggers that a program has written, and the host and port of it.
func inspectedAt(t *testing.T, log *programtest.Output) (url, host string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if m := listening.FindStringSubmatch(log.String()); m != nil {
			return "ws://" + m[1], m[2]
		}
	}
	t.Fatalf("it does not listen for debuggers:\n%s", log.String())
	return "", ""
}

// cli is the debugger that Node has for terminals.
type cli struct {
	t    *testing.T
	in   io.Writer
	out  programtest.Output
	read int // how much of the output was looked at
}

func newCLI(t *testing.T, address string) *cli {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", "inspect", address)
	c := &cli{t: t}
	cmd.Stdout, cmd.Stderr = &c.out, &c.out
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.in = in
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return c
}

// says writes a line, unless it is empty, and waits for what it leads to.
func (c *cli) says(line, want string) {
	c.t.Helper()
	if line != "" {
		_, _ = io.WriteString(c.in, line+"\n") // the wait fails then
	}
	deadline := time.Now().Add(time.Minute)
	for ; time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		text := c.out.String()[c.read:]
		if at := strings.Index(text, want); at >= 0 {
			c.read += at + len(want)
			return
		}
	}
	c.t.Fatalf("%q does not lead to %q:\n%s\n(from %d)", line, want, c.out.String(), c.read)
}

// TestNodeInspect debugs a request with the client of Node.
func TestNodeInspect(t *testing.T) {
	binary := build(t)
	dir := programtest.Project(t, inspectFiles)
	s := programtest.Lift(t, binary, dir, "development", "--inspect=127.0.0.1:0", "--no-watch")
	c := newCLI(t, inspected(t, &s.Log))
	c.says("", "debug>")
	c.says("sb('PetController.js', 3)", "> 3")
	answer := make(chan string, 1)
	ask := func() {
		_, body := s.Ask("GET", "/shout?name=rex", "")
		answer <- body
	}
	go ask()
	c.says("", "break in")
	c.says("next", "PetController.js:4")
	c.says("exec('name + 1')", "'rex1'")
	c.says("next", "PetController.js:5") // after the await
	c.says("step", "PetController.js:11")
	c.says("bt", "#0 upper")
	c.says("", "#1 shout")
	c.says("exec('text')", "'rex'")
	c.says("out", "PetController.js:6")
	c.says("exec('loud = \"no\"')", "TypeError: Assignment to constant variable.")
	c.says("cont", "debug>")
	if got := <-answer; got != "REX!" {
		t.Errorf("the answer is %q", got)
	}
	go ask()
	c.says("", "PetController.js:3")
	s.Stop() // while it is paused
	if got := <-answer; got != "REX!" {
		t.Errorf("the answer is %q", got)
	}
}

// TestInspectShowsRequests: what req and res have is shown as theirs, and can be looked at without
// running code of the project.
func TestInspectShowsRequests(t *testing.T) {
	binary := build(t)
	dir := programtest.Project(t, inspectFiles+`
-- config/http.js --
module.exports.http = { middleware: { order: ['session', 'mark', 'router'], mark: function (req, res, next) {
  Object.defineProperty(req, 'ip', { get: () => 'run', configurable: true });
  next();
} } };
-- api/controllers/LookController.js --
module.exports = { at: function (req, res) {
  req.session.seen = 1;
  debugger;
  res.send('seen');
} };
`)
	s := programtest.Lift(t, binary, dir, "development", "--inspect=127.0.0.1:0", "--no-watch")
	url, _ := inspectedAt(t, &s.Log)
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	receive := func(into any, meant func(text []byte) bool) {
		t.Helper()
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute)) // the read fails then
		for {
			_, text, err := conn.ReadMessage()
			if err != nil {
				t.Fatal(err)
			}
			if meant(text) {
				if err := json.Unmarshal(text, into); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				return
			}
		}
	}
	last := 0
	ask := func(method string, params, into any) {
		t.Helper()
		last++
		if err := conn.WriteJSON(map[string]any{"id": last, "method": method, "params": params}); err != nil {
			t.Fatal(err)
		}
		prefix := fmt.Sprintf(`{"id":%d,`, last)
		receive(&struct{ Result any }{into}, func(text []byte) bool { return strings.HasPrefix(string(text), prefix) })
	}
	ask("Debugger.enable", struct{}{}, nil)
	answer := make(chan string, 1)
	go func() {
		_, body := s.Ask("GET", "/look/at?q=1", "")
		answer <- body
	}()
	var stop struct {
		Params struct {
			CallFrames []struct{ CallFrameID string }
		}
	}
	receive(&stop, func(text []byte) bool { return strings.Contains(string(text), `"Debugger.paused"`) })
	type value struct {
		Type, Description, ObjectID string
		Value                       any
		Preview                     struct {
			Properties []struct{ Name, Value string }
		}
	}
	look := func(expression string) value {
		t.Helper()
		var found struct{ Result value }
		ask("Debugger.evaluateOnCallFrame", map[string]any{
			"callFrameId": stop.Params.CallFrames[0].CallFrameID, "expression": expression, "throwOnSideEffect": true, "generatePreview": true,
		}, &found)
		return found.Result
	}
	for _, tt := range []struct {
		expression string
		want       any
	}{
		{"req.url", "/look/at?q=1"},
		{"req.query.q", "1"},
		{"req.method", "GET"},
		{"res.statusCode", 200.0},
		{"res.req.protocol", "http"},
		{"req.session.seen", 1.0}, // it was read already
	} {
		if got := look(tt.expression); got.Value != tt.want {
			t.Errorf("%s is %v, not %v", tt.expression, got, tt.want)
		}
	}
	if got := look("req.ip"); !strings.Contains(got.Description, "Possible side-effect") {
		t.Errorf("a getter of the project was called: %v", got)
	}
	req := look("req")
	if got := fmt.Sprint(req.Preview.Properties); got != "[{method GET} {url /look/at?q=1} {originalUrl /look/at?q=1} {params Array(0)} {query Object}]" {
		t.Errorf("the preview of req has %s", got)
	}
	var members struct {
		Result []struct {
			Name  string
			IsOwn bool
			Value *value
		}
	}
	ask("Runtime.getProperties", map[string]any{"objectId": req.ObjectID, "ownProperties": true}, &members)
	var own []string
	for _, m := range members.Result {
		if m.IsOwn && m.Value != nil && !strings.HasPrefix(m.Name, "Symbol(") {
			own = append(own, m.Name)
		}
	}
	if got, want := strings.Join(own, " "), "method url originalUrl params query body headers cookies signedCookies session sessionID options route httpVersion wantsJSON isSocket _startTime res"; got != want {
		t.Errorf("req has %s, not %s", got, want)
	}
	ask("Debugger.resume", struct{}{}, nil)
	if got := <-answer; got != "seen" {
		t.Errorf("the answer is %q", got)
	}
}

// TestInspectBrk waits for a debugger, and pauses before the first statement.
func TestInspectBrk(t *testing.T) {
	binary := build(t)
	dir := programtest.Project(t, inspectFiles)
	addr := programtest.FreeAddr(t)
	_, port, _ := strings.Cut(addr, ":")
	s := programtest.Begin(t, addr, nil, binary, "lift", dir, "--port", port, "--inspect-brk=127.0.0.1:0", "--no-watch")
	c := newCLI(t, inspected(t, &s.Log))
	c.says("", "Break on start in")
	c.says("cont", "debug>")
	s.WaitFor("GET", "/shout?name=a", "", 200, "A!")
}

// program is a command that ends by itself.
type program struct {
	t   *testing.T
	cmd *exec.Cmd
	out programtest.Output
}

func start(t *testing.T, binary, dir string, args ...string) *program {
	t.Helper()
	p := &program{t: t, cmd: exec.CommandContext(t.Context(), binary, args...)}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, &p.out, &p.out
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// ends waits for the end, and for a text in what was written.
func (p *program) ends(code int, want string) {
	p.t.Helper()
	_ = p.cmd.Wait() // the code says it
	if got := p.cmd.ProcessState.ExitCode(); got != code || !strings.Contains(p.out.String(), want) {
		p.t.Errorf("it ends with %d, not %d with %q:\n%s", got, code, want, p.out.String())
	}
}

const inspectPrograms = inspectFiles + `
-- config/bootstrap.js --
module.exports.bootstrap = function (done) { done(); };
-- node_modules/sails-run-seed/package.json --
{}
-- scripts/count.js --
module.exports = {
  inputs: { to: { type: 'number', required: true } },
  fn: async function ({ to }) {
    let sum = 0;
    for (let i = 1; i <= to; i++) sum += i;
    return sum;
  },
};
-- scripts/plain.js --
module.exports = { sails: false, fn: async () => 'plain' };
-- scripts/leaves.js --
module.exports = {
  sails: false,
  fn: async function () {
    for (let i = 0; i < 2000; i++) console.log('line', i);
    process.exit(3);
  },
};
-- test/helper.js --
exports.later = ms => new Promise(done => setTimeout(done, ms));
-- test/unit/a.test.js --
const { later } = require('../helper');
describe('a', function () {
  it('is slow', async function () {
    this.timeout(20);
    const before = 1;
    await later(60);
    if (before !== 1) throw new Error('it was changed');
  });
});
`

// TestInspectPrograms debugs a script and tests with the client of Node.
func TestInspectPrograms(t *testing.T) {
	binary := build(t)
	dir := programtest.Project(t, inspectPrograms)
	t.Run("run", func(t *testing.T) {
		p := start(t, binary, dir, "run", "--inspect-brk=127.0.0.1:0", "count", "--to=4")
		c := newCLI(t, inspected(t, &p.out))
		c.says("", "/scripts/count.js:1")
		c.says("sb('scripts/count.js', 6)", "> 6")
		c.says("cont", "scripts/count.js:6")
		c.says("exec('[to, sum].join()')", "'4,10'")
		c.says("exec('sum = 11')", "11")
		c.says("cont", "debug>")
		p.ends(0, "11")
	})
	t.Run("run without the app", func(t *testing.T) {
		p := start(t, binary, dir, "run", "--inspect-brk=127.0.0.1:0", "plain")
		c := newCLI(t, inspected(t, &p.out))
		c.says("", "/scripts/plain.js:1")
		c.says("cont", "debug>")
		p.ends(0, "plain")
	})
	t.Run("test", func(t *testing.T) {
		p := start(t, binary, dir, "test", "--inspect-brk=127.0.0.1:0")
		c := newCLI(t, inspected(t, &p.out))
		c.says("", "/test/unit/a.test.js:1")
		c.says("sb('test/unit/a.test.js', 6)", "> 6")
		c.says("cont", "test/unit/a.test.js:6")
		c.says("exec('before')", "1")
		c.says("cont", "debug>")
		p.ends(0, "1 passing") // its timeout does not count
	})
	t.Run("a timeout that is given counts", func(t *testing.T) {
		start(t, binary, dir, "test", "--inspect=127.0.0.1:0", "--timeout=1000").ends(1, "Timeout of 20ms exceeded")
	})
	for _, tt := range [][]string{
		{"a command of package.json", "run", "--inspect", "lint"},
		{"add --inspect-packages", "run", "--inspect", "seed"},
		{"exclude each other", "test", "--inspect", "--coverage"},
		{"debuggers connect to lift, run and test", "check", "--inspect"},
	} {
		start(t, binary, dir, tt[1:]...).ends(2, tt[0])
	}
}

// TestInspectGetsAllBeforeAnExit: process.exit waits until a client has what was written before.
func TestInspectGetsAllBeforeAnExit(t *testing.T) {
	binary := build(t)
	dir := programtest.Project(t, inspectPrograms)
	p := start(t, binary, dir, "run", "--inspect-brk=127.0.0.1:0", "leaves")
	url, _ := inspectedAt(t, &p.out)
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, text := range []string{`{"id":1,"method":"Runtime.enable"}`, `{"id":2,"method":"Runtime.runIfWaitingForDebugger"}`} {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	lines := 0
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			if !websocket.IsCloseError(err, websocket.CloseGoingAway) {
				t.Errorf("the connection does not end in order: %v", err)
			}
			break
		}
		var m struct {
			Method string
			Params struct {
				Args []struct{ Value any }
			}
		}
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		if m.Method != "Runtime.consoleAPICalled" {
			continue
		}
		if args := m.Params.Args; len(args) != 2 || args[1].Value != float64(lines) {
			t.Fatalf("after %d lines comes %s", lines, text)
		}
		lines++
	}
	if lines != 2000 {
		t.Errorf("the client got %d lines of 2000", lines)
	}
	p.ends(3, "line 1999")
}

func TestInspectFlags(t *testing.T) {
	binary := build(t)
	dir := programtest.Project(t, inspectFiles)
	for flag, want := range map[string]string{
		"--inspect=127.0.0.1:99999": "99999",
		"--inspect=127.0.0.1:x":     "is no port",
		"--inspect-packages":        "use it with --inspect",
	} {
		out, err := exec.CommandContext(t.Context(), binary, "lift", flag, filepath.Clean(dir)).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s", flag, err, out)
		}
	}
}
