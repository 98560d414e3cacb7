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
	macs    sync.Pool // of *signing for the first secret: making one costs more than using it
}

// signing is what makes a signature, and where that is made.
type signing struct {
	hash.Hash
	sum [sha256.Size]byte
}

func newSigning(secret string) *signing { return &signing{Hash: hmac.New(sha256.New, []byte(secret))} }

// NewSigner returns a Signer; it needs at least one secret.
func NewSigner(secrets []string) *Signer {
	s := &Signer{secrets: secrets}
	s.macs.New = func() any { return newSigning(secrets[0]) }
	return s
}

// Sign returns value with its HMAC-SHA256 behind a dot, in the form that
// Express cookies have after "s:".
func (s *Signer) Sign(value string) string {
	return string(s.AppendSigned(make([]byte, 0, len(value)+signatureLength), value))
}

// AppendSigned appends what Sign returns.
func (s *Signer) AppendSigned(to []byte, value string) []byte {
	mac := s.macs.Get().(*signing)
	defer s.macs.Put(mac)
	mac.Reset()
	return mac.append(to, value)
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

// signatureLength is the length of a signature and its dot.
const signatureLength = 1 + 43

// append appends value and its signature.
func (s *signing) append(to []byte, value string) []byte {
	from := len(to)
	to = append(to, value...)
	s.Write(to[from:])
	return base64.RawStdEncoding.AppendEncode(append(to, '.'), s.Sum(s.sum[:0]))
}

// Sign is Signer.Sign for a single use.
func Sign(value, secret string) string {
	return string(newSigning(secret).append(nil, value))
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
