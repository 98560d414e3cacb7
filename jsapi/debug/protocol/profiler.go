package protocol

import (
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"framework/jsapi"
	"framework/jsapi/debug"
)

// recording is a profile that a session records.
type recording struct {
	stop  func() (*profile.Profile, error)
	began time.Time
}

func (s *Session) profilerEnable(*request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.profiler = true
	return nil, nil
}

func (s *Session) profilerDisable(*request) (any, error) {
	s.mu.Lock()
	s.profiler = false
	r := s.recording
	s.recording = nil
	s.mu.Unlock()
	if r != nil {
		_, err := r.stop() // nobody wants it
		return nil, err
	}
	return nil, nil
}

// profilerStart begins a profile, unless one is recorded already: so does V8.
func (s *Session) profilerStart(*request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.profiler {
		return nil, failed("Profiler is not enabled")
	}
	if s.recording != nil {
		return nil, nil
	}
	stop, err := jsapi.StartProfile("")
	if err != nil {
		return nil, failed("%s", err)
	}
	s.recording = &recording{stop: stop, began: time.Now()}
	return nil, nil
}

func (s *Session) profilerStop(*request) (any, error) {
	s.mu.Lock()
	r := s.recording
	s.recording = nil
	s.mu.Unlock()
	if r == nil {
		return nil, failed("No recording profiles found")
	}
	p, err := r.stop()
	if err != nil {
		return nil, failed("%s", err)
	}
	tree := callTree{scripts: map[string]*debug.Loaded{}, began: r.began, ended: time.Now()}
	for _, a := range s.target.Agents() {
		for _, l := range a.Scripts() {
			tree.scripts[l.Path] = l // the newest version is the last one
		}
	}
	return object{"profile": tree.of(p)}, nil
}

// callTree makes a profile of the protocol, which is a tree of calls and a list of samples with the
// time between them. goja keeps how often something was seen and not when: the samples of a call
// stand together, the most frequent first.
type callTree struct {
	scripts      map[string]*debug.Loaded // by their paths
	began, ended time.Time
	nodes        []*callNode
	samples      []int
	deltas       []int64 // in microseconds
}

type callNode struct {
	ID            int         `json:"id"`
	CallFrame     callFrame   `json:"callFrame"`
	HitCount      int64       `json:"hitCount"`
	Children      []int       `json:"children,omitempty"`
	PositionTicks []*lineTick `json:"positionTicks,omitempty"`

	calls map[*profile.Function]*callNode
}

// callFrame is a function; its line and its column count from 0.
type callFrame struct {
	FunctionName string `json:"functionName"`
	ScriptID     string `json:"scriptId"`
	URL          string `json:"url"`
	LineNumber   int    `json:"lineNumber"`
	ColumnNumber int    `json:"columnNumber"`
}

// lineTick is how often a line was seen; lines count from 1.
type lineTick struct {
	Line  int64 `json:"line"`
	Ticks int64 `json:"ticks"`
}

func (t *callTree) node(f callFrame) *callNode {
	n := &callNode{ID: len(t.nodes) + 1, CallFrame: f, calls: map[*profile.Function]*callNode{}}
	t.nodes = append(t.nodes, n)
	return n
}

func (t *callTree) of(p *profile.Profile) object {
	root := t.node(callFrame{FunctionName: "(root)", ScriptID: "0", LineNumber: -1, ColumnNumber: -1})
	idle := t.node(callFrame{FunctionName: "(idle)", ScriptID: "0", LineNumber: -1, ColumnNumber: -1})
	root.Children = append(root.Children, idle.ID)
	left := t.ended.Sub(t.began).Microseconds()
	for _, sample := range p.Sample {
		if len(sample.Location) == 0 {
			continue
		}
		at := root
		var line int64
		for i := len(sample.Location) - 1; i >= 0; i-- {
			l := sample.Location[i].Line[0]
			next := at.calls[l.Function]
			if next == nil {
				next = t.node(t.frame(l))
				at.calls[l.Function] = next
				at.Children = append(at.Children, next.ID)
			}
			at, line = next, l.Line
		}
		count, each := sample.Value[0], sample.Value[1]/max(sample.Value[0], 1)/int64(time.Microsecond)
		at.hit(line, count)
		for range count {
			t.samples, t.deltas = append(t.samples, at.ID), append(t.deltas, each)
			left -= each
		}
	}
	if left > 0 {
		idle.HitCount++
		t.samples, t.deltas = append(t.samples, idle.ID), append(t.deltas, left)
	}
	return object{
		"nodes": t.nodes, "startTime": t.began.UnixMicro(), "endTime": t.ended.UnixMicro(), "samples": t.samples, "timeDeltas": t.deltas,
	}
}

func (n *callNode) hit(line, count int64) {
	n.HitCount += count
	for _, tick := range n.PositionTicks {
		if tick.Line == line {
			tick.Ticks += count
			return
		}
	}
	n.PositionTicks = append(n.PositionTicks, &lineTick{line, count})
}

// frame is the function of a line. Where it begins is known of scripts that can be paused.
func (t *callTree) frame(l profile.Line) callFrame {
	path := l.Function.Filename
	name, _ := strings.CutSuffix(l.Function.Name, " "+path)
	f := callFrame{FunctionName: name, ScriptID: "0", URL: path, LineNumber: int(l.Line) - 1}
	if name == "<anonymous>" {
		f.FunctionName = ""
	}
	if script := t.scripts[path]; script != nil {
		f.ScriptID, f.URL = script.ID, script.URL()
		if line, column, ok := script.FunctionAround(int(l.Line) - 1); ok {
			f.LineNumber, f.ColumnNumber = line, column
		}
	}
	return f
}
