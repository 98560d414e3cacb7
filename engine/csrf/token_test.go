package csrf_test

import (
	"crypto/sha1"
	"encoding/base64"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"framework/engine/csrf"
	"framework/engine/value"
)

// csurf makes a token as the package csurf does.
func csurf(salt, secret string) string {
	sum := sha1.Sum([]byte(salt + "-" + secret)) //nolint:gosec // the format of csurf
	return salt + "-" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// TestTokenFormat: tokens and secrets are those of csurf, and no salt has the dash
// that ends it.
func TestTokenFormat(t *testing.T) {
	secrets := regexp.MustCompile(`^[A-Za-z0-9]{24}$`)
	tokens := regexp.MustCompile(`^[A-Za-z0-9]{8}-[A-Za-z0-9_-]{27}$`)
	for range 500 { // one salt in five had a dash or an underscore in it
		secret := csrf.NewSecret()
		token := csrf.Token(secret)
		if !secrets.MatchString(secret) || !tokens.MatchString(token) {
			t.Fatalf("the secret %q has the token %q", secret, token)
		}
		if want := csurf(token[:8], secret); token != want {
			t.Fatalf("the token is %q, want %q", token, want)
		}
	}
}

// TestSalts: a token of another program that shares the sessions is accepted whatever
// its salt is, up to a length that is worth hashing.
func TestSalts(t *testing.T) {
	const secret = "abcdefghijklmnopqrstuvwx"
	p := protection(t, true)
	for _, c := range []struct {
		token string
		want  bool
	}{
		{csurf("", secret), true},
		{csurf("s", secret), true},
		{csurf("12345678", secret), true},
		{csurf(strings.Repeat("s", 32), secret), true},
		{csurf(strings.Repeat("s", 33), secret), false},
		{"12345678", false},
		{"-", false},
		{csurf("12345678", secret) + "=", false},
	} {
		x := exchange(t, http.MethodPost, "/", "", "X-CSRF-Token", c.token)
		x.Session = &held{data: value.Of("csrfSecret", secret)}
		if got, err := p.Check(t.Context(), x); got != c.want || err != nil {
			t.Errorf("%q: got %v, %v", c.token, got, err)
		}
	}
}
