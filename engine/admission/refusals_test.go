package admission_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"framework/engine/admission"
)

// TestRefusals: the log has one line for all that was refused within ten seconds.
func TestRefusals(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	now := time.Unix(1000, 0)
	refusals := admission.NewRefusals(slog.New(slog.NewTextHandler(&log, nil)), func() time.Time { return now })
	line := func(n, path string) string {
		return `level=WARN msg="overloaded: ` + n + ` requests were turned away with 503 since the last line like this" last="GET ` + path +
			`" why="the server has more to do than it can: the request has waited for too long"` + "\n"
	}
	for _, step := range []struct {
		after time.Duration
		path  string
		want  string // "" for no line
	}{
		{0, "/a", line("1", "/a")},
		{time.Second, "/b", ""},
		{8 * time.Second, "/c", ""},
		{time.Second, "/d", line("3", "/d")},
	} {
		now = now.Add(step.after)
		log.Reset()
		refusals.Note("GET", step.path, admission.ErrOverloaded)
		got := log.String()
		if _, text, _ := strings.Cut(got, " "); text != step.want { // without its time
			t.Errorf("%s: %q", step.path, got)
		}
	}
}

func TestMessage(t *testing.T) {
	if admission.Message != "The server has more to do than it can. Try again in a moment." {
		t.Error(admission.Message)
	}
}
