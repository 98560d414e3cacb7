package protocol_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// described has the values that clients ask about where it is paused.
const described = `const o = { a: { b: 1 }, get c() { return 1; } }, cycle = { n: 1 };
cycle.self = cycle;
const map = new Map([[{ k: 1 }, { v: [1] }]]), set = new Set([{ q: 1 }, 'two']), p = Promise.resolve({ x: 1 });
class Kind { constructor() { this.name = 'Rex'; } get loud() { return this.name + '!'; } }
const kind = new Kind(), f = function named(x) { return x; }, hidden = Object.create({ i: 1 }, { h: { value: 1 } });
const fixed = 1, n = 1, text = 'abc', big = 10n, proxy = new Proxy({ a: 1 }, {});
let m = 2;
function halt(x) {
  debugger;
  return x + m;
}
const kept = halt(3);
debugger;
`

// asked are questions at the second pause, by the method that they are asked with.
var asked = []struct{ what, texts string }{
	{"value", `cycle
		({ a: 1n })
		Symbol('x')
		big
		f
		[1, , undefined, NaN, null]
		map
		undefined
		p
		({ f() {}, u: undefined, s: 'a"<b>', d: new Date(0), deep: [[1.5]] })
		new Date(0)
		-0
		({ toJSON() { return 5; } })
		proxy
		({ proxy })
		({ get g() { return 7; } })
		({ get g() { throw 1; } })
		hidden
		({ i: 1n })
		[Symbol()]
		text
		null
		new Array(3)
		kept`},
	{"evaluate by value", `cycle()
		(() => { const o = {}; o.o = o; return o; })()
		({ a: [1] })`},
	{"call", `function () { return this.a.b; }
		function (x) { return x + 1; }
		function () {}
		() => 5
		x => x
		(x, y) => [x, y === undefined]
		function () { return { r: this.a.b, 'q': 1 }; }
		function () { return typeof this; }
		function () { this.z = 1; }
		function () { return this.a.b++; }
		function () { return delete this.a; }
		5`},
	{"glance", "1 + n\nn > 0 && m\n`${n}-${text}`\nn ? 1 : 2\n!n\ntypeof o\ntypeof o.a.b\n[1, n]\n({ n, q: 1 })\nm = 5\nm++\no['a']['b']\no.a.b\nm, n\n" +
		"delete o.a\nvoid 0\ntext.length\no?.x?.y\n-n\n~n\nbig + 1n\nn === 1 || o.a\no.x ?? 'none'\no.a === o.a\nn == '1'\nnull\n" +
		"typeof nowhere\n'a\U0001F600'.length\ntext[1]\ntext.length.x\ntext.nothing === undefined\nmap.size === 1"},
	{"preview", `o
		cycle
		map
		set
		p
		kind
		hidden
		new Date(0)
		({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })
		[{ a: { b: 1 } }, [2], null, undefined, 'x'.repeat(200), f]
		new Array(200).fill(0)
		Object('str')
		globalThis === undefined
		new (class extends Map {})()
		[]
		({ [Symbol('s')]: 1 })`},
	{"internal", `o
		map
		set
		p
		kind
		hidden
		[]
		Object('str')`},
	{"set", `0 m 7
		9 m 7`},
	{"method", `Debugger.setReturnValue {"newValue":{"value":1}}
		NodeWorker.enable {"waitForDebuggerOnStart":false}
		NodeWorker.disable {}
		Runtime.setAsyncCallStackDepth {"maxDepth":4}
		Debugger.removeBreakpoint {"breakpointId":"1:2:3:x"}
		Profiler.start {}
		Profiler.stop {}
		Profiler.enable {}
		Profiler.stop {}
		Profiler.disable {}
		Nothing.known {}`},
}

