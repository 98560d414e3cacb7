package protocol_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/debug"
)

// project writes files, and returns their folder.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// attach connects a client that debugs.
func (s *server) attach(t *testing.T) *client {
	t.Helper()
	c := s.connect(t)
	for _, method := range []string{"Runtime.enable", "Debugger.enable"} {
		if m := c.ask(method, nil, nil); m.Error != nil {
			t.Fatal(method, m.Error)
		}
	}
	return c
}

// background runs a file, and returns what tells when it has run.
func (s *server) background(t *testing.T, path string) (done chan error) {
	done = make(chan error, 1)
	go func() { done <- s.run(t, path) }()
	return done
}

// halt waits for a pause.
func (c *client) halt() paused {
	c.t.Helper()
	var p paused
	if err := json.Unmarshal(c.wait("Debugger.paused").Params, &p); err != nil {
		c.t.Fatal(err)
	}
	return p
}

func (p paused) line() int { return p.CallFrames[0].Location.LineNumber + 1 }

// value evaluates in the call at the top.
func (c *client) value(p paused, expression string) string {
	c.t.Helper()
	var got struct{ Result remote }
	c.ask("Debugger.evaluateOnCallFrame", map[string]any{"callFrameId": p.CallFrames[0].CallFrameID, "expression": expression}, &got)
	return got.Result.brief()
}

