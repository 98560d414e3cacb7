package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
	"framework/jsapi/debug"
)

// evaluation says how something is evaluated, and what is answered.
type evaluation struct {
	Expression        string
	ObjectGroup       string
	ReturnByValue     bool
	GeneratePreview   bool
	ThrowOnSideEffect bool
	Timeout           float64 // in milliseconds, 0 for none
	AwaitPromise      bool
	ReplMode          bool
}

// argument is a value that a client passes.
type argument struct {
	Value               json.RawMessage
	UnserializableValue string
	ObjectID            string
}

func (s *Session) runtimeEnable(*request) (any, error) {
	s.mu.Lock()
	first := !s.runtime
	s.runtime = true
	s.mu.Unlock()
	if first {
		for _, a := range s.target.Agents() {
			s.began(a)
		}
	}
	return nil, nil
}

func (s *Session) runtimeDisable(*request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runtime = false
	return nil, nil
}

func (s *Session) uniqueID(a *debug.Agent) string {
	return s.target.unique + "." + strconv.Itoa(a.ID)
}

func (s *Session) began(a *debug.Agent) {
	if !s.listens() {
		return
	}
	s.event("Runtime.executionContextCreated", object{"context": object{
		"id": a.ID, "origin": "", "name": fmt.Sprintf("%s[%d]", s.target.title, os.Getpid()), "uniqueId": s.uniqueID(a), "auxData": object{"isDefault": true},
	}})
}

func (s *Session) ended(a *debug.Agent) {
	s.mu.Lock()
	delete(s.mirrors, a)
	s.mu.Unlock()
	s.objects.drop(func(_ string, h held) bool { return h.agent == a })
	if s.listens() {
		s.event("Runtime.executionContextDestroyed", object{"executionContextId": a.ID, "executionContextUniqueId": s.uniqueID(a)})
	}
}

func heapUsage(*Session, *request) (any, error) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return object{"usedSize": m.HeapAlloc, "totalSize": m.HeapSys, "embedderHeapUsedSize": 0, "backingStorageSize": 0}, nil
}

// remote is what a client gets of a value: objects with an id.
func (s *Session) remote(m *mirror, v goja.Value, how evaluation) object {
	out := m.bare(v)
	o, isObject := v.(*goja.Object)
	_, symbol := v.(*goja.Symbol)
	if isObject || symbol {
		out["objectId"] = s.objects.add(held{agent: m.agent, value: v, group: how.ObjectGroup})
	}
	if how.GeneratePreview && isObject && out["type"] == "object" {
		out["preview"] = m.preview(o)
	}
	return out
}

// result is what a client gets of a value that it has asked for.
func (s *Session) result(m *mirror, v goja.Value, how evaluation) (object, error) {
	if how.ReturnByValue {
		return m.plain(v)
	}
	return s.remote(m, v, how), nil
}

// outcome is the answer for what something has come to.
func (s *Session) outcome(m *mirror, v goja.Value, err error, how evaluation) (any, error) {
	if err != nil {
		return s.exception(m, err, how), nil
	}
	out, err := s.result(m, v, how)
	if err != nil {
		return nil, err
	}
	return object{"result": out}, nil
}

// exception is the answer for what has thrown.
func (s *Session) exception(m *mirror, err error, how evaluation) object {
	var thrown goja.Value
	if ex, ok := errors.AsType[*goja.Exception](err); ok {
		thrown = ex.Value()
	} else {
		thrown = m.agent.Realm.Error(err)
	}
	s.mu.Lock()
	s.exceptions++
	id := s.exceptions
	s.mu.Unlock()
	value := s.remote(m, thrown, evaluation{ObjectGroup: how.ObjectGroup})
	return object{"result": value, "exceptionDetails": object{
		"exceptionId": id, "text": "Uncaught", "lineNumber": 0, "columnNumber": 0, "exception": value,
	}}
}

// limited runs something for a client, for so many milliseconds at most; 0 is no limit.
func (s *Session) limited(a *debug.Agent, milliseconds float64, run func() (goja.Value, error)) (goja.Value, error) {
	limit := time.Duration(milliseconds * float64(time.Millisecond))
	return a.Realm.Limited(limit, errors.New("the time that a debugger has set is over"), func() (goja.Value, error) {
		return a.Quietly(run)
	})
}

