package logging_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"framework/engine/logging"
)

// slow is an output whose writes wait until they are let through.
type slow struct {
	entered chan struct{} // receives when a write begins
	let     chan struct{} // is closed when writes may end

	mu     sync.Mutex
	writes []string
}

func newSlow() *slow { return &slow{entered: make(chan struct{}, 1000), let: make(chan struct{})} }

func (s *slow) Write(p []byte) (int, error) {
	s.entered <- struct{}{}
	<-s.let
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes = append(s.writes, string(p))
	return len(p), nil
}

func (s *slow) written() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writes
}

func formats(t *testing.T, test func(t *testing.T, f logging.Format)) {
	t.Helper()
	for _, f := range []logging.Format{logging.Text, logging.JSON} {
		t.Run(string(f), func(t *testing.T) { test(t, f) })
	}
}

// TestLinesAreGathered: lines that come while one is written are written at once, in order, and nobody waits.
func TestLinesAreGathered(t *testing.T) {
	t.Parallel()
	formats(t, func(t *testing.T, f logging.Format) {
		out := newSlow()
		log := logging.Open(out, new(slog.LevelVar))
		log.SetFormat(f)
		log.Gather(true)
		log.Info("first")
		<-out.entered
		for i := range 100 {
			log.Info(fmt.Sprintf("line %02d", i))
		}
		close(out.let)
		log.Flush()
		writes := out.written()
		if len(writes) != 2 || strings.Count(writes[0], "\n") != 1 || strings.Count(writes[1], "\n") != 100 {
			t.Fatalf("%d writes: %q", len(writes), writes)
		}
		at := 0
		for line := range strings.Lines(writes[1]) {
			if !strings.Contains(line, fmt.Sprintf("line %02d", at)) {
				t.Fatalf("line %d is %q", at, line)
			}
			at++
		}
	})
}

// TestWarningsAreWrittenAtOnce: with what came before them, as is everything when lines are not gathered.
func TestWarningsAreWrittenAtOnce(t *testing.T) {
	t.Parallel()
	formats(t, func(t *testing.T, f logging.Format) {
		out := newSlow()
		close(out.let)
		log := logging.Open(out, new(slog.LevelVar))
		log.SetFormat(f)
		written := func(want int, when string) {
			t.Helper()
			if got := strings.Count(strings.Join(out.written(), ""), "\n"); got != want {
				t.Errorf("%s: %d lines are written, want %d: %q", when, got, want, out.written())
			}
		}
		log.Info("0")
		written(1, "before")
		log.Gather(true)
		log.Info("1")
		log.Warn("2")
		written(3, "after a warning")
		log.Info("3")
		log.Gather(false)
		written(4, "when no more are gathered")
		log.Info("4")
		written(5, "afterwards")
		text := strings.Join(out.written(), "")
		at := 0
		for line := range strings.Lines(text) {
			if !strings.Contains(line, fmt.Sprint(at)) {
				t.Fatalf("line %d of %q", at, text)
			}
			at++
		}
	})
}

// TestGatheringIsBounded: who logs faster than lines can be written waits, as without gathering.
func TestGatheringIsBounded(t *testing.T) {
	t.Parallel()
	out := newSlow()
	log := logging.Open(out, new(slog.LevelVar))
	log.Gather(true)
	text := strings.Repeat("x", 1000)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 500 {
			log.Info(text)
		}
	}()
	<-out.entered
	close(out.let)
	<-done
	log.Flush()
	lines, longest := 0, 0
	for _, w := range out.written() {
		lines += strings.Count(w, "\n")
		longest = max(longest, len(w))
	}
	if lines != 500 || longest > 70_000 {
		t.Errorf("%d lines; the longest write has %d bytes", lines, longest)
	}
}

// TestNoLineIsLost: many log at once.
func TestNoLineIsLost(t *testing.T) {
	t.Parallel()
	out := newSlow()
	out.entered = make(chan struct{}, 100_000)
	close(out.let)
	log := logging.Open(out, new(slog.LevelVar))
	log.Gather(true)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 500 {
				if i%50 == 0 {
					log.Warn("line", "of", g, "n", i)
				} else {
					log.Info("line", "of", g, "n", i)
				}
			}
		})
	}
	all.Wait()
	log.Flush()
	next := map[int]int{}
	for line := range strings.Lines(strings.Join(out.written(), "")) {
		var level string
		var g, n int
		if _, err := fmt.Sscanf(line, "%s line of=%d n=%d", &level, &g, &n); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if n != next[g] {
			t.Fatalf("%q: line %d was to come", line, next[g])
		}
		next[g]++
	}
	for g := range 8 {
		if next[g] != 500 {
			t.Errorf("%d lines of %d", next[g], g)
		}
	}
}
