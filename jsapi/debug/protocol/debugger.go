package protocol

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"framework/jsapi/debug"
)

// handlers are the methods that are answered; others get the error of V8 for unknown ones.
var handlers = map[string]handler{
	"Debugger.enable":                 {do: (*Session).debuggerEnable},
	"Debugger.disable":                {do: (*Session).debuggerDisable},
	"Debugger.setBreakpointByUrl":     {do: (*Session).setBreakpointByURL},
	"Debugger.setBreakpoint":          {do: (*Session).setBreakpoint},
	"Debugger.removeBreakpoint":       {do: (*Session).removeBreakpoint},
	"Debugger.getPossibleBreakpoints": {do: (*Session).possibleBreakpoints},
	"Debugger.setBreakpointsActive":   {do: (*Session).setBreakpointsActive},
	"Debugger.setSkipAllPauses":       {do: (*Session).setSkipAllPauses},
	"Debugger.setPauseOnExceptions":   {do: (*Session).setPauseOnExceptions},
	"Debugger.setAsyncCallStackDepth": {do: (*Session).setAsyncCallStackDepth},
	"Debugger.setBlackboxPatterns":    {do: (*Session).setBlackboxPatterns},
	"Debugger.getScriptSource":        {do: (*Session).getScriptSource},
	"Debugger.searchInContent":        {do: (*Session).searchInContent},
	"Debugger.pause":                  {do: (*Session).pause},
	"Debugger.resume":                 {do: resume(debug.Continue), inOrder: true},
	"Debugger.stepInto":               {do: resume(debug.Into), inOrder: true},
	"Debugger.stepOver":               {do: resume(debug.Over), inOrder: true},
	"Debugger.stepOut":                {do: resume(debug.Out), inOrder: true},
	"Debugger.continueToLocation":     {do: (*Session).continueTo, inOrder: true},
	"Debugger.evaluateOnCallFrame":    {do: (*Session).evaluateOnCallFrame, inOrder: true},
	"Debugger.setVariableValue":       {do: (*Session).setVariableValue, inOrder: true},
	"Debugger.setReturnValue":         {do: (*Session).setReturnValue, inOrder: true},
	"Debugger.restartFrame":           {do: restartFrame, inOrder: true},

	"Runtime.enable":                  {do: (*Session).runtimeEnable},
	"Runtime.setAsyncCallStackDepth":  {do: (*Session).setAsyncCallStackDepth},
	"Runtime.disable":                 {do: (*Session).runtimeDisable},
	"Runtime.runIfWaitingForDebugger": {do: func(s *Session, _ *request) (any, error) { s.target.start(); return nil, nil }},
	"Runtime.getIsolateId":            {do: func(s *Session, _ *request) (any, error) { return object{"id": s.target.unique}, nil }},
	"Runtime.getHeapUsage":            {do: heapUsage},
	"Runtime.globalLexicalScopeNames": {do: func(*Session, *request) (any, error) { return object{"names": []string{}}, nil }},
	"Runtime.discardConsoleEntries":   {do: nothing}, // none are kept
	"Runtime.evaluate":                {do: (*Session).evaluate, inOrder: true},
	"Runtime.compileScript":           {do: (*Session).compileScript, inOrder: true},
	"Runtime.callFunctionOn":          {do: (*Session).callFunctionOn, inOrder: true},
	"Runtime.getProperties":           {do: (*Session).getProperties, inOrder: true},
	"Runtime.awaitPromise":            {do: (*Session).awaitPromise, inOrder: true},
	"Runtime.releaseObject":           {do: (*Session).releaseObject, inOrder: true},
	"Runtime.releaseObjectGroup":      {do: (*Session).releaseObjectGroup, inOrder: true},

	"Profiler.enable":              {do: (*Session).profilerEnable},
	"Profiler.disable":             {do: (*Session).profilerDisable},
	"Profiler.setSamplingInterval": {do: nothing}, // goja takes a sample every 10 ms
	"Profiler.start":               {do: (*Session).profilerStart},
	"Profiler.stop":                {do: (*Session).profilerStop},

	// Clients enable these whether they look at the memory or not.
	"HeapProfiler.enable":  {do: nothing},
	"HeapProfiler.disable": {do: nothing},

	// Threads are contexts of the same target, so there are none to attach to.
	"NodeWorker.enable":  {do: nothing},
	"NodeWorker.disable": {do: nothing},
}

func nothing(*Session, *request) (any, error) { return nil, nil }

func (s *Session) debuggerEnable(*request) (any, error) {
	s.mu.Lock()
	first := !s.debugger
	s.debugger = true
	s.mu.Unlock()
	if first {
		s.target.update()
		for _, a := range s.target.Agents() {
			for _, l := range a.Scripts() {
				s.loaded(l, nil)
			}
			if p := a.Paused(); p != nil {
				_ = a.Do(s.ctx, func() { // the error is that its realm has ended
					if a.Paused() == p {
						s.paused(p)
					}
				})
			}
		}
	}
	return object{"debuggerId": s.target.unique}, nil
}

