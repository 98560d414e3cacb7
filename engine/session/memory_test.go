package session_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"framework/engine/session"
	"framework/engine/value"
)

// TestMemory: what becomes of a session, step by step.
func TestMemory(t *testing.T) {
	ctx := t.Context()
	now := time.Unix(1e9, 0)
	m := session.NewMemory(0, func() time.Time { return now })
	record := func(n int64) session.Record { return session.Record{Data: value.Of("n", n), MaxAge: time.Hour} }
	check := func(step string, want any, wantErr error) {
		t.Helper()
		r, err := m.Get(ctx, "a")
		var got any
		if r != nil {
			got = r.Data.Value("n")
			if r.MaxAge != time.Hour || r.Disposable {
				t.Errorf("%s: got %+v", step, r)
			}
		}
		if got != want || !errors.Is(err, wantErr) || wantErr == nil && err != nil {
			t.Errorf("%s: got %v, %v, want %v, %v", step, got, err, want, wantErr)
		}
	}
	if found, err := m.Update(ctx, "a", record(1), time.Minute); found || err != nil || m.Len() != 0 {
		t.Errorf("what is not there is replaced: %v, %v", found, err)
	}
	if err := m.Touch(ctx, "a", time.Minute); err != nil || m.Len() != 0 {
		t.Errorf("what is not there is touched: %v", err)
	}
	if err := m.Destroy(ctx, "a"); err != nil || m.Len() != 0 {
		t.Errorf("what is not there is remembered as destroyed: %v", err)
	}
	_ = m.Set(ctx, "a", record(1), time.Minute)
	now = now.Add(time.Minute)
	check("at its end", int64(1), nil)
	if found, err := m.Update(ctx, "a", record(2), time.Minute); !found || err != nil {
		t.Errorf("it is not replaced: %v, %v", found, err)
	}
	now = now.Add(time.Minute)
	check("replaced", int64(2), nil)
	_ = m.Touch(ctx, "a", time.Hour)
	now = now.Add(time.Hour)
	check("touched", int64(2), nil)
	_ = m.Destroy(ctx, "a")
	check("destroyed", nil, session.ErrDestroyed)
	if found, err := m.Update(ctx, "a", record(3), time.Minute); found || err != nil {
		t.Errorf("a destroyed session is replaced: %v, %v", found, err)
	}
	_ = m.Touch(ctx, "a", 24*time.Hour)
	now = now.Add(time.Hour)
	check("an hour after", nil, session.ErrDestroyed)
	now = now.Add(1)
	check("and later", nil, nil)
	if m.Len() != 0 {
		t.Errorf("%d are kept", m.Len())
	}
}

// TestMemoryOrder: destroyed sessions are removed first, then the least
// recently used ones.
func TestMemoryOrder(t *testing.T) {
	ctx := t.Context()
	record := func(disposable bool) session.Record {
		return session.Record{Data: value.New(0), Disposable: disposable}
	}
	m := session.NewMemory(2, nil)
	has := func(want map[string]bool) {
		t.Helper()
		for id, there := range want {
			if r, _ := m.Get(ctx, id); (r != nil) != there {
				t.Errorf("%s is there: %v", id, r != nil)
			}
		}
	}
	for _, id := range []string{"a", "b", "a", "c"} { // the second a makes b the oldest
		_ = m.Set(ctx, id, record(false), time.Minute)
	}
	has(map[string]bool{"a": true, "b": false, "c": true})
	_ = m.Destroy(ctx, "c")
	_ = m.Set(ctx, "d", record(false), time.Minute)
	has(map[string]bool{"a": true, "d": true})
	_ = m.Set(ctx, "e", record(true), time.Minute) // what was just stored is dropped last
	has(map[string]bool{"e": true})
	one := session.NewMemory(1, nil)
	_ = one.Set(ctx, "a", record(true), time.Minute)
	_ = one.Set(ctx, "b", record(true), time.Minute)
	if r, _ := one.Get(ctx, "b"); r == nil || one.Len() != 1 {
		t.Errorf("%d are kept of one", one.Len())
	}
}

// TestExpress: the form in which stores written for express-session keep sessions.
func TestExpress(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	for _, tt := range []struct {
		record session.Record
		want   string
	}{
		{session.Record{Data: value.Of("a", int64(1), "cookie", "crumbs")}, `{"cookie":{"originalMaxAge":null,"expires":null,"httpOnly":true,"path":"/"},"a":1}`},
		{session.Record{Data: value.New(0), MaxAge: time.Minute}, `{"cookie":{"originalMaxAge":60000,"expires":"2026-01-02T02:05:05.000Z","httpOnly":true,"path":"/"}}`},
	} {
		all := tt.record.Express(now)
		if got := string(value.Append(nil, all)); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
		again := session.FromExpress(all)
		if again.MaxAge != tt.record.MaxAge || again.Data.Has("cookie") || again.Data.Value("a") != tt.record.Data.Value("a") {
			t.Errorf("%s is read as %+v", tt.want, again)
		}
	}
	for _, tt := range []struct {
		age  any
		want time.Duration
	}{
		{nil, 0},
		{"60000", 0},
		{int64(0), 0},
		{int64(-1), 0},
		{int64(1), time.Millisecond},
		{0.5, 0},
		{1.5, time.Millisecond},
		{math.NaN(), 0},
		{math.Inf(1), 100 * 365 * 24 * time.Hour},
		{int64(1<<53 - 1), 100 * 365 * 24 * time.Hour},
	} {
		if got := session.FromExpress(value.Of("cookie", value.Of("originalMaxAge", tt.age))); got.MaxAge != tt.want {
			t.Errorf("the age %v is %v, want %v", tt.age, got.MaxAge, tt.want)
		}
	}
	if got := session.FromExpress(value.Of("cookie", "x", "a", "b")); got.MaxAge != 0 || string(value.Append(nil, got.Data)) != `{"a":"b"}` {
		t.Errorf("got %+v", got)
	}
}