func TestOtherLanguages(t *testing.T) {
	for name, tt := range map[string]struct {
		file, text       string
		line             int
		evaluates, gives string
	}{
		"TypeScript":        {"a.ts", "interface Pet {\n  name: string;\n}\n\nfunction shout(pet: Pet): string {\n  const text: string = pet.name;\n  return text.toUpperCase();\n}\nmodule.exports = shout({ name: 'Rex' });\n", 7, "text + pet.name", `"RexRex"`},
		"an ES module":      {"a.mjs", "import other from './other.js';\n\nexport function twice(n) {\n  const r = n * 2;\n  return r + other;\n}\nexport const got = twice(4);\n", 5, "r", "8"},
		"awaits at the top": {"a.mjs", "const one = await Promise.resolve(1);\nconst two = one + 1;\nexport default two;\n", 2, "one", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			root := project(t, map[string]string{tt.file: tt.text, "other.js": "module.exports = 1;", "start.js": "import('./" + tt.file + "');"})
			path := filepath.Join(root, tt.file)
			s := newServer(t, root)
			c := s.attach(t)
			c.ask("Debugger.setBreakpointByUrl", map[string]any{"urlRegex": `.*\/a\.m?[jt]s$`, "lineNumber": tt.line - 1}, new(struct{}))
			done := s.background(t, filepath.Join(root, "start.js"))
			p := c.halt()
			if p.line() != tt.line {
				t.Errorf("paused at line %d", p.line())
			}
			if got := c.value(p, tt.evaluates); got != tt.gives {
				t.Errorf("%s is %s, not %s", tt.evaluates, got, tt.gives)
			}
			var source struct{ ScriptSource string }
			c.ask("Debugger.getScriptSource", map[string]any{"scriptId": p.CallFrames[0].Location.ScriptID}, &source)
			if source.ScriptSource != tt.text {
				t.Errorf("the text of the script is %q", source.ScriptSource)
			}
			if got := c.scripts[p.CallFrames[0].Location.ScriptID]; got != debug.URL(path) {
				t.Errorf("its address is %s", got)
			}
			c.ask("Debugger.resume", nil, new(struct{}))
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

const counting = `let total = 1;
function add(n, o) {
  total += n;
  return total;
}
module.exports = n => add(n, { a: { b: 1 }, get c() { total = 100; return 1; } });
`

// called calls what a file exports with a number.
func (s *server) called(t *testing.T, path string, n int) (done chan int64) {
	done = make(chan int64, 1)
	go func() {
		_ = s.iso.Do(context.Background(), func(r *jsapi.Realm) error {
			v, err := s.loader.Require(path)
			if err == nil {
				f, _ := goja.AssertFunction(v)
				v, err = f(goja.Undefined(), r.Runtime().ToValue(n))
			}
			if err != nil {
				done <- -1
				return err
			}
			done <- v.ToInteger()
			return nil
		})
	}()
	return done
}

func TestVariablesAndObjects(t *testing.T) {
	root := project(t, map[string]string{"a.js": counting})
	path := filepath.Join(root, "a.js")
	s := newServer(t, root)
	c := s.attach(t)
	if err := s.run(t, path); err != nil { // loaded before the breakpoint is set
		t.Fatal(err)
	}
	var at struct {
		BreakpointID string
		Locations    []struct{ LineNumber int }
	}
	c.ask("Debugger.setBreakpointByUrl", map[string]any{"url": debug.URL(path), "lineNumber": 2}, &at)
	if len(at.Locations) != 1 || at.Locations[0].LineNumber != 2 {
		t.Errorf("the breakpoint is at %v", at.Locations)
	}
	if m := c.ask("Debugger.setBreakpointByUrl", map[string]any{"url": debug.URL(path), "lineNumber": 2}, nil); m.Error == nil {
		t.Error("a second breakpoint at the same place is accepted")
	}
	done := s.called(t, path, 5)
	p := c.halt()
	frame := p.CallFrames[0]

	c.ask("Debugger.setVariableValue", map[string]any{"callFrameId": frame.CallFrameID, "scopeNumber": 0, "variableName": "n", "newValue": map[string]any{"value": 7}}, new(struct{}))
	for _, tt := range [][2]string{
		{"n", "7"},
		{"total = 10", "10"},
		{"[n, total].map(x => x + 1).join()", `"8,11"`},
		{"typeof later", `"undefined"`},
		{"undeclared", "ReferenceError: undeclared is not defined"},
		{"var z = 3; z", "3"},
		{"o.a.b", "1"},
		{"typeof this", `"object"`},
	} {
		if got := c.value(p, tt[0]); got != tt[1] {
			t.Errorf("%s gives %s, not %s", tt[0], got, tt[1])
		}
	}

	glance := func(expression string) string {
		var got struct{ Result remote }
		c.ask("Debugger.evaluateOnCallFrame", map[string]any{"callFrameId": frame.CallFrameID, "expression": expression, "throwOnSideEffect": true}, &got)
		return got.Result.brief()
	}
	for expression, want := range map[string]string{"o.a.b": "1", "total": "10", "o?.a": "Object", "o.c": "EvalError: Possible side-effect in debug-evaluate", "add(1)": "EvalError: Possible side-effect in debug-evaluate", "total = 3": "EvalError: Possible side-effect in debug-evaluate"} {
		if got := glance(expression); got != want {
			t.Errorf("a glance at %s gives %s, not %s", expression, got, want)
		}
	}

	var o struct{ Result remote }
	c.ask("Debugger.evaluateOnCallFrame", map[string]any{"callFrameId": frame.CallFrameID, "expression": "o", "generatePreview": true}, &o)
	var members struct {
		Result []struct {
			Name string
			Get  *remote
		}
		InternalProperties []property
	}
	c.ask("Runtime.getProperties", map[string]any{"objectId": o.Result.ObjectID, "ownProperties": true}, &members)
	if len(members.Result) != 2 || members.Result[1].Get == nil || len(members.InternalProperties) != 1 {
		t.Errorf("the members are %+v", members)
	}
	var called struct{ Result remote }
	c.ask("Runtime.callFunctionOn", map[string]any{"objectId": o.Result.ObjectID, "functionDeclaration": "function (k, more) { return {got: this.a[k] + more}; }", "arguments": []any{map[string]any{"value": "b"}, map[string]any{"value": 2}}, "returnByValue": true}, &called)
	if string(called.Result.Value) != `{"got":3}` {
		t.Errorf("the function gives %s", called.Result.Value)
	}
	var slow struct{ ExceptionDetails *struct{ Text string } }
	c.ask("Debugger.evaluateOnCallFrame", map[string]any{"callFrameId": frame.CallFrameID, "expression": "for (;;);", "timeout": 20}, &slow)
	if slow.ExceptionDetails == nil {
		t.Error("an endless loop has ended")
	}

	c.ask("Debugger.removeBreakpoint", map[string]any{"breakpointId": at.BreakpointID}, new(struct{}))
	c.ask("Debugger.resume", nil, new(struct{}))
	if got := <-done; got != 17 {
		t.Errorf("the function returns %d", got)
	}
	if got := <-s.called(t, path, 1); got != 18 { // nothing pauses any more
		t.Errorf("the function returns %d", got)
	}
	var waited struct{ Result remote }
	c.ask("Runtime.evaluate", map[string]any{"expression": "await Promise.resolve(4)", "replMode": true}, &waited)
	if got := waited.Result.brief(); got != "4" {
		t.Errorf("what is awaited is %s", got)
	}
	var checked struct {
		ExceptionDetails *struct{ Exception remote }
	}
	c.ask("Runtime.evaluate", map[string]any{"expression": "1 +"}, &checked)
	if checked.ExceptionDetails == nil || !strings.HasPrefix(checked.ExceptionDetails.Exception.Description, "SyntaxError: ") {
		t.Errorf("a syntax error gives %+v", checked.ExceptionDetails)
	}
	if m := c.ask("Debugger.setScriptSource", nil, nil); m.Error == nil || m.Error.Code != -32601 || m.Error.Message != "'Debugger.setScriptSource' wasn't found" {
		t.Errorf("an unknown method gives %+v", m.Error)
	}
}

// TestAPausedScriptIsLetGo: by the last client that disconnects, and by a server that stops.
func TestAPausedScriptIsLetGo(t *testing.T) {
	for name, end := range map[string]func(s *server, stop func()){
		"the client goes":  func(_ *server, stop func()) { stop() },
		"the server stops": func(s *server, _ func()) { s.Release() },
	} {
		t.Run(name, func(t *testing.T) {
			root := project(t, map[string]string{"a.js": counting})
			path := filepath.Join(root, "a.js")
			s := newServer(t, root)
			c := newClient(t)
			session := s.Connect(c.receive)
			c.send = session.Receive
			c.ask("Debugger.enable", nil, new(struct{}))
			c.ask("Debugger.setBreakpointByUrl", map[string]any{"url": debug.URL(path), "lineNumber": 2}, new(struct{}))
			done := s.called(t, path, 5)
			c.halt()
			end(s, session.Close)
			if got := <-done; got != 6 {
				t.Errorf("the function returns %d", got)
			}
			if got := <-s.called(t, path, 1); got != 7 {
				t.Errorf("the function returns %d", got)
			}
			session.Close()
		})
	}
	t.Run("the realm ends", func(t *testing.T) {
		root := project(t, map[string]string{"a.js": "debugger;"})
		s := newServer(t, root)
		c := s.attach(t)
		done := s.background(t, filepath.Join(root, "a.js"))
		c.halt()
		if err := s.iso.Close(t.Context()); err != nil {
			t.Error(err)
		}
		<-done
		c.wait("Runtime.executionContextDestroyed")
	})
}

// TestThePausedTimeCountsForNothing: a turn may be paused for longer than it may run.
func TestThePausedTimeCountsForNothing(t *testing.T) {
	root := project(t, map[string]string{"a.js": "debugger;\nlet n = 0;\nmodule.exports = n;"})
	s := newServer(t, root)
	c := s.attach(t)
	s.iso.SetTurnLimit(200 * time.Millisecond)
	done := s.background(t, filepath.Join(root, "a.js"))
	p := c.halt()
	var slept struct{ Result remote }
	c.ask("Debugger.evaluateOnCallFrame", map[string]any{"callFrameId": p.CallFrames[0].CallFrameID, "expression": "const end = Date.now() + 400; while (Date.now() < end); 1"}, &slept)
	c.ask("Debugger.resume", nil, new(struct{}))
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestConsole(t *testing.T) {
	root := project(t, map[string]string{"a.js": "console.warn('careful', {a: 1});"})
	s := newServer(t, root)
	c := s.attach(t)
	if err := s.run(t, filepath.Join(root, "a.js")); err != nil {
		t.Fatal(err)
	}
	var call struct {
		Type string
		Args []remote
	}
	if err := json.Unmarshal(c.wait("Runtime.consoleAPICalled").Params, &call); err != nil {
		t.Fatal(err)
	}
	if call.Type != "warning" || len(call.Args) != 2 || call.Args[0].brief() != `"careful"` || call.Args[1].brief() != "Object" {
		t.Errorf("the client gets %+v", call)
	}
}

// TestANewVersion: the scripts of a realm that begins are announced, and breakpoints hold in them.
func TestANewVersion(t *testing.T) {
	root := project(t, map[string]string{"a.js": counting})
	path := filepath.Join(root, "a.js")
	s := newServer(t, root)
	c := s.attach(t)
	c.ask("Debugger.setBreakpointByUrl", map[string]any{"url": debug.URL(path), "lineNumber": 2}, new(struct{}))
	first := s.called(t, path, 1)
	was := c.halt().CallFrames[0].Location.ScriptID
	c.ask("Debugger.resume", nil, new(struct{}))
	<-first
	if err := os.WriteFile(path, []byte(strings.Replace(counting, "total = 1", "total = 1, more", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	s.begin(t, root)
	second := s.called(t, path, 1)
	p := c.halt()
	if p.line() != 3 || p.CallFrames[0].FunctionName != "add" || p.CallFrames[0].Location.ScriptID == was {
		t.Errorf("paused at line %d of script %s", p.line(), p.CallFrames[0].Location.ScriptID)
	}
	c.ask("Debugger.resume", nil, new(struct{}))
	if got := <-second; got != 2 {
		t.Errorf("the function returns %d", got)
	}
}

const spinning = `'use strict';

function spin(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i % 7;
  return sum;
}
module.exports = n => (spin(n), n);
`

// TestProfile: clients record where the time of JavaScript goes.
func TestProfile(t *testing.T) {
	testenv.Slow(t)
	root := project(t, map[string]string{"a.js": spinning})
	path := filepath.Join(root, "a.js")
	s := newServer(t, root)
	c := s.connect(t)
	c.ask("Debugger.enable", nil, nil)
	c.ask("Profiler.enable", nil, nil)
	if done := s.called(t, path, 1); <-done != 1 {
		t.Fatal("it does not run")
	}
	type node struct {
		ID        int
		CallFrame struct {
			FunctionName, ScriptID, URL string
			LineNumber, ColumnNumber    int
		}
		HitCount      int
		Children      []int
		PositionTicks []struct{ Line, Ticks int }
	}
	var got struct {
		Profile struct {
			Nodes              []node
			StartTime, EndTime int64
			Samples            []int
			TimeDeltas         []int64
		}
	}
	spin := func() (found node, calls []string) {
		callers := map[int]node{}
		for _, n := range got.Profile.Nodes {
			for _, child := range n.Children {
				callers[child] = n
			}
		}
		for _, n := range got.Profile.Nodes {
			if n.CallFrame.FunctionName != "spin" {
				continue
			}
			found = n
			for at, ok := n, true; ok; at, ok = callers[at.ID] {
				calls = append(calls, at.CallFrame.FunctionName)
			}
		}
		return found, calls
	}
	for { // a sample is taken now and then
		c.ask("Profiler.start", nil, nil)
		c.ask("Profiler.start", nil, nil) // that changes nothing
		<-s.called(t, path, 300_000)
		c.ask("Profiler.stop", nil, &got)
		if n, _ := spin(); n.HitCount > 0 {
			break
		}
	}
	n, calls := spin()
	if calls[len(calls)-1] != "(root)" || len(calls) < 3 {
		t.Errorf("spin is called by %q", calls)
	}
	if f := n.CallFrame; f.LineNumber != 2 || f.ColumnNumber != 0 || !strings.HasSuffix(f.URL, "/a.js") || f.ScriptID == "0" {
		t.Errorf("spin stands at %+v", f)
	}
	ticks := 0
	for _, tick := range n.PositionTicks {
		if tick.Line < 3 || tick.Line > 6 {
			t.Errorf("it was seen in line %d", tick.Line)
		}
		ticks += tick.Ticks
	}
	if ticks != n.HitCount {
		t.Errorf("%d hits are %d in lines", n.HitCount, ticks)
	}
	if p := got.Profile; len(p.Samples) != len(p.TimeDeltas) || p.EndTime < p.StartTime {
		t.Errorf("%d samples have %d times from %d to %d", len(p.Samples), len(p.TimeDeltas), p.StartTime, p.EndTime)
	}
	// A client that goes ends what it records.
	c.ask("Profiler.start", nil, nil)
	other := s.connect(t)
	other.ask("Profiler.enable", nil, nil)
	if m := other.ask("Profiler.start", nil, nil); m.Error == nil || m.Error.Message != "JavaScript is being profiled already" {
		t.Errorf("two record at once: %v", m.Error)
	}
	c.ask("Profiler.disable", nil, nil)
	if m := other.ask("Profiler.start", nil, nil); m.Error != nil {
		t.Errorf("the profiler is busy: %v", m.Error)
	}
}