func (s *Session) debuggerDisable(*request) (any, error) {
	s.disable()
	return nil, nil
}

// location is a place in a script.
type location struct {
	ScriptID     string `json:"scriptId"`
	LineNumber   int    `json:"lineNumber"`
	ColumnNumber int    `json:"columnNumber"`
}

func place(l *debug.Loaded, line, column int) location { return location{l.ID, line, column} }

// script finds a loaded script.
func (s *Session) script(id string) (*debug.Loaded, error) {
	for _, a := range s.target.Agents() {
		for _, l := range a.Scripts() {
			if l.ID == id {
				return l, nil
			}
		}
	}
	return nil, failed("No script for id: %s", id)
}

// loadedAs are the scripts that a version of a file is in the realms that run it.
func (s *Session) loadedAs(script *debug.Script) []*debug.Loaded {
	var list []*debug.Loaded
	for _, a := range s.target.Agents() {
		for _, l := range a.Scripts() {
			if l.Script == script {
				list = append(list, l)
			}
		}
	}
	return list
}

func (s *Session) setBreakpointByURL(r *request) (any, error) {
	var p struct {
		LineNumber   int
		URL          string
		URLRegex     string
		ScriptHash   string
		ColumnNumber int
		Condition    string
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	b := &debug.Breakpoint{Line: p.LineNumber, Column: p.ColumnNumber, Condition: p.Condition}
	at := fmt.Sprintf("%d:%d:", p.LineNumber, p.ColumnNumber)
	switch {
	case p.URL != "":
		b.URL, b.ID = p.URL, "1:"+at+p.URL
	case p.URLRegex != "":
		match, err := newPattern(p.URLRegex, 0)
		if err != nil {
			return nil, failed("the pattern of addresses cannot be read: %v", err)
		}
		b.Match, b.ID = match, "2:"+at+p.URLRegex
	case p.ScriptHash != "":
		return nil, failed("scripts are not found by their hashes: use url or urlRegex")
	default:
		return nil, failed("Either url or urlRegex or scriptHash must be specified.")
	}
	found, err := s.add(b)
	if err != nil {
		return nil, err
	}
	locations := []location{}
	for script, point := range found {
		for _, l := range s.loadedAs(script) {
			locations = append(locations, place(l, point.Line, point.Column))
		}
	}
	return object{"breakpointId": b.ID, "locations": locations}, nil
}

func (s *Session) add(b *debug.Breakpoint) (map[*debug.Script]*debug.Point, error) {
	b.Key = fmt.Sprintf("%p %s", s, b.ID)
	s.mu.Lock()
	_, exists := s.breaks[b.ID]
	enabled := s.debugger
	if !exists && enabled {
		s.breaks[b.ID] = b
	}
	s.mu.Unlock()
	switch {
	case !enabled:
		return nil, failed("Debugger agent is not enabled")
	case exists:
		return nil, failed("Breakpoint at specified location already exists.")
	}
	return s.target.Add(b), nil
}

func (s *Session) setBreakpoint(r *request) (any, error) {
	var p struct {
		Location  location
		Condition string
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	l, err := s.script(p.Location.ScriptID)
	if err != nil {
		return nil, err
	}
	b := &debug.Breakpoint{
		ID:     fmt.Sprintf("4:%d:%d:%s", p.Location.LineNumber, p.Location.ColumnNumber, l.ID),
		Script: l.Script, Line: p.Location.LineNumber, Column: p.Location.ColumnNumber, Condition: p.Condition,
	}
	found, err := s.add(b)
	if err != nil {
		return nil, err
	}
	point := found[l.Script]
	if point == nil {
		s.remove(b.ID)
		return nil, failed("Could not resolve breakpoint")
	}
	return object{"breakpointId": b.ID, "actualLocation": place(l, point.Line, point.Column)}, nil
}

func (s *Session) remove(id string) {
	s.mu.Lock()
	b := s.breaks[id]
	delete(s.breaks, id)
	s.mu.Unlock()
	if b != nil {
		s.target.Remove(b.Key)
	}
}

func (s *Session) removeBreakpoint(r *request) (any, error) {
	var p struct{ BreakpointID string }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	s.remove(p.BreakpointID)
	return nil, nil
}

func (s *Session) possibleBreakpoints(r *request) (any, error) {
	var p struct {
		Start location
		End   *location
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	l, err := s.script(p.Start.ScriptID)
	if err != nil {
		return nil, err
	}
	line, column := -1, 0
	if p.End != nil {
		line, column = p.End.LineNumber, p.End.ColumnNumber
	}
	list := []object{}
	for _, point := range l.Between(p.Start.LineNumber, p.Start.ColumnNumber, line, column) {
		at := object{"scriptId": l.ID, "lineNumber": point.Line, "columnNumber": point.Column}
		switch {
		case point.Returns():
			at["type"] = "return"
		case point.Debugger():
			at["type"] = "debuggerStatement"
		}
		list = append(list, at)
	}
	return object{"locations": list}, nil
}

func (s *Session) setBreakpointsActive(r *request) (any, error) {
	var p struct{ Active bool }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	s.target.ActivateBreakpoints(p.Active)
	return nil, nil
}

func (s *Session) setSkipAllPauses(r *request) (any, error) {
	var p struct{ Skip bool }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	s.target.SkipPauses(p.Skip)
	return nil, nil
}

func (s *Session) setPauseOnExceptions(r *request) (any, error) {
	var p struct{ State string }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	states := map[string]debug.ThrowState{"none": debug.NoThrows, "uncaught": debug.UncaughtThrows, "caught": debug.CaughtThrows, "all": debug.AllThrows}
	state, ok := states[p.State]
	if !ok {
		return nil, failed("Unknown pause on exceptions mode: %s", p.State)
	}
	s.mu.Lock()
	s.throws = state
	s.mu.Unlock()
	s.target.update()
	return nil, nil
}

func (s *Session) setAsyncCallStackDepth(r *request) (any, error) {
	var p struct{ MaxDepth int }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asyncDepth = p.MaxDepth
	return nil, nil
}

func (s *Session) setBlackboxPatterns(r *request) (any, error) {
	var p struct{ Patterns []string }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	var list []debug.Matcher
	for _, text := range p.Patterns {
		match, err := newPattern(text, 0)
		if err != nil {
			return nil, failed("Pattern parser error: %v", err)
		}
		list = append(list, match)
	}
	s.target.Ignore(list)
	return nil, nil
}

func (s *Session) getScriptSource(r *request) (any, error) {
	var p location
	if err := r.read(&p); err != nil {
		return nil, err
	}
	l, err := s.script(p.ScriptID)
	if err != nil {
		return nil, err
	}
	return object{"scriptSource": l.Text}, nil
}

func (s *Session) searchInContent(r *request) (any, error) {
	var p struct {
		ScriptID      string
		Query         string
		CaseSensitive bool
		IsRegex       bool
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	l, err := s.script(p.ScriptID)
	if err != nil {
		return nil, err
	}
	if !p.IsRegex {
		p.Query = regexp.QuoteMeta(p.Query)
	}
	var options regexp2.RegexOptions
	if !p.CaseSensitive {
		options = regexp2.IgnoreCase
	}
	match, err := newPattern(p.Query, options)
	if err != nil {
		return nil, failed("the pattern cannot be read: %v", err)
	}
	found := []object{}
	for i, line := range strings.Split(l.Text, "\n") {
		if match.MatchString(line) {
			found = append(found, object{"lineNumber": i, "lineContent": line})
		}
	}
	return object{"result": found}, nil
}

func (s *Session) pause(*request) (any, error) {
	if on, _ := s.debugs(); !on {
		return nil, failed("Debugger agent is not enabled")
	}
	s.target.PauseNext(debug.ReasonOther)
	return nil, nil
}

// halted is the script that waits.
func (s *Session) halted() (*debug.Pause, error) {
	for _, a := range s.target.Agents() {
		if p := a.Paused(); p != nil {
			return p, nil
		}
	}
	return nil, failed("Can only perform operation while paused.")
}

func resume(how debug.Motion) func(s *Session, r *request) (any, error) {
	return func(s *Session, r *request) (any, error) {
		p, err := s.halted()
		if err != nil {
			return nil, err
		}
		r.answered = true
		s.reply(r, nil, nil) // before the event that it goes on
		p.Resume(how)
		return nil, nil
	}
}

func (s *Session) continueTo(r *request) (any, error) {
	var q struct{ Location location }
	if err := r.read(&q); err != nil {
		return nil, err
	}
	p, err := s.halted()
	if err != nil {
		return nil, err
	}
	l, err := s.script(q.Location.ScriptID)
	if err != nil {
		return nil, err
	}
	points := l.Between(q.Location.LineNumber, q.Location.ColumnNumber, -1, 0)
	if len(points) == 0 {
		return nil, failed("Could not continue to specified location")
	}
	r.answered = true
	s.reply(r, nil, nil)
	p.ResumeTo(points[0])
	return nil, nil
}

// frame finds a call of the script that waits.
func (s *Session) frame(id string) (*debug.Frame, error) {
	realm, n, _ := strings.Cut(id, ".")
	agent, _ := strconv.Atoi(realm)
	index, err := strconv.Atoi(n)
	a := s.target.agent(agent)
	if a == nil || err != nil || agent == 0 {
		return nil, failed("Could not find call frame with given id")
	}
	p := a.Paused()
	switch {
	case p == nil:
		return nil, failed("Can only perform operation while paused.")
	case index < 0 || index >= len(p.Frames):
		return nil, failed("Could not find call frame with given id")
	}
	return p.Frames[index], nil
}

func (s *Session) evaluateOnCallFrame(r *request) (any, error) {
	var p struct {
		evaluation
		CallFrameID string
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	f, err := s.frame(p.CallFrameID)
	if err != nil {
		return nil, err
	}
	return s.on(f.Agent, func(m *mirror) (any, error) {
		if p.ThrowOnSideEffect {
			return s.glance(m, f, p.evaluation)
		}
		v, err := s.limited(f.Agent, p.Timeout, func() (goja.Value, error) { return f.Evaluate(p.Expression) })
		return s.outcome(m, v, err, p.evaluation)
	})
}

// loaded tells of a script, and of the breakpoints of the session in it.
func (s *Session) loaded(l *debug.Loaded, resolved map[*debug.Breakpoint]*debug.Point) {
	if on, _ := s.debugs(); !on {
		return
	}
	line, column := l.End()
	s.event("Debugger.scriptParsed", object{
		"scriptId": l.ID, "url": l.URL(), "startLine": 0, "startColumn": 0, "endLine": line, "endColumn": column,
		"executionContextId": l.Agent.ID, "hash": l.Hash(), "executionContextAuxData": object{"isDefault": true}, "isLiveEdit": false,
		"sourceMapURL": "", "hasSourceURL": false, "isModule": false, "length": len(l.Text), "scriptLanguage": "JavaScript", "embedderName": l.URL(),
	})
	for b, point := range resolved {
		s.mu.Lock()
		mine := s.breaks[b.ID] == b
		s.mu.Unlock()
		if mine {
			s.event("Debugger.breakpointResolved", object{"breakpointId": b.ID, "location": place(l, point.Line, point.Column)})
		}
	}
}

// paused tells that a script waits. It belongs on its loop.
func (s *Session) paused(p *debug.Pause) {
	if on, _ := s.debugs(); !on {
		return
	}
	m := s.mirror(p.Agent)
	group := evaluation{ObjectGroup: backtrace}
	frames := make([]object, 0, len(p.Frames))
	for i, f := range p.Frames {
		scopes := []object{}
		for _, scope := range f.Scopes() {
			out := object{"type": scope.Type, "object": object{
				"type": "object", "className": "Object", "description": "Object",
				"objectId": s.objects.add(held{agent: p.Agent, scope: scope, group: backtrace}),
			}}
			if scope.Function != "" {
				out["name"] = scope.Function
			}
			scopes = append(scopes, out)
		}
		scopes = append(scopes, object{"type": "global", "object": s.remote(m, p.Agent.Realm.Runtime().GlobalObject(), group)})
		frame := object{
			"callFrameId": fmt.Sprintf("%d.%d", p.Agent.ID, i), "functionName": f.Name,
			"location": place(f.Script, f.Line, f.Column), "url": f.Script.URL(), "scopeChain": scopes, "this": s.remote(m, f.This(), group), "canBeRestarted": false,
		}
		if i == 0 && p.Returned != nil {
			frame["returnValue"] = s.remote(m, p.Returned, group)
		}
		frames = append(frames, frame)
	}
	hit := []string{}
	for _, b := range p.Hit {
		s.mu.Lock()
		mine := s.breaks[b.ID] == b
		s.mu.Unlock()
		if mine {
			hit = append(hit, b.ID)
		}
	}
	params := object{"callFrames": frames, "reason": p.Reason, "hitBreakpoints": hit}
	if p.Thrown != nil {
		data := s.remote(m, p.Thrown, group)
		data["uncaught"] = !p.Caught
		params["data"] = data
	}
	s.mu.Lock()
	depth := s.asyncDepth
	s.mu.Unlock()
	if depth > 0 && len(p.Callers) > 0 {
		callers := []object{}
		for _, f := range p.Callers[:min(depth, len(p.Callers))] {
			callers = append(callers, object{"functionName": f.Name, "scriptId": f.Script.ID, "url": f.Script.URL(), "lineNumber": f.Line, "columnNumber": f.Column})
		}
		params["asyncStackTrace"] = object{"description": "await", "callFrames": callers}
	}
	s.event("Debugger.paused", params)
}

// backtrace is the group of the objects of a pause.
const backtrace = "backtrace"

func (s *Session) resumed(p *debug.Pause) {
	s.objects.drop(func(_ string, h held) bool { return h.agent == p.Agent && h.group == backtrace })
	if on, _ := s.debugs(); on {
		s.event("Debugger.resumed", object{})
	}
}
