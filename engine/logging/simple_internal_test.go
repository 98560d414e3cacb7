package logging

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// line is what the handler for all records writes.
func line(t *testing.T, r slog.Record) string {
	t.Helper()
	var out bytes.Buffer
	if err := newLines(&out, new(slog.LevelVar), true).Handle(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSimpleLines: the short way writes the same as the handler for all records, or leaves a record to it.
func TestSimpleLines(t *testing.T) {
	t.Parallel()
	simple := 0
	records(func(r slog.Record) {
		got, ok := appendSimple([]byte("before\n"), r)
		if !ok {
			return
		}
		simple++
		if want := "before\n" + line(t, r); string(got) != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
	if simple < 4000 {
		t.Errorf("%d records of 20000 were simple", simple)
	}
}

// records calls each with records of all kinds.
func records(each func(r slog.Record)) {
	texts := []string{"", "a", "GET /pet (pet.find)", "a=b", `say "hi"`, `back\slash`, "é", "tab\t", "line\nerror: forged", "\x1b[31mred\x1b[0m", "<b>&amp;'", "\x7f", "\xff", "\u2028", "~!@#$%^*()[]{}|;:,./?`_+-", "true"}
	keys := []string{"took", "password", "sessionID", "msg", "level", "time", "a b", "é", "", "query_time", "api-key", "a=b", `"`, "source"}
	values := []slog.Value{
		slog.IntValue(-7), slog.Uint64Value(math.MaxUint64), slog.Float64Value(1.5e300), slog.Float64Value(math.NaN()), slog.Float64Value(0.125), slog.Float64Value(1e21), slog.Float64Value(-1e-7), slog.Float64Value(math.Copysign(0, -1)), slog.BoolValue(true),
		slog.DurationValue(0), slog.DurationValue(1230 * time.Microsecond), slog.DurationValue(30 * time.Microsecond), slog.DurationValue(-time.Hour),
		slog.TimeValue(time.Unix(1, 2)), slog.AnyValue(errors.New("it failed")), slog.AnyValue(nil), slog.GroupValue(slog.Int("n", 1)), slog.AnyValue([]int{1}),
	}
	for _, text := range texts {
		values = append(values, slog.StringValue(text))
	}
	levels := []slog.Level{Silly, Verbose, Info, Info + 1, Debug, Warn, Error, Crit, Silent}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		r := slog.NewRecord(time.Now(), levels[random.IntN(len(levels))], texts[random.IntN(len(texts))], 0)
		for range random.IntN(4) {
			r.AddAttrs(slog.Attr{Key: keys[random.IntN(len(keys))], Value: values[random.IntN(len(values))]})
		}
		each(r)
	}
}

// TestRequestsAreSimple: the attributes of a request go the short way.
func TestRequestsAreSimple(t *testing.T) {
	t.Parallel()
	r := slog.NewRecord(time.Now(), Info, "GET /pet/7 200", 0)
	r.AddAttrs(slog.Duration("took", 1230*time.Microsecond), slog.String("route", "GET /pet/:id (pet.findOne)"), slog.Int("queries", 1), slog.String("request", "abc-1"), slog.Int64("bytes", 70))
	got, ok := appendSimple(nil, r)
	const want = "info: GET /pet/7 200 took=1.23ms route=\"GET /pet/:id (pet.findOne)\" queries=1 request=abc-1 bytes=70\n"
	if !ok || string(got) != want {
		t.Errorf("%t, %s", ok, got)
	}
}
