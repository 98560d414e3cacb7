package protocol_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/gorilla/websocket"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/debug"
	"framework/jsapi/debug/protocol"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

var askNode = flag.Bool("node", false, "write the answers of Node into testdata/node20.txt")

// message is one of the protocol, either way.
type message struct {
	ID     int             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Code    int
		Message string
	} `json:"error,omitempty"`
}

// client debugs a process.
type client struct {
	t      *testing.T
	send   func(text []byte)
	last   int
	inbox  chan message
	events []message
	// scripts has the addresses of scripts by their ids.
	scripts map[string]string
}

func newClient(t *testing.T) *client {
	return &client{t: t, inbox: make(chan message, 10_000), scripts: map[string]string{}}
}

// receive takes a message of the process.
func (c *client) receive(text []byte) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		c.t.Errorf("%s: %v", text, err)
	}
	c.inbox <- m
}

func (c *client) next() message {
	select {
	case m := <-c.inbox:
		if m.Method == "Debugger.scriptParsed" {
			var script struct{ ScriptID, URL string }
			_ = json.Unmarshal(m.Params, &script) // it is an object
			c.scripts[script.ScriptID] = script.URL
		}
		return m
	case <-time.After(30 * time.Second):
		c.t.Fatal("no message comes")
		return message{}
	}
}

// ask sends a request and returns its answer.
func (c *client) ask(method string, params, result any) *message {
	c.t.Helper()
	c.last++
	if params == nil {
		params = struct{}{}
	}
	text, err := json.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	out, _ := json.Marshal(message{ID: c.last, Method: method, Params: text})
	c.send(out)
	for {
		m := c.next()
		if m.ID != c.last {
			c.events = append(c.events, m)
			continue
		}
		if result != nil {
			if m.Error != nil {
				c.t.Fatalf("%s: %v", method, m.Error)
			}
			if err := json.Unmarshal(m.Result, result); err != nil {
				c.t.Fatal(err)
			}
		}
		return &m
	}
}

// wait returns the next event of one of the methods.
func (c *client) wait(methods ...string) message {
	for {
		var m message
		if len(c.events) > 0 {
			m, c.events = c.events[0], c.events[1:]
		} else {
			m = c.next()
		}
		for _, name := range methods {
			if m.Method == name {
				return m
			}
		}
	}
}

type remote struct {
	Type, Subtype, ClassName, Description, UnserializableValue, ObjectID string
	Value                                                                json.RawMessage
}

// brief is what one sees of a value.
func (r remote) brief() string {
	switch {
	case r.Type == "string":
		return string(r.Value)
	case r.Subtype == "null", r.Type == "undefined":
		return r.Type + r.Subtype
	case r.Type == "boolean":
		return string(r.Value)
	}
	text, _, _ := strings.Cut(r.Description, "\n")
	return text
}

type paused struct {
	Reason     string
	CallFrames []struct {
		CallFrameID, FunctionName string
		Location                  struct {
			ScriptID                 string
			LineNumber, ColumnNumber int
		}
		ScopeChain []struct {
			Type   string
			Object remote
		}
		This remote
	}
	Data remote
}

type property struct {
	Name  string
	Value remote
}

// dialogue debugs a file: it takes the steps, and returns a line for each pause.
func (c *client) dialogue(url string, p program) string {
	var out strings.Builder
	c.ask("Runtime.enable", nil, nil)
	c.ask("Debugger.enable", nil, nil)
	if p.throws != "" {
		c.ask("Debugger.setPauseOnExceptions", map[string]string{"state": p.throws}, nil)
	}
	for _, line := range p.breaks {
		var found struct{ BreakpointID string }
		c.ask("Debugger.setBreakpointByUrl", map[string]any{"url": url, "lineNumber": line - 1, "condition": p.condition}, &found)
	}
	c.ask("Runtime.runIfWaitingForDebugger", nil, nil)
	steps := strings.Fields(p.steps)
	for {
		event := c.wait("Debugger.paused", "Runtime.executionContextDestroyed")
		if event.Method != "Debugger.paused" {
			return out.String()
		}
		var at paused
		if err := json.Unmarshal(event.Params, &at); err != nil {
			c.t.Fatal(err)
		}
		if c.scripts[at.CallFrames[0].Location.ScriptID] != url { // in what Node is written in
			c.ask("Debugger.resume", nil, nil)
			continue
		}
		out.WriteString(c.shown(at, url, p.evaluates))
		step := "resume"
		if len(steps) > 0 {
			step, steps = steps[0], steps[1:]
		}
		out.WriteString(" " + step + "\n")
		c.ask("Debugger."+map[string]string{"into": "stepInto", "over": "stepOver", "out": "stepOut", "resume": "resume"}[step], nil, nil)
	}
}

