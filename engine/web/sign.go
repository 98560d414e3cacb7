package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"hash"
	"strings"
	"sync"
)

// Signer signs with the first of its secrets and verifies with all of them.
// Safe for concurrent use.
type Signer struct {
	secrets []string
	macs    sync.Pool // of the first secret: making one costs more than using it
}

// NewSigner returns a Signer; it needs at least one secret.
func NewSigner(secrets []string) *Signer {
	s := &Signer{secrets: secrets}
	s.macs.New = func() any { return hmac.New(sha256.New, []byte(secrets[0])) }
	return s
}

// Sign returns value with its HMAC-SHA256 behind a dot, in the form that
// Express cookies have after "s:".
func (s *Signer) Sign(value string) string {
	mac := s.macs.Get().(hash.Hash)
	defer s.macs.Put(mac)
	mac.Reset()
	return signature(mac, value)
}

// Unsign returns the value of a signed text if one of the secrets made its
// signature.
func (s *Signer) Unsign(signed string) (string, bool) {
	dot := strings.LastIndexByte(signed, '.')
	if dot < 0 {
		return "", false
	}
	if hmac.Equal([]byte(s.Sign(signed[:dot])), []byte(signed)) {
		return signed[:dot], true
	}
	return Unsign(signed, s.secrets[1:])
}

func signature(mac hash.Hash, value string) string {
	out := make([]byte, 0, len(value)+1+44)
	var sum [sha256.Size]byte
	out = append(out, value...)
	mac.Write(out)
	out = append(out, '.')
	return string(base64.RawStdEncoding.AppendEncode(out, mac.Sum(sum[:0])))
}

// Sign is Signer.Sign for a single use.
func Sign(value, secret string) string {
	return signature(hmac.New(sha256.New, []byte(secret)), value)
}

// Unsign is Signer.Unsign for a single use. It compares in constant time.
func Unsign(signed string, secrets []string) (string, bool) {
	dot := strings.LastIndexByte(signed, '.')
	if dot < 0 {
		return "", false
	}
	for _, secret := range secrets {
		if hmac.Equal([]byte(Sign(signed[:dot], secret)), []byte(signed)) {
			return signed[:dot], true
		}
	}
	return "", false
}
