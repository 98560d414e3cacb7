package web_test

import (
	"testing"

	"framework/engine/web"
)

// FuzzUnsign: what was not signed is not believed, and what was signed is read
// as it was; a Signer and the functions for a single use agree.
func FuzzUnsign(f *testing.F) {
	for _, s := range []string{"a.b", ".", "", "a", "a.b.c", web.Sign("x", "old")} {
		f.Add(s)
	}
	secrets := []string{"new secret", "old secret"}
	s := web.NewSigner(secrets)
	f.Fuzz(func(t *testing.T, text string) {
		if v, ok := s.Unsign(text); ok {
			t.Errorf("%q is believed to say %q", text, v)
		}
		for _, signed := range []string{s.Sign(text), web.Sign(text, secrets[1])} {
			a, okA := s.Unsign(signed)
			b, okB := web.Unsign(signed, secrets)
			if a != text || b != text || !okA || !okB {
				t.Errorf("%q was signed as %q, and is read as %q, %q", text, signed, a, b)
			}
		}
	})
}
