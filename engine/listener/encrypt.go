package listener

import (
	"crypto/tls"
	"net"
)

// Encrypt has what comes in at ln encrypted, unless current is nil now. Each
// client meets what is current then; the last that was, where that is nil.
func Encrypt(ln net.Listener, current func() *tls.Config) net.Listener {
	first := current()
	if first == nil {
		return ln
	}
	return tls.NewListener(ln, &tls.Config{
		MinVersion: tls.VersionTLS12, // of nobody: see below
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			if now := current(); now != nil {
				return now, nil
			}
			return first, nil
		},
	})
}
