package redisstore

import (
	"testing"
	"time"

	"framework/engine/value"
)

// FuzzDecode: whatever Redis holds is a session or none; a session is written
// and read again as it is, and does not end before it began.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"cookie":{"originalMaxAge":60000,"expires":"2030-01-01T00:00:00.000Z","httpOnly":true,"path":"/"},"passport":{"user":7}}`,
		`{"cookie":null,"a":[1e999]}`, `{"cookie":{"originalMaxAge":1e300}}`, `{"cookie":{"originalMaxAge":-1}}`, `{"cookie":{"originalMaxAge":9007199254740991}}`, `[]`, `{"a":"\ud800"}`, "",
	} {
		f.Add(s)
	}
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		r := decode(text)
		if r == nil {
			return
		}
		if r.MaxAge < 0 {
			t.Fatalf("%q lasts %v", text, r.MaxAge)
		}
		kept := string(encode(*r, now))
		again := decode(kept)
		if again == nil {
			t.Fatalf("%q was kept as %q, which is no session", text, kept)
		}
		if a, b := string(value.Append(nil, r.Data)), string(value.Append(nil, again.Data)); a != b || again.MaxAge != r.MaxAge.Truncate(time.Millisecond) {
			t.Errorf("%q: %s for %v became %s for %v", text, a, r.MaxAge, b, again.MaxAge)
		}
	})
}
