package window

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"framework/engine/profiler"
)

// Profiler records profiles of the server.
type Profiler interface {
	// Record records a profile until ctx ends, as a file that go tool pprof reads.
	Record(ctx context.Context, kind profiler.Kind) ([]byte, error)
	// Loop says what waits for JavaScript now.
	Loop() []string
}

// maxRecording is how long a profile of the page may take.
const maxRecording = time.Minute

// maxLines is how many lines a table of the most expensive ones has.
const maxLines = 30

// flame is a function in a flame graph as the page shows it: name, value, owner, and what it
// calls.
type flame [4]any

// line is what was spent in a line of code itself, and in what it calls.
type line struct {
	Name  string         `json:"name"`
	Owner profiler.Owner `json:"owner"`
	Self  int64          `json:"self"`
	All   int64          `json:"all"`
}

// serveProfile records a profile. The page may be closed meanwhile, which ends it.
func (h *Handler) serveProfile(_ *Project, w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Kind    string  `json:"kind"`
		Seconds float64 `json:"seconds"`
	}
	if err := readJSON(w, r, &in); err != nil {
		return err
	}
	kind, err := profiler.ParseKind(in.Kind)
	if err != nil {
		return &badRequest{err}
	}
	took := time.Duration(in.Seconds * float64(time.Second))
	if kind.Lasts() && (took <= 0 || took > maxRecording) {
		return &badRequest{fmt.Errorf("record for up to %d seconds", int(maxRecording.Seconds()))}
	}
	ctx, stop := context.WithTimeout(r.Context(), took)
	defer stop()
	file, err := h.server.Record(ctx, kind)
	if err != nil {
		return err
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	graph, err := profiler.NewGraph(file)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]any{
		"unit": graph.Unit, "root": flameOf(graph.Root, int64(profiler.Smallest*float64(graph.Root.Value))), "lines": lines(graph.Root), "file": file,
	})
}

// flameOf leaves out what is smaller than least.
func flameOf(n *profiler.Node, least int64) flame {
	calls := []flame{}
	for _, c := range n.Children {
		if c.Value > least {
			calls = append(calls, flameOf(c, least))
		}
	}
	return flame{n.Name, n.Value, n.Owner(), calls}
}

// lines are the most expensive ones, those in which most was spent first.
func lines(root *profiler.Node) []*line {
	known := map[string]*line{}
	out := []*line{}
	var add func(n *profiler.Node, above map[string]bool)
	add = func(n *profiler.Node, above map[string]bool) {
		l := known[n.Name]
		if l == nil {
			l = &line{Name: n.Name, Owner: n.Owner()}
			known[n.Name] = l
			out = append(out, l)
		}
		l.Self += n.Value
		recursive := above[n.Name]
		if !recursive { // what a line that calls itself has spent counts once
			l.All += n.Value
			above[n.Name] = true
			defer delete(above, n.Name)
		}
		for _, c := range n.Children {
			l.Self -= c.Value
			add(c, above)
		}
	}
	for _, c := range root.Children {
		add(c, map[string]bool{})
	}
	slices.SortStableFunc(out, func(a, b *line) int { return cmp.Compare(b.Self, a.Self) })
	return slices.DeleteFunc(out[:min(len(out), maxLines)], func(l *line) bool { return l.Self <= 0 })
}

// serveLoop says what waits for JavaScript now.
func (h *Handler) serveLoop(_ *Project, w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, list(h.server.Loop()))
}
