package reloader_test

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/engine/orm"
	"framework/engine/reloader"
	"framework/router"
	"framework/watch"
)

var (
	errBroken = errors.New("broken")
	errAway   = &net.OpError{Op: "dial", Err: errors.New("refused")}
)

// shown writes actions down: "build", "report broken a b", "wait 1s".
func shown(actions []reloader.Action) string {
	outcome := func(o reloader.Outcome) string {
		switch {
		case errors.Is(o.Err, errBroken):
			return "broken"
		case o.Err != nil:
			return "away"
		}
		return "ok"
	}
	var parts []string
	for _, a := range actions {
		switch a := a.(type) {
		case reloader.Build:
			parts = append(parts, "build")
		case reloader.Cancel:
			parts = append(parts, "cancel")
		case reloader.Refresh:
			parts = append(parts, "refresh "+strings.Join(a.Files, " "))
		case reloader.Report:
			parts = append(parts, strings.TrimSpace("report "+outcome(a.Outcome)+" "+strings.Join(a.Files, " ")))
		case reloader.Judge:
			parts = append(parts, "judge "+fmt.Sprint(a.Changes))
		case reloader.Answer:
			parts = append(parts, "answer "+outcome(a.Outcome))
		case reloader.Wait:
			parts = append(parts, "wait "+a.For.String())
		}
	}
	return strings.Join(parts, ", ")
}

// event reads "changed a b", "fresh a", "open a", "asked", "due", "ok 2s",
// "broken", "away".
func event(t *testing.T, text string) reloader.Event {
	t.Helper()
	words := strings.Fields(text)
	switch words[0] {
	case "changed":
		return reloader.Changed{Files: inputs.Judged{Rebuild: words[1:]}}
	case "fresh":
		return reloader.Changed{Files: inputs.Judged{Fresh: words[1:]}}
	case "open":
		return reloader.Changed{Files: inputs.Judged{Open: []watch.Change{{Path: words[1], Op: watch.Changed}}}}
	case "asked":
		return reloader.Asked{}
	case "overlooked":
		return reloader.Overlooked{}
	case "due":
		return reloader.Due{}
	case "ok":
		var d diff.Diff
		if len(words) > 1 {
			var err error
			if d.Took, err = time.ParseDuration(words[1]); err != nil {
				t.Fatal(err)
			}
		}
		return reloader.Finished{Outcome: reloader.Outcome{Diff: d}}
	case "broken":
		return reloader.Finished{Outcome: reloader.Outcome{Err: errBroken}}
	case "datastore":
		return reloader.Finished{Outcome: reloader.Outcome{Err: fmt.Errorf("loading: %w", &orm.UnavailableError{})}}
	case "status":
		status, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatal(err)
		}
		return reloader.Finished{Outcome: reloader.Outcome{Err: &router.Error{Status: status}}}
	case "away":
		return reloader.Finished{Outcome: reloader.Outcome{Err: errAway}}
	}
	t.Fatalf("there is no event %q", text)
	return nil
}

