package observe_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"framework/engine/observe"
)

// TestSteps: each step ends where the next one begins, and the last one with the request.
func TestSteps(t *testing.T) {
	t.Parallel()
	r := &observe.Request{Started: time.Now().Add(-time.Second)}
	r.Step(observe.Waiting, "", "")
	r.Step(observe.Policy, "isSignedIn", "api/policies/isSignedIn.js")
	r.Step(observe.Policy, "isAdmin", "api/policies/isAdmin.js")
	r.Step(observe.Action, "pet.find", "")
	r.Finish()
	r.Step(observe.Action, "late", "")
	steps := r.Steps()
	if len(steps) != 4 || steps[1].Name != "isSignedIn" || steps[3].Kind != observe.Action {
		t.Fatalf("got %+v", steps)
	}
	for i, s := range steps {
		end := r.Took
		if i+1 < len(steps) {
			end = steps[i+1].At
		}
		if s.At+s.Took != end {
			t.Errorf("step %d ends at %v, want %v", i, s.At+s.Took, end)
		}
	}
	if got := r.Spent(observe.Policy); got != steps[1].Took+steps[2].Took {
		t.Errorf("policies took %v", got)
	}
	if got := r.Routing(); got != steps[0].At || got < time.Second {
		t.Errorf("routing took %v", got)
	}
}

// TestNobody: a request that nobody observes costs no allocation.
func TestNobody(t *testing.T) {
	var nobody *observe.Observers
	var none observe.Observers
	var request *observe.Request
	ctx := context.Background()
	allocated := testing.AllocsPerRun(100, func() {
		if _, any := nobody.Wanted(); any {
			t.Error("nobody wants something")
		}
		if _, any := none.Wanted(); any {
			t.Error("none wants something")
		}
		request.Step(observe.Action, "pet.find", "")
		request.Finish()
		none.Observe(request)
		if observe.Of(ctx) != nil {
			t.Error("there is a request")
		}
	})
	if allocated != 0 {
		t.Errorf("%v allocations", allocated)
	}
}

func TestObservers(t *testing.T) {
	t.Parallel()
	var all observe.Observers
	var seen []string
	note := func(name string) observe.Func {
		return func(r *observe.Request) { seen = append(seen, name+" "+r.Path) }
	}
	one := all.Add(note("one"), observe.Wants{})
	two := all.Add(note("two"), observe.Wants{Statements: true})
	if wants, any := all.Wanted(); !any || !wants.Statements || wants.Trace {
		t.Errorf("got %+v, %v", wants, any)
	}
	all.Observe(&observe.Request{Path: "/a"})
	one()
	all.Observe(&observe.Request{Path: "/b"})
	two()
	all.Observe(&observe.Request{Path: "/c"})
	if got := strings.Join(seen, ", "); got != "one /a, two /a, two /b" {
		t.Errorf("got %s", got)
	}
	if _, any := all.Wanted(); any {
		t.Error("somebody is left")
	}
}

// TestTraceparent holds the examples of the recommendation, and what it calls invalid.
func TestTraceparent(t *testing.T) {
	t.Parallel()
	const id, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	for header, want := range map[string]bool{
		"00-" + id + "-" + span + "-01":                              true,
		"00-" + id + "-" + span + "-00":                              true,
		"cc-" + id + "-" + span + "-01-what-the-future-will-be-like": true,
		"cc-" + id + "-" + span + "-01.what":                         false,
		"00-" + id + "-" + span + "-01-more":                         false,
		"ff-" + id + "-" + span + "-01":                              false,
		"00-" + strings.ToUpper(id) + "-" + span + "-01":             false,
		"00-" + strings.Repeat("0", 32) + "-" + span + "-01":         false,
		"00-" + id + "-" + strings.Repeat("0", 16) + "-01":           false,
		"00-" + id + "-" + span + "-0x":                              false,
		"":                                                           false,
	} {
		trace := observe.NewTrace(header, "a=1", func() bool { return false })
		if got := trace.TraceID() == id; got != want {
			t.Errorf("%s: taken %v, want %v", header, got, want)
		}
		if want && (trace.Sampled != strings.Contains(header, "-01") || trace.State != "a=1") || !want && (trace.Sampled || trace.State != "") {
			t.Errorf("%s: got %+v", header, trace)
		}
		given := observe.NewTrace(trace.Header(), "", nil)
		if given.ID != trace.ID || given.Parent != trace.Span || given.Span == trace.Span {
			t.Errorf("%s: %s leads to %+v", header, trace.Header(), given)
		}
	}
}

// FuzzTraceparent: whatever a client sends, the trace is valid, and can be given on.
func FuzzTraceparent(f *testing.F) {
	f.Add("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "a=1")
	f.Add("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-", "")
	f.Fuzz(func(t *testing.T, parent, state string) {
		trace := observe.NewTrace(parent, state, nil)
		if !trace.Valid() {
			t.Fatal("no trace")
		}
		if next := observe.NewTrace(trace.Header(), "", nil); next.ID != trace.ID {
			t.Errorf("%q: %s is not taken", parent, trace.Header())
		}
	})
}

func BenchmarkNobody(b *testing.B) {
	var all observe.Observers
	var request *observe.Request
	b.ReportAllocs()
	for b.Loop() {
		if _, any := all.Wanted(); any {
			b.Fatal("somebody is there")
		}
		request.Step(observe.Action, "pet.find", "")
		request.Finish()
	}
}

func BenchmarkOne(b *testing.B) {
	var all observe.Observers
	all.Add(observe.Func(func(*observe.Request) {}), observe.Wants{})
	b.ReportAllocs()
	for b.Loop() {
		r := &observe.Request{Started: time.Now()}
		r.Step(observe.Action, "pet.find", "")
		r.Finish()
		all.Observe(r)
	}
}