// TestAnswersOfNode: clients that look at values get what Node answers.
// go test -run TestAnswersOfNode -node ./jsapi/debug/protocol asks Node again.
func TestAnswersOfNode(t *testing.T) {
	golden := filepath.Join("testdata", "answers20.txt")
	root := project(t, map[string]string{"a.js": described})
	path := filepath.Join(root, "a.js")
	if *askNode {
		testenv.Slow(t)
		c := connectNode(t, path)
		c.ask("Runtime.enable", nil, nil)
		c.ask("Debugger.enable", nil, nil)
		c.ask("Runtime.runIfWaitingForDebugger", nil, nil)
		c.halt()
		c.ask("Debugger.resume", nil, nil)
		if err := os.WriteFile(golden, []byte(strings.Join(c.answers(), "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	s := newServer(t, root)
	c := s.attach(t)
	done := s.background(t, path)
	got := c.answers()
	c.ask("Debugger.resume", nil, new(struct{}))
	if err := <-done; err != nil {
		t.Error(err)
	}
	if len(got) != len(want) {
		t.Fatalf("%d answers here, %d in Node: ask Node again", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("here:\n%s\nin Node:\n%s", got[i], want[i])
		}
	}
}

// answers are a line for each of the questions.
func (c *client) answers() []string {
	var lines []string
	say := func(what string, m *message) {
		answer := any(m.Result)
		if m.Error != nil {
			answer = m.Error
		}
		text, _ := json.Marshal(answer) // it was JSON
		var v any
		_ = json.Unmarshal(text, &v)
		text, _ = json.Marshal(lasting(v))
		lines = append(lines, what+" => "+string(text))
	}
	p := c.halt()
	for c.scripts[p.CallFrames[0].Location.ScriptID] == "" {
		p = c.halt()
	}
	say("the return value elsewhere", c.ask("Debugger.setReturnValue", map[string]any{"newValue": map[string]any{"value": 1}}, nil))
	c.ask("Debugger.stepOver", nil, nil)
	c.halt()
	c.ask("Debugger.stepOver", nil, nil)
	c.halt()
	say("the return value", c.ask("Debugger.setReturnValue", map[string]any{"newValue": map[string]any{"value": 42}}, nil))
	c.ask("Debugger.resume", nil, nil)
	p = c.halt()
	frame := p.CallFrames[0].CallFrameID
	evaluate := func(text string, more map[string]any) *message {
		params := map[string]any{"callFrameId": frame, "expression": text}
		for k, v := range more {
			params[k] = v
		}
		return c.ask("Debugger.evaluateOnCallFrame", params, nil)
	}
	object := func(text string) string {
		var got struct{ Result remote }
		_ = json.Unmarshal(evaluate(text, nil).Result, &got)
		return got.Result.ObjectID
	}
	for _, a := range asked {
		for _, text := range strings.Split(a.texts, "\n") {
			text = strings.TrimSpace(text)
			var m *message
			switch a.what {
			case "value":
				m = evaluate(text, map[string]any{"returnByValue": true})
			case "evaluate by value":
				m = c.ask("Runtime.evaluate", map[string]any{"expression": text, "returnByValue": true}, nil)
			case "call":
				m = c.ask("Runtime.callFunctionOn", map[string]any{"objectId": object("o"), "functionDeclaration": text, "arguments": []any{map[string]any{"value": 41}}, "throwOnSideEffect": true, "returnByValue": true}, nil)
			case "glance":
				m = evaluate(text, map[string]any{"throwOnSideEffect": true, "returnByValue": true})
			case "preview":
				m = evaluate(text, map[string]any{"generatePreview": true})
			case "internal":
				m = c.ask("Runtime.getProperties", map[string]any{"objectId": object(text), "ownProperties": true, "generatePreview": true}, nil)
				var got struct{ InternalProperties json.RawMessage }
				_ = json.Unmarshal(m.Result, &got)
				m.Result = got.InternalProperties
			case "set":
				var scope int
				var name string
				var v int
				_, _ = fmt.Sscan(text, &scope, &name, &v)
				m = c.ask("Debugger.setVariableValue", map[string]any{"callFrameId": frame, "scopeNumber": scope, "variableName": name, "newValue": map[string]any{"value": v}}, nil)
			case "method":
				name, params, _ := strings.Cut(text, " ")
				m = c.ask(name, json.RawMessage(params), nil)
			}
			say(a.what+": "+text, m)
		}
	}
	say("changed", evaluate("[m, kept]", map[string]any{"returnByValue": true}))
	return lines
}

// lasting is an answer without what differs from run to run, and without the calls and the
// places of errors.
func lasting(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = lasting(v[i])
		}
	case map[string]any:
		for _, name := range []string{"objectId", "exceptionId", "exception", "scriptId", "stackTrace", "lineNumber", "columnNumber", "executionContextId"} {
			delete(v, name)
		}
		if text, ok := v["description"].(string); ok {
			v["description"], _, _ = strings.Cut(text, "\n")
		}
		for k := range v {
			v[k] = lasting(v[k])
		}
	}
	return v
}

// TestScopesHaveNames: clients show the name of the function whose variables are listed.
func TestScopesHaveNames(t *testing.T) {
	root := project(t, map[string]string{"a.js": "function outer(a) {\n  { const b = a; debugger; }\n}\nouter(1);\n"})
	s := newServer(t, root)
	c := s.attach(t)
	done := s.background(t, filepath.Join(root, "a.js"))
	var p struct {
		CallFrames []struct {
			ScopeChain []struct{ Type, Name string }
		}
	}
	if err := json.Unmarshal(c.wait("Debugger.paused").Params, &p); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, scope := range p.CallFrames[0].ScopeChain[:2] {
		got += scope.Type + "=" + scope.Name + " "
	}
	if got != "block= local=outer " {
		t.Errorf("the scopes are %s", got)
	}
	c.ask("Debugger.resume", nil, new(struct{}))
	if err := <-done; err != nil {
		t.Error(err)
	}
}