func TestMachine(t *testing.T) {
	t.Parallel()
	type step struct {
		at    float64 // seconds
		event string
		want  string
	}
	for name, steps := range map[string][]step{
		"a save": {
			{0, "changed a", "build"},
			{1, "ok", "report ok a, answer ok"},
		},
		"files that requests read anew": {
			{0, "fresh v", "refresh v"},
			{1, "changed a", "build"},
			{1, "fresh v", "refresh v"},
			{2, "ok", "report ok a, answer ok"},
		},
		"somebody asks": {
			{0, "asked", "build"},
			{1, "ok", "report ok, answer ok"},
		},
		"a broken save stays so": {
			{0, "changed a", "build"},
			{1, "broken", "report broken a, answer broken"},
			{100, "due", ""}, // of a timer that was stopped
		},
		"a change while it is built begins anew": {
			{0, "changed a", "build"},
			{0.5, "changed b a", "cancel"},
			{0.6, "changed c", ""},
			{0.7, "broken", "build"}, // what it says is outdated
			{1, "ok", "report ok a b c, answer ok"},
		},
		"who asks while it is built is answered by the next one": {
			{0, "changed a", "build"},
			{0.5, "asked", "cancel"},
			{0.7, "broken", "build"},
			{1, "broken", "report broken a, answer broken"},
		},
		"it was finished when it was cancelled": {
			{0, "changed a", "build"},
			{0.5, "changed b", "cancel"},
			{0.6, "ok", "report ok a, build"},
			{1, "ok", "report ok b, answer ok"},
		},
		"changes that do not stop": {
			{0, "changed a", "build"},
			{2, "changed b", "cancel"},
			{2.1, "broken", "build"},
			{3.1, "changed c", "wait 2s"}, // until 3 s after it was begun
			{3.2, "changed d", ""},
			{4, "ok 4s", "report ok a b, wait 0s, build"},
			{4.5, "changed e", "cancel"}, // one was finished: there is time again
			{4.6, "broken", "build"},
			{7.6, "changed f", "wait 13s"}, // four times as long as the last one took
			{8, "ok", "report ok c d e, wait 0s, build"},
			{9, "ok", "report ok f, answer ok"},
		},
		"changes that do not stop, and a build that is stuck": {
			{0, "changed a", "build"},
			{4, "changed b", "wait 1ns"},
			{4, "due", "cancel"},
			{4.1, "changed c", ""},
			{4.2, "broken", "build"},
			{5, "ok", "report ok a b c, answer ok"},
		},
		"a server that is away": {
			{0, "changed a", "build"},
			{1, "away", "report away a, wait 1s, answer away"},
			{2, "due", "build"},
			{3, "away", "report away, wait 2s, answer away"},
			{4, "changed b", "wait 0s, build"},
			{5, "away", "report away b, wait 4s, answer away"},
			{9, "due", "build"},
			{10, "away", "report away, wait 8s, answer away"},
			{18, "due", "build"},
			{19, "away", "report away, wait 10s, answer away"},
			{29, "due", "build"},
			{30, "broken", "report broken, answer broken"}, // another attempt mends nothing
			{31, "changed b", "build"},
			{32, "away", "report away b, wait 1s, answer away"},
		},
		"what another attempt mends": {
			{0, "changed a", "build"},
			{1, "datastore", "report away a, wait 1s, answer away"},
			{2, "due", "build"},
			{3, "status 503", "report away, wait 2s, answer away"},
			{5, "due", "build"},
			{6, "status 404", "report away, answer away"},
		},
		"a change just when it may not begin anew any more": {
			{0, "changed a", "build"},
			{3, "changed b", "wait 1ns"},
			{3.5, "ok", "report ok a, wait 0s, build"},
			{4, "ok", "report ok b, answer ok"},
		},
		"a script that the build has begun to require": {
			{0, "open x", ""}, // it is not read: no build
			{0, "changed a", "build"},
			{0.5, "open y", ""},
			{0.6, "open z", ""},
			{1, "ok", "report ok a, judge [y changed z changed]"},
			{1, "changed y", "build"},
			{2, "ok", "report ok y, answer ok"},
		},
		"a script that nobody requires after all": {
			{0, "changed a", "build"},
			{0.5, "open y", ""},
			{1, "away", "report away a, judge [y changed]"},
			{1, "open y", "wait 1s, answer away"},
			{2, "due", "build"},
			{3, "ok", "report ok, answer ok"},
		},
		"a change that nobody has reported": {
			{0, "changed a", "build"},
			{0.5, "overlooked", ""}, // of an older build
			{1, "ok", "report ok a, answer ok"},
			{3, "overlooked", "build"},
			{4, "broken", "report broken, answer broken"},
			{6, "overlooked", "build"},
			{7, "ok", "report ok, answer ok"},
		},
		"a build that changes what it has read": {
			{0, "overlooked", "build"},
			{1, "ok", "report ok, answer ok"},
			{3, "overlooked", "build"},
			{4, "ok", "report ok, answer ok"},
			{6, "overlooked", "build"},
			{7, "ok", "report ok, answer ok"},
			{9, "overlooked", ""},
			{10, "changed a", "build"},
			{11, "ok", "report ok a, answer ok"},
			{13, "overlooked", "build"},
		},
		"a result that nobody waits for": {
			{0, "ok", ""},
			{0, "changed a", "build"},
			{0, "due", ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, start := reloader.NewMachine(time.Millisecond), time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
			for i, s := range steps {
				now := start.Add(time.Duration(s.at * float64(time.Second)))
				if got := shown(m.Handle(now, event(t, s.event))); got != s.want {
					t.Fatalf("step %d, %q: got %q, want %q", i+1, s.event, got, s.want)
				}
			}
		})
	}
}
