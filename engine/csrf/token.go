package csrf

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"strings"
)

// Tokens have the format of the package csurf, so that existing pages and
// sessions stay valid: salt, a dash, and the SHA-1 of "salt-secret", in URL-safe
// base64.

// saltLength is the number of characters of a salt.
const saltLength = 8

// NewSecret returns a new secret for a session.
func NewSecret() string { return random(18) }

// Token returns a new token for a session's secret.
func Token(secret string) string { return token(random(6), secret) }

func random(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails
	// A dash would end the salt.
	return strings.NewReplacer("-", "a", "_", "b").Replace(base64.RawURLEncoding.EncodeToString(b))
}

func token(salt, secret string) string {
	sum := sha1.Sum([]byte(salt + "-" + secret)) //nolint:gosec // the format of csurf; collisions do not help without the secret
	return salt + "-" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// valid reports whether a token belongs to the secret. It compares in constant
// time.
func valid(given, secret string) bool {
	salt, _, _ := strings.Cut(given, "-")
	if secret == "" || len(salt) > 4*saltLength {
		return false
	}
	return hmac.Equal([]byte(token(salt, secret)), []byte(given))
}