func (s *Session) evaluate(r *request) (any, error) {
	var p struct {
		evaluation
		ContextID       int
		UniqueContextID string
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	if _, id, ok := strings.Cut(p.UniqueContextID, "."); ok {
		p.ContextID, _ = strconv.Atoi(id)
	}
	a := s.target.agent(p.ContextID)
	return s.on(a, func(m *mirror) (any, error) {
		if p.ThrowOnSideEffect {
			return s.glance(m, nil, p.evaluation)
		}
		program, waits, err := compiled(p.Expression, p.ReplMode)
		if err != nil {
			return s.exception(m, m.thrown(err), p.evaluation), nil
		}
		v, err := s.limited(a, p.Timeout, func() (goja.Value, error) { return a.Realm.Runtime().RunProgram(program) })
		return s.settle(m, r, v, err, p.evaluation, waits || p.AwaitPromise)
	})
}

// thrown is a syntax error as JavaScript throws it.
func (m *mirror) thrown(err error) error {
	rt := m.agent.Realm.Runtime()
	made, failure := rt.New(rt.Get("SyntaxError"), rt.ToValue(syntax(err)))
	if failure != nil {
		return err
	}
	throw, _ := goja.AssertFunction(rt.ToValue(func(goja.FunctionCall) goja.Value { panic(rt.ToValue(made)) }))
	if _, thrown := throw(goja.Undefined()); thrown != nil {
		return thrown
	}
	return err
}

// syntax is the message of a syntax error without its place.
func syntax(err error) string {
	text := err.Error()
	if _, message, ok := strings.Cut(text, "evaluated: Line "); ok {
		if _, message, ok := strings.Cut(message, " "); ok {
			text, _, _ = strings.Cut(message, " (and ")
		}
	}
	return text
}

// compiled compiles what a client evaluates. waits says that it was made a function that
// awaits, because it awaits itself.
func compiled(text string, repl bool) (program *goja.Program, waits bool, err error) {
	program, err = compile.Source("evaluated", text, false)
	if err == nil || !repl || !strings.Contains(text, "await") {
		return program, false, err
	}
	for _, wrapped := range []string{"(async () => (" + text + "\n))()", "(async () => { " + text + "\n})()"} {
		if program, e := compile.Source("evaluated", wrapped, false); e == nil {
			return program, true, nil
		}
	}
	return nil, false, err
}

// settle answers with a value, or with what its promise is settled with.
func (s *Session) settle(m *mirror, r *request, v goja.Value, err error, how evaluation, waits bool) (any, error) {
	o, ok := v.(*goja.Object)
	if err != nil || !waits || !ok || !isPromise(o) {
		return s.outcome(m, v, err, how)
	}
	r.answered = true
	answer := func(err error) func(goja.Value) {
		return func(v goja.Value) {
			if err != nil {
				value := s.remote(m, v, how)
				s.reply(r, object{"result": value, "exceptionDetails": object{"exceptionId": 0, "text": "Uncaught (in promise)", "lineNumber": 0, "columnNumber": 0, "exception": value}}, nil)
				return
			}
			result, err := s.outcome(m, v, nil, how)
			s.reply(r, result, err)
		}
	}
	m.agent.Realm.WhenSettled(v, answer(nil), answer(errors.New("rejected")))
	return nil, nil
}

func (s *Session) compileScript(r *request) (any, error) {
	var p struct {
		Expression    string
		PersistScript bool
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	if p.PersistScript {
		return nil, failed("scripts are not kept to be run later: use Runtime.evaluate")
	}
	return s.on(s.target.agent(0), func(m *mirror) (any, error) {
		if _, _, err := compiled(p.Expression, true); err != nil {
			return object{"exceptionDetails": s.exception(m, m.thrown(err), evaluation{})["exceptionDetails"]}, nil
		}
		return nil, nil
	})
}

// argument is the value that a client passes. It belongs on the loop.
func (s *Session) argument(a *debug.Agent, arg argument) (goja.Value, error) {
	rt := a.Realm.Runtime()
	switch {
	case arg.ObjectID != "":
		h, ok := s.objects.find(arg.ObjectID)
		if !ok || h.agent != a || h.value == nil {
			return nil, failed("Could not find object with given id")
		}
		return h.value, nil
	case strings.HasSuffix(arg.UnserializableValue, "n"):
		n, ok := new(big.Int).SetString(strings.TrimSuffix(arg.UnserializableValue, "n"), 10)
		if !ok {
			return nil, failed("Couldn't parse value object in call argument")
		}
		return rt.ToValue(n), nil
	case arg.UnserializableValue != "":
		n, err := strconv.ParseFloat(strings.Replace(arg.UnserializableValue, "Infinity", "Inf", 1), 64)
		if err != nil {
			return nil, failed("Couldn't parse value object in call argument")
		}
		return rt.ToValue(n), nil
	case len(arg.Value) == 0:
		return goja.Undefined(), nil
	}
	program, err := compile.Source("argument", "("+string(arg.Value)+")", false) // JSON is an expression
	if err != nil {
		return nil, err
	}
	return rt.RunProgram(program)
}

func (s *Session) callFunctionOn(r *request) (any, error) {
	var p struct {
		evaluation
		FunctionDeclaration string
		ObjectID            string
		Arguments           []argument
		ExecutionContextID  int
		UniqueContextID     string
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	if _, id, ok := strings.Cut(p.UniqueContextID, "."); ok {
		p.ExecutionContextID, _ = strconv.Atoi(id)
	}
	a := s.target.agent(p.ExecutionContextID)
	var on held
	if p.ObjectID != "" {
		var ok bool
		if on, ok = s.objects.find(p.ObjectID); !ok {
			return nil, failed("Could not find object with given id")
		}
		a = on.agent
		if p.ObjectGroup == "" {
			p.ObjectGroup = on.group
		}
	}
	return s.on(a, func(m *mirror) (any, error) {
		rt := a.Realm.Runtime()
		this := on.value
		if on.scope != nil {
			this = snapshot(a, on.scope)
		}
		if this == nil {
			this = goja.Undefined()
		}
		program, err := compile.Source("evaluated", "("+p.FunctionDeclaration+"\n)", false)
		if err != nil {
			return s.exception(m, m.thrown(err), p.evaluation), nil
		}
		v, err := a.Quietly(func() (goja.Value, error) { return rt.RunProgram(program) })
		if err != nil {
			return s.exception(m, err, p.evaluation), nil
		}
		f, ok := goja.AssertFunction(v)
		if !ok {
			return nil, failed("Given expression does not evaluate to a function")
		}
		args := make([]goja.Value, len(p.Arguments))
		for i, arg := range p.Arguments {
			if args[i], err = s.argument(a, arg); err != nil {
				return nil, err
			}
		}
		if p.ThrowOnSideEffect {
			v, ok := m.glanceCall(p.FunctionDeclaration, this, args)
			if !ok {
				return s.exception(m, m.sideEffect(), p.evaluation), nil
			}
			return s.outcome(m, v, nil, p.evaluation)
		}
		v, err = s.limited(a, p.Timeout, func() (goja.Value, error) { return f(this, args...) })
		return s.settle(m, r, v, err, p.evaluation, p.AwaitPromise)
	})
}

// snapshot is an object with the variables of a scope.
func snapshot(a *debug.Agent, scope *debug.Scope) *goja.Object {
	o := a.Realm.Runtime().NewObject()
	for _, v := range scope.Variables() {
		value := v.Value
		if value == nil {
			value = goja.Undefined()
		}
		_ = o.Set(v.Name, value) // does not fail on a new object
	}
	return o
}

func (s *Session) getProperties(r *request) (any, error) {
	var p struct {
		evaluation
		ObjectID                 string
		OwnProperties            bool
		AccessorPropertiesOnly   bool
		NonIndexedPropertiesOnly bool
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	h, ok := s.objects.find(p.ObjectID)
	if !ok {
		return nil, failed("Could not find object with given id")
	}
	how := evaluation{ObjectGroup: h.group, GeneratePreview: p.GeneratePreview}
	return s.on(h.agent, func(m *mirror) (any, error) {
		list := []object{}
		if h.scope != nil {
			if p.AccessorPropertiesOnly {
				return object{"result": list}, nil
			}
			for _, v := range h.scope.Variables() {
				list = append(list, object{"name": v.Name, "value": s.remote(m, v.Value, how), "writable": true, "configurable": true, "enumerable": true, "isOwn": true})
			}
			return object{"result": list}, nil
		}
		o, ok := h.value.(*goja.Object)
		if !ok {
			return nil, failed("Value with given id is not an object")
		}
		for _, q := range m.propertiesOf(o, p.OwnProperties, p.AccessorPropertiesOnly, p.NonIndexedPropertiesOnly) {
			out := object{"name": q.name(), "configurable": q.configurable, "enumerable": q.enumerable, "isOwn": q.own}
			if _, symbol := q.key.(*goja.Symbol); symbol {
				out["symbol"] = s.remote(m, q.key, how)
			}
			if q.data {
				out["value"], out["writable"] = s.remote(m, q.value, how), q.writable
			} else {
				out["get"], out["set"] = s.remote(m, q.get, how), s.remote(m, q.set, how)
			}
			list = append(list, out)
		}
		result := object{"result": list}
		if !p.AccessorPropertiesOnly {
			result["internalProperties"] = s.internals(m, o, how)
		}
		return result, nil
	})
}

// internals are what V8 shows of an object besides its properties.
func (s *Session) internals(m *mirror, o *goja.Object, how evaluation) []object {
	list := []object{}
	add := func(name string, v goja.Value) {
		list = append(list, object{"name": "[[" + name + "]]", "value": s.remote(m, v, evaluation{ObjectGroup: how.ObjectGroup})})
	}
	rt := m.agent.Realm.Runtime()
	if isProxy(o) {
		p := o.Export().(goja.Proxy)
		add("Handler", rt.ToValue(p.Handler()))
		add("Target", rt.ToValue(p.Target()))
		return list
	}
	if proto := o.Prototype(); proto != nil {
		add("Prototype", proto)
	}
	synthetic, _ := m.synthetic(o)
	for _, more := range synthetic {
		add(more.name, more.value)
	}
	if entries, ok := m.call(m.entries, o).(*goja.Object); ok {
		add("Entries", entries)
	}
	return list
}

func (s *Session) awaitPromise(r *request) (any, error) {
	var p struct {
		evaluation
		PromiseObjectID string
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	h, ok := s.objects.find(p.PromiseObjectID)
	if !ok {
		return nil, failed("Could not find promise with given id")
	}
	return s.on(h.agent, func(m *mirror) (any, error) {
		if o, ok := h.value.(*goja.Object); !ok || !isPromise(o) {
			return nil, failed("Could not find promise with given id")
		}
		return s.settle(m, r, h.value, nil, p.evaluation, true)
	})
}

func (s *Session) releaseObject(r *request) (any, error) {
	var p struct{ ObjectID string }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	s.objects.drop(func(id string, _ held) bool { return id == p.ObjectID })
	return nil, nil
}

func (s *Session) releaseObjectGroup(r *request) (any, error) {
	var p struct{ ObjectGroup string }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	s.objects.drop(func(_ string, h held) bool { return h.group == p.ObjectGroup })
	return nil, nil
}

// console tells of a call of a method of console. It belongs on the loop.
func (s *Session) console(a *debug.Agent, method string, args []goja.Value) {
	if !s.listens() {
		return
	}
	m := s.mirror(a)
	list := make([]object, len(args))
	for i, v := range args {
		list[i] = s.remote(m, v, evaluation{ObjectGroup: "console", GeneratePreview: true})
	}
	types := map[string]string{"warn": "warning", "group": "startGroup", "groupCollapsed": "startGroupCollapsed", "groupEnd": "endGroup"}
	if t, ok := types[method]; ok {
		method = t
	}
	s.event("Runtime.consoleAPICalled", object{
		"type": method, "args": list, "executionContextId": a.ID, "timestamp": now(), "stackTrace": object{"callFrames": s.stack(a)},
	})
}

// stack are the calls of scripts that are open.
func (s *Session) stack(a *debug.Agent) []object {
	list := []object{}
	for _, f := range a.Stack() {
		list = append(list, object{"functionName": f.Name, "scriptId": f.Script.ID, "url": f.Script.URL(), "lineNumber": f.Line, "columnNumber": f.Column})
	}
	return list
}

func now() float64 { return float64(time.Now().UnixMicro()) / 1000 }
