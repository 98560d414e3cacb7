package csrf

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"strings"
)

// The token is that of the csurf package, so that pages and sessions survive
// the move: salt, a dash, and the SHA-1 of "salt-secret", in URL-safe base64.

// saltLength is how long the salt of a token is, in characters.
const saltLength = 8

// NewSecret makes the secret of a session.
func NewSecret() string { return random(18) }

// Token makes a token of a session's secret; each one is different.
func Token(secret string) string { return token(random(6), secret) }

func random(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails
	// A dash would end the salt.
	return strings.NewReplacer("-", "a", "_", "b").Replace(base64.RawURLEncoding.EncodeToString(b))
}

func token(salt, secret string) string {
	sum := sha1.Sum([]byte(salt + "-" + secret)) //nolint:gosec // that of the peers; an attacker knows no secret to collide with
	return salt + "-" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// valid reports whether a token was made of the secret. It compares in
// constant time.
func valid(given, secret string) bool {
	salt, _, ok := strings.Cut(given, "-")
	if !ok || secret == "" || len(salt) > 4*saltLength {
		return false
	}
	return hmac.Equal([]byte(token(salt, secret)), []byte(given))
}
