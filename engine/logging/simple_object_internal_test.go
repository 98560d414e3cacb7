package logging

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"
)

// object is what the handler for all records writes.
func object(t *testing.T, r slog.Record, more []slog.Attr) string {
	t.Helper()
	var to bytes.Buffer
	out := &output{w: &to}
	h := newObjects(out, new(slog.LevelVar)).(objects)
	r = r.Clone()
	r.AddAttrs(more...)
	if err := h.Handler.Handle(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	return string(out.pending)
}

// TestSimpleObjects: the short way writes the same as the handler for all records, or leaves a record to it.
func TestSimpleObjects(t *testing.T) {
	t.Parallel()
	simple := 0
	records(func(r slog.Record) {
		var more []slog.Attr
		if simple%2 == 0 {
			more = append(more, slog.String("request", "abc-1"))
		}
		got, ok := appendSimpleObject([]byte("before\n"), r, more)
		if !ok {
			return
		}
		simple++
		if want := "before\n" + object(t, r, more); string(got) != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
	if simple < 3000 {
		t.Errorf("%d records of 20000 were simple", simple)
	}
}

// TestRequestsAreSimpleObjects: the attributes of a request go the short way.
func TestRequestsAreSimpleObjects(t *testing.T) {
	t.Parallel()
	r := slog.NewRecord(time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC), Info, "request", 0)
	r.AddAttrs(slog.String("method", "GET"), slog.String("route", "GET /pet/:id"), slog.Int("status", 200), slog.Float64("ms", 1.234), slog.Int64("bytes", 70))
	got, ok := appendSimpleObject(nil, r, []slog.Attr{slog.String("request", "abc-1")})
	const want = `{"time":"2026-01-02T03:04:05.006Z","level":"info","msg":"request","method":"GET","route":"GET /pet/:id","status":200,"ms":1.234,"bytes":70,"request":"abc-1"}` + "\n"
	if !ok || string(got) != want {
		t.Errorf("%t, %s", ok, got)
	}
}
