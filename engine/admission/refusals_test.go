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
	for _, step := range []struct {
		after time.Duration
		path  string
		want  string // "" for no line
	}{
		{0, "/a", `overloaded: 1 requests were turned away`},
		{time.Second, "/b", ""},
		{8 * time.Second, "/c", ""},
		{time.Second, "/d", `overloaded: 3 requests were turned away`},
	} {
		now = now.Add(step.after)
		log.Reset()
		refusals.Note("GET", step.path, admission.ErrOverloaded)
		got := log.String()
		if step.want == "" && got != "" || !strings.Contains(got, step.want) || step.want != "" && !strings.Contains(got, "GET "+step.path) {
			t.Errorf("%s: %q", step.path, got)
		}
	}
}
