package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// Sign returns value with its HMAC-SHA256 behind a dot, in the form that
// Express cookies have after "s:".
func Sign(value, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(value))
	return value + "." + base64.RawStdEncoding.EncodeToString(mac.Sum(nil))
}

// Unsign returns the value of a signed text if one of the secrets made its
// signature. It compares in constant time.
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