// shown is a line about a pause.
func (c *client) shown(at paused, url, expression string) string {
	var out strings.Builder
	if at.Reason != "other" {
		out.WriteString(at.Reason + " " + at.Data.brief() + " ")
	}
	for _, f := range at.CallFrames {
		if c.scripts[f.Location.ScriptID] == url {
			fmt.Fprintf(&out, "%s:%d ", f.FunctionName, f.Location.LineNumber+1)
		}
	}
	for _, scope := range at.CallFrames[0].ScopeChain {
		if scope.Type == "global" || scope.Type == "closure" || scope.Type == "script" { // V8 leaves out what no closure uses
			continue
		}
		var got struct{ Result []property }
		c.ask("Runtime.getProperties", map[string]any{"objectId": scope.Object.ObjectID, "ownProperties": true}, &got)
		var list []string
		for _, v := range got.Result {
			switch v.Name {
			case "exports", "require", "module", "__filename", "__dirname", "arguments":
				continue
			}
			list = append(list, v.Name+"="+v.Value.brief())
		}
		if scope.Type == "block" && !strings.Contains(strings.ReplaceAll(strings.Join(list, "|")+"|", "=undefined|", ""), "=") {
			continue // nothing of it is declared yet: V8 tells of it earlier
		}
		if sort.Strings(list); len(list) > 0 {
			fmt.Fprintf(&out, "%s{%s} ", scope.Type, strings.Join(list, ", "))
		}
	}
	if expression != "" {
		for i, f := range at.CallFrames {
			if c.scripts[f.Location.ScriptID] != url {
				continue
			}
			var got struct{ Result remote }
			c.ask("Debugger.evaluateOnCallFrame", map[string]any{"callFrameId": f.CallFrameID, "expression": expression}, &got)
			fmt.Fprintf(&out, "%d: %s ", i, got.Result.brief())
		}
	}
	return strings.TrimRight(out.String(), " ")
}

// inNode debugs a file in Node.
func inNode(t *testing.T, path string, p program) string {
	return connectNode(t, path).dialogue(debug.URL(path), p)
}

// connectNode runs a file in Node, which waits for the client that is returned.
func connectNode(t *testing.T, path string) *client {
	cmd := exec.CommandContext(t.Context(), "node", "--inspect-brk=127.0.0.1:0", path)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(stderr)
	address := ""
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "listening on ")
	}
	go func() {
		for lines.Scan() {
		}
	}()
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	c := newClient(t)
	c.send = func(text []byte) { _ = conn.WriteMessage(websocket.TextMessage, text) }
	go func() {
		for {
			_, text, err := conn.ReadMessage()
			if err != nil {
				return
			}
			c.receive(text)
		}
	}()
	return c
}

// server runs a file as the server does.
type server struct {
	*protocol.Target
	cache  *modules.Cache
	iso    *jsapi.Isolate
	loader *modules.Loader
}

func newServer(t *testing.T, root string) *server {
	t.Helper()
	s := &server{Target: protocol.NewTarget("test", func(path string) bool { return strings.HasPrefix(path, root) }), cache: modules.NewCache()}
	s.cache.Debug(s.Debugger)
	s.begin(t, root)
	return s
}

// begin makes a realm, in which files are run from now on.
func (s *server) begin(t *testing.T, root string) {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{Root: root, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s.iso = iso
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		opts := node.Options{Root: root, Log: slog.New(slog.DiscardHandler), Stdout: io.Discard, Stderr: io.Discard}
		err := node.Globals(r, opts)
		if err == nil {
			s.loader, err = modules.Install(r, modules.Options{Root: root, Core: node.Core(opts), Cache: s.cache})
		}
		if err == nil {
			debug.Main(r)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// connect adds a client.
func (s *server) connect(t *testing.T) *client {
	c := newClient(t)
	session := s.Connect(c.receive)
	t.Cleanup(session.Close)
	c.send = session.Receive
	return c
}

// run runs a file.
func (s *server) run(t *testing.T, path string) error {
	return s.iso.Do(t.Context(), func(r *jsapi.Realm) error {
		_, err := s.loader.Require(path)
		return err
	})
}

// here debugs a file in the server.
func here(t *testing.T, path string, p program) string {
	s := newServer(t, filepath.Dir(path))
	c := s.connect(t)
	go func() {
		if s.WaitForClient(t.Context()) != nil {
			return
		}
		s.PauseNext(debug.ReasonStart)
		_ = s.run(t, path)                                     // a script may throw
		_ = s.iso.Do(t.Context(), func(r *jsapi.Realm) error { // once its timers are over
			done := make(chan struct{})
			r.Runtime().Set("done", func(goja.FunctionCall) goja.Value { close(done); return nil })
			_, err := r.Runtime().RunString("setTimeout(done, 50)")
			go func() {
				<-done
				_ = s.iso.Close(context.Background())
			}()
			return err
		})
	}()
	return c.dialogue(debug.URL(path), p)
}

// program is debugged in Node and here.
type program struct {
	name, text string
	breaks     []int
	condition  string
	throws     string // which exceptions pause
	steps      string // at each pause; it is resumed after the last
	evaluates  string // in each call
}

// TestStepsOfNode: the same pauses as in Node, with the same calls, variables and values.
// go test -run TestStepsOfNode -node ./jsapi/debug/protocol asks Node again.
func TestStepsOfNode(t *testing.T) {
	testenv.Slow(t)
	golden := filepath.Join("testdata", "node20.txt")
	answers := map[string]string{}
	if !*askNode {
		text, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "# ")[1:] {
			name, lines, _ := strings.Cut(part, "\n")
			answers[name] = strings.TrimSuffix(lines, "\n")
		}
	}
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "script.js")
			if err := os.WriteFile(path, []byte(p.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if *askNode {
				answers[p.name] = inNode(t, path, p)
			}
			if got := here(t, path, p); got != answers[p.name] {
				t.Errorf("here:\n%s\nin Node:\n%s", got, answers[p.name])
			}
		})
	}
	if *askNode {
		var out strings.Builder
		for _, p := range programs {
			fmt.Fprintf(&out, "# %s\n%s\n", p.name, answers[p.name])
		}
		if err := os.WriteFile(golden, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
