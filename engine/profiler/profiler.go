package profiler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"framework/jsapi"
)

// Kind is what a profile is of.
type Kind string

// The kinds of profiles.
const (
	JavaScript Kind = "js"         // time of JavaScript, by file and line
	CPU        Kind = "cpu"        // processor time of the program
	Heap       Kind = "heap"       // what memory is used for
	Goroutines Kind = "goroutines" // what goroutines wait for
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{JavaScript, CPU, Heap, Goroutines} }

// ParseKind reads the name of a kind.
func ParseKind(name string) (Kind, error) {
	var all []string
	for _, k := range Kinds() {
		if string(k) == name {
			return k, nil
		}
		all = append(all, string(k))
	}
	return "", fmt.Errorf("there is no profile %q: use one of %s", name, strings.Join(all, ", "))
}

// Lasts reports whether a profile of the kind takes time.
func (k Kind) Lasts() bool { return k == JavaScript || k == CPU }

// MaxTime is the longest time of a profile.
const MaxTime = 10 * time.Minute

// Record records a profile until ctx ends, as a file that go tool pprof reads. root is the
// folder of the project.
func Record(ctx context.Context, kind Kind, root string) ([]byte, error) {
	var out bytes.Buffer
	switch kind {
	case JavaScript:
		stop, err := jsapi.StartProfile(root)
		if err != nil {
			return nil, err
		}
		<-ctx.Done()
		p, err := stop()
		if err != nil {
			return nil, err
		}
		err = p.Write(&out)
		return out.Bytes(), err
	case CPU:
		if err := pprof.StartCPUProfile(&out); err != nil {
			return nil, fmt.Errorf("the processor time cannot be profiled: %w", err)
		}
		<-ctx.Done()
		pprof.StopCPUProfile()
		return out.Bytes(), nil
	case Heap:
		runtime.GC() // the profile is that of the last collection
		err := pprof.Lookup("heap").WriteTo(&out, 0)
		return out.Bytes(), err
	case Goroutines:
		err := pprof.Lookup("goroutine").WriteTo(&out, 0)
		return out.Bytes(), err
	}
	return nil, fmt.Errorf("there is no profile %q", kind)
}

// Node is a function in a flame graph, with what it calls.
type Node struct {
	Name string
	// Value is what was spent in it and in what it calls, in the unit of the graph.
	Value    int64
	Children []*Node
}

// Graph is a flame graph: who calls whom, and what is spent there.
type Graph struct {
	Root *Node
	Unit string // nanoseconds, bytes or count
}

// NewGraph makes the flame graph of a profile.
func NewGraph(text []byte) (*Graph, error) {
	p, err := profile.ParseData(text)
	if err != nil {
		return nil, fmt.Errorf("this is no profile: %w", err)
	}
	if len(p.SampleType) == 0 {
		return nil, errors.New("the profile has no samples of any kind")
	}
	which := len(p.SampleType) - 1 // time after counts, memory in use after what was allocated
	g := &Graph{Root: &Node{Name: "all"}, Unit: p.SampleType[which].Unit}
	for _, s := range p.Sample {
		v := s.Value[which]
		if v == 0 {
			continue
		}
		at := g.Root
		at.Value += v
		for i := len(s.Location) - 1; i >= 0; i-- {
			lines := s.Location[i].Line
			for k := len(lines) - 1; k >= 0; k-- {
				at = at.child(lineName(lines[k]))
				at.Value += v
			}
		}
	}
	g.Root.sort()
	return g, nil
}

// lineName is a line of a function. Go's functions have none: their names are enough.
func lineName(l profile.Line) string {
	if l.Function == nil {
		return "?"
	}
	if name, file, ok := strings.Cut(l.Function.Name, " "); ok && file == l.Function.Filename {
		return fmt.Sprintf("%s %s:%d", name, file, l.Line)
	}
	return l.Function.Name
}
